import Glibc
import ScrollworkPlatform

/// A byte sequence to find: hexadecimal pairs such as `7f 45 4c`, or else a text without regard to case.
package struct BytePattern: Hashable, Sendable {
  /// The bytes to find; those of a text in lower case.
  package let bytes: [UInt8]
  private let ignoresCase: Bool

  /// The largest number of bytes.
  static let limit = 1_024

  /// Reads a pattern as the user typed it.
  package init(_ text: String) {
    if let pairs = Self.pairs(in: text) {
      (bytes, ignoresCase) = (pairs, false)
    } else {
      (bytes, ignoresCase) = (text.utf8.prefix(Self.limit).map(Self.lowercased), true)
    }
  }

  /// Returns the bytes of hexadecimal pairs that are separated by spaces or follow `0x`; `nil` for other texts.
  private static func pairs(in text: String) -> [UInt8]? {
    var parts = text.split(separator: " ").map(String.init)
    if parts.count == 1, text.lowercased().hasPrefix("0x") {
      let digits = Array(text.dropFirst(2))
      guard digits.count % 2 == 0 else { return nil }
      parts = stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...($0 + 1)]) }
    } else if parts.count < 2 {
      return nil
    }
    // A sign such as in `+1` is no digit.
    let bytes = parts.compactMap { part in
      part.utf8.count == 2 && part.allSatisfy(\.isHexDigit) ? UInt8(part, radix: 16) : nil
    }
    return bytes.count == parts.count && !bytes.isEmpty && bytes.count <= limit ? bytes : nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// Returns the offsets at which the pattern occurs in `bytes`, without overlaps.
  package func places(in bytes: [UInt8]) -> [Int] {
    guard !self.bytes.isEmpty else { return [] }
    let bytes = ignoresCase ? bytes.map(Self.lowercased) : bytes
    return bytes.withUnsafeBytes { all in
      var (places, start) = ([Int](), 0)
      while let base = all.baseAddress, start + self.bytes.count <= all.count,
        let found = memchr(base + start, Int32(self.bytes[0]), all.count - start - self.bytes.count + 1)
      {
        let place = base.distance(to: UnsafeRawPointer(found))
        let isMatch = memcmp(base + place, self.bytes, self.bytes.count) == 0
        if isMatch { places.append(place) }
        start = place + (isMatch ? self.bytes.count : 1)
      }
      return places
    }
  }

  /// Returns the offset of the last match in a file that begins before `end`; `nil` if there is none.
  /// - Complexity: O(*n*) in the number of bytes up to the match, in constant memory.
  func lastPlace(in file: RandomAccessFile, before end: Int, isCancelled: () -> Bool) -> Int? {
    var end = end
    while end > 0, !isCancelled() {
      let start = max(0, end - (1 << 20))
      // An error ends the search; what is shown is what can be read.
      guard let chunk = try? file.bytes(at: start, count: end - start + bytes.count - 1) else { return nil }
      if let place = places(in: chunk).last { return start + place }
      end = start
    }
    return nil
  }

  /// Calls `body` with the offset of each match in a file, beginning at `start`, until `body` returns `false`.
  /// - Parameter willRead: Called with the offset before each read.
  /// - Complexity: O(*n*) in the number of bytes, in constant memory.
  func visit(
    _ file: RandomAccessFile, from start: Int, isCancelled: () -> Bool, willRead: (Int) -> Void = { _ in },
    body: (Int) -> Bool
  ) {
    let size = 1 << 20
    var (offset, next) = (max(0, start), max(0, start))
    while !isCancelled() {
      willRead(offset)
      // An error ends the search; what is shown is what can be read.
      guard let chunk = try? file.bytes(at: offset, count: size + bytes.count - 1), chunk.count >= bytes.count else {
        return
      }
      for place in places(in: chunk) where offset + place >= next {
        guard body(offset + place) else { return }
        next = offset + place + bytes.count
      }
      offset += size
    }
  }
}
