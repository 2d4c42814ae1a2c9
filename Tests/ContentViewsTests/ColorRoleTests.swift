import Scrollwork
import Testing

private let roles: [ColorRole] = [
  .window, .surface, .raised, .well, .text1, .text2, .text3, .textDisabled, .accent, .accentFill, .onAccent,
  .accentFillHover, .accentFillPress, .selection, .selectionHover, .selectionMark, .selectionIdle, .selectionIdleMark,
  .hover, .pressed, .hoverW, .pressedW, .hoverR, .pressedR, .focus, .separator, .edge, .control, .thumb, .thumbHover,
  .placeholder, .match,
  .matchNow, .onMatch, .onMatchNow, .fatal, .onFatal, .error, .warning, .info, .debug, .success, .errorWash, .badge,
  .star,
]

@Test func `each role of a palette takes a colour of its own, and no other role changes with it`() {
  for role in roles {
    var palette = Theme.light.colors
    let color = Color(red: 1, green: 2, blue: 3, alpha: 4)
    palette[role] = color
    for other in roles { #expect(palette[other] == (other == role ? color : Theme.light.colors[other])) }
  }
}

@Test func `a fixed colour is read from any palette and changes none`() {
  var palette = Theme.dark.colors
  palette[.fixed(.white)] = .black
  #expect(palette == Theme.dark.colors && palette[.fixed(.white)] == .white)
}
