import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// Plain text that is set from tables must equal the result of HarfBuzz.
@MainActor
struct TextTableTests {
  let engine: TextEngine
  let styles: [TextStyle] = [.body, .bodyMedium, .title, .mono, .monoBold, .microMedium]

  init() throws { engine = try TextSupport.engine() }

  @Test(arguments: 0..<TextSupport.rounds)
  func `plain text equals HarfBuzz's result glyph for glyph`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let text = Self.text(using: &generator)
      let style = styles[Int.random(in: styles.indices, using: &generator)]
      let scale: Double = [1, 1.25, 2].randomElement(using: &generator) ?? 1
      expectSame(text, style.font, width: nil, .none, scale)
      for truncation in [Truncation.end, .start, .middle] {
        let width = Double.random(in: 0..<300, using: &generator)
        expectSame(text, style.font, width: width, truncation, scale)
      }
    }
  }

  private func expectSame(_ text: String, _ font: Font, width: Double?, _ truncation: Truncation, _ scale: Double) {
    func line() -> TextLine {
      engine.line(text, font: font, width: width, truncation: truncation, scale: scale, reusing: nil)
    }
    let fast = line()
    engine.usesTables = false
    let slow = line()
    engine.usesTables = true
    #expect(fast.glyphs == slow.glyphs, "\(text) \(font) \(String(describing: width)) \(truncation)")
    #expect(fast.width == slow.width, "\(text)")
    #expect(fast.isTruncated == slow.isTruncated)
    if let width { #expect(truncation == .none || fast.width <= width + 0.001, "\(text)") }
  }

  /// Returns random words, dates, sizes, arrows and noise, to which fonts apply contextual rules.
  private static func text(using generator: inout SeededGenerator) -> String {
    let parts = [
      "Report", "x", "12", "-", "->", "(", ")", "A", "ABC", " ", "  ", ":", "2024-01-15", "12:30", "3 x 4", "=>", "+",
      "@", "*", "file_name.txt", "AVA", "To", "<-", "[", "]", "{", "}", "1,234.56", "\"Yes\"", "r.", "fi", "ffl", "/",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 0x20..<0x7f, using: &generator)))
      } else {
        text += parts.randomElement(using: &generator) ?? ""
      }
    }
    return text
  }
}
