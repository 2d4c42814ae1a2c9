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

private let everyGround =
  "surface window raised well hover pressed hoverW pressedW selection selectionHover selectionIdle errorWash badge "
  + "placeholder"

/// What may be written on what: rows are colours of text, columns grounds. A dash in the design's table is absent here.
private let textGrounds: [(text: String, grounds: String)] = [
  ("text1", everyGround),
  ("text2", everyGround),
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

/// Marks, rings and fills that say something without words.
private let stateGrounds: [(state: String, grounds: String)] = [
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
  table.flatMap { front, grounds in grounds.split(separator: " ").map { (Role(name: front), Role(name: String($0))) } }
}

@Test(arguments: pairs(textGrounds.map { ($0.text, $0.grounds) }))
func `text can be read on every ground it may stand on`(text: Role, ground: Role) throws {
  for (name, palette) in palettes {
    let contrast = try text.color(in: palette).contrast(with: ground.color(in: palette))
    #expect(contrast >= 4.5, "\(text.name) on \(ground.name), \(name)")
  }
}

@Test(arguments: pairs(stateGrounds.map { ($0.state, $0.grounds) }))
func `states can be told from every ground they show on`(state: Role, ground: Role) throws {
  for (name, palette) in palettes {
    let contrast = try state.color(in: palette).contrast(with: ground.color(in: palette))
    #expect(contrast >= 3, "\(state.name) on \(ground.name), \(name)")
  }
}

@Test func `no pair of the tables got lost and none is there twice`() {
  let all = pairs(textGrounds.map { ($0.text, $0.grounds) }) + pairs(stateGrounds.map { ($0.state, $0.grounds) })
  #expect(Set(all.map { "\($0.name)/\($1.name)" }).count == all.count)
  // 86 in the table of texts, 8 other texts, 18 states.
  #expect(all.count == 112)
}

@Test func `the lowest contrasts are those that the design names`() throws {
  func contrast(_ a: String, _ b: String, _ palette: Palette) throws -> Double {
    try Role(name: a).color(in: palette).contrast(with: Role(name: b).color(in: palette))
  }
  #expect(abs(try contrast("text3", "selectionHover", .light) - 4.53) < 0.006)
  #expect(abs(try contrast("thumb", "window", .light) - 3.10) < 0.006)
  #expect(abs(try contrast("onAccent", "accentFill", .dark) - 4.56) < 0.006)
  #expect(abs(try contrast("accentFill", "raised", .dark) - 3.06) < 0.006)
}

@Test func `high contrast draws lines instead of shadows and wider rings`() {
  for theme in [Theme.highContrastLight, .highContrastDark] {
    #expect(theme.cardShadows.isEmpty && theme.floatingShadows.isEmpty && theme.pinShadow == nil)
    #expect(theme.focusRingWidth == 3)
  }
  for theme in [Theme.light, .dark] {
    #expect(theme.cardShadows.count == 2 && theme.floatingShadows.count == 2 && theme.pinShadow != nil)
    #expect(theme.focusRingWidth == 2)
  }
}
