import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

private let texts = [
  "10x20", "3 x 4", "0x1F", "a->b", "<- -> <-> => <=", "A-B", "(A)", "12:30", "fi ffl", "A@B", "*A*", "X+Y", ":-)",
  "Küste-10x20->fi.jpg",
]

/// Data must be shown unchanged: a character looks the same whatever stands beside it.
@MainActor
struct TextDataTests {
  let engine: TextEngine
  private let styles: [TextStyle] = [.body, .bodyMedium, .title, .mono, .monoBold, .microMedium]

  init() throws { engine = try TextSupport.engine() }

  @Test(arguments: texts)
  func `a character of a name looks the same alone and beside others`(text: String) {
    for style in styles {
      let alone = text.map { engine.line(String($0), font: style.font, scale: 1).glyphs.map(\.index) }
      for usesTables in [true, false] {
        engine.usesTables = usesTables
        let glyphs = engine.line(text, font: style.font, scale: 1).glyphs
        #expect(glyphs.map(\.index) == alone.flatMap { $0 }, "\(text) in \(style.font)")
      }
      engine.usesTables = true
    }
  }

  @Test(arguments: texts)
  func `a caret is at the drawn start of each character of a name`(text: String) {
    for style in styles {
      let carets = engine.caretPositions(in: text, font: style.font, scale: 1)
      let glyphs = engine.line(text, font: style.font, scale: 1).glyphs
      #expect(glyphs.count == text.count)
      for (caret, glyph) in zip(carets, glyphs) { #expect(abs(caret - Double(glyph.x)) < 1e-3, "\(text)") }
    }
  }
}
