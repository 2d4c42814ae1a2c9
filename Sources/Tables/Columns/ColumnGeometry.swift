import ScrollworkLayout

/// The order, widths and visibility of a table's columns, and the positions that follow from them.
///
/// A column has an index in the declaration and a position in the order on screen. Widths are kept as prefix sums by
/// position; a hidden column has the width zero. So finding the columns at an offset, or the offset of a column, takes
/// O(log *n*), and nothing takes longer in a frame that only scrolls. Lengths are in logical pixels, and offsets count
/// from the table's leading edge.
package struct ColumnGeometry {
  /// The geometry of one column, stored by its index.
  struct Column {
    /// The width while the column is visible.
    var width: Double
    var minimum = 0.0
    /// The width that the cells of a fitted column need, and the largest width that it takes unless width remains.
    var (need, maximum) = (0.0, Double.infinity)
    /// The weight by which a flexible column shares the remaining width; zero for other columns.
    var weight: Float = 0
    var isHidden = false
    var isPinned = false
    /// Whether the width of a fitted column has not been measured yet.
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
  /// The indices of the flexible columns, which share the remaining width.
  private var flexible: [Int] = []
  /// The indices of the fitted columns whose cells need more than their maximum, and of those widened beyond it.
  private var (cut, widened) = ([Int](), [Int]())
  /// Whether the user or the program changed the order.
  private(set) var isReordered = false
  /// The width of the table.
  package private(set) var viewport = 0.0
  /// The empty width before the first column and after the last one.
  package var margin = 0.0 {
    didSet { if margin != oldValue { settle() } }
  }
  /// The largest total width, with margins, to which flexible and truncated columns are widened.
  package var widest = Double.infinity {
    didSet { if widest != oldValue { settle() } }
  }
  /// The number of columns that do not scroll at the present width, hidden ones included.
  package private(set) var shownPinnedCount = 0

  /// The largest number of flexible columns that share width. If there are more, each has its minimum.
  private static let flexibleColumnLimit = 1024
  /// The largest share of the width for pinned columns. Further ones scroll, so that other columns stay visible.
  private static let pinnedShare = 0.6
  /// The width of a table below which its first column is pinned if no column is.
  private static let narrow = 600.0
  /// The number of units in a logical pixel: widths are rounded to these units.
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

  /// Creates the geometry of new columns. Columns that `old` has too keep their order, widths and visibility.
  /// - Parameter find: Returns the index in `old` of the column at an index in `specs`; `nil` for a new column.
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

  /// Sorts the columns in the order of `survivors`. A new column follows the one that is declared before it.
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
  /// Whether a column does not scroll at the present width.
  package func isPinned(_ column: Int) -> Bool { position(of: column) < shownPinnedCount }
  /// Whether the width of a fitted column has not been measured yet.
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

  /// Sets the width of a column for the user or the program. All flexible columns, and the fitted ones that need more
  /// than their maximum, keep their present widths from then on.
  package mutating func setWidth(_ width: Double, of column: Int) {
    for index in flexible { (columns[index].weight, columns[index].isSized) = (0, true) }
    flexible = []
    for index in cut { (columns[index].isSized, columns[index].need) = (true, 0) }
    (cut, widened, columns[column].need) = ([], [], 0)
    (columns[column].isSized, columns[column].needsFit) = (true, false)
    store(TableColumnWidth.repaired(width), of: column)
    settle()
  }

  /// Returns the width that the cells of a fitted column need, without regard to its limits.
  func need(of column: Int) -> Double { columns[column].need }

  /// Sets the width that the cells of a fitted column need. The column gets this width within its limits, or more than
  /// its maximum if width remains.
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

  /// Moves a column to a position. A pinned column stays among the pinned ones, any other column among the others.
  /// - Complexity: O(*k* log *n*) for *k* positions between the old position and the new one.
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

  /// Distributes the remaining width, and determines which columns do not scroll.
  private mutating func settle() {
    distribute()
    let limit = viewport * Self.pinnedShare - margin
    shownPinnedCount = min(pinnedCount, sums.find(Self.units(limit)).index)
    guard viewport < Self.narrow, total > viewport, sums.sum(before: pinnedCount) == 0, let first else { return }
    if pixels(sums[first]) <= limit { shownPinnedCount = first + 1 }
  }

  /// Distributes the remaining width among the flexible columns, in whole pixels so that edges stay sharp. Without
  /// flexible columns, it goes to the fitted columns whose cells need more than their maximum.
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

  /// Distributes a width evenly among the fitted columns that need more than their maximum, up to what they need.
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
  /// The width of a fitted column until it is measured, within the limits of the column.
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
  /// The width that the cells of a fitted column need beyond its maximum; not positive if it is enough.
  var lack: Double { need - maximum }
  /// Whether the cells need more than the maximum of a fitted column that nobody resized.
  var isCut: Bool { !isSized && lack > 0 }
}
