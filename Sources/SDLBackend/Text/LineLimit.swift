import ScrollworkHostInterface

/// What a line may measure.
struct LineLimit {
  /// In device pixels.
  var width: Double
  var truncation: Truncation
  /// The line ends with an ellipsis even if all of it fits: something behind it was left out.
  var isCut = false

  /// Granted so that a text fits into the width that it was measured with.
  static let slack = 1.0 / 1024

  func holds(_ width: Double) -> Bool { width <= self.width + Self.slack }
}
