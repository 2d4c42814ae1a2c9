public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A colour by its role in the theme's palette, or a fixed colour if no role fits.
///
/// Views keep roles instead of colours, so that a change of theme needs no change of the views. ``Palette`` describes
/// each role.
public enum ColorRole: Hashable, Sendable {
  /// Backgrounds: of toolbars (`window`), of content (`surface`), of menus and cards (`raised`), of text fields
  /// (`well`).
  case window, surface, raised, well
  /// Text, from the most to the least prominent; `textDisabled` is for disabled controls.
  case text1, text2, text3, textDisabled
  /// Accented text (`accent`); the fill of accented controls at rest, under the pointer and while pressed; the text on
  /// that fill (`onAccent`).
  case accent, accentFill, onAccent, accentFillHover, accentFillPress
  /// Backgrounds of selected items, and the vertical bars that mark them (`Mark`). `Idle` means that another window
  /// receives keyboard input.
  case selection, selectionHover, selectionMark, selectionIdle, selectionIdleMark
  /// Backgrounds under the pointer and while pressed. `hover` and `pressed` are for items and controls on `surface`;
  /// `hoverW` and `pressedW` are for controls on `window`; `hoverR` and `pressedR` for those on or filled with `raised`.
  case hover, pressed, hoverW, pressedW, hoverR, pressedR
  /// The focus ring; lines between rows (`separator`); outlines of panels (`edge`) and of controls (`control`); the
  /// scroll bar's thumb at rest and under the pointer.
  case focus, separator, edge, control, thumb, thumbHover
  /// The area of a loading picture (`placeholder`); the backgrounds of search results (`match`) and of the current
  /// result (`matchNow`), and the text on both backgrounds.
  case placeholder, match, matchNow, onMatch, onMatchNow
  /// Messages by level. `fatal` is a background with text in `onFatal`; `errorWash` is the background of rows with
  /// errors.
  case fatal, onFatal, error, warning, info, debug, success, errorWash
  /// The background of badges, and the star of rated or favourite items.
  case badge, star
  /// A colour that no theme changes.
  case fixed(Color)

  /// Returns the role's colour in `palette`.
  package func color(in palette: Palette) -> Color {
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
    case .hoverR: palette.hoverR
    case .pressedR: palette.pressedR
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

extension Palette {
  /// The colour of a role. Setting the colour of a fixed role does nothing.
  public subscript(role: ColorRole) -> Color {
    get { role.color(in: self) }
    set { if let property = Self.properties[role] { self[keyPath: property] = newValue } }
  }

  private static let properties: [ColorRole: any WritableKeyPath<Palette, Color> & Sendable] = [
    .window: \.window, .surface: \.surface, .raised: \.raised, .well: \.well, .text1: \.text1, .text2: \.text2,
    .text3: \.text3, .textDisabled: \.textDisabled, .accent: \.accent, .accentFill: \.accentFill,
    .onAccent: \.onAccent, .accentFillHover: \.accentFillHover, .accentFillPress: \.accentFillPress,
    .selection: \.selection, .selectionHover: \.selectionHover, .selectionMark: \.selectionMark,
    .selectionIdle: \.selectionIdle, .selectionIdleMark: \.selectionIdleMark, .hover: \.hover, .pressed: \.pressed,
    .hoverW: \.hoverW, .pressedW: \.pressedW, .hoverR: \.hoverR, .pressedR: \.pressedR, .focus: \.focus,
    .separator: \.separator, .edge: \.edge,
    .control: \.control, .thumb: \.thumb, .thumbHover: \.thumbHover, .placeholder: \.placeholder, .match: \.match,
    .matchNow: \.matchNow, .onMatch: \.onMatch, .onMatchNow: \.onMatchNow, .fatal: \.fatal, .onFatal: \.onFatal,
    .error: \.error, .warning: \.warning, .info: \.info, .debug: \.debug, .success: \.success,
    .errorWash: \.errorWash, .badge: \.badge, .star: \.star,
  ]
}

extension Environment {
  /// Returns the colour of `role` in the environment's theme.
  public func color(_ role: ColorRole) -> Color { role.color(in: theme.colors) }
}
