import ScrollworkPlatform

/// Lines in memory.
struct LineTable {
  private var bytes: [UInt8] = []
  private var lines: [(number: Int, range: Range<Int>)] = []

  var count: Int { lines.count }

  mutating func begin(_ number: Int) {
    lines.append((number, bytes.count..<bytes.count))
  }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let last = lines.last else { return }
    bytes.append(contentsOf: text)
    lines[lines.count - 1].range = last.range.lowerBound..<bytes.count
  }

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

  func visit(_ body: (Int, UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    for (number, range) in lines {
      // The library's function does not hand a typed error through.
      let result = bytes[range].withUnsafeBytes { bytes in
        Result { () throws(FileError) in try body(number, bytes) }
      }
      try result.get()
    }
  }
}
