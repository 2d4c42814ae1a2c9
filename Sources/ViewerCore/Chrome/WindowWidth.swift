/// Decisions that depend on the width of the window, in logical pixels.
enum WindowWidth {
  /// Returns whether only a single column fits.
  static func isNarrow(_ width: Double) -> Bool { width < 600 }

  /// Returns the margin between an edge of the window and the content.
  static func margin(in width: Double) -> Double { margin(isNarrow: isNarrow(width)) }

  /// Returns the margin in a narrow or in a wide window.
  static func margin(isNarrow: Bool) -> Double { isNarrow ? 12 : 20 }
}
