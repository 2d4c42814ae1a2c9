import ScrollworkDiffing
import ScrollworkGeometry

/// The sizes of cells that a layout places one by one, in whole subpixels: of those that contents or the program have
/// said, in two trees with one element a cell; the others are taken to be of one size.
struct CellSizes: Sendable {
  /// So many sizes that the program says are asked for at once; of more, only those near what is seen.
  static let mostAskedAtOnce = 2_000

  private(set) var items: LayoutItems
  /// Measured widths and heights.
  private(set) var widths: RunTree
  private(set) var heights: RunTree
  /// The size of a cell that is not measured.
  private(set) var guess: (width: Int64, height: Int64)
  /// The same as it was declared.
  private var declaredGuess: (width: Int64, height: Int64)
  /// The sides that all cells have in common, whatever is measured of the others.
  let isCommon: (width: Bool, height: Bool)

  init(_ items: LayoutItems) {
    self.items = items
    declaredGuess = Self.guess(items)
    guess = declaredGuess
    let free = items.sizes.isFree
    isCommon = items.sizes.isProvided ? (false, false) : (!free.width, !free.height)
    if items.sizes.isProvided, items.count <= Self.mostAskedAtOnce || items.hasAllSizes {
      let sizes = (0..<items.count).map { items.size(of: $0) }
      widths = RunTree(extents: sizes.map { Subpixels.nearest($0.width) })
      heights = RunTree(extents: sizes.map { Subpixels.nearest($0.height) })
    } else {
      (widths, heights) = (RunTree(count: items.count), RunTree(count: items.count))
    }
  }

  private static func guess(_ items: LayoutItems) -> (width: Int64, height: Int64) {
    guard items.count > 0 else { return (0, 0) }
    let size = items.size(of: 0)
    return (Subpixels.nearest(size.width), Subpixels.nearest(size.height))
  }

  var count: Int { items.count }
  var isFree: (width: Bool, height: Bool) { items.sizes.isFree }
  func isMeasured(_ item: Int) -> Bool { widths.extent(at: item) != nil }

  func width(_ item: Int) -> Int64 { isCommon.width ? guess.width : widths.extent(at: item) ?? guess.width }
  func height(_ item: Int) -> Int64 { isCommon.height ? guess.height : heights.extent(at: item) ?? guess.height }

  /// The cells from one on of which nothing is measured.
  func unmeasured(from item: Int) -> Range<Int> {
    let run = widths.run(at: item)
    return item..<(run.extent == nil ? run.end : item)
  }

  /// The widths of the cells before one.
  func width(before item: Int) -> Int64 {
    if isCommon.width { return Int64(item) * guess.width }
    return widths.sum(before: item).length(guess: guess.width, gap: 0)
  }

  var largestWidth: Int64 { isCommon.width ? guess.width : largest(widths, guess.width) }
  var largestHeight: Int64 { isCommon.height ? guess.height : largest(heights, guess.height) }

  private func largest(_ lengths: RunTree, _ guess: Int64) -> Int64 {
    max(lengths.largest, lengths.measuredCount < lengths.count ? guess : 0)
  }

  /// - Returns: True if the cell has another size now.
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    let free = isFree
    return set(
      size.map {
        (
          free.width ? Subpixels.upToDevicePixel($0.width, scale: items.scale) : guess.width,
          free.height ? Subpixels.upToDevicePixel($0.height, scale: items.scale) : guess.height
        )
      }, of: item)
  }

  /// Whoever says the size of each cell says another one of this.
  mutating func setSize(_ size: Size, of item: Int) {
    _ = set((Subpixels.nearest(size.width), Subpixels.nearest(size.height)), of: item)
  }

  private mutating func set(_ size: (width: Int64, height: Int64)?, of item: Int) -> Bool {
    let old = (width(item), height(item))
    widths.set(item, to: size?.width)
    heights.set(item, to: size?.height)
    return old != (width(item), height(item))
  }

  /// - Returns: True if cells that are not measured have another size now.
  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    let free = isFree
    guard widths.measuredCount >= max(1, minimumCount) else { return false }
    let mean = (
      width: free.width ? widths.mean ?? guess.width : guess.width,
      height: free.height ? heights.mean ?? guess.height : guess.height
    )
    guard
      Subpixels.differs(mean.width, from: guess.width, by: tolerance)
        || Subpixels.differs(mean.height, from: guess.height, by: tolerance)
    else { return false }
    guess = mean
    return true
  }

  /// Asks the program for the sizes of those cells that are seen, if there are many of which it says each.
  /// - Returns: Those that have another size now.
  mutating func resolve(_ seen: Range<Int>) -> [Int] {
    items.sizes.isProvided && count > Self.mostAskedAtOnce ? ask(seen) : []
  }

  private mutating func ask(_ range: Range<Int>) -> [Int] {
    range.filter { item in
      guard !isMeasured(item) else { return false }
      let size = items.size(of: item)
      return set((Subpixels.nearest(size.width), Subpixels.nearest(size.height)), of: item)
    }
  }

  /// What became of the sizes of cells when these became others.
  enum Update {
    /// They are not known any more.
    case void
    /// Each has the size that it had; what is asked for at once may not be asked yet.
    case kept
    /// Cells that are not measured have another size.
    case otherGuess
  }

  /// The cells became others: sizes go where their cells went.
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Update {
    // Sizes that the program says may follow from the height too.
    let (old, new) = (self.items.container, items.container)
    let isSameRoom = items.sizes.isProvided ? old == new : old.width == new.width
    guard self.items.sizes == items.sizes, isSameRoom, self.items.count > 0 else { return .void }
    self.items = items
    let isSame = items.count == 0 || items.sizes.isProvided || !takeGuess()
    if !mapping.isIdentity {
      widths.update(mapping)
      heights.update(mapping)
    }
    return isSame ? .kept : .otherGuess
  }

  /// After an update: asks for the sizes of new cells where all are asked for at once.
  /// - Returns: Those that have another size now.
  mutating func askForNew() -> [Int] {
    items.sizes.isProvided && (count <= Self.mostAskedAtOnce || items.hasAllSizes) ? ask(0..<count) : []
  }

  /// What is a part of the height of the room may have changed with it.
  /// - Returns: True if it has.
  private mutating func takeGuess() -> Bool {
    let (old, new) = (declaredGuess, Self.guess(items))
    declaredGuess = new
    if old.width != new.width { guess.width = new.width }
    if old.height != new.height { guess.height = new.height }
    return old != new
  }
}

extension LayoutArrangement {
  /// A range of cells that holds all those that are visited near a rectangle.
  func items(in rect: Rect) -> Range<Int> {
    var (first, end) = (Int.max, 0)
    forEachItem(in: rect) { item, _ in
      first = min(first, item)
      end = max(end, item + 1)
    }
    return first < end ? first..<end : 0..<0
  }
}
