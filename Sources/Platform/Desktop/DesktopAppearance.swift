/// The user's settings for all programs of the desktop. A setting that the user has not chosen is `nil` or `false`.
package struct DesktopAppearance: Hashable, Sendable {
  /// Light or dark surfaces.
  package enum ColorScheme: Hashable, Sendable {
    case light, dark
  }

  /// An accent colour in sRGB.
  package struct Accent: Hashable, Sendable {
    /// The red component, 0 to 1.
    package var red: Double
    /// The green component, 0 to 1.
    package var green: Double
    /// The blue component, 0 to 1.
    package var blue: Double

    /// Creates a colour from components between 0 and 1.
    package init(red: Double, green: Double, blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The preferred brightness; `nil` if the user has no preference.
  package var colorScheme: ColorScheme?
  /// Whether the user asks for more contrast.
  package var highContrast: Bool
  /// Whether the user asks for less motion.
  package var reducedMotion: Bool
  /// The accent colour; `nil` if the desktop has none.
  package var accent: Accent?

  /// Creates an appearance. The defaults mean that the user chose nothing.
  package init(
    colorScheme: ColorScheme? = nil, highContrast: Bool = false, reducedMotion: Bool = false, accent: Accent? = nil
  ) {
    self.colorScheme = colorScheme
    self.highContrast = highContrast
    self.reducedMotion = reducedMotion
    self.accent = accent
  }
}
