/// The encoding of a text, guessed from its first lines.
enum TextEncoding: String, Hashable, Sendable {
  /// Valid UTF-8, of which ASCII is a part.
  case utf8 = "UTF-8"
  /// Invalid UTF-8; some bytes are shown as U+FFFD.
  case invalid = "Not UTF-8"
  /// A text with the byte order mark of UTF-16, which is shown byte by byte.
  case utf16 = "UTF-16"
  /// A file that contains a byte with the value 0, which no text has.
  case binary = "Binary"

  /// Returns the encoding of a text, guessed from the first indexed lines.
  static func detect(_ snapshot: LineIndexSnapshot) -> TextEncoding {
    var result = utf8
    for line in 0..<min(snapshot.count, TextKind.sampleLines) {
      let bytes = snapshot.line(at: line).bytes
      if line == 0, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16 }
      if bytes.contains(0) { return .binary }
      if String(validating: bytes, as: UTF8.self) == nil { result = .invalid }
    }
    return result
  }
}
