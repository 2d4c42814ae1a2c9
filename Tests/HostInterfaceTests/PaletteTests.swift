import ScrollworkGeometry
import ScrollworkHostInterface
import Testing

/// A colour of the palette by its name.
struct Role: Sendable, CustomTestStringConvertible {
  var name: String
  var testDescription: String { name }

  func color(in palette: Palette) throws -> Color {
    let value = Mirror(reflecting: palette).children.first { $0.label == name }?.value
    return try #require(value as? Color, "no role \(name)")
  }
}

private let everyBackground =
  "surface window raised well hover pressed hoverW pressedW hoverR pressedR selection selectionHover selectionIdle errorWash badge "
  + "placeholder"

/// The text colours, each with the backgrounds on which it may be used. Other pairs need not have enough contrast.
private let textBackgrounds: [(text: String, backgrounds: String)] = [
  ("text1", everyBackground),
  ("text2", everyBackground),
  ("text3", "surface window raised well hover hoverW selection selectionHover selectionIdle errorWash"),
  ("accent", "surface window raised well hover hoverW selection selectionHover selectionIdle"),
  ("error", "surface window raised hover selection selectionHover selectionIdle errorWash"),
  ("warning", "surface window raised hover selection selectionHover selectionIdle errorWash"),
  ("info", "surface window raised hover selection selectionHover selectionIdle errorWash"),
  ("debug", "surface window raised hover selection selectionHover selectionIdle errorWash"),
  ("success", "surface window raised hover selection selectionIdle errorWash"),
  ("onAccent", "accentFill accentFillHover accentFillPress"),
  ("onFatal", "fatal"),
  ("onMatch", "match"),
  ("onMatchNow", "matchNow"),
  ("star", "surface"),
  ("surface", "text1"),
]

/// The colours of marks, rings and fills that convey a state, with their allowed backgrounds.
private let stateBackgrounds: [(state: String, backgrounds: String)] = [
  ("selectionMark", "surface selection selectionHover"),
  ("selectionIdleMark", "selectionIdle"),
  ("focus", "surface window selection raised"),
  ("control", "surface window raised well"),
  ("accentFill", "surface window raised"),
  ("thumb", "surface window"),
  ("thumbHover", "surface"),
]

private let palettes: [(name: String, palette: Palette)] = [
  ("light", .light), ("dark", .dark), ("contrast light", .highContrastLight), ("contrast dark", .highContrastDark),
]

private func pairs(_ table: [(String, String)]) -> [(Role, Role)] {
  table.flatMap { front, backgrounds in
    backgrounds.split(separator: " ").map { (Role(name: front), Role(name: String($0))) }
  }
}

@Test(arguments: pairs(textBackgrounds.map { ($0.text, $0.backgrounds) }))
func `text has a contrast of at least 4.5 on every background`(text: Role, background: Role) throws {
  for (name, palette) in palettes {
    let contrast = try text.color(in: palette).contrast(with: background.color(in: palette))
    #expect(contrast >= 4.5, "\(text.name) on \(background.name), \(name)")
  }
}

@Test(arguments: pairs(stateBackgrounds.map { ($0.state, $0.backgrounds) }))
func `marks of states have a contrast of at least 3 on every background`(state: Role, background: Role) throws {
  for (name, palette) in palettes {
    let contrast = try state.color(in: palette).contrast(with: background.color(in: palette))
    #expect(contrast >= 3, "\(state.name) on \(background.name), \(name)")
  }
}

/// Pairs of an element's backgrounds before and after a change of its state.
private let changes: [(before: String, after: String)] = [
  ("surface", "hover"), ("hover", "pressed"), ("window", "hoverW"), ("hoverW", "pressedW"), ("raised", "hoverR"),
  ("hoverR", "pressedR"), ("selection", "selectionHover"), ("accentFill", "accentFillHover"),
  ("accentFillHover", "accentFillPress"),
]

@Test(arguments: pairs(changes))
func `hovering and pressing change a background visibly`(before: Role, after: Role) throws {
  for (name, palette) in palettes {
    let contrast = try before.color(in: palette).contrast(with: after.color(in: palette))
    #expect(contrast >= 1.06, "\(before.name) to \(after.name), \(name)")
  }
}

@Test func `the tables list each pair of colours once and none is missing`() {
  let all =
    pairs(textBackgrounds.map { ($0.text, $0.backgrounds) })
    + pairs(stateBackgrounds.map { ($0.state, $0.backgrounds) })
  #expect(Set(all.map { "\($0.name)/\($1.name)" }).count == all.count)
  // The table of texts has 90 pairs; there are 8 other texts and 18 states.
  #expect(all.count == 116)
}

@Test func `the lowest contrasts are the ones that the design documents`() throws {
  func contrast(_ a: String, _ b: String, _ palette: Palette) throws -> Double {
    try Role(name: a).color(in: palette).contrast(with: Role(name: b).color(in: palette))
  }
  #expect(abs(try contrast("text3", "selectionHover", .light) - 4.53) < 0.006)
  #expect(abs(try contrast("thumb", "window", .light) - 3.10) < 0.006)
  #expect(abs(try contrast("onAccent", "accentFill", .dark) - 4.56) < 0.006)
  #expect(abs(try contrast("accentFill", "raised", .dark) - 3.06) < 0.006)
}

@Test func `high contrast draws outlines instead of shadows, and wider focus rings`() {
  for theme in [Theme.highContrastLight, .highContrastDark] {
    #expect(theme.cardShadows.isEmpty && theme.floatingShadows.isEmpty && theme.pinShadow == nil)
    #expect(theme.focusRingWidth == 3)
  }
  for theme in [Theme.light, .dark] {
    #expect(theme.cardShadows.count == 2 && theme.floatingShadows.count == 2 && theme.pinShadow != nil)
    #expect(theme.focusRingWidth == 2)
  }
}
