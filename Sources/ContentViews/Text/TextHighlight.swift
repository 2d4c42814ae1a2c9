/// A part of a text with its own background and text colour.
package struct TextHighlight: Hashable, Sendable {
  /// The highlighted characters, counted from the start of the text. Positions beyond the end of the text are ignored.
  package var range: Range<Int>
  /// The role of the background colour.
  package var background: ColorRole
  /// The role of the text colour.
  package var color: ColorRole

  /// Creates a highlight, in the colours of search results by default.
  package init(_ range: Range<Int>, background: ColorRole = .match, color: ColorRole = .onMatch) {
    self.range = range
    self.background = background
    self.color = color
  }
}
