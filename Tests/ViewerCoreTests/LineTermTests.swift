import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Words selected in lines, and terms that are marked in all lines.

private func log(_ folder: borrowing TemporaryFolder) throws -> String {
  try folder.write(
    (0..<300).map { "alpha line\($0 % 7) beta-\($0 % 3).x \($0 % 10 == 0 ? "gamma" : "")\n" }.joined(), to: "a.txt")
}

extension ShownText {
  /// The chips of the terms.
  fileprivate var terms: [String] {
    harness.show()
    return harness.semantics.filter { $0.text.hasPrefix("Mark ") }.map { String($0.text.dropFirst(5)) }
  }

  /// Double-clicks the character with a number in a row.
  fileprivate func doubleClick(_ character: Int, ofRow id: Int) async throws {
    let place = try #require(row(id)).bounds
    let gutter = 20 + 3 * 7.2 + 16
    let point = Point(x: place.minX + gutter.rounded(.up) + (Double(character) + 0.5) * 7.2, y: place.midY)
    harness.click(at: point, count: 2)
    try await rest()
  }
}

@Test func `words are letters and digits, joined by single signs`() {
  func words(_ line: String) -> [String] {
    LineWords.words(in: line).map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) }
  }
  #expect(words("GET /a_b/x.png HTTP/1.1 -v é9.") == ["GET", "a_b", "x.png", "HTTP", "1.1", "v", "é9"])
  #expect(words("user@host: 10.0.0.1--x, id=9f-3e") == ["user@host", "10.0.0.1", "x", "id", "9f-3e"])
  #expect(words("") == [] && words(" .-") == [])
}

@MainActor
@Test func `a double click picks a word, and a key marks it in all lines`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(log(folder))
  try await shown.press("1")
  #expect(shown.terms.isEmpty, "no word is picked")
  try await shown.doubleClick(1, ofRow: 2)
  try await shown.press("1")
  #expect(shown.terms == ["alpha, 300 lines"])
  try await shown.doubleClick(12, ofRow: 3)
  try await shown.press("D", .control)
  #expect(shown.terms == ["alpha, 300 lines", "beta-0.x, 100 lines"])
  let blue = TermColors.text(0, in: .light).ground
  let pixels = try shown.picture().pixels
  let wanted = 0xFF00_0000 | UInt32(blue.red) << 16 | UInt32(blue.green) << 8 | UInt32(blue.blue)
  #expect(pixels.filter { $0 == wanted }.count > 1_000)
  try await shown.press("0")
  #expect(shown.terms.isEmpty)
  #expect(try !shown.picture().pixels.contains(wanted))
}

@MainActor
@Test func `a key marks a word in its colour, moves the colour, and removes it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(log(folder))
  try await shown.doubleClick(1, ofRow: 0)
  try await shown.press("3", [.control, .shift])
  try await shown.doubleClick(7, ofRow: 0)
  try await shown.press("3")
  #expect(shown.terms == ["line0, 43 lines"], "a colour has one term")
  try await shown.doubleClick(7, ofRow: 0)
  try await shown.press("5")
  #expect(shown.terms == ["line0, 43 lines"], "a term has one colour")
  try await shown.doubleClick(7, ofRow: 0)
  try await shown.press("5")
  #expect(shown.terms.isEmpty, "the same key removes it")
}

@MainActor
@Test func `up to nine terms are marked`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(
    folder.write("one two three four five six seven eight nine ten\n", to: "a.txt"), size: Size(width: 900, height: 300)
  )
  shown.harness.key(.down)
  for _ in 0..<10 {
    shown.harness.key(.right, modifiers: .shift)
    try await shown.press("D", .control)
    // The next word is picked from the last one on.
    for _ in 0..<shown.terms.count { shown.harness.key(.right, modifiers: .shift) }
  }
  #expect(shown.terms.count == 9)
}

@MainActor
@Test func `words are picked by keys, and Escape ends it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(log(folder))
  shown.harness.key(.down)
  for key: Key in [.right, .right, .right, .left] { shown.harness.key(key, modifiers: .shift) }
  try await shown.press("2")
  #expect(shown.terms == ["line0, 43 lines"])
  shown.harness.key(.right, modifiers: .shift)
  shown.harness.key(.escape)
  shown.harness.key(.escape)
  try await shown.press("4")
  #expect(shown.terms.count == 1)
}

@MainActor
@Test func `terms are counted in the filtered lines, and as lines arrive`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(log(folder))
  try await shown.doubleClick(1, ofRow: 0)
  try await shown.press("1")
  try shown.viewer.setFilter(["gamma"])
  try await shown.rest()
  #expect(shown.terms == ["alpha, 30 lines"])
  try shown.viewer.setFilter([])
  try await shown.rest()
  try folder.append("Alpha again\n", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 301 && !shown.viewer.isBusy })
  #expect(shown.terms == ["alpha, 301 lines"])
}

@MainActor
@Test func `a chip goes to the next line with its term, and Delete removes it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(log(folder))
  try await shown.doubleClick(22, ofRow: 0)
  try await shown.press("1")
  #expect(shown.terms == ["gamma, 30 lines"])
  let chip = try #require(shown.harness.semantics.first { $0.text.hasPrefix("Mark ") })
  #expect(chip.bounds.minX == 16, "the ground of the term, four pixels inside the chip, is at the margin")
  for row in [10, 20, 30] {
    shown.harness.click(at: Point(x: chip.bounds.minX + 20, y: chip.bounds.midY))
    try await shown.rest()
    #expect(shown.viewer.list.focusedItem?.item == row)
  }
  let cross = try #require(shown.harness.semantics.first { $0.text == "Remove mark gamma" })
  shown.harness.click(at: Point(x: cross.bounds.midX, y: cross.bounds.midY))
  try await shown.rest()
  #expect(shown.terms.isEmpty)
}

@Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `terms can be read in every theme, and differ from each other`(theme: Theme) {
  for number in 0..<TermColors.count {
    let (ground, ink) = TermColors.text(number, in: theme)
    #expect(ink.contrast(with: ground) >= 4.5)
    #expect(TermColors.tick(number).contrast(with: theme.colors.surface) >= 3, "\(number)")
  }
  #expect(Set((0..<TermColors.count).map { TermColors.text($0, in: theme).ground }).count == 9)
}
