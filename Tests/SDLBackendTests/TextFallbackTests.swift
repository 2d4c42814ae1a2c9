import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// Tests of text that the bundled fonts cannot show.
@MainActor
struct TextFallbackTests {
  let finder = SubsetFinder()
  let engine: TextEngine
  private let body = TextStyle.body.font

  init() throws { engine = try TextSupport.engine(finder) }

  private func line(_ text: String, _ font: Font? = nil, scale: Double = 1) -> TextLine {
    engine.line(text, font: font ?? body, scale: scale)
  }

  private func image(_ glyph: TextLine.Glyph) -> GlyphImage {
    engine.image(ofGlyph: glyph.index, face: glyph.face, quarter: 0)
  }

  @Test func `other scripts come from other fonts`() {
    let text = line("A\u{65e5}\u{672c}B")
    #expect(text.glyphs.count == 4)
    #expect(text.glyphs[0].face == text.glyphs[3].face)
    #expect(text.glyphs[1].face == text.glyphs[2].face)
    #expect(text.glyphs[0].face != text.glyphs[1].face)
    #expect(text.glyphs.allSatisfy { $0.index != 0 })
    #expect(text.glyphs.map(\.cluster) == [0, 1, 4, 7])
    #expect(abs(text.glyphs[2].x - text.glyphs[1].x - 13) < 0.5)
    #expect(image(text.glyphs[1]).bytes.contains { $0 > 128 })
  }

  @Test func `the system is asked once for neighbouring characters`() {
    _ = line("\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}")
    let questions = finder.questions
    for _ in 0..<50 { _ = line("\u{65e5}\u{672c}\u{8a9e} \u{65e5}") }
    #expect(finder.questions == questions)
    _ = line("\u{10330}")
    _ = line("\u{10330}\u{10330}")
    #expect(finder.questions == questions + 1)
  }

  @Test(arguments: [
    "\u{1f600}", "\u{1f44d}\u{1f3fd}", "\u{1f1e9}\u{1f1ea}", "\u{2764}\u{fe0f}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
  ])
  func `an emoji is one coloured picture`(emoji: String) {
    for scale in [1.0, 2] {
      let text = line("a" + emoji + "b", scale: scale)
      #expect(text.glyphs.count == 3)
      let picture = image(text.glyphs[1])
      #expect(picture.isColor)
      #expect(picture.bytes.count == picture.width * picture.height * 4)
      let (width, height): (Double, Double) = (136 * 13 * scale / 109, 128 * 13 * scale / 109)
      #expect(abs(Double(picture.width) - width) <= 1)
      #expect(abs(Double(picture.height) - height) <= 1)
      let colored = stride(from: 0, to: picture.bytes.count, by: 4).contains {
        picture.bytes[$0] != picture.bytes[$0 + 2] && picture.bytes[$0 + 3] > 200
      }
      // The exception is the family of seven scalars: since Unicode 15.1, families are drawn in gray.
      #expect(colored || emoji.unicodeScalars.count == 7)
    }
  }

  @Test(arguments: ["\u{321}", "\u{322}", "\u{334}", "\u{335}", "\u{335}\u{321}"])
  func `a mark that its font gives the width of a letter is drawn on its letter`(marks: String) {
    let mono = TextStyle.mono.font
    let text = line("A" + marks + "G", mono)
    #expect(text.glyphs.count == 2 + marks.unicodeScalars.count)
    #expect(text.glyphs.allSatisfy { $0.index != 0 })
    // A monospaced font draws a mark within a letter's width, so the mark is on the letter if both start at the same
    // place.
    #expect(text.glyphs.dropLast().map { abs($0.x) }.max() == 0)
    #expect(text.glyphs.last.map { Double($0.x) < 9 } == true)
  }

  @Test(arguments: ["i", "n", "m"], ["\u{335}", "\u{336}"])
  func `an overlay stroke is centred on its letter, whatever its width`(letter: String, stroke: String) throws {
    let text = line(letter + stroke)
    try #require(text.glyphs.count == 2)
    let picture = image(text.glyphs[1])
    let middle = Double(text.glyphs[1].x) + Double(picture.left) + Double(picture.width) / 2
    #expect(abs(middle - text.width / 2) < 1)
  }

  @Test func `a mark without a letter keeps its width`() {
    #expect(line("\u{335}", TextStyle.mono.font).width > 4)
  }

  @Test func `a text sign asked for as text stays text`() {
    let text = line("\u{2764}\u{fe0e}")
    #expect(text.glyphs.allSatisfy { !image($0).isColor })
  }

  @Test func `an emoji stays whole when the text is truncated`() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}"
    let text = String(repeating: family, count: 10)
    for truncation in [Truncation.start, .middle, .end] {
      let held = engine.line(text, font: body, width: 100, truncation: truncation, scale: 1, reusing: nil)
      #expect(held.isTruncated && held.width <= 100)
      for glyph in held.glyphs { #expect(Int(glyph.cluster) % family.utf8.count == 0) }
    }
  }

  @Test func `without a font for it a character is shown as a box`() throws {
    let alone = try TextSupport.engine(nil)
    for text in ["\u{65e5}", "\u{1f600}", "\u{10ffff}", "\u{fffd}", "\u{e000}"] {
      let line = alone.line(text, font: body, scale: 1)
      #expect(line.glyphs.count == 1)
      #expect(line.width > 4)
      let picture = alone.image(ofGlyph: line.glyphs[0].index, face: line.glyphs[0].face, quarter: 0)
      #expect(picture.bytes.contains { $0 > 60 })
    }
  }

  @Test func `Arabic is joined and runs from right to left`() {
    let text = line("\u{645}\u{631}\u{62d}\u{628}\u{627}")
    #expect(text.isRightToLeft)
    let clusters = text.glyphs.map(\.cluster)
    #expect(clusters == [8, 6, 4, 2, 0])
    let alone = line("\u{628}").glyphs[0].index
    #expect(text.glyphs[1].index != alone)
    let xs = text.glyphs.map(\.x)
    #expect(xs == xs.sorted())
    #expect(line("\u{644}\u{627}").glyphs.count == 1)
  }

  @Test func `numbers and Latin words run left to right within Hebrew`() {
    // The line is shown as: 123 abc MOLAHS
    let text = line("\u{5e9}\u{5dc}\u{5d5}\u{5dd} abc 123")
    #expect(text.isRightToLeft)
    #expect(text.glyphs.map(\.cluster) == [9, 10, 11, 12, 13, 14, 15, 8, 6, 4, 2, 0])
    let mixed = line("ab \u{5e9}\u{5dc} 12")
    #expect(!mixed.isRightToLeft)
    #expect(mixed.glyphs.map(\.cluster) == [0, 1, 2, 8, 9, 7, 5, 3])
  }

  @Test func `brackets around right-to-left text take its direction`() {
    // The line is shown as: abc (de) MOLAHS
    let text = line("\u{5e9}\u{5dc} abc (de)")
    #expect(text.glyphs.map(\.cluster) == [5, 6, 7, 8, 9, 10, 11, 12, 4, 2, 0])
  }

  @Test func `direction controls do not reorder a name`() {
    let plain = line("photo gpj.exe")
    let tricked = line("photo \u{202e}gpj.exe")
    #expect(tricked.width == plain.width)
    #expect(tricked.glyphs.map(\.x).max() == plain.glyphs.map(\.x).max())
    #expect(tricked.glyphs.last?.index == plain.glyphs.last?.index)
  }

  @Test(arguments: [
    ("\n", "^J"), ("\u{0}", "^@"), ("\r\n", "^M^J"), ("\u{1b}", "^["), ("\u{7f}", "^?"), ("\u{85}", "\u{fffd}"),
    ("\u{2028}", "\u{21b5}"),
  ])
  func `control characters are written with a caret and stay one character`(control: String, sign: String) {
    for font in [body, TextStyle.mono.font] {
      let (shown, written) = (line("a\(control)b", font), line("a\(sign)b", font))
      #expect(shown.glyphs.map(\.index) == written.glyphs.map(\.index))
      #expect(abs(shown.width - written.width) < 0.5)
      let clusters = Set(shown.glyphs.map(\.cluster))
      #expect(clusters == [0, 1, UInt32(1 + control.utf8.count)], "the caret goes with its letter")
      let carets = engine.caretPositions(in: "a\(control)b", font: font, scale: 1)
      #expect(carets.count == 4)
      #expect(carets == carets.sorted())
      #expect(abs(carets[3] - shown.width) < 0.5)
    }
  }

  @Test func `a control character is not split by truncation`() {
    let text = String(repeating: "\u{1b}", count: 40)
    for width in stride(from: 20.0, to: 120, by: 3) {
      let cut = engine.line(text, font: TextStyle.mono.font, width: width, truncation: .end, scale: 1, reusing: nil)
      #expect(cut.isTruncated && cut.glyphs.count % 2 == 1, "pairs and an ellipsis")
    }
  }

  @Test func `tabs run to the next stop`() {
    let space = engine.metrics(of: TextStyle.mono.font, scale: 1).digitWidth
    for (text, columns) in [("\ta", 9), ("abc\ta", 9), ("abcdefgh\ta", 17), ("\t\ta", 17)] {
      #expect(abs(line(text, TextStyle.mono.font).width - Double(columns) * space) < 1e-6)
    }
    let step = line(" ").width * 4
    #expect(abs(line("i\t").width - step) < 1e-6)
  }

  @Test(arguments: 0..<TextSupport.rounds)
  func `no bytes crash the text engine`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var text = String(decoding: bytes, as: UTF8.self)
      for _ in 0..<Int.random(in: 0..<8, using: &generator) {
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator)) {
          text.unicodeScalars.append(scalar)
        }
      }
      let free = line(text)
      #expect(free.width >= 0 && free.width.isFinite)
      #expect(engine.caretPositions(in: text, font: body, scale: 1).count == text.count + 1)
      for truncation in [Truncation.end, .start, .middle] {
        let held = engine.line(text, font: body, width: 60, truncation: truncation, scale: 1, reusing: nil)
        #expect(held.width <= 60.001, "\(text.debugDescription)")
      }
      for part in engine.lines(text, font: body, width: 60, limit: 4, scale: 1) { #expect(part.width.isFinite) }
      for glyph in free.glyphs { #expect(image(glyph).width >= 0) }
    }
  }
}
