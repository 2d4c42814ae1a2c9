/// What follows from how wide a window is, in logical pixels.
enum WindowWidth {
  static func isNarrow(_ width: Double) -> Bool { width < 600 }

  /// The room between an edge of the window and what is shown.
  static func margin(in width: Double) -> Double { isNarrow(width) ? 12 : 20 }
}
