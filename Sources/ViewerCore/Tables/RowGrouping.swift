package import Scrollwork

/// Rows of a table that have the same value in a column.
package struct RowGroup: Hashable, Sendable {
  /// The value, without spaces around it; `nil` for rows without a value.
  package let value: String?
  /// The range of the group's rows in `GroupedRows.rows`.
  package let range: Range<Int>
  /// The number of the group's title among the items. It is negative, and the same for the same value whatever rows a
  /// filter hides.
  package let title: Int32

  package var count: Int { range.count }
}

/// Divides the rows of a table into groups by the values of a column.
package struct RowGrouping {
  /// The reasons why rows cannot be grouped.
  package enum Failure: Error, Hashable, Sendable {
    case cancelled
    /// The column has more than `maximumGroups` values.
    case tooMany
  }

  /// The largest number of groups.
  package static let maximumGroups = 10_000

  let snapshot: CSVSnapshot
  /// The column, its type and its order.
  let key: RowSortKey
  let tags: RowTags
  let isCancelled: () -> Bool

  /// Returns the rows of a table in groups, which are sorted by their values. Rows without a value are the last group.
  /// - Parameters:
  ///   - key: The column, its type, and whether larger values come first.
  ///   - rows: The rows in the order that they have in each group; all rows if `nil`.
  ///   - isCollapsed: Whether the rows of a group are hidden.
  /// - Complexity: O(*n*) in the number of rows, and O(*g* log *g*) in that of groups. The file is read once.
  package static func rows(
    of snapshot: CSVSnapshot, by key: RowSortKey, among rows: [Int32]? = nil, tags: RowTags = RowTags(),
    isCollapsed: (RowGroup) -> Bool = { _ in false }, isCancelled: @escaping () -> Bool = { false }
  ) throws(Failure) -> GroupedRows {
    let grouping = RowGrouping(snapshot: snapshot, key: key, tags: tags, isCancelled: isCancelled)
    let (values, numbers) = try grouping.read(among: rows)
    let order = grouping.order(of: values)
    var rank = [Int](repeating: 0, count: order.count)
    for (place, value) in order.enumerated() { rank[value] = place }
    // The last group has the rows without a value.
    var starts = [Int](repeating: 0, count: order.count + 2)
    let shown = rows ?? Array(0..<Int32(clamping: numbers.count))
    func group(of row: Int32) -> Int {
      let value = Int(row) < numbers.count ? numbers[Int(row)] : -1
      return value < 0 ? order.count : rank[Int(value)]
    }
    for row in shown { starts[group(of: row) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    var (next, grouped) = (starts, [Int32](repeating: 0, count: shown.count))
    for row in shown {
      let place = group(of: row)
      grouped[next[place]] = row
      next[place] += 1
    }
    if isCancelled() { throw .cancelled }
    var titles: Set<Int32> = []
    let groups = (0...order.count).compactMap { place -> RowGroup? in
      let range = starts[place]..<starts[place + 1]
      guard !range.isEmpty else { return nil }
      let value = place < order.count ? values.values[order[place]] : nil
      var title = -1 - Int32(truncatingIfNeeded: Values.hash(of: value ?? []) & UInt64(Int32.max - 1))
      while !titles.insert(title).inserted { title = title == .min ? -1 : title - 1 }
      return RowGroup(value: value.map { String(decoding: $0, as: UTF8.self) }, range: range, title: title)
    }
    return GroupedRows(groups, grouped, isCollapsed: isCollapsed)
  }

  /// The different values of a column. Each has a number, in the order in which they were found.
  struct Values {
    private(set) var values: [[UInt8]] = []
    /// The number of each value, by its hash. Of two values with the same hash, the later one uses the next free hash.
    private var table: [UInt64: Int32] = [:]

    /// Returns the hash of a value: FNV-1a, 64 bits.
    @inline(__always)
    static func hash(of value: some Sequence<UInt8>) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in value { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }

    /// Returns the number of a value, which is added if it is new; `nil` if there are too many values.
    mutating func number(of value: UnsafeRawBufferPointer) -> Int32? {
      var hash = Self.hash(of: value)
      while let known = table[hash] {
        if values[Int(known)].elementsEqual(value) { return known }
        hash &+= 1
      }
      guard values.count < RowGrouping.maximumGroups else { return nil }
      let number = Int32(values.count)
      values.append(Array(value))
      table[hash] = number
      return number
    }
  }

  /// Returns the different values, and for each row the number of its value, or -1 if it has none.
  private func read(among rows: [Int32]?) throws(Failure) -> (Values, [Int32]) {
    let count = max(0, snapshot.run.count - snapshot.headerLines)
    var (values, numbers) = (Values(), [Int32](repeating: -1, count: count))
    var isWanted = [Bool](repeating: rows == nil, count: count)
    for row in rows ?? [] where Int(row) < count { isWanted[Int(row)] = true }
    var isOver = false
    if key.column == RowSortKey.tagColumn {
      for row in 0..<count where isWanted[row] && tags[row] > 0 {
        withUnsafeBytes(of: UInt8(ascii: "0") + tags[row]) { numbers[row] = values.number(of: $0) ?? -1 }
      }
      return (values, numbers)
    }
    let (column, header) = (key.column, snapshot.headerLines)
    var reader = CSVReader(snapshot, fieldCount: column + 1)
    let isDone = reader.visit(points: 0..<snapshot.run.points.count, isCancelled: isCancelled) { line, row in
      let place = line - header
      guard place >= 0, place < count, isWanted[place] else { return true }
      row.withField(column) { field in
        let value = TableValueType.trimmed(field ?? UnsafeRawBufferPointer(start: nil, count: 0))
        guard !value.isEmpty else { return }
        if let number = values.number(of: value) { numbers[place] = number } else { isOver = true }
      }
      return !isOver
    }
    if isOver { throw .tooMany }
    guard isDone else { throw .cancelled }
    return (values, numbers)
  }

  /// The sort key of a value: by number or date if it has one, then in natural order.
  private struct Place: Comparable {
    var number: Double?
    var text: NaturalKey

    static func < (a: Place, b: Place) -> Bool {
      switch (a.number, b.number) {
      case (let x?, let y?) where x != y: x < y
      case (_?, nil): true
      case (nil, _?): false
      default: a.text < b.text
      }
    }
  }

  /// Returns the numbers of the values in their order.
  private func order(of values: Values) -> [Int] {
    let places = values.values.map { value in
      let number = value.withUnsafeBytes { bytes -> Double? in
        switch key.type {
        case .number: TableNumber.parse(bytes, key.style)
        case .date: TableDate.key(bytes, key.style).map { Double($0) }
        default: nil
        }
      }
      return Place(number: number, text: NaturalKey(String(decoding: value, as: UTF8.self)))
    }
    let order = values.values.indices.sorted { places[$0] < places[$1] }
    return key.isDescending ? order.reversed() : order
  }
}

/// The rows of a table in groups, of which some are collapsed. Each group has a title before its rows.
package struct GroupedRows: Sendable {
  package let groups: [RowGroup]
  /// The numbers of all rows, including those of collapsed groups.
  package let rows: [Int32]
  /// The visible items: the numbers of rows, and the titles of groups.
  package private(set) var items: [Int32] = []
  /// The levels and states of the items.
  package private(set) var shape = OutlineShape()
  private var collapsed: [Bool]
  /// The position of each group's title in `items`, and the number of items at the end.
  private var starts: [Int]

  init(_ groups: [RowGroup], _ rows: [Int32], isCollapsed: (RowGroup) -> Bool) {
    (self.groups, self.rows) = (groups, rows)
    collapsed = groups.map(isCollapsed)
    starts = [0]
    rebuild()
  }

  private func mark(of group: Int) -> OutlineShape.Mark {
    OutlineShape.Mark(level: 0, isExpandable: true, isExpanded: !collapsed[group])
  }

  private mutating func rebuild() {
    var marks: [OutlineShape.Mark] = []
    (items, starts, shape) = ([], [0], OutlineShape())
    for (index, group) in groups.enumerated() {
      items.append(group.title)
      marks.append(mark(of: index))
      if !collapsed[index] {
        items += rows[group.range]
        marks += repeatElement(OutlineShape.Mark(level: 1), count: group.count)
      }
      starts.append(items.count)
    }
    shape.replaceSubrange(0..<0, with: marks)
  }

  /// Returns the index of the group that contains an item.
  /// - Precondition: The item exists.
  package func group(at item: Int) -> Int {
    var (low, high) = (0, groups.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= item { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the number of group titles in a range of items.
  package func titleCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let first = group(at: range.lowerBound)
    return group(at: range.upperBound - 1) - first + (starts[first] == range.lowerBound ? 1 : 0)
  }

  /// Returns the position of the title with a number in `items`; `nil` if there is none.
  /// - Complexity: O(*g*) in the number of groups.
  package func item(ofTitle title: Int) -> Int? {
    groups.indices.first { Int(groups[$0].title) == title }.map { starts[$0] }
  }

  /// Whether the rows of a group are hidden.
  package func isCollapsed(_ group: Int) -> Bool { collapsed[group] }

  /// Hides or shows the rows of a group.
  /// - Complexity: O(*n*) in the number of visible items.
  package mutating func setCollapsed(_ isCollapsed: Bool, _ group: Int) {
    guard collapsed[group] != isCollapsed else { return }
    collapsed[group] = isCollapsed
    let (start, end) = (starts[group] + 1, starts[group + 1])
    items.replaceSubrange(start..<end, with: isCollapsed ? [] : rows[groups[group].range])
    shape.set(mark(of: group), at: start - 1)
    let count = isCollapsed ? 0 : groups[group].count
    shape.replaceSubrange(start..<end, with: repeatElement(OutlineShape.Mark(level: 1), count: count))
    let shift = count - (end - start)
    for index in group + 1..<starts.count { starts[index] += shift }
  }

  /// Hides or shows the rows of all groups.
  package mutating func setAllCollapsed(_ isCollapsed: Bool) {
    collapsed = Array(repeating: isCollapsed, count: groups.count)
    rebuild()
  }
}
