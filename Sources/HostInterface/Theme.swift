public import ScrollworkGeometry

/// The look of an interface: its palette and what follows from it.
public final class Theme: Sendable {
  public let name: String
  public let colors: Palette
  public let isDark: Bool
  /// High contrast themes draw edge lines instead of shadows and wider focus rings.
  public let isHighContrast: Bool

  public init(name: String, colors: Palette, isDark: Bool, isHighContrast: Bool = false) {
    self.name = name
    self.colors = colors
    self.isDark = isDark
    self.isHighContrast = isHighContrast
  }

  public static let light = Theme(name: "light", colors: .light, isDark: false)
  public static let dark = Theme(name: "dark", colors: .dark, isDark: true)
  public static let highContrastLight = Theme(
    name: "contrast", colors: .highContrastLight, isDark: false, isHighContrast: true)
  public static let highContrastDark = Theme(
    name: "contrast-dark", colors: .highContrastDark, isDark: true, isHighContrast: true)

  /// Width of a focus ring in logical pixels.
  public var focusRingWidth: Double { isHighContrast ? 3 : 2 }

  /// The colour of shadows, opaque; a shadow gives the alpha.
  public var shadowColor: Color { isDark ? .black : Color(hex: 0x101218) }

  /// The inner line over a picture.
  public var pictureLine: Color { (isDark ? Color.white : .black).opacity(0.07) }

  /// Shadows of a card that lies on the surface, lowest first. Empty in high contrast.
  public var cardShadows: [Shadow] {
    isHighContrast
      ? [] : [shadow(y: 1, blur: 2, light: 0.07, dark: 0.40), shadow(y: 2, blur: 8, light: 0.06, dark: 0.28)]
  }

  /// Shadows of what floats: menus, popovers, pills, what is dragged. Empty in high contrast.
  public var floatingShadows: [Shadow] {
    isHighContrast
      ? [] : [shadow(y: 1, blur: 3, light: 0.10, dark: 0.45), shadow(y: 8, blur: 24, light: 0.14, dark: 0.48)]
  }

  /// The shadow at the edge of what is kept in sight while content goes under it, where it is darkest. `nil` in high contrast.
  public var pinShadow: Color? { isHighContrast ? nil : .black.opacity(isDark ? 0.34 : 0.09) }

  private func shadow(y: Double, blur: Double, light: Double, dark: Double) -> Shadow {
    Shadow(offset: y, blur: blur, color: shadowColor.opacity(isDark ? dark : light))
  }
}

/// A soft shadow below a shape.
public struct Shadow: Hashable, Sendable {
  /// How far the shadow lies below its shape, in logical pixels.
  public var offset: Double
  /// Twice the standard deviation of the Gaussian, in logical pixels.
  public var blur: Double
  public var color: Color

  public init(offset: Double, blur: Double, color: Color) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }

  /// How far the shadow reaches beyond its shape.
  public var outsets: Insets {
    Insets(top: max(0, blur - offset), leading: blur, bottom: blur + offset, trailing: blur)
  }
}
