import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@MainActor
struct TextCaretTests {
  let engine: TextEngine
  private let body = TextStyle.body.font

  init() throws { engine = try TextSupport.engine() }

  @Test(arguments: ["", "Harbour (3x4)", "h\u{e4}fen", "a\u{1f600}b", "e\u{301}e\u{301}", "\u{65e5}\u{672c}", "a\tb"])
  func `carets are between characters from left to right`(text: String) {
    for scale in [1.0, 2] {
      let positions = engine.caretPositions(in: text, font: body, scale: scale)
      #expect(positions.count == text.count + 1)
      #expect(positions.first == 0)
      #expect(positions == positions.sorted() && Set(positions).count == positions.count)
      #expect(abs((positions.last ?? 0) - engine.line(text, font: body, scale: scale).width) < 1e-6)
    }
  }

  @Test func `carets go leftwards in Hebrew and divide ligatures in Arabic`() {
    let width = engine.line("\u{5e9}\u{5dc}\u{5d5}\u{5dd}", font: body, scale: 1).width
    let hebrew = engine.caretPositions(in: "\u{5e9}\u{5dc}\u{5d5}\u{5dd}", font: body, scale: 1)
    #expect(hebrew.count == 5)
    #expect(abs(hebrew[0] - width) < 1e-6 && abs(hebrew[4]) < 1e-6)
    #expect(hebrew == hebrew.sorted(by: >))
    let ligature = engine.caretPositions(in: "\u{644}\u{627}", font: body, scale: 1)
    #expect(ligature.count == 3)
    #expect(abs(ligature[1] - ligature[0] / 2) < 1e-6)
  }

  @Test func `tracking moves carets`() {
    let plain = engine.caretPositions(in: "abc", font: Font(size: 13), scale: 1)
    let tracked = engine.caretPositions(in: "abc", font: Font(size: 13, tracking: 2), scale: 1)
    #expect(abs(tracked[2] - plain[2] - 4) < 1e-6)
  }
}
