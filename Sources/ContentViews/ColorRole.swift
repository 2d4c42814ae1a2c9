public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A colour by its role in the theme's palette, or a fixed colour if no role fits.
///
/// Views keep roles instead of colours, so that a change of theme needs no change of the views. ``Palette`` describes
/// each role.
public enum ColorRole: Hashable, Sendable {
  /// Backgrounds.
  case window, surface, raised, well
  /// Text, from the most to the least prominent.
  case text1, text2, text3, textDisabled
  /// Accented text and fills.
  case accent, accentFill, onAccent, accentFillHover, accentFillPress
  /// Selected items.
  case selection, selectionHover, selectionMark, selectionIdle, selectionIdleMark
  /// Items and controls under the pointer or pressed: on `surface` or, if the name ends with `W`, on `window`.
  case hover, pressed, hoverW, pressedW
  /// The focus ring, lines and controls.
  case focus, separator, edge, control, thumb, thumbHover
  /// The area of a loading picture, and search results.
  case placeholder, match, matchNow, onMatch, onMatchNow
  /// Levels of messages.
  case fatal, onFatal, error, warning, info, debug, success, errorWash
  /// Badges and ratings.
  case badge, star
  /// A colour that no theme changes.
  case fixed(Color)

  /// Returns the role's colour in `palette`.
  public func color(in palette: Palette) -> Color {
    switch self {
    case .window: palette.window
    case .surface: palette.surface
    case .raised: palette.raised
    case .well: palette.well
    case .text1: palette.text1
    case .text2: palette.text2
    case .text3: palette.text3
    case .textDisabled: palette.textDisabled
    case .accent: palette.accent
    case .accentFill: palette.accentFill
    case .onAccent: palette.onAccent
    case .accentFillHover: palette.accentFillHover
    case .accentFillPress: palette.accentFillPress
    case .selection: palette.selection
    case .selectionHover: palette.selectionHover
    case .selectionMark: palette.selectionMark
    case .selectionIdle: palette.selectionIdle
    case .selectionIdleMark: palette.selectionIdleMark
    case .hover: palette.hover
    case .pressed: palette.pressed
    case .hoverW: palette.hoverW
    case .pressedW: palette.pressedW
    case .focus: palette.focus
    case .separator: palette.separator
    case .edge: palette.edge
    case .control: palette.control
    case .thumb: palette.thumb
    case .thumbHover: palette.thumbHover
    case .placeholder: palette.placeholder
    case .match: palette.match
    case .matchNow: palette.matchNow
    case .onMatch: palette.onMatch
    case .onMatchNow: palette.onMatchNow
    case .fatal: palette.fatal
    case .onFatal: palette.onFatal
    case .error: palette.error
    case .warning: palette.warning
    case .info: palette.info
    case .debug: palette.debug
    case .success: palette.success
    case .errorWash: palette.errorWash
    case .badge: palette.badge
    case .star: palette.star
    case .fixed(let color): color
    }
  }
}

extension Environment {
  /// Returns the colour of `role` in the environment's theme.
  public func color(_ role: ColorRole) -> Color { role.color(in: theme.colors) }
}
