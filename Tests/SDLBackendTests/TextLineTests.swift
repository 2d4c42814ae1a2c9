import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@MainActor
struct TextLineTests {
  let engine: TextEngine

  init() throws { engine = try TextSupport.engine() }

  private func line(_ text: String, _ style: TextStyle = .body, scale: Double = 1) -> TextLine {
    engine.line(text, font: style.font, scale: scale)
  }

  private func cut(_ text: String, _ width: Double, _ truncation: Truncation) -> TextLine {
    engine.line(text, font: TextStyle.body.font, width: width, truncation: truncation, scale: 1, reusing: nil)
  }

  @Test func `kerning moves letters together`() {
    #expect(line("AV").width < line("A").width + line("V").width - 0.3)
  }

  @Test func `all digits have the same width`() {
    let width = engine.metrics(of: TextStyle.body.font, scale: 1).digitWidth
    for digit in 0...9 { #expect(abs(line("\(digit)").width - width) < 1e-9) }
    #expect(abs(width / 13 - 0.648) < 0.001)
    #expect(abs(line("11111").width - line("80808").width) < 1e-9)
  }

  @Test func `code has no ligatures`() {
    let single = line("=", .mono).glyphs[0].index
    let glyphs = line("=== != ->", .mono).glyphs
    #expect(glyphs.count == 9)
    #expect(glyphs[0].index == single && glyphs[1].index == single && glyphs[2].index == single)
    #expect(abs(line("abc", .mono).width - 21.6) < 1e-9)
  }

  @Test func `widths grow with size and scale`() {
    let text = "Harbour at dusk, 2024-01-15 (ä)"
    let one = engine.line(text, font: Font(size: 13), scale: 1)
    let two = engine.line(text, font: Font(size: 26), scale: 1)
    let scaled = engine.line(text, font: Font(size: 13), scale: 2)
    #expect(abs(two.width - 2 * one.width) < 1e-6)
    #expect(abs(scaled.width - one.width) < 1e-6)
    #expect(abs(scaled.glyphs[5].x - 2 * one.glyphs[5].x) < 1e-3)
    #expect(scaled.scale == 2)
  }

  @Test func `tracking is added to each character`() {
    for text in ["Gallery", "Gal\u{e9}rie"] {
      let plain = engine.line(text, font: Font(size: 28), scale: 1)
      let tight = engine.line(text, font: Font(size: 28, tracking: -0.5), scale: 1)
      #expect(abs(plain.width - 3.5 - tight.width) < 1e-6)
      #expect(abs(plain.glyphs[6].x - 3 - tight.glyphs[6].x) < 1e-3)
    }
  }

  @Test func `a text that fits is not truncated`() {
    for text in ["Harbour", "H\u{e4}fen", ""] {
      for truncation in [Truncation.end, .start, .middle] {
        let free = line(text)
        let held = cut(text, free.width, truncation)
        #expect(held.glyphs == free.glyphs)
        #expect(!held.isTruncated)
      }
    }
  }

  @Test(arguments: [Truncation.start, .middle, .end])
  func `one ellipsis replaces the omitted text`(truncation: Truncation) {
    let ellipsis = line("\u{2026}").glyphs[0].index
    for text in ["coast-005-harbour-with-a-long-exposure.jpg", "K\u{fc}ste-005-harbour-with-a-long-exposure.jpg"] {
      let held = cut(text, 150, truncation)
      #expect(held.isTruncated)
      #expect(held.width <= 150)
      #expect(held.width > 130)
      #expect(held.glyphs.filter { $0.index == ellipsis }.count == 1)
      let clusters = held.glyphs.map(\.cluster)
      #expect(clusters == clusters.sorted())
    }
  }

  @Test func `an ellipsis in the middle leaves the last eight characters`() {
    for text in ["coast-005-harbour-with-a-long-exposure.jpg", "K\u{fc}ste-005-harbour-with-a-long-exposure.jpg"] {
      let ellipsis = line("\u{2026}").glyphs[0].index
      let held = cut(text, 150, .middle)
      #expect(held.glyphs.firstIndex { $0.index == ellipsis } == held.glyphs.count - 9)
      #expect(held.glyphs[held.glyphs.count - 8].cluster == UInt32(text.utf8.count - 8))
    }
  }

  @Test func `without room for the ellipsis nothing is shown`() {
    for text in ["Harbour", "H\u{e4}fen"] {
      let held = cut(text, 2, .end)
      #expect(held.glyphs.isEmpty && held.width == 0 && held.isTruncated)
      #expect(cut(text, -5, .middle).glyphs.isEmpty)
      #expect(cut(text, .nan, .start).glyphs.isEmpty)
    }
  }

  @Test func `text is truncated between characters, not within them`() {
    let text = String(repeating: "e\u{301}\u{323}", count: 40)
    for width in stride(from: 20.0, to: 150, by: 7) {
      let held = cut(text, width, .end)
      #expect(held.width <= width)
      for glyph in held.glyphs { #expect(glyph.cluster % 5 == 0) }
    }
  }

  @Test func `a line without other holders is reused`() {
    var first: TextLine? = line("one")
    let identity = first.map { ObjectIdentifier($0) }
    let second = engine.line(
      "two", font: TextStyle.body.font, width: nil, truncation: .none, scale: 1, reusing: first.take())
    #expect(ObjectIdentifier(second) == identity)
    let third = engine.line(
      "three", font: TextStyle.body.font, width: nil, truncation: .none, scale: 1, reusing: second)
    #expect(third !== second)
    #expect(second.glyphs.count == 3)
  }

  @Test func `an empty text has no glyphs but the height of its font`() {
    let empty = line("")
    #expect(empty.glyphs.isEmpty && empty.width == 0)
    #expect(empty.ascent > 12 && empty.descent > 3)
  }

  @Test func `a huge line costs only its visible part`() {
    let plain = String(repeating: "abcdefghij", count: 100_000)
    let mixed = String(repeating: "h\u{e4}fen \u{65e5}\u{672c} ", count: 100_000)
    for text in [plain, mixed] {
      for _ in 0..<100 {
        let held = cut(text, 300, .end)
        #expect(held.isTruncated && held.width <= 300 && held.width > 280)
        #expect(held.glyphs.capacity < 10_000)
      }
    }
  }

  @Test func `names, sentences and numbers are set without HarfBuzz`() {
    for text in ["Ada Lovelace", "my-file name.txt", "1,234.56 kB", "IMG_2041.jpg", "a box of x", "and/or", "1/2"] {
      #expect(engine.isPlain(text, font: TextStyle.body.font), "\(text)")
    }
    for text in ["2024-01-15 12:30:59", "Ada Lovelace (1815)", "coast-005-harbour.jpg", "3x4", "A + B @ [C]", "a -> b"]
    {
      #expect(engine.isPlain(text, font: TextStyle.body.font), "\(text)")
    }
    #expect(!engine.isPlain("H\u{e4}fen", font: TextStyle.body.font))
    #expect(engine.isPlain("2024-01-15 12:30 (a) -> b", font: TextStyle.mono.font))
  }
}
