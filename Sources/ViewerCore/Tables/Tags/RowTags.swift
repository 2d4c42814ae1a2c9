/// The tags of a table's rows: a digit from 1 to 9 for each tagged row. The value is cheap to copy.
package struct RowTags: Hashable, Sendable {
  private var digits: [Int32: UInt8] = [:]

  package init() {}

  package var isEmpty: Bool { digits.isEmpty }
  /// The number of tagged rows.
  package var count: Int { digits.count }
  /// The numbers of the tagged rows, in no particular order.
  package var rows: some Collection<Int32> { digits.keys }

  /// The tag of a row, by the number of the row; 0 for a row without one.
  package subscript(row: Int) -> UInt8 {
    get { digits[Int32(truncatingIfNeeded: row)] ?? 0 }
    set { digits[Int32(truncatingIfNeeded: row)] = newValue == 0 ? nil : newValue }
  }

  /// The name by which filters and orders refer to the tag. A column of the file with that name hides it.
  package static let columnName = "tag"

  /// Returns rows ordered by their tags; rows with equal tags keep their order, and those without a tag come last.
  /// - Complexity: O(*n*) in the number of rows.
  func sorted(_ rows: [Int32], descending: Bool) -> [Int32] {
    var groups = [[Int32]](repeating: [], count: 10)
    for row in rows { groups[Int(self[Int(row)])].append(row) }
    let tagged = groups[1...]
    return Array((descending ? Array(tagged.reversed()) : Array(tagged)).joined()) + groups[0]
  }
}

/// A change of the tag of one row, as it stands in a file of tags.
package struct TagChange: Hashable, Sendable {
  /// The number of the row, counted from 0 without the header.
  package var row: Int32
  /// The new tag; 0 to remove it.
  package var tag: UInt8
  /// A checksum of the row's bytes. A row that has other bytes is another one, which the tag does not belong to.
  package var checksum: UInt32

  package init(row: Int32, tag: UInt8, checksum: UInt32) {
    (self.row, self.tag, self.checksum) = (row, tag, checksum)
  }
}
