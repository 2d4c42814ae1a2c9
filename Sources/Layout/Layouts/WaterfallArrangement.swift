import ScrollworkDiffing
import ScrollworkGeometry

/// The columns of a ``WaterfallLayout``: how far each reaches, noted every few cells.
///
/// Between two notes lie either up to 64 measured cells, which are walked, or any number of unmeasured ones, which are
/// a closed form: cells of one height that always go to the shortest column are the merged terms of as many arithmetic
/// progressions as there are columns. All lengths down are whole subpixels.
struct WaterfallArrangement: LayoutArrangement {
  static let cellsBetweenNotes = 64
  /// So many sizes that the program says are asked for at once; of more, only those near what is seen.
  static let mostAskedAtOnce = 2_000

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
  private var columns: RunTree
  private(set) var guess: Int64
  /// The cells before which the columns are noted; the first is 0, the last the number of cells.
  private(set) var notes: [Int] = []
  /// How far each column reaches, with the spacing below, at each note.
  private(set) var levels: [Int64] = []

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
    guess = Self.guess(self.items)
    note(from: 0)
    if items.count <= Self.mostAskedAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
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
    note(from: item)
    return old ?? guess != height ?? guess
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
    var first: Int?
    for item in range where !isMeasured(item) {
      heights.set(item, to: Subpixels.nearest(items.size(of: item).height))
      first = first ?? item
    }
    if let first { note(from: first) }
    return first != nil
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
        ? self.items.container.height == items.container.height : guess == Self.guess(items)
    else { return false }
    self.items = items
    guard !mapping.isIdentity else { return true }
    heights.update(mapping)
    // What follows the first change finds its column anew.
    columns.truncate(to: mapping.commonPrefix)
    columns.append(count: mapping.newCount - mapping.commonPrefix, extent: nil)
    note(from: mapping.commonPrefix)
    if items.count <= Self.mostAskedAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
    return true
  }

  /// Notes the columns again, from a cell on.
  /// - Complexity: O(*m* log *n*) in the number of measured cells behind it.
  private mutating func note(from item: Int) {
    let kept = notes.partitioningIndex { $0 > item }
    notes.removeLast(notes.count - kept)
    levels.removeLast(levels.count - kept * columnCount)
    var current = Array(repeating: Int64(0), count: columnCount)
    if notes.isEmpty {
      notes.append(0)
      levels.append(contentsOf: current)
    } else {
      current = Array(levels.suffix(columnCount))
    }
    var next = notes[notes.count - 1]
    while next < items.count {
      let run = heights.run(at: next)
      if run.extent == nil {
        stretch(from: next).advance(&current, by: run.end - next)
        next = run.end
      } else {
        let end = min(items.count, next + Self.cellsBetweenNotes)
        while next < end, let height = heights.extent(at: next) {
          let column = keptColumn(of: next) ?? Self.shortest(current)
          columns.set(next, to: Int64(column))
          current[column] += height + spacing
          next += 1
        }
      }
      notes.append(next)
      levels.append(contentsOf: current)
    }
  }

  private func keptColumn(of item: Int) -> Int? { columns.extent(at: item).map { Int($0) } }

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
