/// Divides a line of source code into coloured parts.
///
/// The scanner knows the words and marks of a language, but does not parse the language. `state` carries open parts
/// over to the next line, so that each line is read once, by itself.
package struct SyntaxScanner {
  let bytes: UnsafeRawBufferPointer
  var language: SyntaxLanguage
  /// The state at the start of the line; after `scan()`, the state at its end.
  var state: SyntaxState
  /// The offset of the next byte to read.
  var position = 0
  /// Whether the next line is the next part of this one, because the whole is too long to be read at once.
  let continues: Bool
  /// The number of marks in the line whose second mark was searched and not found.
  var unpairedMarks = 0
  /// The parts found so far, ascending.
  private(set) var parts: [Part] = []

  /// A part of a line.
  package struct Part: Hashable, Sendable {
    /// The bytes of the part in the line.
    package var range: Range<Int>
    package var kind: SyntaxKind
  }

  /// Divides a line into its coloured parts.
  /// - Parameters:
  ///   - line: The line in UTF-8 without its newline.
  ///   - language: The index of the language in `SyntaxLanguage.all`.
  ///   - continues: Whether the next line is the next part of this one; see `LongLines`.
  ///   - state: The state at the start of the line; afterwards, the state at its end.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func parts(
    of line: UnsafeRawBufferPointer, in language: Int, continues: Bool = false, _ state: inout SyntaxState
  ) -> [Part] {
    var scanner = SyntaxScanner(
      bytes: line, language: SyntaxLanguage.all[language], continues: continues, state: state)
    scanner.scan()
    scanner.state.isInLine = continues
    state = scanner.state
    return scanner.parts
  }

  private init(bytes: UnsafeRawBufferPointer, language: SyntaxLanguage, continues: Bool, state: SyntaxState) {
    (self.bytes, self.language, self.continues, self.state) = (bytes, language, continues, state)
  }

  private mutating func scan() {
    switch language.form {
    case .code: scanCode()
    case .markup: scanMarkup()
    case .markdown: scanMarkdown()
    case .patch: scanPatch()
    }
  }

  // MARK: Bytes

  var isAtEnd: Bool { position >= bytes.count }

  @inline(__always)
  func byte(_ offset: Int = 0) -> UInt8 {
    let place = position + offset
    return place >= 0 && place < bytes.count ? bytes[place] : 0
  }

  /// Whether the line has the bytes `mark` at an offset.
  @inline(__always)
  func has(_ mark: [UInt8], at place: Int) -> Bool {
    guard place + mark.count <= bytes.count else { return false }
    for index in mark.indices where bytes[place + index] != mark[index] { return false }
    return true
  }

  func has(_ mark: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + mark.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<mark.utf8CodeUnitCount where bytes[place + index] != mark.utf8Start[index] { return false }
    return true
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  func isWord(_ byte: UInt8) -> Bool { !language.byteClass(byte).isDisjoint(with: [.word, .digit]) }

  /// Returns the offset of the first byte from `place` on that is not a space; the end of the line if there is none.
  func afterSpaces(from place: Int = 0) -> Int {
    var place = place
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    return place
  }

  /// Adds a part from `start` to `end`, and moves the position to `end`. Adjacent parts of the same kind are merged.
  mutating func add(_ kind: SyntaxKind, from start: Int, to end: Int) {
    position = end
    guard end > start else { return }
    if let last = parts.last, last.kind == kind, last.range.upperBound == start {
      parts[parts.count - 1].range = last.range.lowerBound..<end
    } else {
      parts.append(Part(range: start..<end, kind: kind))
    }
  }

  /// Changes the kind of the last part, if it begins at `start`.
  mutating func changeLast(from start: Int, to kind: SyntaxKind) {
    if parts.last?.range.lowerBound == start { parts[parts.count - 1].kind = kind }
  }
}
