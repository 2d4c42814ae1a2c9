/// The form in which a cell is shown: on one line, with spaces in place of line ends and other control characters. A line
/// end of two characters becomes one space.
enum OneLine {
  /// Whether a byte is shown as a space.
  static func isBlank(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// Returns the shown form of a text.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(where: isBlank) else { return text }
    return String(decoding: bytes(text.utf8), as: UTF8.self)
  }

  /// Returns the shown form of UTF-8.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8] {
    var (result, last) = ([UInt8](), UInt8(0))
    result.reserveCapacity(text.count)
    for byte in text {
      if byte != 0x0A || last != 0x0D { result.append(isBlank(byte) ? 0x20 : byte) }
      last = byte
    }
    return result
  }
}
