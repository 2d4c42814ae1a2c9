import ScrollworkPlatform

/// A table of lines in memory that can be sorted.
struct LineTable {
  /// The text of all lines.
  private var bytes: [UInt8] = []
  /// The number of each line, and its range in `bytes`.
  private var lines: [(number: Int, range: Range<Int>)] = []

  var count: Int { lines.count }

  /// Starts a line with its number in the file.
  mutating func begin(_ number: Int) {
    lines.append((number, bytes.count..<bytes.count))
  }

  /// Appends bytes to the last line.
  mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let last = lines.last else { return }
    bytes.append(contentsOf: text)
    lines[lines.count - 1].range = last.range.lowerBound..<bytes.count
  }

  /// Sorts the lines by text, or reverses them for descending line numbers.
  mutating func sort(by key: SortKey) {
    if key.field == .text {
      bytes.withUnsafeBytes { bytes in
        lines.sort { a, b in
          let order = LineSort.compare(bytes, a.range, b.range)
          return order == 0 ? a.number < b.number : key.isDescending ? order > 0 : order < 0
        }
      }
    } else if key.isDescending {
      lines.reverse()
    }
  }

  /// Calls `body` with the number and the bytes of each line.
  func visit(_ body: (Int, UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    for (number, range) in lines {
      // `withUnsafeBytes` rethrows without the error's type, so the error is carried as a `Result`.
      let result = bytes[range].withUnsafeBytes { bytes in
        Result { () throws(FileError) in try body(number, bytes) }
      }
      try result.get()
    }
  }
}
