import ScrollworkDiffing
import ScrollworkGeometry

/// The lines of a ``FlowLayout``: how many cells each has and how tall it is, in two trees whose elements are lines.
///
/// Runs of equal lines are one entry, so lines of cells of which nothing is measured take no memory. All lengths are
/// whole subpixels.
struct FlowArrangement: LayoutArrangement {
  /// So many sizes that the program says are asked for at once; of more, only those near what is seen.
  static let mostAskedAtOnce = 2_000

  let layout: FlowLayout
  private(set) var items: LayoutItems
  /// Measured widths and heights, one element a cell.
  var widths: RunTree
  var heights: RunTree
  /// The number of cells of each line.
  var counts: RunTree
  /// The height of each line.
  var extents: RunTree
  /// The size of a cell that is not measured.
  private(set) var guess: (width: Int64, height: Int64)
  /// The same as it was declared.
  private var declaredGuess: (width: Int64, height: Int64)
  /// The sides that all cells have in common, whatever is measured of the others.
  private let isCommon: (width: Bool, height: Bool)

  init(layout: FlowLayout, items: LayoutItems) {
    self.layout = layout
    self.items = items
    declaredGuess = Self.guess(items)
    guess = declaredGuess
    let free = items.sizes.isFree
    isCommon = items.sizes.isProvided ? (false, false) : (!free.width, !free.height)
    (counts, extents) = (RunTree(count: 0), RunTree(count: 0))
    if case .provided = items.sizes.source, items.count <= Self.mostAskedAtOnce || items.hasAllSizes {
      (widths, heights) = (RunTree(count: 0), RunTree(count: 0))
      for item in 0..<items.count {
        let size = items.size(of: item)
        widths.append(count: 1, extent: Subpixels.nearest(size.width))
        heights.append(count: 1, extent: Subpixels.nearest(size.height))
      }
    } else {
      (widths, heights) = (RunTree(count: items.count), RunTree(count: items.count))
    }
    breakLines(from: 0, untilSettledAfter: nil)
  }

  private static func guess(_ items: LayoutItems) -> (width: Int64, height: Int64) {
    guard items.count > 0 else { return (0, 0) }
    let size = items.size(of: 0)
    return (Subpixels.nearest(size.width), Subpixels.nearest(size.height))
  }

  var gap: Int64 { Subpixels.nearest(layout.interitemSpacing) }
  var lineGap: Int64 { Subpixels.nearest(layout.lineSpacing) }
  var room: Int64 { Self.room(items.container.width, scale: items.scale) }

  /// The width of a line. Half a device pixel more than it is, so that three thirds fit.
  static func room(_ width: Double, scale: Double) -> Int64 {
    Subpixels.nearest(width) + Int64(Subpixels.perPixel / scale / 2)
  }

  /// All lines and the least spacing between them.
  private var leastHeight: Int64 {
    extents.count > 0 ? extents.measuredExtent + Int64(extents.count - 1) * lineGap : 0
  }

  /// Where the first line starts, and what lies between two.
  var lines: (offset: Int64, gap: Int64) {
    guard layout.alignContent != .start else { return (0, lineGap) }
    let (offset, gap) = layout.alignContent.distribute(
      total: extents.measuredExtent, spacing: lineGap, count: Int64(extents.count),
      in: Subpixels.nearest(items.container.height))
    return (offset, gap)
  }

  var contentSize: Size {
    guard extents.count > 0 else { return .zero }
    let (offset, gap) = lines
    let height = offset + extents.measuredExtent + Int64(extents.count - 1) * gap
    return Size(width: max(items.container.width, Subpixels.pixels(widestCell)), height: Subpixels.pixels(height))
  }

  /// The width of the widest cell: one may be wider than a line.
  private var widestCell: Int64 {
    if isCommon.width { return guess.width }
    return max(widths.largest, widths.measuredCount < widths.count ? guess.width : 0)
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) { items.sizes.isFree }
  func isMeasured(_ item: Int) -> Bool { widths.extent(at: item) != nil }

  func width(_ item: Int) -> Int64 { isCommon.width ? guess.width : widths.extent(at: item) ?? guess.width }
  func height(_ item: Int) -> Int64 { isCommon.height ? guess.height : heights.extent(at: item) ?? guess.height }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard let size else { return set(nil, of: item) }
    let free = items.sizes.isFree
    return set(
      (
        free.width ? Subpixels.upToDevicePixel(size.width, scale: items.scale) : guess.width,
        free.height ? Subpixels.upToDevicePixel(size.height, scale: items.scale) : guess.height
      ), of: item)
  }

  private mutating func set(_ size: (width: Int64, height: Int64)?, of item: Int) -> Bool {
    let old = (width(item), height(item))
    widths.set(item, to: size?.width)
    heights.set(item, to: size?.height)
    guard old != (width(item), height(item)) else { return false }
    let line = counts.find(Int64(item), guess: 0, gap: 0)
    let start = Int(counts.sum(before: line).extent)
    // The first cell of a line, smaller now, may have room in the line before.
    breakLines(from: start == item ? max(0, line - 1) : line, untilSettledAfter: item)
    return true
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    let free = items.sizes.isFree
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
    breakLines(from: 0, untilSettledAfter: nil)
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    guard case .provided = items.sizes.source, items.count > Self.mostAskedAtOnce else { return false }
    var (first, end) = (Int.max, 0)
    forEachItem(in: rect) { item, _ in
      first = min(first, item)
      end = max(end, item + 1)
    }
    return first < end && askSizes(of: first..<end)
  }

  /// - Returns: True if anything moved.
  private mutating func askSizes(of range: Range<Int>) -> Bool {
    guard case .provided = items.sizes.source else { return false }
    var isMoved = false
    for item in range where !isMeasured(item) {
      let size = items.size(of: item)
      isMoved = set((Subpixels.nearest(size.width), Subpixels.nearest(size.height)), of: item) || isMoved
    }
    return isMoved
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    // Sizes that the program says may follow from the height too.
    let (old, new) = (self.items.container, items.container)
    let isSameRoom = items.sizes.isProvided ? old == new : old.width == new.width
    guard self.items.sizes == items.sizes, isSameRoom, self.items.count > 0 else { return false }
    self.items = items
    let isSame = items.count == 0 || items.sizes.isProvided || !takeGuess()
    guard !mapping.isIdentity || !isSame else { return true }
    if !mapping.isIdentity {
      widths.update(mapping)
      heights.update(mapping)
    }
    guard isSame, mapping.commonPrefix < items.count, counts.count > 0 else {
      counts = RunTree(count: 0)
      extents = RunTree(count: 0)
      breakLines(from: 0, untilSettledAfter: nil)
      return true
    }
    let line = min(counts.find(Int64(mapping.commonPrefix), guess: 0, gap: 0), counts.count - 1)
    breakLines(from: max(0, line - 1), untilSettledAfter: nil)
    if items.count <= Self.mostAskedAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
    return true
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

  /// Traps if the lines do not hold all cells.
  func checkInvariants() {
    counts.checkInvariants()
    extents.checkInvariants()
    precondition(counts.count == extents.count, "\(counts.count) lines, \(extents.count) heights")
    precondition(Int(counts.measuredExtent) == items.count, "\(counts.measuredExtent) cells of \(items.count) in lines")
  }
}
