package import ScrollworkGeometry

/// The colours of a theme, one for each role in the interface. Views refer to roles instead of colour values.
public struct Palette: Hashable, Sendable {
  /// Background of toolbar, status line, inspector and table header.
  package var window: Color
  /// Background of content.
  package var surface: Color
  /// Background of menus, popovers and cards.
  package var raised: Color
  /// Background of text fields and segmented controls.
  package var well: Color
  /// Primary text: names, values, messages.
  package var text1: Color
  /// Secondary text and icons: second lines, times.
  package var text2: Color
  /// Tertiary text: counts, line numbers, placeholders.
  package var text3: Color
  /// Text of disabled controls. It need not have the contrast of other text.
  package var textDisabled: Color
  /// Accented text and icons, such as links.
  package var accent: Color
  /// Fill of accented controls: default buttons, switches that are on.
  package var accentFill: Color
  /// Text and icons on `accentFill`.
  package var onAccent: Color
  /// Fill of accented controls under the pointer.
  package var accentFillHover: Color
  /// Fill of accented controls while pressed.
  package var accentFillPress: Color
  /// Background of selected items while their window receives keyboard input.
  package var selection: Color
  /// Background of selected items under the pointer.
  package var selectionHover: Color
  /// Vertical bar that marks selected items.
  package var selectionMark: Color
  /// Background of selected items while another window receives keyboard input.
  package var selectionIdle: Color
  /// Vertical bar that marks selected items while another window receives keyboard input.
  package var selectionIdleMark: Color
  /// Background of items and controls on `surface` under the pointer.
  package var hover: Color
  /// Background of items and controls on `surface` while pressed.
  package var pressed: Color
  /// Background of controls on `window` under the pointer.
  package var hoverW: Color
  /// Background of controls on `window` while pressed.
  package var pressedW: Color
  /// Background of controls on `raised`, and of controls filled with it, under the pointer.
  package var hoverR: Color
  /// Background of controls on `raised`, and of controls filled with it, while pressed.
  package var pressedR: Color
  /// The focus ring.
  package var focus: Color
  /// Lines between rows.
  package var separator: Color
  /// Outlines of cards, panels and fields.
  package var edge: Color
  /// Outlines and fills that identify a control, such as a switch that is off.
  package var control: Color
  /// The thumb of a scroll bar.
  package var thumb: Color
  /// The thumb of a scroll bar under the pointer.
  package var thumbHover: Color
  /// The area of a picture that is still loading.
  package var placeholder: Color
  /// Background of text that a search found.
  package var match: Color
  /// Background of the current search result.
  package var matchNow: Color
  /// Text on `match`.
  package var onMatch: Color
  /// Text on `matchNow`.
  package var onMatchNow: Color
  /// Background of fatal log messages.
  package var fatal: Color
  /// Text on `fatal`.
  package var onFatal: Color
  /// Text and icons of errors.
  package var error: Color
  /// Text and icons of warnings.
  package var warning: Color
  /// Text and icons of informational messages.
  package var info: Color
  /// Text and icons of debug messages.
  package var debug: Color
  /// Text and icons that report success.
  package var success: Color
  /// Background of rows that report an error.
  package var errorWash: Color
  /// Background of badges.
  package var badge: Color
  /// The star of rated or favourite items.
  package var star: Color
}

extension Palette {
  /// The light theme: dark text on white.
  package static let light = Palette(
    window: Color(hex: 0xF5F5F7), surface: Color(hex: 0xFFFFFF), raised: Color(hex: 0xFFFFFF),
    well: Color(hex: 0xECEDF0), text1: Color(hex: 0x1B1D21), text2: Color(hex: 0x555962),
    text3: Color(hex: 0x61656F), textDisabled: Color(hex: 0x9EA2AB), accent: Color(hex: 0x2858D4),
    accentFill: Color(hex: 0x2F63E4), onAccent: Color(hex: 0xFFFFFF), accentFillHover: Color(hex: 0x2757D0),
    accentFillPress: Color(hex: 0x2049B4), selection: Color(hex: 0xE2EAFC), selectionHover: Color(hex: 0xD8E3FB),
    selectionMark: Color(hex: 0x2858D4), selectionIdle: Color(hex: 0xE7E8EC), selectionIdleMark: Color(hex: 0x757A86),
    hover: Color(hex: 0xF3F4F6), pressed: Color(hex: 0xE9EAEE), hoverW: Color(hex: 0xE9EAED),
    pressedW: Color(hex: 0xDDDEE3), hoverR: Color(hex: 0xE9EAED), pressedR: Color(hex: 0xDDDEE3),
    focus: Color(hex: 0x2858D4), separator: Color(hex: 0xE6E7EA),
    edge: Color(hex: 0xDADCE0), control: Color(hex: 0x80858F), thumb: Color(hex: 0x878C96),
    thumbHover: Color(hex: 0x6B707A), placeholder: Color(hex: 0xECEDF0), match: Color(hex: 0xFFE694),
    matchNow: Color(hex: 0xFFB83D), onMatch: Color(hex: 0x1B1D21), onMatchNow: Color(hex: 0x1B1D21),
    fatal: Color(hex: 0xB3202C), onFatal: Color(hex: 0xFFFFFF), error: Color(hex: 0xB3202C),
    warning: Color(hex: 0x855200), info: Color(hex: 0x0D6577), debug: Color(hex: 0x6A4BB8),
    success: Color(hex: 0x1A7340), errorWash: Color(hex: 0xFDF2F2), badge: Color(hex: 0xE6E8EC),
    star: Color(hex: 0x9A6A00))

  /// The dark theme: light text on near black.
  package static let dark = Palette(
    window: Color(hex: 0x212327), surface: Color(hex: 0x18191C), raised: Color(hex: 0x2A2C31),
    well: Color(hex: 0x101113), text1: Color(hex: 0xEDEEF1), text2: Color(hex: 0xABAFB9),
    text3: Color(hex: 0x9EA3AE), textDisabled: Color(hex: 0x646873), accent: Color(hex: 0x8CACFF),
    accentFill: Color(hex: 0x406EE7), onAccent: Color(hex: 0xFFFFFF), accentFillHover: Color(hex: 0x3965DD),
    accentFillPress: Color(hex: 0x325ACB), selection: Color(hex: 0x24324F), selectionHover: Color(hex: 0x293858),
    selectionMark: Color(hex: 0x8CACFF), selectionIdle: Color(hex: 0x2C2E34), selectionIdleMark: Color(hex: 0x878C98),
    hover: Color(hex: 0x212327), pressed: Color(hex: 0x2A2C31), hoverW: Color(hex: 0x2C2E33),
    pressedW: Color(hex: 0x36393F), hoverR: Color(hex: 0x34373D), pressedR: Color(hex: 0x3E4148),
    focus: Color(hex: 0x8CACFF), separator: Color(hex: 0x2B2D32),
    edge: Color(hex: 0x34373D), control: Color(hex: 0x777C88), thumb: Color(hex: 0x6C717D),
    thumbHover: Color(hex: 0x8F949F), placeholder: Color(hex: 0x25272B), match: Color(hex: 0x574610),
    matchNow: Color(hex: 0xE7AE32), onMatch: Color(hex: 0xFFF3CC), onMatchNow: Color(hex: 0x18191C),
    fatal: Color(hex: 0xD23B45), onFatal: Color(hex: 0xFFFFFF), error: Color(hex: 0xFF8F87),
    warning: Color(hex: 0xEBB457), info: Color(hex: 0x67C3D6), debug: Color(hex: 0xB9A5F7),
    success: Color(hex: 0x62CC8C), errorWash: Color(hex: 0x26191B), badge: Color(hex: 0x33363C),
    star: Color(hex: 0xF2C14E))

  /// The light theme with high contrast: black on white, strong lines.
  package static let highContrastLight = Palette(
    window: Color(hex: 0xFFFFFF), surface: Color(hex: 0xFFFFFF), raised: Color(hex: 0xFFFFFF),
    well: Color(hex: 0xF2F2F2), text1: Color(hex: 0x000000), text2: Color(hex: 0x1F2226),
    text3: Color(hex: 0x33363B), textDisabled: Color(hex: 0x5F636B), accent: Color(hex: 0x0A2FA8),
    accentFill: Color(hex: 0x0A2FA8), onAccent: Color(hex: 0xFFFFFF), accentFillHover: Color(hex: 0x08268A),
    accentFillPress: Color(hex: 0x061C69), selection: Color(hex: 0xD3DFFF), selectionHover: Color(hex: 0xC2D2FF),
    selectionMark: Color(hex: 0x0A2FA8), selectionIdle: Color(hex: 0xE2E2E2), selectionIdleMark: Color(hex: 0x33363B),
    hover: Color(hex: 0xEBEBEB), pressed: Color(hex: 0xDADADA), hoverW: Color(hex: 0xEBEBEB),
    pressedW: Color(hex: 0xDADADA), hoverR: Color(hex: 0xEBEBEB), pressedR: Color(hex: 0xDADADA),
    focus: Color(hex: 0x000000), separator: Color(hex: 0x6B6E75),
    edge: Color(hex: 0x6B6E75), control: Color(hex: 0x33363B), thumb: Color(hex: 0x4A4D53),
    thumbHover: Color(hex: 0x1F2226), placeholder: Color(hex: 0xE6E6E6), match: Color(hex: 0xFFE24D),
    matchNow: Color(hex: 0xFF9D00), onMatch: Color(hex: 0x000000), onMatchNow: Color(hex: 0x000000),
    fatal: Color(hex: 0x8C0010), onFatal: Color(hex: 0xFFFFFF), error: Color(hex: 0x8C0010),
    warning: Color(hex: 0x5C3800), info: Color(hex: 0x004452), debug: Color(hex: 0x432590),
    success: Color(hex: 0x07491F), errorWash: Color(hex: 0xFFE3E3), badge: Color(hex: 0xE2E2E2),
    star: Color(hex: 0x5C3800))

  /// The dark theme with high contrast: white on black, strong lines.
  package static let highContrastDark = Palette(
    window: Color(hex: 0x000000), surface: Color(hex: 0x000000), raised: Color(hex: 0x121316),
    well: Color(hex: 0x16171A), text1: Color(hex: 0xFFFFFF), text2: Color(hex: 0xE8E9EC),
    text3: Color(hex: 0xD2D4DA), textDisabled: Color(hex: 0x9EA2AB), accent: Color(hex: 0x9DBBFF),
    accentFill: Color(hex: 0x9DBBFF), onAccent: Color(hex: 0x000000), accentFillHover: Color(hex: 0xBCD1FF),
    accentFillPress: Color(hex: 0xD6E3FF), selection: Color(hex: 0x16275C), selectionHover: Color(hex: 0x1D3273),
    selectionMark: Color(hex: 0x9DBBFF), selectionIdle: Color(hex: 0x2B2C30), selectionIdleMark: Color(hex: 0xD2D4DA),
    hover: Color(hex: 0x1F2024), pressed: Color(hex: 0x2E3036), hoverW: Color(hex: 0x1F2024),
    pressedW: Color(hex: 0x2E3036), hoverR: Color(hex: 0x1F2024), pressedR: Color(hex: 0x2E3036),
    focus: Color(hex: 0xFFFFFF), separator: Color(hex: 0x8C9098),
    edge: Color(hex: 0x8C9098), control: Color(hex: 0xD2D4DA), thumb: Color(hex: 0xC4C7CE),
    thumbHover: Color(hex: 0xE8E9EC), placeholder: Color(hex: 0x232428), match: Color(hex: 0xFFE24D),
    matchNow: Color(hex: 0xFF9D00), onMatch: Color(hex: 0x000000), onMatchNow: Color(hex: 0x000000),
    fatal: Color(hex: 0xFF9A94), onFatal: Color(hex: 0x000000), error: Color(hex: 0xFFB3AD),
    warning: Color(hex: 0xFFD27A), info: Color(hex: 0x8FE0F0), debug: Color(hex: 0xD3C5FF),
    success: Color(hex: 0x8CEBB0), errorWash: Color(hex: 0x38090D), badge: Color(hex: 0x2E3036),
    star: Color(hex: 0xFFD27A))
}
