/// Reads numbers at byte offsets of a file; each method returns `nil` past the end.
struct ByteReader {
  /// The bytes of the whole file.
  let bytes: [UInt8]

  /// The length of the file.
  var count: Int { bytes.count }

  /// Returns the byte at an offset; `nil` past the end.
  func byte(at offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  /// Returns an unsigned number of two bytes, big-endian unless `isLittle`; `nil` past the end.
  func number16(at offset: Int, isLittle: Bool) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return isLittle ? second << 8 | first : first << 8 | second
  }

  /// Returns an unsigned number of three bytes, little-endian; `nil` past the end.
  func number24Little(at offset: Int) -> Int? {
    guard let low = number16(at: offset, isLittle: true), let high = byte(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Returns an unsigned number of four bytes, big-endian unless `isLittle`; `nil` past the end.
  func number32(at offset: Int, isLittle: Bool) -> Int? {
    guard let first = number16(at: offset, isLittle: isLittle),
      let second = number16(at: offset + 2, isLittle: isLittle)
    else { return nil }
    return isLittle ? second << 16 | first : first << 16 | second
  }

  /// Whether the bytes at `offset` are those of `text`.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + $0.count]) }
  }
}
