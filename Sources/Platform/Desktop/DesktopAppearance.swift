/// What the person has chosen for the whole desktop. `nil` or `false` where nothing was chosen.
public struct DesktopAppearance: Hashable, Sendable {
  public enum ColorScheme: Hashable, Sendable {
    case light, dark
  }

  /// A colour of the display, each part from 0 to 1.
  public struct Accent: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double

    public init(red: Double, green: Double, blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  public var colorScheme: ColorScheme?
  public var highContrast: Bool
  public var reducedMotion: Bool
  public var accent: Accent?

  public init(
    colorScheme: ColorScheme? = nil, highContrast: Bool = false, reducedMotion: Bool = false, accent: Accent? = nil
  ) {
    self.colorScheme = colorScheme
    self.highContrast = highContrast
    self.reducedMotion = reducedMotion
    self.accent = accent
  }
}
