/// How the bytes of a text are to be read, as far as its beginning tells.
enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  /// Not UTF-8 throughout: some bytes are shown as the replacement character.
  case invalid = "Not UTF-8"
  /// Its marks are there; it is shown byte by byte all the same.
  case utf16 = "UTF-16"
  /// Bytes of zero stand in no text.
  case binary = "Binary"

  /// Judges the first lines of what was indexed so far.
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
