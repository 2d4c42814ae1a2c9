/// Decisions that depend on the width of the window, in logical pixels.
enum WindowWidth {
  /// Whether there is room for one column only.
  static func isNarrow(_ width: Double) -> Bool { width < 600 }

  /// Returns the margin between an edge of the window and the content.
  static func margin(in width: Double) -> Double { isNarrow(width) ? 12 : 20 }
}
