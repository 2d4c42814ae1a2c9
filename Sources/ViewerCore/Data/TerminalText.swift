import Glibc

/// The text of a line without the escape sequences of terminals, and the styles that they set.
///
/// Each line begins in the default style, whatever the lines before it set, because lines are read in any order.
package struct TerminalText: Hashable, Sendable {
  /// A part of the text in a style.
  package struct Run: Hashable, Sendable {
    /// The range of the part in the UTF-8 bytes of the text.
    package var range: Range<Int>
    package var style: TerminalStyle
  }

  /// The text without escape sequences, as it is shown, searched and copied.
  package var string: String
  /// The parts in another style than the default one, ascending, without overlaps.
  package var runs: [Run] = []

  package init(string: String, runs: [Run] = []) {
    (self.string, self.runs) = (string, runs)
  }

  /// Reads a line; invalid UTF-8 is replaced by U+FFFD.
  /// - Complexity: O(*n*), where *n* is the number of bytes. A line without an escape byte is only searched for one.
  package init(_ bytes: UnsafeRawBufferPointer) {
    guard Self.hasEscape(bytes) else {
      self.init(string: String(decoding: bytes, as: UTF8.self))
      return
    }
    var (text, runs) = ("", [Run]())
    var style = TerminalStyle()
    EscapeReader.read(bytes) { piece in
      switch piece {
      case .text(let part):
        let start = text.utf8.count
        text += String(decoding: part, as: UTF8.self)
        if style != TerminalStyle() { Self.append(Run(range: start..<text.utf8.count, style: style), to: &runs) }
      case .style(let parameters): style.apply(parameters)
      }
    }
    self.init(string: text, runs: runs)
  }

  private static func append(_ run: Run, to runs: inout [Run]) {
    if let last = runs.last, last.style == run.style, last.range.upperBound == run.range.lowerBound {
      runs[runs.count - 1].range = last.range.lowerBound..<run.range.upperBound
    } else {
      runs.append(run)
    }
  }

  /// Whether bytes contain the byte that begins an escape sequence.
  static func hasEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return memchr(base, Int32(EscapeReader.escape), bytes.count) != nil
  }

  /// Calls `body` with the bytes of a line without its escape sequences. A line without any is not copied.
  static func withoutEscapes<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard hasEscape(bytes) else { return body(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    EscapeReader.read(bytes) { if case .text(let part) = $0 { plain += part } }
    return plain.withUnsafeBytes(body)
  }
}

/// Separates the text of a line from its escape sequences, by ECMA-48.
struct EscapeReader {
  /// A part of a line: text, or a sequence that sets a style.
  enum Piece {
    case text(UnsafeRawBufferPointer)
    /// The parameters of a sequence that sets styles (SGR). Other sequences are dropped.
    case style(UnsafeRawBufferPointer)
  }

  static let escape: UInt8 = 0x1B

  private let bytes: UnsafeRawBufferPointer

  /// Calls `body` with each part of a line.
  static func read(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
    let reader = EscapeReader(bytes: bytes)
    var (position, textStart) = (0, 0)
    while let start = reader.next(escape, from: position) {
      guard let (end, style) = reader.sequence(at: start) else {
        // An escape byte that begins no sequence is shown.
        position = start + 1
        continue
      }
      if start > textStart { body(.text(reader.part(textStart..<start))) }
      if let style { body(.style(reader.part(style))) }
      (position, textStart) = (end, end)
    }
    if bytes.count > textStart { body(.text(reader.part(textStart..<bytes.count))) }
  }

  private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

  private func next(_ byte: UInt8, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return base.distance(to: UnsafeRawPointer(found))
  }

  /// Returns the end of the sequence that begins with the escape byte at `start`, and the parameters if it sets a style;
  /// `nil` if no sequence begins there.
  private func sequence(at start: Int) -> (end: Int, style: Range<Int>?)? {
    let first = start + 1
    guard first < bytes.count else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "["): return controlSequence(from: first + 1)
    // Strings: operating system commands, such as links and titles, and those of devices and applications.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return (stringEnd(from: first + 1), nil)
    // Intermediate bytes and a final one, such as the choice of a character set.
    case 0x20...0x2F:
      var end = first
      while end < bytes.count, (0x20...0x2F).contains(bytes[end]) { end += 1 }
      guard end < bytes.count, (0x30...0x7E).contains(bytes[end]) else { return nil }
      return (end + 1, nil)
    case 0x30...0x7E: return (first + 1, nil)
    default: return nil
    }
  }

  /// Returns the end of a control sequence and the parameters if it sets a style. A sequence that is cut off ends before
  /// the first byte that cannot belong to it.
  private func controlSequence(from start: Int) -> (end: Int, style: Range<Int>?) {
    var end = start
    while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
    guard end < bytes.count, (0x40...0x7E).contains(bytes[end]) else { return (end, nil) }
    let isStyle = bytes[end] == UInt8(ascii: "m") && (end == start || bytes[start] < 0x3C)
    return (end + 1, isStyle ? start..<end : nil)
  }

  /// Returns the end of a control string, which a bell or `ESC \` ends. If the string does not end in this line,
  /// returns `start`, so that no text is lost.
  /// - Parameter start: The offset after the introducer.
  private func stringEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      if bytes[end] == 0x07 { return end + 1 }
      if bytes[end] == Self.escape, end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\\") { return end + 2 }
      end += 1
    }
    return start
  }
}
