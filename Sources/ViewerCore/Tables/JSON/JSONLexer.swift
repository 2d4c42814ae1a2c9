/// The ends of strings and numbers.
enum JSONLexer {
  /// Returns the offset after the quote that closes a string; `nil` if the piece does not contain it.
  /// - Parameter start: The offset of the quote that opens the string.
  /// - Complexity: O(*n*) in the length of the string, eight bytes at a time.
  static func endOfString(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ isLast: Bool
  ) throws(JSONFault) -> Int? {
    var place = start + 1
    while true {
      place = plainEnd(in: bytes, from: place)
      guard place < bytes.count else { break }
      switch bytes[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"):
        guard let end = try endOfEscape(in: bytes, from: place, isLast) else { return nil }
        place = end
      case let byte: throw JSONFault(offset: place, problem: .controlCharacter(byte))
      }
    }
    if isLast { throw JSONFault(offset: bytes.count, problem: .cutOff) }
    return nil
  }

  /// Returns the offset of the next quote, backslash or control character; the end of the piece if there is none.
  @inline(__always)
  static func plainEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place + 8 <= bytes.count {
      // In each word, a set bit 7 marks a byte that is looked for; the lowest mark is never wrong.
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      let marks =
        ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word) & (ones &* 0x80)
      if marks != 0 { return place + marks.trailingZeroBitCount >> 3 }
      place += 8
    }
    while place < bytes.count, bytes[place] >= 0x20, bytes[place] != 0x22, bytes[place] != 0x5C { place += 1 }
    return place
  }

  /// A word of eight bytes of value 1.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns the offset after an escape; `nil` if the piece does not contain it.
  private static func endOfEscape(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ isLast: Bool
  ) throws(JSONFault) -> Int? {
    let end = start + 2
    guard end <= bytes.count else { return try missing(in: bytes, isLast) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return end
    case UInt8(ascii: "u"):
      for place in end..<end + 4 {
        guard place < bytes.count else { return try missing(in: bytes, isLast) }
        if hexadecimal(bytes[place]) == nil { throw JSONFault(offset: place, problem: .incompleteUnicodeEscape) }
      }
      return end + 4
    case let byte: throw JSONFault(offset: start + 1, problem: .unknownEscape(byte))
    }
  }

  private static func missing(in bytes: UnsafeRawBufferPointer, _ isLast: Bool) throws(JSONFault) -> Int? {
    if isLast { throw JSONFault(offset: bytes.count, problem: .cutOff) }
    return nil
  }

  /// Returns the value of a hexadecimal digit; `nil` if the byte is none.
  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// Returns the offset after a number; `nil` if the number may continue in the next piece.
  static func endOfNumber(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ isLast: Bool
  ) throws(JSONFault) -> Int? {
    var place = start
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    guard let whole = digits(in: bytes, from: place) else { return try needDigits(in: bytes, at: place, isLast) }
    place = whole
    if bytes[first] == UInt8(ascii: "0"), place > first + 1 { throw JSONFault(offset: first + 1, problem: .number) }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      guard let end = digits(in: bytes, from: place + 1) else {
        return try needDigits(in: bytes, at: place + 1, isLast)
      }
      place = end
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
      guard let end = digits(in: bytes, from: place) else { return try needDigits(in: bytes, at: place, isLast) }
      place = end
    }
    return place < bytes.count || isLast ? place : nil
  }

  /// Returns the offset after a run of digits; `nil` if there is no digit.
  @inline(__always)
  private static func digits(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while place < bytes.count, bytes[place] &- 0x30 < 10 { place += 1 }
    return place > start ? place : nil
  }

  private static func needDigits(
    in bytes: UnsafeRawBufferPointer, at place: Int, _ isLast: Bool
  ) throws(JSONFault) -> Int? {
    if place < bytes.count { throw JSONFault(offset: place, problem: .number) }
    return try missing(in: bytes, isLast)
  }
}
