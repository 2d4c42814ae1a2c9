package import ScrollworkGeometry

/// The appearance of an interface: a palette, and the measures and shadows that go with it.
public final class Theme: Sendable {
  /// The name of the theme in settings and on the command line.
  package let name: String
  /// The colours by role.
  public let colors: Palette
  /// Whether the theme shows light text on dark backgrounds.
  public let isDark: Bool
  /// Whether the theme draws outlines instead of shadows, and wider focus rings.
  package let isHighContrast: Bool

  /// Creates a theme.
  package init(name: String, colors: Palette, isDark: Bool, isHighContrast: Bool = false) {
    self.name = name
    self.colors = colors
    self.isDark = isDark
    self.isHighContrast = isHighContrast
  }

  /// Dark text on white.
  public static let light = Theme(name: "light", colors: .light, isDark: false)
  /// Light text on near black.
  public static let dark = Theme(name: "dark", colors: .dark, isDark: true)
  /// Black text on white with strong outlines.
  public static let highContrastLight = Theme(
    name: "contrast", colors: .highContrastLight, isDark: false, isHighContrast: true)
  /// White text on black with strong outlines.
  public static let highContrastDark = Theme(
    name: "contrast-dark", colors: .highContrastDark, isDark: true, isHighContrast: true)

  /// Width of a focus ring in logical pixels.
  package var focusRingWidth: Double { isHighContrast ? 3 : 2 }

  /// The opaque colour of shadows; each ``Shadow`` sets its own alpha.
  package var shadowColor: Color { isDark ? .black : Color(hex: 0x101218) }

  /// The colour of the faint line inside the edge of a picture. The line separates the picture from a background of the
  /// same colour.
  package var pictureLine: Color { (isDark ? Color.white : .black).opacity(0.07) }

  /// The shadows of a card on the surface, lowest first; none in high contrast.
  package var cardShadows: [Shadow] {
    isHighContrast
      ? [] : [shadow(y: 1, blur: 2, light: 0.07, dark: 0.40), shadow(y: 2, blur: 8, light: 0.06, dark: 0.28)]
  }

  /// The shadows of floating elements, such as menus, popovers, pills and dragged items, lowest first.
  ///
  /// High contrast themes have none: they separate elements by outlines.
  package var floatingShadows: [Shadow] {
    isHighContrast
      ? [] : [shadow(y: 1, blur: 3, light: 0.10, dark: 0.45), shadow(y: 8, blur: 24, light: 0.14, dark: 0.48)]
  }

  /// The darkest colour of the shadow that a pinned header casts on the content below it; `nil` in high contrast.
  package var pinShadow: Color? { isHighContrast ? nil : .black.opacity(isDark ? 0.34 : 0.09) }

  private func shadow(y: Double, blur: Double, light: Double, dark: Double) -> Shadow {
    Shadow(offset: y, blur: blur, color: shadowColor.opacity(isDark ? dark : light))
  }
}

/// A soft shadow below a shape.
package struct Shadow: Hashable, Sendable {
  /// Distance that the shadow is moved downwards from its shape, in logical pixels.
  package var offset: Double
  /// Twice the standard deviation of the Gaussian blur, in logical pixels, as in CSS.
  package var blur: Double
  /// The colour and opacity of the shadow where it is darkest.
  package var color: Color

  /// Creates a shadow; `offset` and `blur` are in logical pixels.
  package init(offset: Double, blur: Double, color: Color) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }

  /// Distance that the shadow extends beyond its shape on each side, in logical pixels.
  package var outsets: Insets {
    Insets(top: max(0, blur - offset), leading: blur, bottom: blur + offset, trailing: blur)
  }
}
