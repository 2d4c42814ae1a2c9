import ScrollworkHostInterface

/// The limit of a line.
struct LineLimit {
  /// The width in device pixels.
  var width: Double
  /// The place of the ellipsis.
  var truncation: Truncation
  /// Whether the line ends with an ellipsis even if it fits, because text after it is omitted.
  var isCut = false

  /// A tolerance in device pixels, so that a text fits into its own measured width.
  static let slack = 1.0 / 1024

  /// Whether a width is within the limit.
  func holds(_ width: Double) -> Bool { width <= self.width + Self.slack }
}
