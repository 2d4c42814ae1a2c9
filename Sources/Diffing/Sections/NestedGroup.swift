/// Leftovers whose identities have one type.
struct NestedGroup {
  /// Where they are in the columns.
  private(set) var columns = ColumnLeftovers()
  /// Where they are in the list.
  private(set) var places = Leftovers()
  /// For each part of these the number of its first one among all leftovers.
  private(set) var numbers: [Int] = []
  let operations: IdentityColumn.Operations
  /// The site that they are of; nil if they are of several.
  private(set) var onlySite: Int?

  init(_ column: IdentityColumn) {
    operations = column.operations
  }

  /// - Parameter range: In the section of the list.
  mutating func add(_ range: Range<Int>, of site: NestedLeftovers.Site, _ number: Int, first: Int) {
    onlySite = numbers.isEmpty || onlySite == number ? number : nil
    columns.add(range.lowerBound - site.start..<range.upperBound - site.start, of: site.column, section: number)
    places.add(range, section: site.section)
    numbers.append(first)
  }

  /// Beyond two thousand million of one type nothing is paired.
  var areNumbered: Bool { columns.positions.areNumbered && places.areNumbered }

  /// Which of these belong together.
  func pairs(with new: NestedGroup, room: Int) -> LeftoverPairs {
    var columns = columns
    columns.room = room
    return operations.join(columns, new.columns)
  }
}
