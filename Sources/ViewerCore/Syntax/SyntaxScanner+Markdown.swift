// Markdown: headings, emphasis, code, fenced blocks, lists, links and quotes.
extension SyntaxScanner {
  /// The value of the state's `span` for an open comment.
  private static let comment: UInt8 = 1
  /// The largest length in bytes of a link, an emphasised text or inline code. It limits the search for the second mark
  /// of unpaired marks in long lines.
  private static let maximumInline = 1_000

  /// The largest number of unpaired marks in a line after which no more pairs are searched.
  private static let maximumUnpaired = 64

  /// The offset up to which the second mark of a pair is searched.
  private var inlineEnd: Int {
    unpairedMarks < Self.maximumUnpaired ? min(bytes.count, position + Self.maximumInline) : position
  }

  /// Skips a mark that has no second one.
  private mutating func skipMark(to end: Int) {
    unpairedMarks += 1
    position = end
  }

  mutating func scanMarkdown() {
    if state.fence > 0 { return readFencedLine() }
    if state.span == Self.comment { readComment(from: 0) }
    if position == 0 { readBlock() }
    while !isAtEnd { readInline() }
  }

  // MARK: Fenced blocks

  /// The fence of a code block at the start of the line: its character, its length and its end; `nil` if there is none.
  private var fence: (mark: UInt8, length: Int, end: Int)? {
    let start = afterSpaces()
    guard start < bytes.count, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~") else {
      return nil
    }
    var end = start
    while end < bytes.count, bytes[end] == bytes[start] { end += 1 }
    return end - start >= 3 ? (bytes[start], end - start, end) : nil
  }

  /// Begins a code block at its fence, which the name of the language may follow. Returns `false` without a fence.
  private mutating func beginFence() -> Bool {
    guard let fence, fence.length < Int(UInt8.max) else { return false }
    // The mark of code in a line is closed in that line.
    guard fence.mark != UInt8(ascii: "`") || !bytes[fence.end...].contains(fence.mark) else { return false }
    (state.fence, state.fenceLength) = (fence.mark, UInt8(fence.length))
    let start = afterSpaces(from: fence.end)
    let end = bytes[start...].firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ",") }
    let name = String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
    state.language = SyntaxLanguage.index(named: name).map { UInt8($0 + 1) } ?? 0
    add(.keyword, from: 0, to: bytes.count)
    return true
  }

  private mutating func readFencedLine() {
    if let fence, fence.mark == state.fence, fence.length >= Int(state.fenceLength),
      afterSpaces(from: fence.end) == bytes.count
    {
      state = SyntaxState()
      return add(.keyword, from: 0, to: bytes.count)
    }
    guard state.language > 0, case let inner = SyntaxLanguage.all[Int(state.language) - 1], inner.form != .markdown
    else { return add(.string, from: 0, to: bytes.count) }
    let own = language
    language = inner
    switch inner.form {
    case .markup: scanMarkup()
    case .patch: scanPatch()
    case .code, .markdown: scanCode()
    }
    language = own
  }

  // MARK: Blocks of one line

  private mutating func readBlock() {
    let start = afterSpaces()
    guard start < bytes.count, !beginFence() else { return }
    switch bytes[start] {
    case UInt8(ascii: "#"):
      let end = bytes[start...].firstIndex { $0 != UInt8(ascii: "#") } ?? bytes.count
      if end - start <= 6, end == bytes.count || Self.isSpace(bytes[end]) {
        add(.heading, from: start, to: bytes.count)
      }
    case UInt8(ascii: ">"): add(.comment, from: start, to: bytes.count)
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
      if isRuler(from: start) {
        add(bytes[start] == UInt8(ascii: "=") ? .heading : .comment, from: start, to: bytes.count)
      } else if bytes[start] != UInt8(ascii: "="), bytes[start] != UInt8(ascii: "_") {
        readListMark(from: start, to: start + 1)
      }
    case 0x30...0x39:
      let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
      if end < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") {
        readListMark(from: start, to: end + 1)
      }
    default: break
    }
  }

  /// Whether the rest of the line consists of three or more of one character.
  private func isRuler(from start: Int) -> Bool {
    var count = 0
    for byte in bytes[start...] where !Self.isSpace(byte) {
      guard byte == bytes[start] else { return false }
      count += 1
    }
    return count >= 3
  }

  private mutating func readListMark(from start: Int, to end: Int) {
    guard end < bytes.count, Self.isSpace(bytes[end]) else { return }
    add(.keyword, from: start, to: end)
    let box = afterSpaces(from: end)
    if has("[ ]", at: box) || has("[x]", at: box) || has("[X]", at: box) { add(.number, from: box, to: box + 3) }
  }

  // MARK: Headings above a line

  /// Whether a line is an underline, which makes the previous line a heading.
  static func isUnderline(_ line: UnsafeRawBufferPointer) -> Bool {
    var marks = line[...]
    while let last = marks.last, isSpace(last) { marks.removeLast() }
    marks = marks.drop { $0 == 0x20 }
    guard let first = marks.first, marks.count >= 2, marks.startIndex <= 3 else { return false }
    return (first == UInt8(ascii: "=") || first == UInt8(ascii: "-")) && marks.allSatisfy { $0 == first }
  }

  /// Whether a line is text of a paragraph, which an underline turns into a heading.
  /// - Parameters:
  ///   - parts: The parts of the line.
  ///   - state: The state at the start of the line.
  static func isParagraph(_ line: UnsafeRawBufferPointer, _ parts: [Part], _ state: SyntaxState) -> Bool {
    guard state == SyntaxState(), let start = line.firstIndex(where: { !isSpace($0) }) else { return false }
    guard let first = parts.first, first.range.lowerBound == start else { return true }
    return ![.keyword, .comment, .heading].contains(first.kind)
  }

  // MARK: Parts of a line

  private mutating func readInline() {
    let start = position
    switch byte() {
    case UInt8(ascii: "\\"): position += 2
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): readEmphasis()
    case UInt8(ascii: "["): readLink(from: start)
    case UInt8(ascii: "!") where byte(1) == UInt8(ascii: "["):
      position += 1
      readLink(from: start)
    case UInt8(ascii: "<"):
      if has("<!--", at: start) {
        readComment(from: start)
      } else if let end = bytes[start..<inlineEnd].firstIndex(of: UInt8(ascii: ">")), end > start + 1,
        !Self.isSpace(bytes[start + 1])
      {
        let isAddress = bytes[start...end].contains(UInt8(ascii: ":")) && !bytes[start...end].contains(0x20)
        add(isAddress ? .link : .keyword, from: start, to: end + 1)
      } else {
        skipMark(to: start + 1)
      }
    case UInt8(ascii: "h") where has("https://", at: start) || has("http://", at: start): readAddress()
    default: position += 1
    }
  }

  private mutating func readComment(from start: Int) {
    while !isAtEnd, !has("-->", at: position) { position += 1 }
    state.span = isAtEnd ? Self.comment : 0
    add(.comment, from: start, to: min(bytes.count, position + 3))
  }

  private mutating func readAddress() {
    let start = position
    while !isAtEnd, !Self.isSpace(byte()), !"<>()[]\"".utf8.contains(byte()) { position += 1 }
    while position > start, ".,;:!?".utf8.contains(byte(-1)) { position -= 1 }
    add(.link, from: start, to: position)
  }

  /// Reads inline code between two runs of backquotes of the same length.
  private mutating func readCode() {
    let start = position
    var length = 0
    while byte(length) == UInt8(ascii: "`") { length += 1 }
    var place = start + length
    let limit = inlineEnd
    while place < limit {
      guard bytes[place] == UInt8(ascii: "`") else {
        place += 1
        continue
      }
      var end = place
      while end < bytes.count, bytes[end] == UInt8(ascii: "`") { end += 1 }
      if end - place == length { return add(.string, from: start, to: end) }
      place = end
    }
    skipMark(to: start + length)
  }

  /// Reads emphasised text between marks: single ones, or double ones for strong emphasis.
  private mutating func readEmphasis() {
    let (start, mark) = (position, byte())
    let length = byte(1) == mark ? 2 : 1
    let first = start + length
    // A mark between blanks is none, and neither is an underscore in a word.
    let isInWord = mark == UInt8(ascii: "_") && start > 0 && isWord(bytes[start - 1]) && bytes[start - 1] != mark
    guard first < bytes.count, !Self.isSpace(bytes[first]), bytes[first] != mark, !isInWord else {
      position = first
      return
    }
    let limit = inlineEnd
    var end = first
    while end < limit {
      if bytes[end] == UInt8(ascii: "\\") || bytes[end] == UInt8(ascii: "`") && mark == UInt8(ascii: "_") { end += 1 }
      if end < bytes.count, bytes[end] == mark, !Self.isSpace(bytes[end - 1]),
        length == 1 || has([mark, mark], at: end)
      {
        let after = end + length
        if mark != UInt8(ascii: "_") || after >= bytes.count || !isWord(bytes[after]) {
          return add(length == 2 ? .strong : .emphasis, from: start, to: after)
        }
      }
      end += 1
    }
    skipMark(to: first)
  }

  /// Reads a link such as `[text](address)` or `[text][name]`.
  private mutating func readLink(from start: Int) {
    let limit = inlineEnd
    var (end, depth) = (position, 0)
    while end < limit {
      if bytes[end] == UInt8(ascii: "[") { depth += 1 }
      if bytes[end] == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0 { break }
      end += 1
    }
    guard end < limit, end + 1 < bytes.count, "([:".utf8.contains(bytes[end + 1]) else {
      return skipMark(to: position + 1)
    }
    add(.link, from: start, to: end + 1)
    guard bytes[end + 1] != UInt8(ascii: ":") else { return }
    let close = bytes[end + 1] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
    guard let last = bytes[(end + 1)..<max(end + 1, min(bytes.count, end + Self.maximumInline))].firstIndex(of: close)
    else { return }
    add(.comment, from: end + 1, to: last + 1)
  }
}
