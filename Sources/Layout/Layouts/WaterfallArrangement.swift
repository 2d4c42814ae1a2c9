import ScrollworkDiffing
import ScrollworkGeometry

/// The columns of a ``WaterfallLayout``: how far each reaches, noted every few cells.
///
/// Between two notes lie either up to 64 measured cells, which are walked, or any number of unmeasured ones, which are
/// a closed form: cells of one height that always go to the shortest column are the merged terms of as many arithmetic
/// progressions as there are columns. All lengths down are whole subpixels.
struct WaterfallArrangement: LayoutArrangement {
  static let cellsBetweenNotes = 64

  private(set) var items: LayoutItems
  /// Of the room for all columns.
  private let roomWidth: Double
  let columnCount: Int
  let spacing: Int64
  let columnWidth: Double
  let columnPitch: Double
  /// Measured heights, one element a cell.
  private(set) var heights: RunTree
  /// The columns that measured cells keep.
  var columns: RunTree
  private let declaredGuess: Int64
  /// The height of a cell that is not measured.
  private(set) var guess: Int64
  /// The cells before which the columns are noted; the first is 0, the last the number of cells.
  var notes: [Int] = []
  /// How far each column reaches, with the spacing below, at each note.
  var levels: [Int64] = []
  /// Whether the cells between a note and the next are measured.
  var isWalked: [Bool] = []

  /// The columns that there are in a width.
  struct Columns {
    let count: Int
    let width: Double
    /// Beside each other, in logical pixels.
    let gap: Double
    /// The same below each other, in subpixels.
    let spacing: Int64

    init(_ layout: WaterfallLayout, in room: Double) {
      gap = Subpixels.sane(layout.spacing)
      count = min(max(1, layout.columns), 1_000)
      spacing = Subpixels.nearest(gap)
      width = max(0, (room - Double(count - 1) * gap) / Double(count))
    }
  }

  init(layout: WaterfallLayout, items: LayoutItems) {
    self.items = items
    roomWidth = items.container.width
    let columns = Columns(layout, in: items.container.width)
    (columnCount, columnWidth, spacing) = (columns.count, columns.width, columns.spacing)
    columnPitch = columnWidth + columns.gap
    self.items.container.width = columnWidth
    heights = RunTree(count: items.count)
    self.columns = RunTree(count: items.count)
    declaredGuess = Self.guess(self.items)
    guess = declaredGuess
    note(0..<items.count)
    if items.count <= CellSizes.mostAskedAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
  }

  private static func guess(_ items: LayoutItems) -> Int64 {
    items.count > 0 ? max(1, Subpixels.nearest(items.size(of: 0).height)) : 1
  }

  var contentSize: Size {
    guard items.count > 0 else { return .zero }
    let lowest = levels[(notes.count - 1) * columnCount..<notes.count * columnCount].max() ?? 0
    return Size(
      width: columnPitch * Double(columnCount - 1) + columnWidth, height: Subpixels.pixels(lowest - spacing))
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) { (false, items.sizes.isFree.height) }
  func isMeasured(_ item: Int) -> Bool { heights.extent(at: item) != nil }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    set(size.map { Subpixels.upToDevicePixel($0.height, scale: items.scale) }, of: item)
  }

  private mutating func set(_ height: Int64?, of item: Int) -> Bool {
    let old = heights.extent(at: item)
    if old == nil, height != nil { columns.set(item, to: Int64(column(of: item))) }
    if height == nil { columns.set(item, to: nil) }
    heights.set(item, to: height)
    note(item..<item + 1)
    return old ?? guess != height ?? guess
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    guard items.sizes.isFree.height, heights.measuredCount >= max(1, minimumCount), let mean = heights.mean,
      Subpixels.differs(max(1, mean), from: guess, by: tolerance)
    else { return false }
    guess = max(1, mean)
    addUpNotes()
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    items.sizes.isProvided && items.count > CellSizes.mostAskedAtOnce && askSizes(of: self.items(in: rect))
  }

  /// - Returns: True if anything moved.
  private mutating func askSizes(of range: Range<Int>) -> Bool {
    guard case .provided = items.sizes.source else { return false }
    var asked: Range<Int>?
    for item in range where !isMeasured(item) {
      heights.set(item, to: Subpixels.nearest(items.size(of: item).height))
      asked = (asked?.lowerBound ?? item)..<item + 1
    }
    if let asked { note(asked) }
    return asked != nil
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    guard self.items.sizes == items.sizes, roomWidth == items.container.width, self.items.count > 0 else {
      return false
    }
    var items = items
    items.container.width = columnWidth
    // What is a part of the height of the room has changed with it, and sizes that the program says may have.
    guard
      items.sizes.isProvided
        ? self.items.container.height == items.container.height : declaredGuess == Self.guess(items)
    else { return false }
    self.items = items
    guard !mapping.isIdentity else { return true }
    heights.update(mapping)
    // What follows the first change finds its column anew.
    columns.truncate(to: mapping.commonPrefix)
    columns.append(count: mapping.newCount - mapping.commonPrefix, extent: nil)
    forgetNotes(from: mapping.commonPrefix)
    note(mapping.commonPrefix..<items.count)
    if items.count <= CellSizes.mostAskedAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
    return true
  }

  func keptColumn(of item: Int) -> Int? { columns.extent(at: item).map { Int($0) } }

  static func shortest(_ levels: [Int64]) -> Int {
    levels.indices.reduce(0) { levels[$1] < levels[$0] ? $1 : $0 }
  }

  /// The unmeasured cells from a noted one on.
  func stretch(from item: Int) -> WaterfallStretch {
    let note = notes.partitioningIndex { $0 >= item }
    return WaterfallStretch(levels: levels[note * columnCount..<(note + 1) * columnCount], pitch: guess + spacing)
  }

  /// The note before a cell.
  func note(before item: Int) -> Int { notes.partitioningIndex { $0 > item } - 1 }

  func column(of item: Int) -> Int {
    if let column = keptColumn(of: item) { return column }
    let note = note(before: item)
    return stretch(from: notes[note]).place(of: item - notes[note]).column
  }
}
