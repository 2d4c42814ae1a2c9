// HTML, XML and patches.
extension SyntaxScanner {
  /// The value of the state's `span` for an open comment.
  private static let comment: UInt8 = 1
  private static let tag: UInt8 = 2

  mutating func scanMarkup() {
    while !isAtEnd {
      switch state.span {
      case Self.comment: readMarkupComment(from: position)
      case Self.tag: readAttributes()
      default: readMarkup()
      }
    }
  }

  private mutating func readMarkupComment(from start: Int) {
    while !isAtEnd, !has("-->", at: position) { position += 1 }
    let end = min(bytes.count, position + 3)
    state.span = has("-->", at: position) ? 0 : Self.comment
    add(.comment, from: start, to: end)
  }

  private mutating func readMarkup() {
    let start = position
    if has("<!--", at: start) {
      position += 4
      readMarkupComment(from: start)
    } else if byte() == UInt8(ascii: "<"), isTagStart(byte(1)) {
      position += 2
      while !isAtEnd, isTagName(byte()) { position += 1 }
      state.span = Self.tag
      add(.keyword, from: start, to: position)
    } else if byte() == UInt8(ascii: "&"), let end = entityEnd {
      add(.number, from: start, to: end)
    } else {
      position += 1
    }
  }

  private func isTagStart(_ byte: UInt8) -> Bool {
    language.byteClass(byte).contains(.word) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
      || byte == UInt8(ascii: "?")
  }

  private func isTagName(_ byte: UInt8) -> Bool { isWord(byte) || "-:.".utf8.contains(byte) }

  private var entityEnd: Int? {
    var end = position + 1
    while end < bytes.count, end - position < 12, isWord(bytes[end]) || bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end > position + 1 && end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end + 1 : nil
  }

  private mutating func readAttributes() {
    let start = position
    switch byte() {
    case UInt8(ascii: ">"):
      state.span = 0
      add(.keyword, from: start, to: start + 1)
    case UInt8(ascii: "/"), UInt8(ascii: "?"): add(.keyword, from: start, to: start + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let mark = byte()
      position += 1
      while !isAtEnd, byte() != mark { position += 1 }
      add(.string, from: start, to: min(position + 1, bytes.count))
    case let byte where isTagName(byte):
      while !isAtEnd, isTagName(self.byte()) { position += 1 }
      add(.name, from: start, to: position)
    default: position += 1
    }
  }

  mutating func scanPatch() {
    let kind: SyntaxKind?
    switch byte() {
    case _ where has("+++ ", at: 0) || has("--- ", at: 0) || has("diff ", at: 0) || has("Index: ", at: 0):
      kind = .heading
    case _
    where has("index ", at: 0) || has("new file", at: 0) || has("deleted file", at: 0)
      || has("similarity ", at: 0) || has("rename ", at: 0) || has("\\ No newline", at: 0):
      kind = .comment
    case UInt8(ascii: "+"), UInt8(ascii: ">"): kind = .added
    case UInt8(ascii: "-"), UInt8(ascii: "<"): kind = .removed
    case UInt8(ascii: "!"): kind = .number
    default: kind = has("@@", at: 0) || has("***", at: 0) ? .type : nil
    }
    if let kind { add(kind, from: 0, to: bytes.count) }
    position = bytes.count
  }
}
