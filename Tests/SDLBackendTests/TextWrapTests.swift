import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

@MainActor
struct TextWrapTests {
  let engine: TextEngine
  private let body = TextStyle.body.font
  private static let sentence = "The harbour lay still, and the fishing boats had come home long before the rain."

  init() throws { engine = try TextSupport.engine() }

  private func lines(_ text: String, _ width: Double, limit: Int = 100) -> [TextLine] {
    engine.lines(text, font: body, width: width, limit: limit, scale: 1)
  }

  /// Returns the text of each line, found through the clusters of its glyphs.
  private func texts(_ lines: [TextLine], of text: String) -> [String] {
    let bytes = Array(text.utf8)
    return lines.map { line in
      guard let first = line.glyphs.map({ Int($0.cluster) }).min(),
        let last = line.glyphs.map({ Int($0.cluster) }).max()
      else { return "" }
      var end = last + 1
      while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
      return String(decoding: bytes[first..<end], as: UTF8.self)
    }
  }

  @Test func `a text is broken at spaces`() {
    for text in [Self.sentence, Self.sentence.replacing("harbour", with: "h\u{e4}fen")] {
      for width in [80.0, 123, 200, 333] {
        let lines = lines(text, width)
        #expect(lines.allSatisfy { $0.width <= width && !$0.isTruncated })
        #expect(texts(lines, of: text).joined(separator: " ") == text)
        #expect(lines.count >= Int(engine.line(text, font: body, scale: 1).width / width))
      }
    }
  }

  @Test func `each line holds as many words as fit`() {
    let lines = lines(Self.sentence, 150)
    let parts = texts(lines, of: Self.sentence)
    for (index, part) in parts.enumerated().dropLast() {
      let word = parts[index + 1].prefix { $0 != " " }
      #expect(engine.line(part + " " + word, font: body, scale: 1).width > 150)
    }
  }

  @Test func `the last line allowed ends with an ellipsis`() {
    let lines = lines(Self.sentence, 150, limit: 2)
    #expect(lines.count == 2)
    #expect(!lines[0].isTruncated && lines[1].isTruncated)
    #expect(lines[1].width <= 150)
    #expect(lines[1].glyphs.last?.index == engine.line("\u{2026}", font: body, scale: 1).glyphs[0].index)
    let enough = self.lines(Self.sentence, 150, limit: 100)
    #expect(self.lines(Self.sentence, 150, limit: enough.count).last?.isTruncated == false)
  }

  @Test func `newlines end lines`() {
    for text in ["one\ntwo\n\nthree", "one\r\ntwo\r\n\r\nthree"] {
      #expect(texts(lines(text, 500), of: text) == ["one", "two", "", "three"])
      let first = lines(text, 500, limit: 1)
      #expect(first.count == 1 && first[0].isTruncated && first[0].glyphs.count == 4)
    }
    #expect(lines("one\n", 500, limit: 1)[0].isTruncated == false)
    #expect(lines("", 500).count == 1)
    #expect(lines("one", 500, limit: 0).isEmpty)
  }

  @Test func `lines break between ideographs except before closing signs`() {
    let text = "\u{65e5}\u{672c}\u{8a9e}\u{4e2d}\u{6587}\u{5b57}\u{3002}\u{65e5}\u{672c}\u{8a9e}"
    let parts = texts(lines(text, 82), of: text)
    #expect(parts.joined() == text)
    #expect(parts[0].count == 5)
    #expect(parts[1].hasPrefix("\u{5b57}\u{3002}"))
  }

  @Test func `a word too long for a line is broken anywhere`() {
    let word = String(repeating: "abcdefghij", count: 10)
    let lines = lines(word, 60)
    #expect(lines.count > 5 && lines.allSatisfy { $0.width <= 60 })
    #expect(texts(lines, of: word).joined() == word)
    #expect(self.lines("abc", 1).count == 3)
  }

  @Test func `paths and compounds break after slashes and hyphens`() {
    let path = "/home/user/pictures-of-summer/coast-005"
    let parts = texts(lines(path, 110), of: path)
    #expect(parts.joined() == path)
    for part in parts.dropLast() { #expect(part.hasSuffix("/") || part.hasSuffix("-")) }
    #expect(!parts.contains { $0.hasPrefix("005") })
  }

  @Test func `a huge text costs only its visible lines`() {
    let text = String(repeating: Self.sentence + " ", count: 12_000)
    for text in [text, "\u{e4}" + text] {
      for _ in 0..<20 {
        let lines = lines(text, 200, limit: 3)
        #expect(lines.count == 3 && lines[2].isTruncated)
      }
    }
  }

  @Test(arguments: 0..<TextSupport.rounds)
  func `no line is wider than the limit and no text is lost`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = [
      "a", "harbour", "h\u{e4}fen", "(12:30)", "x", "\u{65e5}\u{672c}", "AVA", "-", "2024-01-15", "\u{1f600}",
    ]
    for _ in 0..<10 {
      let text = (0..<Int.random(in: 1..<30, using: &generator))
        .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
      let width = Double.random(in: 70..<300, using: &generator)
      let lines = lines(text, width)
      #expect(lines.allSatisfy { $0.width <= width + 0.001 })
      let shown = Set(lines.flatMap { $0.glyphs.map(\.cluster) })
      for (index, byte) in text.utf8.enumerated() where byte != 0x20 && byte & 0xc0 != 0x80 {
        #expect(shown.contains(UInt32(index)), "\(text) at \(index)")
      }
    }
  }
}
