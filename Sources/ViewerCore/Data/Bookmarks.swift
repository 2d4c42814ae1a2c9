/// The bookmarked lines of a text, each with a checksum of its bytes in the file. A bookmark is valid only while its
/// line has the same bytes.
package struct Bookmarks: Hashable, Sendable {
  private var checksums: [Int: UInt32] = [:]

  /// The largest number of bookmarks in a file.
  static let limit = 500

  /// Creates an empty set of bookmarks.
  package init() {}

  var isEmpty: Bool { checksums.isEmpty }
  /// The number of lines with a bookmark.
  package var count: Int { checksums.count }
  /// The numbers of the lines, counted from 0, ascending.
  package var lines: [Int] { checksums.keys.sorted() }

  func contains(_ line: Int) -> Bool { checksums[line] != nil }

  mutating func remove(_ line: Int) { checksums[line] = nil }

  mutating func insert(_ line: Int, _ snapshot: LineIndexSnapshot) {
    checksums[line] = Self.checksum(of: line, in: snapshot)
  }

  mutating func formUnion(_ other: Bookmarks) { checksums.merge(other.checksums) { mine, _ in mine } }

  /// Returns the bookmarks of lines that have the same text as before.
  /// - Complexity: One read for each bookmark.
  func valid(in snapshot: LineIndexSnapshot) -> Bookmarks {
    var result = Bookmarks()
    result.checksums = checksums.filter { line, checksum in
      line < snapshot.count && Self.checksum(of: line, in: snapshot) == checksum
    }
    return result
  }

  /// Returns the bookmarks of the lines from `line` to the end.
  func suffix(from line: Int) -> Bookmarks {
    var result = Bookmarks()
    result.checksums = checksums.filter { $0.key >= line }
    return result
  }

  /// Returns the bookmarks with all line numbers changed by `lines`.
  func moved(by lines: Int) -> Bookmarks {
    var result = Bookmarks()
    for (line, checksum) in checksums { result.checksums[line + lines] = checksum }
    return result
  }

  /// Whether a line before a number has a bookmark.
  func containsLine(before line: Int) -> Bool { checksums.keys.contains { $0 < line } }

  private static func checksum(of line: Int, in snapshot: LineIndexSnapshot) -> UInt32 {
    TagStore.checksum(Array(snapshot.rawLine(at: line)))
  }
}

// Numbers with checksums, such as `12:9f3a0c11,40:77`.
extension Bookmarks {
  /// The bookmarks as text. Lines are counted from 1.
  var text: String {
    lines.map { "\($0 + 1):" + String(checksums[$0] ?? 0, radix: 16) }.joined(separator: ",")
  }

  /// Parses a text written by `text`.
  /// - Returns: `nil` if a part is invalid.
  init?(text: Substring) {
    for part in text.split(separator: ",") {
      let fields = part.split(separator: ":")
      guard fields.count == 2, let line = Int(fields[0]), line > 0, let checksum = UInt32(fields[1], radix: 16),
        checksums.count < Self.limit
      else { return nil }
      checksums[line - 1] = checksum
    }
  }
}
