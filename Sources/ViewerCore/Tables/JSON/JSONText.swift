/// Conversions of JSON values to text.
package enum JSONText {
  /// The largest number of bytes that are shown of a value in a cell or in a row of a tree.
  package static let shownBytes = 1_024

  /// Returns the text of a string or key without its quotes and with its escapes replaced.
  ///
  /// A surrogate without its partner and invalid UTF-8 become U+FFFD.
  /// - Parameters:
  ///   - string: The bytes of a valid string with its quotes; the closing one may be missing after a cut.
  ///   - limit: The number of bytes after which the text may be cut.
  /// - Complexity: O(*n*), where *n* is the smaller of the length and the limit.
  package static func decode(_ string: UnsafeRawBufferPointer, limit: Int = .max) -> String {
    String(decoding: decodedBytes(string, limit: limit), as: UTF8.self)
  }

  /// Returns the bytes of a string or key without its quotes and with its escapes replaced. See `decode`.
  package static func decodedBytes(_ string: UnsafeRawBufferPointer, limit: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    var place = 1
    while place < string.count, result.count < limit {
      let end = JSONLexer.plainEnd(in: string, from: place)
      let cut = limit - result.count < end - place ? characterEnd(in: string, from: place, limit - result.count) : end
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[place..<cut]))
      guard end < string.count, cut == end else { break }
      if string[end] == UInt8(ascii: "\"") { break }
      place = append(escapeAt: end, of: string, to: &result)
    }
    return result
  }

  /// Returns an offset about `count` bytes after `start` at which the string can be cut, a character boundary of UTF-8.
  private static func characterEnd(in string: UnsafeRawBufferPointer, from start: Int, _ count: Int) -> Int {
    var cut = start + count
    while cut > start, start + count - cut < 3, string[cut] & 0xC0 == 0x80 { cut -= 1 }
    return string[cut] & 0xC0 == 0x80 ? start + count : cut
  }

  /// Appends the character of an escape. Returns the offset after it.
  private static func append(escapeAt place: Int, of string: UnsafeRawBufferPointer, to result: inout [UInt8]) -> Int {
    guard place + 1 < string.count else { return string.count }
    switch string[place + 1] {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): return append(unicodeEscapeAt: place, of: string, to: &result)
    case let byte: result.append(byte)
    }
    return place + 2
  }

  /// Appends the character of a `\u` escape, or of two that form a surrogate pair. Returns the offset after them.
  private static func append(
    unicodeEscapeAt place: Int, of string: UnsafeRawBufferPointer, to result: inout [UInt8]
  ) -> Int {
    guard let first = codeUnit(at: place, of: string) else { return string.count }
    var (value, end) = (first, place + 6)
    if (0xD800...0xDBFF).contains(first), let second = codeUnit(at: end, of: string),
      (0xDC00...0xDFFF).contains(second)
    {
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      end += 6
    }
    result += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
    return end
  }

  /// Returns the code unit of a `\u` escape; `nil` if there is no such escape at `place`.
  private static func codeUnit(at place: Int, of string: UnsafeRawBufferPointer) -> UInt32? {
    guard place + 6 <= string.count, string[place] == 0x5C, string[place + 1] == UInt8(ascii: "u") else { return nil }
    return (place + 2..<place + 6).reduce(0) { value, digit in
      value.flatMap { value in JSONLexer.hexadecimal(string[digit]).map { value << 4 | $0 } }
    }
  }

  /// Appends a value without the white space between its tokens, and with characters in place of their `\u` escapes.
  /// - Parameters:
  ///   - value: The bytes of a valid value; its end may be missing if it is cut.
  ///   - limit: The number of bytes after which nothing more is appended.
  /// - Complexity: O(*n*) in the bytes that are read until the limit.
  /// - Returns: Whether the whole value was appended.
  @discardableResult
  package static func appendCompact(
    _ value: UnsafeRawBufferPointer, to result: inout [UInt8], limit: Int = .max
  ) -> Bool {
    var place = 0
    let start = result.count
    while place < value.count, result.count - start < limit {
      let byte = value[place]
      if byte == UInt8(ascii: "\"") {
        let end = endOfString(in: value, from: place)
        let room = limit - (result.count - start)
        let shown = end - place <= room ? end : characterEnd(in: value, from: place, room)
        appendReadable(UnsafeRawBufferPointer(rebasing: value[place..<shown]), to: &result)
        if shown < end { return false }
        place = end
      } else {
        if byte > 0x20 { result.append(byte) }
        place += 1
      }
    }
    return place == value.count
  }

  /// Appends a string with its quotes, and with characters in place of their `\u` escapes.
  private static func appendReadable(_ string: UnsafeRawBufferPointer, to result: inout [UInt8]) {
    var place = 0
    while place < string.count {
      let slash = string[place...].firstIndex(of: 0x5C) ?? string.count
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[place..<slash]))
      guard slash < string.count else { return }
      var escape: [UInt8] = []
      place = append(escapeAt: slash, of: string, to: &escape)
      // Quotes, backslashes and control characters would change the string; a lone surrogate would be lost.
      let isKept =
        escape.count < 2 && escape.first.map { $0 < 0x20 || [0x22, 0x5C, 0x7F].contains($0) } ?? true
        || escape == [0xEF, 0xBF, 0xBD]
      if isKept {
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[slash..<place]))
      } else {
        result.append(contentsOf: escape)
      }
    }
  }

  /// Returns the offset after the closing quote of a valid string, or the end of a cut one.
  private static func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start + 1
    while true {
      place = JSONLexer.plainEnd(in: bytes, from: place)
      guard place < bytes.count else { return bytes.count }
      if bytes[place] == UInt8(ascii: "\"") { return place + 1 }
      place = min(bytes.count, place + (bytes[place] == UInt8(ascii: "\\") ? 2 : 1))
    }
  }
}

extension JSONText {
  /// Appends a text with its escapes replaced, inside and outside of strings.
  static func appendReplacingEscapes(_ text: UnsafeRawBufferPointer, to result: inout [UInt8]) {
    var place = 0
    while place < text.count {
      let end = text[place...].firstIndex(of: 0x5C) ?? text.count
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[place..<end]))
      place = end < text.count ? append(escapeAt: end, of: text, to: &result) : end
    }
  }

  /// Whether a key, given with its quotes, equals the decoded key `key`.
  static func isKey(_ string: UnsafeRawBufferPointer, _ key: [UInt8]) -> Bool {
    let inside = UnsafeRawBufferPointer(rebasing: string[1..<string.count - 1])
    // A key with an escape is longer than the bytes that it stands for.
    if inside.count == key.count { return inside.elementsEqual(key) }
    return inside.count > key.count && inside.contains(0x5C) && decodedBytes(string) == key
  }
}
