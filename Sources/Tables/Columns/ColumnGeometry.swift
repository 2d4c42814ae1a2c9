import ScrollworkLayout

/// The order, widths and visibility of a table's columns, and the places that follow from them.
///
/// A column has an index, which is its place in the declaration, and a position, which is its place on screen. Widths
/// lie in prefix sums by position; a hidden column has the width zero. So finding the columns at a place, or the place
/// of a column, takes O(log *n*), and nothing takes longer in a frame that only scrolls. Lengths are in logical pixels,
/// and places are distances from the side on which the table starts.
package struct ColumnGeometry {
  /// A column by its index.
  struct Column {
    /// The width while the column is visible.
    var width: Double
    var minimum = 0.0
    /// The width that the cells of a fitted column need, and the largest one that it takes for them if no room is left.
    var (need, maximum) = (0.0, Double.infinity)
    /// The share of a flexible column in the width that is left; zero for other columns.
    var weight: Float = 0
    var isHidden = false
    var isPinned = false
    /// Whether the width of a fitted column is still to be found.
    var needsFit = false
    /// Whether the user or the program set the width.
    var isSized = false
  }

  private(set) var columns: [Column]
  /// The indices of the columns by position.
  private(set) var order: [Int32]
  /// The positions of the columns by index.
  private var positions: [Int32]
  private var sums = BlockSums()
  /// The number of pinned columns, hidden ones included. They have the first positions.
  private(set) var pinnedCount = 0
  /// The indices of the columns that share the width that is left.
  private var flexible: [Int] = []
  /// The indices of the fitted columns whose cells need more than their maximum, and of those that are wider for that.
  private var (cut, widened) = ([Int](), [Int]())
  /// Whether the user or the program changed the order.
  private(set) var isReordered = false
  /// The width of the table.
  package private(set) var viewport = 0.0
  /// The space before the first column and after the last one.
  package var margin = 0.0 {
    didSet { if margin != oldValue { settle() } }
  }
  /// The width of all columns and margins beyond which flexible columns do not grow.
  package var widest = Double.infinity {
    didSet { if widest != oldValue { settle() } }
  }
  /// The number of positions at the start that do not scroll now.
  package private(set) var shownPinnedCount = 0

  /// The largest number of flexible columns. More never fit into a window, so each has its minimum then.
  private static let flexibleColumnLimit = 1024
  /// The largest share of the width that pinned columns may take. Further ones scroll, or nothing else could be seen.
  private static let pinnedShare = 0.6
  /// The width of a table below which its first column is pinned if no column is.
  private static let narrow = 600.0
  /// The parts of a logical pixel in which widths are kept.
  static let perPixel = 64.0

  /// Places columns in the order in which they are declared, pinned ones first.
  /// - Complexity: O(*n*)
  package init(_ specs: [ColumnSpec]) {
    columns = specs.map(Column.init)
    order = specs.indices.filter { specs[$0].isPinned }.map(Int32.init)
    pinnedCount = order.count
    order += specs.indices.filter { !specs[$0].isPinned }.map(Int32.init)
    positions = order
    rebuild()
  }

  /// Places new columns, and keeps the order, widths and visibility of those that `old` has already.
  /// - Parameter find: Returns the index in `old` of the column at an index in `specs`.
  /// - Complexity: O(*n*)
  init(_ specs: [ColumnSpec], keeping old: ColumnGeometry, _ oldSpecs: [ColumnSpec], _ find: (Int) -> Int?) {
    self.init(specs)
    var survivors = [Int32](repeating: -1, count: old.columns.count)
    for index in specs.indices {
      guard let before = find(index) else { continue }
      survivors[before] = Int32(index)
      let (known, spec) = (old.columns[before], oldSpecs[before])
      if known.isSized || spec.width == specs[index].width {
        (columns[index].width, columns[index].needsFit) = (known.width, known.needsFit)
        (columns[index].isSized, columns[index].weight) = (known.isSized, known.weight)
        columns[index].need = known.need
      }
      if spec.isHidden == specs[index].isHidden { columns[index].isHidden = known.isHidden }
    }
    if old.isReordered { keepOrder(of: old.order.map { survivors[Int($0)] }) }
    (margin, widest) = (old.margin, old.widest)
    rebuild()
    resize(to: old.viewport)
  }

  /// Brings the columns into the order of `survivors`. A new column follows the one that is declared before it.
  private mutating func keepOrder(of survivors: [Int32]) {
    var isKnown = [Bool](repeating: false, count: columns.count)
    for index in survivors where index >= 0 { isKnown[Int(index)] = true }
    var result: [Int32] = []
    result.reserveCapacity(columns.count)
    func append(from start: Int) {
      var next = start
      while next < columns.count, !isKnown[next] {
        result.append(Int32(next))
        next += 1
      }
    }
    append(from: 0)
    for index in survivors where index >= 0 {
      result.append(index)
      append(from: Int(index) + 1)
    }
    order = result.filter { columns[Int($0)].isPinned } + result.filter { !columns[Int($0)].isPinned }
    isReordered = true
  }

  /// Computes everything that follows from `columns` and `order`.
  private mutating func rebuild() {
    cut = columns.indices.filter { columns[$0].isCut }
    for index in cut { columns[index].width = columns[index].fit }
    for (position, column) in order.enumerated() { positions[Int(column)] = Int32(position) }
    sums = BlockSums(order.map { Self.units(columns[Int($0)]) })
    flexible = columns.indices.filter { columns[$0].weight > 0 }
    if flexible.count > Self.flexibleColumnLimit {
      for index in flexible { columns[index].weight = 0 }
      flexible = []
    }
    settle()
  }

  private static func units(_ column: Column) -> Int64 {
    column.isHidden ? 0 : max(1, Int64((column.width * perPixel).rounded()))
  }

  private static func units(_ place: Double) -> Int64 { Int64((min(max(0, place), 1e15) * perPixel).rounded(.down)) }

  private func pixels(_ units: Int64) -> Double { Double(units) / Self.perPixel }

  // MARK: Questions

  package var count: Int { columns.count }
  /// The width of all visible columns with the margins.
  package var total: Double { sums.total > 0 ? pixels(sums.total) + 2 * margin : 0 }
  /// The width of the columns that do not scroll, with the margin before them.
  package var pinnedWidth: Double {
    let pinned = sums.sum(before: shownPinnedCount)
    return pinned > 0 ? margin + pixels(pinned) : 0
  }
  /// Returns the position of a column.
  package func position(of column: Int) -> Int { Int(positions[column]) }
  /// Returns the index of the column at a position.
  package func column(at position: Int) -> Int { Int(order[position]) }
  package func isHidden(_ column: Int) -> Bool { columns[column].isHidden }
  /// Returns the width of a column; zero for a hidden one.
  package func width(of column: Int) -> Double { pixels(sums[position(of: column)]) }
  /// Returns the distance of a column from the start of the content.
  package func start(of column: Int) -> Double { margin + pixels(sums.sum(before: position(of: column))) }
  /// Whether a column does not scroll now.
  package func isPinned(_ column: Int) -> Bool { position(of: column) < shownPinnedCount }
  /// Whether the width of a fitted column is still to be found.
  func needsFit(_ column: Int) -> Bool { columns[column].needsFit }

  /// The position of the first visible column; `nil` if all are hidden.
  package var first: Int? { sums.total > 0 ? sums.find(0).index : nil }
  /// The position of the last visible column; `nil` if all are hidden.
  package var last: Int? { sums.total > 0 ? sums.find(sums.total - 1).index : nil }

  /// Returns the position of the visible column after a position; `nil` if there is none.
  package func next(after position: Int) -> Int? {
    let end = sums.sum(before: position + 1)
    return end < sums.total ? sums.find(end).index : nil
  }

  /// Returns the position of the visible column before a position; `nil` if there is none.
  package func previous(before position: Int) -> Int? {
    let start = sums.sum(before: position)
    return start > 0 ? sums.find(start - 1).index : nil
  }

  /// Calls `body` for each column that is visible at an offset, by position.
  /// - Complexity: O(*v* log *n*) for *v* visible columns.
  package func forEachVisible(at offset: Double, _ body: (_ column: Int, _ start: Double, _ width: Double) -> Void) {
    let pinned = sums.sum(before: shownPinnedCount)
    var position = pinned > 0 ? first : nil
    while let current = position, current < shownPinnedCount {
      body(column(at: current), margin + pixels(sums.sum(before: current)), pixels(sums[current]))
      position = next(after: current)
    }
    let end = Self.units(offset + viewport - margin)
    // Pinned columns cover the margin.
    var place = pinned > 0 ? pinned + Self.units(offset) : Self.units(offset - margin)
    while place < min(end, sums.total) {
      let (position, start) = sums.find(place)
      body(column(at: position), margin + pixels(start), pixels(sums[position]))
      place = start + sums[position]
    }
  }

  // MARK: Changes

  /// Changes the width of the table.
  /// - Complexity: O(log *n*), and O(*f* log *n*) for *f* flexible columns.
  package mutating func resize(to width: Double) {
    guard width != viewport, width.isFinite else { return }
    viewport = max(0, width)
    settle()
  }

  /// Sets the width of a column for the user or the program. All flexible columns, and those that took the room that is
  /// left, keep their widths from now on.
  package mutating func setWidth(_ width: Double, of column: Int) {
    for index in flexible { (columns[index].weight, columns[index].isSized) = (0, true) }
    flexible = []
    for index in cut { (columns[index].isSized, columns[index].need) = (true, 0) }
    (cut, widened, columns[column].need) = ([], [], 0)
    (columns[column].isSized, columns[column].needsFit) = (true, false)
    store(TableColumnWidth.repaired(width), of: column)
    settle()
  }

  /// Returns the width that the cells of a fitted column need, whatever its limits.
  func need(of column: Int) -> Double { columns[column].need }

  /// Sets the width that the cells of a fitted column need. The column gets it within its limits, or beyond its maximum
  /// if there is room.
  package mutating func setFit(_ width: Double, of column: Int) {
    let wasCut = columns[column].isCut
    (columns[column].needsFit, columns[column].need) = (false, TableColumnWidth.repaired(width))
    store(columns[column].fit, of: column)
    if columns[column].isCut != wasCut { if wasCut { cut.removeAll { $0 == column } } else { cut.append(column) } }
    settle()
  }

  package mutating func setHidden(_ isHidden: Bool, _ column: Int) {
    guard columns[column].isHidden != isHidden else { return }
    columns[column].isHidden = isHidden
    sums.set(position(of: column), to: Self.units(columns[column]))
    settle()
  }

  /// Moves a column to a position. A column stays among the pinned ones or among the others.
  /// - Complexity: O(*k* log *n*) for *k* positions between the old place and the new one.
  package mutating func move(_ column: Int, to position: Int) {
    let range = columns[column].isPinned ? 0...max(0, pinnedCount - 1) : pinnedCount...max(pinnedCount, count - 1)
    let (old, new) = (self.position(of: column), min(max(position, range.lowerBound), range.upperBound))
    guard old != new else { return }
    isReordered = true
    let step = old < new ? 1 : -1
    for place in stride(from: old, to: new, by: step) { put(order[place + step], at: place) }
    put(Int32(column), at: new)
    settle()
  }

  private mutating func put(_ column: Int32, at position: Int) {
    order[position] = column
    positions[Int(column)] = Int32(position)
    sums.set(position, to: Self.units(columns[Int(column)]))
  }

  private mutating func store(_ width: Double, of column: Int) {
    columns[column].width = width
    sums.set(position(of: column), to: Self.units(columns[column]))
  }

  /// Shares the width that is left, and finds the columns that do not scroll.
  private mutating func settle() {
    distribute()
    let limit = viewport * Self.pinnedShare - margin
    shownPinnedCount = min(pinnedCount, sums.find(Self.units(limit)).index)
    guard viewport < Self.narrow, total > viewport, sums.sum(before: pinnedCount) == 0, let first else { return }
    if pixels(sums[first]) <= limit { shownPinnedCount = first + 1 }
  }

  /// Gives flexible columns their shares, in whole pixels so that edges stay sharp. Without any, the width that is left
  /// goes to columns that are cut.
  private mutating func distribute() {
    for index in widened { store(columns[index].fit, of: index) }
    widened = []
    let shown = flexible.filter { !columns[$0].isHidden }
    guard viewport > 0 else { return }
    guard !shown.isEmpty else { return widenCut(by: min(viewport, widest) - total) }
    let (now, least) = shown.reduce(into: (0.0, 0.0)) {
      $0.0 += width(of: $1)
      $0.1 += columns[$1].minimum
    }
    let weights = shown.reduce(0.0) { $0 + Double(columns[$1].weight) }
    let others = total - now
    let rest = max(0, (min(viewport, widest) - others - least).rounded(.down))
    var (given, share) = (0.0, 0.0)
    for index in shown {
      share += rest * Double(columns[index].weight) / weights
      let extra = max(0, share.rounded() - given)
      given += extra
      store(min(columns[index].minimum + extra, TableColumnWidth.limits.upperBound), of: index)
    }
  }

  /// Shares a width equally among the columns that are cut. None becomes wider than its cells need.
  private mutating func widenCut(by width: Double) {
    guard width >= 1 else { return }
    var rest = width.rounded(.down)
    widened = cut.filter { !columns[$0].isHidden }.sorted { columns[$0].lack < columns[$1].lack }
    for (place, index) in widened.enumerated() {
      let extra = min(columns[index].lack, (rest / Double(widened.count - place)).rounded(.down))
      rest -= extra
      store(columns[index].fit + extra, of: index)
    }
  }
}

extension ColumnGeometry.Column {
  /// The width of a fitted column until it is found.
  private static let unfitted = 120.0

  init(_ spec: ColumnSpec) {
    (isHidden, isPinned) = (spec.isHidden, spec.isPinned)
    switch spec.width.repaired {
    case .fixed(let width): self.width = width
    case .flexible(let minimum, let weight): (width, self.minimum, self.weight) = (minimum, minimum, Float(weight))
    case .fitted(let minimum, let maximum):
      (self.minimum, self.maximum) = (minimum, maximum)
      (width, needsFit) = (min(max(Self.unfitted, minimum), maximum), true)
    }
  }

  /// The width of a fitted column within its limits.
  var fit: Double { min(max(need, minimum), maximum) }
  /// The width that the cells of a fitted column need beyond its maximum.
  var lack: Double { need - maximum }
  /// Whether the width follows from the cells, and they need more.
  var isCut: Bool { !isSized && lack > 0 }
}
