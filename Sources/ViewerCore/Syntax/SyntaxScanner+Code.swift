// Source code: comments, strings, words, numbers and keys.
extension SyntaxScanner {
  mutating func scanCode() {
    if state.textEnd != 0 { return readInnerText() }
    if state.isInLineComment { return addLineComment(from: 0) }
    if state.span > 0 { continueSpan() }
    if position == 0, !isAtEnd, !state.isInLine { readLineStart() }
    while !isAtEnd {
      let kind = language.byteClass(byte())
      if kind.contains(.mark), readComment() || readSpan() { continue }
      if kind.contains(.sigil), readSigil() { continue }
      if kind.contains(.word) {
        readWord()
      } else if kind.contains(.digit) {
        readNumber()
      } else if language.hasInnerTexts, has("<<", at: position) {
        beginInnerText()
      } else {
        position += 1
      }
    }
  }

  // MARK: Comments and strings

  private mutating func readComment() -> Bool {
    for mark in language.lineComments where has(mark, at: position) {
      // A single character begins a comment only where a word may begin.
      if mark.count == 1, position > 0, !Self.isSpace(byte(-1)), !Self.isBracket(byte(-1)) { continue }
      // The mark of a block comment may begin with that of a line comment.
      if language.spans.contains(where: {
        $0.kind == .comment && $0.open.count > mark.count && has($0.open, at: position)
      }) {
        continue
      }
      addLineComment(from: position)
      return true
    }
    return false
  }

  private mutating func addLineComment(from start: Int) {
    add(.comment, from: start, to: bytes.count)
    state.isInLineComment = continues
  }

  private static func isBracket(_ byte: UInt8) -> Bool { "();,".utf8.contains(byte) }

  /// Reads a comment or string that begins at the position. Returns `false` if none does.
  private mutating func readSpan() -> Bool {
    for (index, span) in language.spans.enumerated() where has(span.open, at: position) {
      if span.startsLine, position > 0 { continue }
      if span.startsWord, position > 0, isWord(byte(-1)) { continue }
      let start = position
      if span.isCharacter {
        guard let end = characterEnd(after: start + 1, span) else { continue }
        add(span.kind, from: start, to: end)
        return true
      }
      state.span = UInt8(index + 1)
      state.depth = 1
      position = start + span.open.count
      finishSpan(from: start)
      // A string is the key if a colon follows, as in JSON.
      if let mark = language.keyMark, mark == UInt8(ascii: ":"), span.kind == .string, state.span == 0,
        case let next = afterSpaces(from: position), next < bytes.count, bytes[next] == mark
      {
        changeLast(from: start, to: .name)
      }
      return true
    }
    return false
  }

  /// Returns the end of a string of one character or escape sequence; `nil` if it has more or none.
  private func characterEnd(after start: Int, _ span: SyntaxLanguage.Span) -> Int? {
    guard start < bytes.count else { return nil }
    var end = start + 1
    if bytes[start] == UInt8(ascii: "\\") {
      let limit = min(bytes.count, start + 12)
      end = min(start + 2, bytes.count)
      while end < limit, bytes[end] != span.close[0] { end += 1 }
    } else if bytes[start] == span.close[0] {
      return nil
    }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end < bytes.count && bytes[end] == span.close[0] ? end + 1 : nil
  }

  private mutating func continueSpan() {
    guard Int(state.span) <= language.spans.count else {
      state.span = 0
      return
    }
    if state.isInEscape { (position, state.isInEscape) = (1, false) }
    finishSpan(from: 0)
  }

  /// Reads the open comment or string up to its end or that of the line.
  private mutating func finishSpan(from start: Int) {
    let span = language.spans[Int(state.span) - 1]
    while !isAtEnd {
      if span.hasEscapes, byte() == UInt8(ascii: "\\") {
        position += 2
      } else if has(span.close, at: position), !span.startsLine || position == 0 {
        position += span.close.count
        state.depth -= 1
        if state.depth == 0 { break }
      } else if span.isNested, has(span.open, at: position), state.depth < .max {
        position += span.open.count
        state.depth += 1
      } else {
        position += 1
      }
    }
    if state.depth == 0 || !span.isMultiline && !continues { (state.span, state.depth) = (0, 0) }
    state.isInEscape = continues && position > bytes.count
    // The rest of a line that ends a comment at its start belongs to the comment.
    if span.startsLine, state.span == 0 { position = bytes.count }
    add(span.kind, from: start, to: min(position, bytes.count))
  }

  // MARK: Words and numbers

  private mutating func readWord() {
    let start = position
    while !isAtEnd, isWord(byte()) { position += 1 }
    if let kind = language.kind(ofWord: UnsafeRawBufferPointer(rebasing: bytes[start..<position])) {
      add(kind, from: start, to: position)
    }
  }

  /// Reads a number with its unit, such as `0xFF`, `1_000.5e-3` or `12px`. A second dot ends it, as in `0..<5`.
  private mutating func readNumber() {
    let start = position
    var hasDot = false
    while !isAtEnd {
      if isWord(byte()) {
        position += 1
      } else if byte() == UInt8(ascii: "."), !hasDot, language.byteClass(byte(1)).contains(.digit) {
        hasDot = true
        position += 1
      } else if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+"), byte(-1) | 0x20 == UInt8(ascii: "e"),
        language.byteClass(byte(1)).contains(.digit), byte(-2) != UInt8(ascii: "x")
      {
        position += 1
      } else {
        break
      }
    }
    add(.number, from: start, to: position)
  }

  /// Reads a word with a special character before it, such as `@objc`, `$HOME` or `${HOME}`.
  private mutating func readSigil() -> Bool {
    guard let kind = language.kind(ofSigil: byte()) else { return false }
    let start = position
    // A word before it makes it something else, such as an address or a slot.
    if position > 0, isWord(byte(-1)) || byte(-1) == byte() { return false }
    if byte() == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") || byte(1) == UInt8(ascii: "(") {
      let close = byte(1) == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
      var end = position + 2
      while end < bytes.count, isWord(bytes[end]) || "_.:-".utf8.contains(bytes[end]) { end += 1 }
      // A command in brackets is no variable.
      guard end < bytes.count, bytes[end] == close else { return false }
      add(kind, from: start, to: end + 1)
      return true
    }
    var end = position + 1
    // The word may be after blanks, as that of `#  include`.
    if byte() == UInt8(ascii: "#"), kind == .keyword, afterSpaces() == position { end = afterSpaces(from: end) }
    guard end < bytes.count, isWord(bytes[end]) else { return false }
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    add(kind, from: start, to: end)
    return true
  }

  // MARK: Keys

  /// Reads a section title, or a key before a colon or an equals sign, at the start of the line.
  private mutating func readLineStart() {
    var start = afterSpaces()
    guard start < bytes.count else { return }
    if language.hasSections, bytes[start] == UInt8(ascii: "[") {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return }
      let last = end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "]") ? end + 2 : end + 1
      return add(.heading, from: start, to: last)
    }
    guard let mark = language.keyMark else { return }
    // Items of a list, as of YAML.
    while start + 1 < bytes.count, bytes[start] == UInt8(ascii: "-"), Self.isSpace(bytes[start + 1]) {
      start = afterSpaces(from: start + 1)
    }
    var end = start
    while end < bytes.count, end - start < 120, isKey(bytes[end]) { end += 1 }
    let last = end
    end = afterSpaces(from: end)
    guard last > start, end < bytes.count else { return }
    guard bytes[end] == mark || language.name == "Makefile" && isAssignment(at: end) else { return }
    let next = end + 1 < bytes.count ? bytes[end + 1] : 0
    // A colon inside of a word, as in `a:hover`, separates no key.
    guard mark != UInt8(ascii: ":") || next == 0 || Self.isSpace(next) || bytes[end] != mark || next == 0x3D else {
      return
    }
    add(.name, from: start, to: last)
  }

  private func isKey(_ byte: UInt8) -> Bool { isWord(byte) || "-./%*$()".utf8.contains(byte) }

  /// Whether an assignment such as `=`, `:=` or `+=` is at the offset `place`.
  private func isAssignment(at place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "=")
      || "?+!".utf8.contains(bytes[place]) && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "=")
  }
}
