import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Text that the user selects inside and across the lines of a file.

extension ShownText {
  /// Returns the text that Ctrl+C copies; `nil` if it copies nothing.
  func copy() async throws -> String? {
    harness.clipboard.text = nil
    try await press("C", .control)
    return harness.clipboard.text
  }

  /// Returns the point at the start of a character of a row.
  /// - Parameter digits: The number of digits of the line numbers in the text.
  func place(_ character: Double, ofRow id: Int, digits: Int = 1) throws -> Point {
    let line = try #require(row(id)).bounds
    let gutter = (20 + Double(digits) * 7.2 + 16).rounded(.up)
    return Point(x: line.minX + gutter + character * 7.2, y: line.minY + 10)
  }

  /// Selects text by a drag from one character boundary to another, which may be in another row.
  func select(_ start: Double, ofRow first: Int, to end: Double, ofRow last: Int, digits: Int = 1) async throws {
    harness.drag(from: try place(start, ofRow: first, digits: digits), to: try place(end, ofRow: last, digits: digits))
    try await rest()
  }
}

private func shown(_ text: String, _ folder: borrowing TemporaryFolder, name: String = "a.txt") async throws
  -> ShownText
{
  try await ShownText(folder.write(text, to: name))
}

@MainActor
@Test func `a drag selects characters of a line, and Ctrl+C copies exactly these`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\tgamma\nsecond\n", folder)
  try await shown.select(6, ofRow: 0, to: 10, ofRow: 0)
  #expect(shown.status.contains("characters selected"))
  #expect(try await shown.copy() == "beta")
  #expect(shown.status.contains("Copied 4 characters"))
  // Backwards, and beyond both ends of a line.
  try await shown.select(5, ofRow: 0, to: -3, ofRow: 0)
  #expect(try await shown.copy() == "alpha")
  try await shown.select(2, ofRow: 1, to: 40, ofRow: 1)
  #expect(try await shown.copy() == "cond")
  try await shown.select(6, ofRow: 0, to: 60, ofRow: 0)
  #expect(try await shown.copy() == "beta\tgamma", "a tab stays a tab")
}

@MainActor
@Test func `text across lines is copied with the ends of lines of the file`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("one\r\ntwo\r\n\r\nthree\nfour\n", folder)
  try await shown.select(1, ofRow: 0, to: 3, ofRow: 3)
  #expect(try await shown.copy() == "ne\r\ntwo\r\n\r\nthr")
  #expect(shown.status.contains("Copied text of 4 lines"))
  try await shown.select(2, ofRow: 4, to: 1, ofRow: 1)
  #expect(try await shown.copy() == "wo\r\n\r\nthree\nfo")
}

@MainActor
@Test func `escape sequences are left out of selected text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("a \u{1B}[31mred\u{1B}[0m word\nnext\n", folder)
  try await shown.select(2, ofRow: 0, to: 8, ofRow: 0)
  #expect(try await shown.copy() == "red wo")
}

@MainActor
@Test func `a double click selects a word, a third the line, and drags go on in that unit`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("GET /index.html ok\nsecond line here\n", folder)
  shown.harness.click(at: try shown.place(6.5, ofRow: 0), count: 2)
  #expect(try await shown.copy() == "index.html")
  shown.harness.click(at: try shown.place(6.5, ofRow: 0), count: 3)
  #expect(try await shown.copy() == "GET /index.html ok")
  shown.harness.press(at: try shown.place(6.5, ofRow: 0))
  shown.harness.release()
  shown.harness.press(at: try shown.place(6.5, ofRow: 0), count: 2)
  shown.harness.move(to: try shown.place(8.5, ofRow: 1))
  shown.harness.release()
  #expect(try await shown.copy() == "index.html ok\nsecond line")
  shown.harness.press(at: try shown.place(6.5, ofRow: 0), count: 2)
  shown.harness.move(to: try shown.place(1.5, ofRow: 0))
  shown.harness.release()
  #expect(try await shown.copy() == "GET /index.html")
  shown.harness.click(at: try shown.place(4.3, ofRow: 0), count: 2)
  #expect(try await shown.copy() == "/")
}

@MainActor
@Test func `Shift with a click or an arrow extends the selected text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\ngamma\ndelta\n", folder)
  shown.harness.click(at: try shown.place(2, ofRow: 0))
  shown.harness.click(at: try shown.place(3, ofRow: 1), modifiers: .shift)
  #expect(try await shown.copy() == "pha beta\ngam")
  shown.harness.click(at: try shown.place(9, ofRow: 0), modifiers: .shift)
  #expect(try await shown.copy() == "pha bet")
  try await shown.press(.right, .shift)
  #expect(try await shown.copy() == "pha beta")
  try await shown.press(.right, .shift)
  #expect(try await shown.copy() == "pha beta\n", "the end of the line")
  try await shown.press(.down, .shift)
  try await shown.press(.end, .shift)
  #expect(try await shown.copy() == "pha beta\ngamma\ndelta")
  try await shown.press(.left, [.shift, .control])
  try await shown.press(.up, .shift)
  try await shown.press(.home, .shift)
  #expect(try await shown.copy() == "pha beta\n")
  try await shown.press(.up, .shift)
  #expect(try await shown.copy() == "al")
}

@MainActor
@Test func `either text or lines are selected`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\ngamma\ndelta\n", folder)
  try await shown.select(2, ofRow: 0, to: 5, ofRow: 0)
  #expect(shown.viewer.list.selectedCount == 0)
  try await shown.press(.escape)
  #expect(try await shown.copy() == nil)
  try await shown.select(2, ofRow: 0, to: 5, ofRow: 0)
  // A click on the number of a line selects the line.
  let row = try #require(shown.row(1)).bounds
  shown.harness.click(at: Point(x: row.minX + 22, y: row.midY))
  #expect(try await shown.copy() == "gamma")
  shown.harness.click(at: Point(x: row.minX + 22, y: row.midY + 20), modifiers: .shift)
  #expect(try await shown.copy() == "gamma\ndelta")
  try await shown.select(2, ofRow: 0, to: 5, ofRow: 0)
  try await shown.press("A", .control)
  #expect(try await shown.copy() == "alpha beta\ngamma\ndelta")
  try await shown.select(2, ofRow: 0, to: 5, ofRow: 0)
  try await shown.press(.down)
  #expect(try await shown.copy() == "gamma", "the line below that at which the pointer was pressed")
  // A plain click selects its line, as before.
  shown.harness.click(at: try shown.place(2, ofRow: 2))
  #expect(try await shown.copy() == "delta")
}

@MainActor
@Test func `a menu at selected text copies that text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\ngamma\n", folder)
  try await shown.select(6, ofRow: 0, to: 10, ofRow: 0)
  shown.harness.click(at: try shown.place(7, ofRow: 0), button: .right)
  shown.harness.settle()
  let item = try #require(shown.harness.semantics.first { $0.text == "Copy" || $0.text.hasPrefix("Copy,") })
  shown.harness.click(at: item.bounds.center)
  #expect(shown.harness.clipboard.text == "beta")
}

@MainActor
@Test func `selected text is marked in all lines by a key`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\nlpha be\ngamma\n", folder)
  try await shown.select(1, ofRow: 0, to: 7, ofRow: 0)
  try await shown.press("1")
  #expect(shown.harness.semantics.contains { $0.text == "Mark lpha b, 2 lines" })
}

@MainActor
@Test func `the selection follows the lines through filters, growth and another order`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("one a\ntwo b\nthree a\nfour b\n", folder)
  try await shown.select(1, ofRow: 0, to: 3, ofRow: 2)
  try shown.viewer.setFilter(["a"])
  try await shown.rest()
  #expect(try await shown.copy() == "ne a\nthr")
  try shown.viewer.setFilter([])
  try await shown.rest()
  try folder.append("five\n", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 5 && !shown.viewer.isBusy })
  #expect(try await shown.copy() == "ne a\ntwo b\nthr")
  // In another order other lines would be between the ends.
  try shown.viewer.setSort("line:desc")
  try await shown.rest()
  #expect(try await shown.copy() == nil)
  try await shown.select(1, ofRow: -3, to: 3, ofRow: -2)
  #expect(try await shown.copy() == "hree a\ntwo")
  try shown.viewer.setSort("text")
  try await shown.rest()
  try await shown.select(1, ofRow: 3, to: 3, ofRow: 2)
  #expect(try await shown.copy() == "our b\none a\nthr")
  // Another file under the name has other lines.
  try folder.write("new\n", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 1 && !shown.viewer.isBusy })
  #expect(try await shown.copy() == nil)
}

@MainActor
@Test func `a drag beyond an edge scrolls, and what comes into view is selected`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<200).map { "line \($0) " + String(repeating: "x", count: $0 == 3 ? 300 : 3) }
  let shown = try await shown(lines.joined(separator: "\n") + "\n", folder)
  shown.harness.press(at: try shown.place(0, ofRow: 1, digits: 3))
  shown.harness.move(to: Point(x: 200, y: 395))
  shown.harness.advance(by: .seconds(20))
  shown.harness.release()
  let text = try #require(try await shown.copy())
  #expect(text.hasPrefix("line 1 xxx\nline 2 xxx\n") && text.hasSuffix("\nline 199 xxx"), "\(text.suffix(40))")
  #expect(shown.viewer.list.isAtEnd)
  shown.viewer.list.scroll(to: .start, animated: false)
  try await shown.rest()
  // Sideways to the end of a long line.
  shown.harness.press(at: try shown.place(0, ofRow: 3, digits: 3))
  shown.harness.move(to: Point(x: 639, y: try #require(shown.row(3)).bounds.midY))
  shown.harness.advance(by: .seconds(20))
  shown.harness.release()
  #expect(try await shown.copy() == lines[3])
}

@MainActor
@Test func `text is selected in wrapped lines`() async throws {
  let folder = try TemporaryFolder()
  let long = (0..<60).map { "word\($0)" }.joined(separator: " ")
  let shown = try await shown(long + "\nshort\n", folder)
  try await shown.press("W")
  let row = try #require(shown.row(0)).bounds
  #expect(row.height > 60)
  shown.harness.drag(
    from: Point(x: row.minX + 44 + 7.2 * 5, y: row.minY + 10), to: Point(x: row.minX + 44 + 7.2 * 6, y: row.minY + 50))
  let text = try #require(try await shown.copy())
  #expect(long.contains(text) && text.hasPrefix(" word1") && text.count > 120, "\(text)")
  let blue = Theme.light.colors.accentFill
  let pixels = try shown.picture()
  // The first line is marked from the press to its end, the last one up to the release.
  #expect(pixels.count(blue, x: 44..<79, y: row.minY..<row.minY + 20) == 0)
  #expect(pixels.count(blue, x: 300..<400, y: row.minY..<row.minY + 20) > 1_000)
  #expect(pixels.count(blue, x: 300..<400, y: row.minY + 40..<row.minY + 60) == 0)
}

extension Picture {
  /// Returns the number of pixels of a colour in a part of the picture.
  func count(_ color: Color, x: Range<Double>, y: Range<Double>) -> Int {
    let wanted = 0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    var count = 0
    for row in Int(y.lowerBound)..<Int(y.upperBound) {
      for column in Int(x.lowerBound)..<Int(x.upperBound) where pixels[row * width + column] == wanted { count += 1 }
    }
    return count
  }
}

@MainActor
@Test(arguments: ["שלום עולם", "abc שלום def", "e\u{301}x👩‍👩‍👧z日本🇩🇪🇫🇷", "a\u{1}b", "ﷺ لا إله x"])
func `no boundary splits a character, in either direction of writing`(text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown(text + "\n.\n", folder)
  var found = Set<String>()
  for x in stride(from: 0.0, to: 200, by: 5) {
    shown.harness.press(at: try shown.place(0, ofRow: 1))
    shown.harness.move(to: Point(x: 44 + x, y: try #require(shown.row(0)).bounds.midY))
    shown.harness.release()
    let copied = try #require(try await shown.copy())
    #expect(copied.hasSuffix("\n"))
    let part = copied.dropLast()
    #expect(Array(text).suffix(part.count) == Array(part), "\(copied)")
    found.insert(String(part))
  }
  #expect(found.count == text.count + 1, "every boundary is reached: \(found)")
}

@MainActor
@Test func `parts of a log line are selected as the file has them`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<9).map { "2026-06-14T09:41:1\($0)Z [WARN] net: lost \($0)" }
  let shown = try await ShownText(
    folder.write(lines.joined(separator: "\n") + "\n", to: "a.log"), size: Size(width: 900, height: 400))
  shown.harness.click(at: try shown.place(1.5, ofRow: 2), count: 3)
  #expect(try await shown.copy() == lines[2])
  // From the time to the message, with the signs between the columns.
  let (start, row) = (try shown.place(0, ofRow: 1), try #require(shown.row(1)).bounds)
  shown.harness.drag(from: start, to: Point(x: 890, y: row.midY))
  #expect(try await shown.copy() == "09:41:11Z [WARN] net: lost 1")
  shown.harness.drag(from: Point(x: start.x - 4, y: start.y), to: Point(x: 890, y: row.midY + 20))
  #expect(try await shown.copy() == lines[1] + "\n" + lines[2])
}

@MainActor
@Test func `keys and double clicks select no date that is not drawn`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<9).map { "2026-06-14T09:41:1\($0)Z [WARN] net: lost \($0)" }
  let shown = try await ShownText(
    folder.write(lines.joined(separator: "\n") + "\n", to: "a.log"), size: Size(width: 900, height: 400))
  func selected(_ keys: Key..., modifiers: Modifiers = .shift) async throws -> String? {
    for key in keys { shown.harness.key(key, modifiers: modifiers) }
    return try await shown.copy()
  }
  // Words of the line with the focus.
  shown.harness.key(.down)
  #expect(try await selected(.right) == "09")
  #expect(try await selected(.right, .right) == "10")
  #expect(try await selected(.right) == "WARN")
  shown.harness.key(.escape)
  // The end of a selection passes the signs between columns, and stays where text is drawn.
  shown.harness.click(at: try shown.place(3, ofRow: 1))
  shown.harness.click(at: try shown.place(5, ofRow: 1), modifiers: .shift)
  #expect(try await shown.copy() == "41")
  #expect(try await selected(.home) == "09:")
  #expect(try await selected(.end) == String(lines[1].dropFirst(14)))
  #expect(try await selected(.home) == "09:")
  #expect(try await selected(.left) == "\n2026-06-14T09:", "between lines, the text is that of the file")
  shown.harness.click(at: try shown.place(0.5, ofRow: 1), count: 2)
  #expect(try await shown.copy() == "09")
  shown.harness.click(at: try shown.place(0.5, ofRow: 1), count: 3)
  #expect(try await shown.copy() == lines[1], "a whole line is copied as the file has it")
}

@MainActor
@Test func `a copy of very many lines is limited`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown(String(repeating: "abc\n", count: 60_000), folder)
  shown.harness.click(at: try shown.place(1, ofRow: 0, digits: 6))
  shown.viewer.list.scroll(to: .end, animated: false)
  try await shown.rest()
  shown.harness.click(at: try shown.place(1, ofRow: 59_999, digits: 6), modifiers: .shift)
  let text = try #require(try await shown.copy())
  #expect(text.hasPrefix("bc\nabc\n") && text.utf8.count == 50_000 * 4 - 2)
  #expect(shown.status.contains("Copied the first 50,000 of 60,000 lines"))
}

@MainActor
@Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `selected text is visible in every theme`(theme: Theme) async throws {
  let folder = try TemporaryFolder()
  let shown = try await shown("alpha beta\n\ngamma\n", folder)
  shown.harness.changeEnvironment { $0.theme = theme }
  try await shown.select(2, ofRow: 0, to: 3, ofRow: 2)
  let (ground, ink) = (theme.colors.accentFill, theme.colors.onAccent)
  #expect(ground.contrast(with: theme.colors.surface) >= 3 && ground.contrast(with: ink) >= 4.5)
  let row = try #require(shown.row(0)).bounds
  let picture = try shown.picture()
  #expect(picture.count(ground, x: 44..<57, y: row.minY..<row.maxY) == 0)
  #expect(picture.count(ground, x: 60..<110, y: row.minY..<row.maxY) > 400)
  #expect(picture.count(ground, x: 44..<47, y: row.maxY..<row.maxY + 20) > 40, "the end of an empty line")
  try await shown.press(.escape)
  #expect(try shown.picture().count(ground, x: 44..<400, y: row.minY..<row.maxY + 60) == 0)
}

@MainActor
@Test func `Shift with Page Down and Page Up extends the selected text by the visible lines`() async throws {
  let folder = try TemporaryFolder()
  let text = (100..<200).map { "line \($0)\n" }.joined()
  let shown = try await shown(text, folder)
  try await shown.select(0, ofRow: 2, to: 4, ofRow: 2, digits: 3)
  try await shown.press(.pageDown, .shift)
  let lines = try #require(try await shown.copy()).split(separator: "\n")
  #expect((10...20).contains(lines.count) && lines.first == "line 102" && lines.last == "line", "\(lines)")
  try await shown.press(.pageUp, .shift)
  #expect(try await shown.copy() == "line")
  try await shown.press(.pageUp, .shift)
  #expect(try await shown.copy() == " 100\nline 101\n", "a page that is not whole ends at the first line")
}
