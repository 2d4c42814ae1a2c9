/// The tags of a table's rows: a digit from 1 to 9 for each tagged row. The value is cheap to copy.
package struct RowTags: Hashable, Sendable {
  private var digits: [Int32: UInt8] = [:]

  package init() {}

  package var isEmpty: Bool { digits.isEmpty }
  /// The number of tagged rows.
  package var count: Int { digits.count }
  /// The numbers of the tagged rows, in no particular order.
  package var rows: some Collection<Int32> { digits.keys }

  /// The tag of the row with a number; 0 for a row without a tag.
  package subscript(row: Int) -> UInt8 {
    get { digits[Int32(truncatingIfNeeded: row)] ?? 0 }
    set { digits[Int32(truncatingIfNeeded: row)] = newValue == 0 ? nil : newValue }
  }

  /// Returns the name of the tags in filters and sort keys: "tag", or "row tag" if the table has a column named "tag".
  package static func columnName(beside columns: [TableColumnInfo]) -> String {
    let names = Set(columns.lazy.map(\.name).filter { $0.contains("tag") })
    var (name, number) = (names.contains("tag") ? "row tag" : "tag", 1)
    while names.contains(name) {
      number += 1
      name = "row tag \(number)"
    }
    return name
  }

  /// Returns rows ordered by their tags; rows with equal tags keep their order, and those without a tag come last.
  /// - Complexity: O(*n*) in the number of rows.
  func sorted(_ rows: [Int32], descending: Bool) -> [Int32] {
    var groups = [[Int32]](repeating: [], count: 10)
    for row in rows { groups[Int(self[Int(row)])].append(row) }
    let tagged = groups[1...]
    return Array((descending ? Array(tagged.reversed()) : Array(tagged)).joined()) + groups[0]
  }
}

/// A change of the tag of one row, as it is written in a file of tags.
package struct TagChange: Hashable, Sendable {
  /// The identification of a row in a file of tags.
  package struct Row: Hashable, Sendable {
    /// The number of the row, counted from 0 without the header.
    package var number: Int32
    /// A checksum of the row's bytes. If the bytes of the row have changed, the tag does not belong to it.
    package var checksum: UInt32
  }

  package var place: Row
  /// The new tag; 0 to remove it.
  package var tag: UInt8

  package init(_ place: Row, tag: UInt8) {
    (self.place, self.tag) = (place, tag)
  }

  package init(row: Int32, tag: UInt8, checksum: UInt32) {
    self.init(Row(number: row, checksum: checksum), tag: tag)
  }
}

/// The number of the row counted from 1, the tag, and the checksum of the row, with tabs between them.
extension TagChange: TagLine {
  package static let firstLine = "scrollwork tags 1\n"

  package init?(line: ArraySlice<UInt8>) {
    let parts = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].count == 1, parts[2].count == 8,
      let row = Int32(String(decoding: parts[0], as: UTF8.self)), row > 0,
      let tag = UInt8(String(decoding: parts[1], as: UTF8.self)), tag <= 9,
      let checksum = UInt32(String(decoding: parts[2], as: UTF8.self), radix: 16)
    else { return nil }
    self.init(row: row - 1, tag: tag, checksum: checksum)
  }

  package var line: String {
    let digits = String(place.checksum, radix: 16)
    return "\(place.number + 1)\t\(tag)\t\(String(repeating: "0", count: 8 - digits.count))\(digits)\n"
  }
}

extension TagFile<TagChange> {
  /// Creates the file of the tags of the table at `path`: beside the table, with `.tags` appended to its name.
  package init(table path: String) { self.init(path: path + ".tags") }
}
