/// A part of a text that stands out: its background and its text have colours of their own.
public struct TextHighlight: Hashable, Sendable {
  /// Characters, counted from the start of the text. What lies beyond the end is ignored.
  public var range: Range<Int>
  public var background: ColorRole
  public var color: ColorRole

  public init(_ range: Range<Int>, background: ColorRole = .match, color: ColorRole = .onMatch) {
    self.range = range
    self.background = background
    self.color = color
  }
}
