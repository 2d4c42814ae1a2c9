import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Escape sequences of terminals in lines: the text without them, and the styles that they set.

private func read(_ line: String) -> TerminalText {
  var line = line
  return line.withUTF8 { TerminalText(UnsafeRawBufferPointer($0)) }
}

private func style(_ sequence: String) -> TerminalStyle? { read("\u{1B}[\(sequence)mx").runs.first?.style }

@Test func `escape sequences set the styles of the text after them`() {
  let line = read("a\u{1B}[1;31mred\u{1B}[0m \u{1B}[44mblue\u{1B}[m é")
  #expect(line.string == "ared blue é")
  #expect(line.runs.map(\.range) == [1..<4, 5..<9])
  #expect(line.runs[0].style.isBold)
  #expect(line.runs[0].style.text == .named(1))
  #expect(line.runs[1].style.ground == .named(4))
  #expect(read("plain").runs.isEmpty)
  #expect(read("\u{1B}[31ma\u{1B}[31mb").runs.map(\.range) == [0..<2], "one style is one run")
}

@Test func `colours are named, of the palette of 256, or made of channels`() {
  #expect(style("37")?.text == .named(7))
  #expect(style("93")?.text == .named(11))
  #expect(style("107")?.ground == .named(15))
  #expect(style("38;5;9")?.text == .named(9))
  #expect(style("38;5;208")?.text == .fixed(red: 255, green: 135, blue: 0))
  #expect(style("48;5;244")?.ground == .fixed(red: 128, green: 128, blue: 128))
  #expect(style("38;2;1;2;3;4")?.text == .fixed(red: 1, green: 2, blue: 3))
  #expect(style("38;2;1;2;3;4")?.isUnderlined == true, "parameters after a colour count")
  #expect(style("38:2::1:2:3")?.text == .fixed(red: 1, green: 2, blue: 3))
  #expect(style("38:2:1:2:3")?.text == .fixed(red: 1, green: 2, blue: 3))
  #expect(style("38:5:9")?.text == .named(9))
  #expect(style("58;2;1;2;3;7")?.isReversed == true)
  for broken in ["38", "38;5", "38;5;256", "38;2;1;2", "38;9", "999999999999", ";", "4:0"] {
    #expect(style(broken) == nil, "\(broken)")
  }
}

@Test func `styles are set and ended one by one`() {
  let all = style("1;2;4;7")
  #expect(all?.isBold == true && all?.isDim == true && all?.isUnderlined == true && all?.isReversed == true)
  #expect(style("1;2;22") == nil)
  #expect(style("4;24;7;27;31;39;41;49") == nil)
  #expect(style("4:3")?.isUnderlined == true)
}

@Test func `other escape sequences are dropped, and no text with them`() {
  #expect(read("a\u{1B}[2K\u{1B}[10;5Hb\u{1B}[?25lc\u{1B}[>4md").string == "abcd")
  #expect(read("\u{1B}]0;title\u{07}a\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\").string == "alink")
  #expect(read("\u{1B}(Ba\u{1B}7b\u{1B}=c").string == "abc")
  #expect(read("a\u{1B}]no end").string == "ano end")
  #expect(read("a\u{1B}[31").string == "a", "a sequence that is cut off")
  #expect(read("a\u{1B}[3é").string == "aé")
  #expect(read("a\u{1B}").string == "a\u{1B}", "no sequence begins there, so the byte is shown")
  #expect(read("\u{1B}\u{1B}[31mx").string == "\u{1B}x")
}

@Test(arguments: 0..<200) func `any bytes keep the text that is no part of a sequence`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let pool: [UInt8] = [0x1B, 0x1B] + Array("[]m;:031?\\P(".utf8) + [0x07, 0xC3, 0xA9, 0xFF]
  let bytes = (0..<40).map { _ in pool.randomElement(using: &generator)! }
  let text = bytes.withUnsafeBytes { TerminalText($0) }
  #expect(text.runs.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= text.string.utf8.count })
  #expect(zip(text.runs, text.runs.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
  #expect(text.string.utf8.filter { $0 == 0x1B }.count <= bytes.filter { $0 == 0x1B }.count)
}

@Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `coloured text can be read in every theme`(theme: Theme) {
  let colors = theme.colors
  let codes = (0..<256).map { "38;5;\($0)" } + (0..<256).map { "48;5;\($0)" } + ["38;5;16;48;5;16", "31;41", "97;107"]
  for code in codes {
    for extra in ["", ";2", ";7", ";1"] {
      guard let style = style(code + extra) else { continue }
      let (text, ground) = style.colors(in: theme, plain: colors.text1)
      let grounds = ground.map { [$0] } ?? [colors.surface, colors.hover, colors.selection, colors.errorWash]
      for ground in grounds { #expect(text.contrast(with: ground) >= 4.5, "\(code)\(extra)") }
    }
  }
}

@MainActor
@Test func `lines are shown, filtered, found and copied without escape sequences`() async throws {
  let folder = try TemporaryFolder()
  let lines = [
    "2026-06-14T09:41:10Z \u{1B}[32mINFO\u{1B}[0m net: \u{1B}[1mopen\u{1B}[0med",
    "2026-06-14T09:41:11Z \u{1B}[31mERROR\u{1B}[0m net: failed", "\u{1B}[31m31m\u{1B}[0m",
  ]
  let viewer = Viewer()
  try viewer.open(try folder.write(lines.joined(separator: "\n"), to: "a.log"))
  let harness = ViewHarness(showing: viewer, size: Size(width: 900, height: 300))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  #expect(harness.tiles.first?.text == "2026-06-14T09:41:10Z INFO net: opened")
  try viewer.setFilter(["opened"])
  try await waitForRest(of: viewer, in: harness)
  #expect(harness.tiles.count == 1)
  harness.key("A", modifiers: .control)
  harness.key("C", modifiers: .control)
  #expect(harness.clipboard.text == "2026-06-14T09:41:10Z INFO net: opened")
  try viewer.setFilter(["31m"])
  try await waitForRest(of: viewer, in: harness)
  #expect(harness.tiles.map(\.text) == ["31m"], "a sequence is no text")
  try viewer.setFilter([])
  try await waitForRest(of: viewer, in: harness)
  harness.key("F", modifiers: .control)
  harness.type("opened")
  try await waitForRest(of: viewer, in: harness)
  #expect(harness.semantics.contains { $0.text == "1 of 1" })
}
