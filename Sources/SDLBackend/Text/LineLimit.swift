import ScrollworkHostInterface

/// The width of a line, and the treatment of text that is wider.
struct LineLimit {
  /// The width in device pixels.
  var width: Double
  /// The part of the text that an ellipsis replaces.
  var truncation: Truncation
  /// Whether the line ends with an ellipsis even if it fits, because text after it is omitted.
  var isCut = false

  /// A tolerance in device pixels, so that a text fits into its own measured width.
  static let slack = 1.0 / 1024

  /// Whether a width is within the limit.
  func holds(_ width: Double) -> Bool { width <= self.width + Self.slack }
}
