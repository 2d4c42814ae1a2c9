/// Reads numbers out of a file's bytes; `nil` past the end.
struct ByteReader {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func byte(at offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  /// Two bytes, the higher first unless `isLittle`.
  func number16(at offset: Int, isLittle: Bool) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return isLittle ? second << 8 | first : first << 8 | second
  }

  /// Three bytes, the lowest first.
  func number24Little(at offset: Int) -> Int? {
    guard let low = number16(at: offset, isLittle: true), let high = byte(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Four bytes, the highest first unless `isLittle`.
  func number32(at offset: Int, isLittle: Bool) -> Int? {
    guard let first = number16(at: offset, isLittle: isLittle),
      let second = number16(at: offset + 2, isLittle: isLittle)
    else { return nil }
    return isLittle ? second << 16 | first : first << 16 | second
  }

  /// True if the bytes from `offset` on are those of `text`.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + $0.count]) }
  }
}
