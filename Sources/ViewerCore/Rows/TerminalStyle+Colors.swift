package import ScrollworkGeometry
package import ScrollworkHostInterface

extension TerminalStyle {
  /// The minimum contrast ratio of text, by WCAG 2.2.
  private static let contrast = 4.5

  /// Returns the colours of text in this style; no `ground` if the background of the row stays visible.
  ///
  /// The sixteen named colours are roles of the theme. Other colours become lighter or darker until they are legible.
  /// - Parameter plain: The colour of text in the default style.
  package func colors(in theme: Theme, plain: Color) -> (text: Color, ground: Color?) {
    let palette = theme.colors
    // Of the grounds that a row may have, this one leaves the least contrast.
    let rowGround = palette.selectionHover
    var ground = self.ground.map { Self.ground($0, theme) }
    var ink = text.map { Self.text($0, theme) } ?? plain
    if isReversed { (ink, ground) = (ground ?? palette.surface, ink) }
    if text == nil, !isReversed, let ground {
      ink = [plain, palette.surface].max { $0.contrast(with: ground) < $1.contrast(with: ground) } ?? plain
    }
    let below = ground ?? rowGround
    if isDim { ink = ink.mixed(with: below, amount: 0.4) }
    return (Self.legible(ink, on: below), ground)
  }

  private static func text(_ color: TerminalColor, _ theme: Theme) -> Color {
    switch color {
    case .fixed(let red, let green, let blue): Color(red: red, green: green, blue: blue)
    // Black on black and white on white become the theme's own text.
    case .named(0): theme.isDark ? theme.colors.text3 : theme.colors.text1
    case .named(7): theme.isDark ? theme.colors.text1 : theme.colors.text2
    case .named(8): theme.colors.text3
    case .named(15): theme.colors.text1
    case .syntax(let kind): kind.color(in: theme.colors)
    case .named(let number): hue(number, theme.colors)
    }
  }

  private static func ground(_ color: TerminalColor, _ theme: Theme) -> Color {
    switch color {
    case .fixed(let red, let green, let blue): Color(red: red, green: green, blue: blue)
    case .named(0): theme.isDark ? theme.colors.pressed : theme.colors.text1
    case .named(7): theme.isDark ? theme.colors.text2 : theme.colors.badge
    case .named(8): theme.colors.text3
    case .named(15): theme.isDark ? theme.colors.text1 : theme.colors.well
    case .syntax(let kind): kind.color(in: theme.colors)
    case .named(let number): hue(number, theme.colors)
    }
  }

  /// Returns the colour for an index among the hues red, green, yellow, blue, magenta and cyan.
  private static func hue(_ number: UInt8, _ palette: Palette) -> Color {
    switch number % 8 {
    case 1: palette.error
    case 2: palette.success
    case 3: palette.warning
    case 4: palette.accent
    case 5: palette.debug
    default: palette.info
    }
  }

  /// Returns a colour moved towards black or white until it can be read on a ground.
  private static func legible(_ color: Color, on ground: Color) -> Color {
    let isEnough = { (color: Color) in color.contrast(with: ground) >= contrast }
    guard !isEnough(color) else { return color }
    let end: Color = Color.white.contrast(with: ground) > Color.black.contrast(with: ground) ? .white : .black
    let steps = (1...20).lazy.map { color.mixed(with: end, amount: Double($0) / 20) }
    return steps.first(where: isEnough) ?? end
  }
}

extension SyntaxKind {
  /// Returns the colour of the theme for parts of this kind.
  fileprivate func color(in palette: Palette) -> Color {
    switch self {
    case .comment: palette.text3
    case .keyword: palette.debug
    case .string, .added: palette.success
    case .number: palette.warning
    case .type, .emphasis: palette.info
    case .name, .heading, .link: palette.accent
    case .strong: palette.text1
    case .removed: palette.error
    }
  }
}
