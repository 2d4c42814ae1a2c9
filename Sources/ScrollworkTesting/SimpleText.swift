package import Scrollwork

/// A text shaper without fonts. Every character is 0.6 em wide, so that tests can compute positions.
///
/// The index of a glyph is the first Unicode scalar of its character. If a text begins with a Hebrew or Arabic letter,
/// the whole text reads from right to left.
@MainActor
package final class SimpleText: TextShaping {
  /// A record of one call that asked the shaper for a line or for several lines.
  package struct Request: Hashable, Sendable {
    /// The text to shape.
    package var text: String
    /// The font.
    package var font: Font
    /// The largest allowed width in logical pixels; `nil` for no limit.
    package var width: Double?
    /// The part of the text that an ellipsis replaces.
    package var truncation: Truncation
    /// The largest number of lines; 1 for a single line.
    package var limit: Int
    /// Device pixels per logical pixel.
    package var scale: Double
  }

  /// The face number of every glyph, which no real shaper uses.
  nonisolated package static let face: UInt16 = 0xFFFE

  /// All requests so far, in order. Tests may clear them.
  package var requests: [Request] = []
  /// The number of lines that were allocated because none could be reused.
  package private(set) var linesMade = 0

  /// Creates a shaper without requests.
  package init() {}

  /// Returns the advance of every character of `font`, in logical pixels.
  package static func advance(of font: Font) -> Double { 0.6 * font.size + font.tracking }

  /// Shapes a text as one line, truncated to `width` logical pixels.
  package func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine {
    requests.append(
      Request(text: text, font: font, width: width, truncation: truncation, limit: 1, scale: scale))
    return shape(cut(text, font: font, width: width, truncation: truncation), font, scale, reusing: line)
  }

  /// Breaks a text at newlines and spaces into at most `limit` lines of `width` logical pixels.
  package func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine] {
    requests.append(Request(text: text, font: font, width: width, truncation: .end, limit: limit, scale: scale))
    let fitting = width.isFinite ? max(1, Int(width / Self.advance(of: font) + 1e-9)) : .max
    var pieces: [Cut] = []
    var rest = Substring(text)
    while !rest.isEmpty, pieces.count < limit {
      let isLast = pieces.count == limit - 1
      pieces.append(isLast ? Self.lastLine(of: &rest, fitting: fitting) : Self.firstLine(of: &rest, fitting: fitting))
    }
    return pieces.map { shape($0, font, scale, reusing: nil) }
  }

  /// Returns the dimensions of a font: 0.9 em above and 0.3 em below the baseline.
  package func metrics(of font: Font, scale: Double) -> FontMetrics {
    FontMetrics(ascent: 0.9 * font.size, descent: 0.3 * font.size, digitWidth: Self.advance(of: font))
  }

  /// Returns the caret positions in a text, in logical pixels from the left end of the line.
  package func caretPositions(in text: String, font: Font, scale: Double) -> [Double] {
    let advance = Self.advance(of: font)
    let count = text.count
    return (0...count).map { Double(Self.isRightToLeft(text) ? count - $0 : $0) * advance }
  }

  /// The characters that remain of a truncated text.
  private struct Cut {
    var characters: [Character]
    var isTruncated = false
    /// The number of bytes to add to the cluster of each glyph after the ellipsis: the length of the omitted text minus
    /// that of the ellipsis.
    var gap = 0
  }

  /// Truncates a text so that it fits `width` logical pixels.
  private func cut(_ text: String, font: Font, width: Double?, truncation: Truncation) -> Cut {
    let all = Array(text)
    let fitting = width.map { max(0, Int($0 / Self.advance(of: font) + 1e-9)) } ?? .max
    guard truncation != .none, all.count > fitting else { return Cut(characters: all) }
    let kept = max(0, fitting - 1)
    let tail: Int
    switch truncation {
    case .none, .end: tail = 0
    case .start: tail = kept
    case .middle: tail = min(8, kept / 2)
    }
    let (head, end) = (all.prefix(kept - tail), all.suffix(tail))
    let left = all.dropFirst(head.count).dropLast(end.count).reduce(0) { $0 + $1.utf8.count }
    return Cut(characters: head + ["…"] + end, isTruncated: true, gap: left - "…".utf8.count)
  }

  /// Removes the first line from `rest` and returns it: the text up to a newline if it fits, otherwise as many words as
  /// fit, otherwise as many characters.
  private static func firstLine(of rest: inout Substring, fitting: Int) -> Cut {
    let paragraph = rest.prefix { !$0.isNewline }
    if paragraph.count <= fitting {
      rest = rest.dropFirst(paragraph.count + 1)
      return Cut(characters: Array(paragraph))
    }
    let most = paragraph.prefix(fitting + 1)
    let end = most.lastIndex(of: " ") ?? most.index(before: most.endIndex)
    let line = paragraph[..<end]
    rest = rest[end...].drop { $0 == " " }
    return Cut(characters: Array(line))
  }

  /// Returns all of `rest` as one line, truncated at its end if it does not fit.
  private static func lastLine(of rest: inout Substring, fitting: Int) -> Cut {
    let paragraph = rest.prefix { !$0.isNewline }
    guard paragraph.count > fitting || paragraph.endIndex < rest.endIndex else {
      return firstLine(of: &rest, fitting: fitting)
    }
    return Cut(characters: paragraph.prefix(max(0, fitting - 1)) + ["…"], isTruncated: true)
  }

  /// Shapes the characters, in the storage of `old` if nothing else refers to it.
  private func shape(_ cut: Cut, _ font: Font, _ scale: Double, reusing old: consuming TextLine?) -> TextLine {
    let line: TextLine
    if isKnownUniquelyReferenced(&old), let free = old {
      line = free
    } else {
      line = TextLine()
      linesMade += 1
    }
    let advance = Self.advance(of: font)
    line.isRightToLeft = cut.characters.first.map { Self.isRightToLeft(String($0)) } ?? false
    line.glyphs.removeAll(keepingCapacity: true)
    var cluster = 0
    for (index, character) in cut.characters.enumerated() {
      let column = line.isRightToLeft ? cut.characters.count - 1 - index : index
      line.glyphs.append(
        TextLine.Glyph(
          index: character.unicodeScalars.first?.value ?? 0, face: Self.face, cluster: UInt32(max(0, cluster)),
          x: Float(Double(column) * advance * scale), y: 0))
      cluster += character.utf8.count + (character == "…" && cut.isTruncated ? cut.gap : 0)
    }
    if line.isRightToLeft { line.glyphs.reverse() }
    line.width = Double(cut.characters.count) * advance
    let metrics = metrics(of: font, scale: scale)
    line.ascent = metrics.ascent
    line.descent = metrics.descent
    line.scale = scale
    line.isTruncated = cut.isTruncated
    return line
  }

  /// Whether the text begins with a letter that reads from right to left.
  private static func isRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.first.map { (0x0590...0x08FF).contains($0.value) } ?? false
  }
}
