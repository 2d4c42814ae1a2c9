import Glibc

/// Sorts lines by what they say.
package enum LineSort {
  /// The rows in the order of `key`; lines that say the same stay in the order of the file.
  ///
  /// Text is compared by its bytes. It is brought into memory, of each line as much as is shown.
  /// - Parameter isCancelled: Asked now and then; once it is true, `nil` is returned.
  /// - Complexity: O(*n* log *n*) for text, O(*n*) for the line number.
  package static func sorted(
    _ rows: some Sequence<LineRow>, of snapshot: LineIndexSnapshot, by key: SortKey, isCancelled: () -> Bool = { false }
  ) -> [LineRow]? {
    let rows = Array(rows)
    guard key.field == .text else { return key.isDescending ? rows.reversed() : rows }
    var bytes: [UInt8] = []
    var places: [(row: Int, range: Range<Int>)] = []
    places.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      if place & 0xFFF == 0, isCancelled() { return nil }
      let start = bytes.count
      bytes += snapshot.line(at: row.id).bytes
      places.append((row.id, start..<bytes.count))
    }
    bytes.withUnsafeBytes { bytes in
      places.sort { a, b in
        let order = compare(bytes, a.range, b.range)
        return order == 0 ? a.row < b.row : key.isDescending ? order > 0 : order < 0
      }
    }
    return isCancelled() ? nil : places.map { LineRow(id: $0.row) }
  }

  /// Less than zero if the first range of bytes comes before the second.
  static func compare(_ bytes: UnsafeRawBufferPointer, _ a: Range<Int>, _ b: Range<Int>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let order = memcmp(base + a.lowerBound, base + b.lowerBound, min(a.count, b.count))
    return order != 0 ? Int(order) : a.count - b.count
  }
}
