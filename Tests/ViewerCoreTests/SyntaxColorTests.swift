import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The colours of source code in the window, and how much is read for them.

/// Returns the lines of a file.
@MainActor
private func snapshot(of path: String) async throws -> LineIndexSnapshot {
  let index = LineIndex(file: try RandomAccessFile(path: path), follows: false) { _ in }
  for _ in 0..<5_000 where !index.snapshot.isCaughtUp { try await Task.sleep(for: .milliseconds(1)) }
  try #require(index.snapshot.isCaughtUp)
  return index.snapshot
}

@MainActor
private func kinds(_ colors: SyntaxColors, _ line: Int, _ lines: LineIndexSnapshot) -> [TerminalColor?] {
  colors.runs(ofLine: line, lines.string(at: line), in: lines).map(\.style.text)
}

@MainActor
@Test func `a comment of many lines has its colour in all of them, in any order of reading`() async throws {
  let folder = try TemporaryFolder()
  let text = "let a = 1\n/*\n" + String(repeating: "let b\n", count: 900) + "*/\nlet c\n"
  let lines = try await snapshot(of: folder.write(text, to: "a.swift"))
  let language = try #require(SyntaxLanguage.index(fileName: "a.swift", firstLine: ""))
  for order in [Array(0..<904), Array((0..<904).reversed()), [903, 500, 2, 901, 902, 64, 63, 65, 128]] {
    let colors = SyntaxColors(language: language)
    for line in order {
      let expected: [TerminalColor?] =
        line == 0 ? [.syntax(.keyword), .syntax(.number)] : [.syntax(line == 903 ? .keyword : .comment)]
      #expect(kinds(colors, line, lines) == expected, "line \(line)")
    }
  }
}

@MainActor
@Test func `a jump in a long file reads a bounded number of lines before the place`() async throws {
  let folder = try TemporaryFolder()
  let count = 200_000
  let path = try folder.write("/*\n" + String(repeating: "let b = 1\n", count: count) + "*/\n", to: "a.swift")
  let lines = try await snapshot(of: path)
  let colors = SyntaxColors(language: try #require(SyntaxLanguage.index(fileName: path, firstLine: "")))
  #expect(kinds(colors, count - 1, lines) == [.syntax(.keyword), .syntax(.number)], "a guess, so far from the start")
  #expect(colors.linesRead <= SyntaxColors.lookBackLines + 64)
  let before = colors.linesRead
  for line in stride(from: count - 1, to: count - 41, by: -1) { _ = kinds(colors, line, lines) }
  #expect(colors.linesRead - before <= 64, "scrolling back reads each line once")
  #expect(kinds(SyntaxColors(language: colors.language), 1_000, lines) == [.syntax(.comment)])
}

@MainActor
@Test func `a line of Markdown that is underlined is a heading`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("A *title*\n===\n\nAnother\n---\n- item\n---\n```\nx\n---\n```\n", to: "a.md")
  let lines = try await snapshot(of: path)
  let colors = SyntaxColors(language: try #require(SyntaxLanguage.index(fileName: path, firstLine: "")))
  #expect(kinds(colors, 0, lines) == [.syntax(.heading)])
  #expect(kinds(colors, 3, lines) == [.syntax(.heading)])
  #expect(kinds(colors, 5, lines) == [.syntax(.keyword)], "an item of a list is none")
  #expect(kinds(colors, 8, lines) == [.syntax(.string)], "and neither is a line of code")
}

@MainActor
@Test func `a line that is read in parts has the colours of the whole line`() async throws {
  let folder = try TemporaryFolder()
  // The parts end in strings, escape sequences and code.
  let code = String(repeating: "x='it\\'s // no';call(\"a \\\" b\\\\\");", count: 5_000)
  let path = try folder.write(code + "// a comment" + String(repeating: " of more words", count: 3_000), to: "a.js")
  let lines = try await snapshot(of: path)
  #expect(lines.count > 10)
  let colors = SyntaxColors(language: try #require(SyntaxLanguage.index(fileName: path, firstLine: "")))
  // Parts that are cut by the end of a part of the line count once.
  var found: [(text: String, color: TerminalColor?)] = []
  var isOpen = false
  for line in 0..<lines.count {
    let text = Array(lines.string(at: line).utf8)
    let runs = colors.runs(ofLine: line, lines.string(at: line), in: lines)
    for run in runs {
      let part = String(decoding: text[run.range], as: UTF8.self)
      if run.range.lowerBound == 0, isOpen, found.last?.color == run.style.text {
        found[found.count - 1].text += part
      } else {
        found.append((part, run.style.text))
      }
    }
    isOpen = runs.last?.range.upperBound == text.count
  }
  #expect(found.count == 10_001)
  let wrong = found.dropLast().enumerated().first { place, part in
    part.text != (place % 2 == 0 ? "'it\\'s // no'" : "\"a \\\" b\\\\\"") || part.color != .syntax(.string)
  }
  #expect(wrong == nil, "\(String(describing: wrong))")
  #expect(found.last?.color == .syntax(.comment) && found.last?.text.utf8.count == 12 + 14 * 3_000)
}

/// The coloured parts of the lines of a window.
@MainActor
private struct ColoredText {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 640, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await waitForRest(of: viewer, in: harness)
  }

  /// Returns the texts that are drawn in a colour, in the order of drawing.
  func texts(_ color: KeyPath<Palette, Color>) -> [String] {
    harness.show()
    let color = harness.host.environment.theme.colors[keyPath: color]
    return harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
      guard case .text(let line, _, color) = command, !line.glyphs.isEmpty else { return nil }
      return line.readableText
    }
  }
}

@MainActor
@Test func `source code is coloured in the window, also where it is written later`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ColoredText(folder.write("let a = \"b\" /* c", to: "a.swift"))
  #expect(shown.texts(\.debug) == ["let"] && shown.texts(\.success) == ["\"b\""])
  #expect(shown.texts(\.text3).contains("/* c"))
  try folder.append("\nlet d\n*/ let\n", to: "a.swift")
  try #require(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 3 })
  shown.harness.settle()
  #expect(shown.texts(\.debug) == ["let", "let"])
  #expect(shown.texts(\.text3).contains("let d"), "the comment goes on")
}

@MainActor
@Test func `a command turns the colours of source code off and on, and copies have none`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ColoredText(folder.write("let a\n", to: "a.swift"))
  #expect(shown.texts(\.debug) == ["let"])
  func toggle() async throws {
    shown.harness.key("P", modifiers: [.control, .shift])
    shown.harness.type("colours of source")
    shown.harness.key(.enter)
    try await waitForRest(of: shown.viewer, in: shown.harness)
  }
  try await toggle()
  #expect(shown.texts(\.debug).isEmpty && shown.texts(\.text1).contains("let a"))
  #expect(!shown.viewer.settings.colorsSource)
  try await toggle()
  #expect(shown.texts(\.debug) == ["let"])
  shown.viewer.focusList()
  shown.harness.key("A", modifiers: .control)
  shown.harness.key("C", modifiers: .control)
  #expect(shown.harness.clipboard.text == "let a")
}

@MainActor
@Test func `matches and colours of terminals are above those of source code, and logs have none`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ColoredText(folder.write("let a\n\u{1B}[31mlet\u{1B}[m b\n", to: "a.swift"))
  #expect(shown.texts(\.debug) == ["let"] && shown.texts(\.error) == ["let"])
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("let a")
  try await waitForRest(of: shown.viewer, in: shown.harness)
  #expect(shown.texts(\.onMatchNow).contains("let a"))
  let log = try await ColoredText(
    folder.write("2026-06-14 09:10:01 INFO let a = 1\n2026-06-14 09:10:02 INFO let b\n", to: "b.swift"))
  #expect(log.texts(\.text1).contains("let a = 1"))
}
