import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Lines of any length, which are shown in parts.

/// Returns a text of three lines, of which the second is long and has numbered words.
private func text(_ count: Int) -> String {
  "short\n" + (0..<count).map { "word\($0) " }.joined() + "end\nthe last line\n"
}

extension ShownText {
  /// The identities of the visible rows from the top.
  fileprivate var ids: [String] {
    harness.show()
    return harness.tiles.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.id)
  }
}

@MainActor
@Test func `a long line is shown to its end, in rows that have one line number`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(10_000), to: "a.txt"))
  #expect(shown.status.contains("3 lines"))
  #expect(shown.harness.tiles.map(\.text).joined().contains("word9999 end"))
  let numbers = shown.harness.frame.textSnapshot.split(separator: "\n").count { $0.contains("at 20.8,14") }
  #expect(numbers == 3, "further rows of a line have no number")
  #expect(shown.harness.tiles.count > 6)
}

@MainActor
@Test func `what is selected across the rows of a long line is copied as it stands in the file`() async throws {
  let folder = try TemporaryFolder()
  let text = text(10_000)
  let shown = try await ShownText(folder.write(text, to: "a.txt"))
  try await shown.press("A", .control)
  #expect(try await shown.copy() == String(text.dropLast()))
  let last = try #require(shown.ids.last.flatMap(Int.init))
  try await shown.select(0, ofRow: 1, to: 3, ofRow: last)
  let line = text.split(separator: "\n")[1]
  #expect(try await shown.copy() == line + "\nthe")
}

@MainActor
@Test func `finding goes to the row of a long line that holds the match`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(400_000), to: "a.txt"))
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("word250000 ")
  try await shown.rest()
  let row = try #require(shown.harness.tiles.first { $0.text.contains("word250000 ") })
  #expect(shown.viewer.list.focusedItem?.item == Int(row.id))
  #expect(shown.harness.tiles.allSatisfy { $0.text.utf8.count <= LineText.byteLimit + 7 })
}

@MainActor
@Test func `a filter and a sort keep all rows of a long line together`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(10_000), to: "a.txt"), size: Size(width: 640, height: 600))
  let all = shown.ids
  try shown.viewer.setFilter(["word3 "])
  try await shown.rest()
  #expect(shown.ids == Array(all[1..<all.count - 1]))
  #expect(shown.status.contains("1 of 3 lines"))
  try shown.viewer.setFilter([])
  try shown.viewer.setSort("text:desc")
  try await shown.rest()
  #expect(shown.ids == Array(all[1..<all.count - 1]) + [all[all.count - 1], all[0]])
}

@MainActor
@Test func `a filter sees a line of many megabytes to its end, also when it is printed`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("short\n", to: "a.txt")
  try folder.write([UInt8](repeating: UInt8(ascii: "a"), count: 9 << 20), to: "a.txt", mode: "a")
  try folder.append(" needle\nlast\n", to: "a.txt")
  let shown = try await ShownText(path)
  for (filter, count) in [("needle", 1), ("!needle", 2)] {
    try shown.viewer.setFilter([filter])
    try await shown.rest()
    #expect(shown.status.contains("\(count) of 3 lines"), "\(filter): \(shown.status)")
    let printer = LinePrinter(format: .text, filter: Filter([try FilterExpression(filter)]))
    var output = OutputWriter(descriptor: creat(folder.file("output"), 0o600))
    #expect(try printer.print(RandomAccessFile(path: path), to: &output) == .printed(rows: count))
  }
}

@MainActor
@Test func `keys scroll through a wrapped line that is higher than the window`() async throws {
  let folder = try TemporaryFolder()
  let line = (0..<1_500).map { "word\($0) " }.joined()
  let shown = try await ShownText(folder.write("first\n\(line)\nlast\n", to: "a.txt"))
  try await shown.press("W")
  try await shown.press(.down)
  try await shown.press(.down)
  #expect(shown.viewer.list.focusedItem?.item == 1)
  var offsets = [shown.viewer.list.contentOffset.y]
  while shown.viewer.list.focusedItem?.item == 1, offsets.count < 40 {
    try await shown.press(.pageDown)
    offsets.append(shown.viewer.list.contentOffset.y)
  }
  #expect(shown.viewer.list.focusedItem?.item == 2)
  #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 > $0 - 1 && $1 - $0 <= shown.viewer.list.bounds.height })
  #expect(offsets.count > 4)
  // Back from below, the end of the line comes first.
  try await shown.press(.up)
  #expect(shown.viewer.list.focusedItem?.item == 1)
  let row = try #require(shown.row(1)).bounds
  let list = shown.viewer.list.bounds.height
  #expect(row.minY < 0 && row.maxY <= list + 100)
  let before = shown.viewer.list.contentOffset.y
  try await shown.press(.up)
  #expect(shown.viewer.list.focusedItem?.item == 1)
  #expect(shown.viewer.list.contentOffset.y == before - 50)
}

@MainActor
@Test func `finding brings the match itself into view, in a wrapped line that is higher than the window`() async throws
{
  let folder = try TemporaryFolder()
  let line = (0..<1_900).map { "word\($0) " }.joined()
  let shown = try await ShownText(folder.write("first\n\(line)\nlast\n", to: "a.txt"))
  try await shown.press("W")
  for number in [1_800, 20, 900] {
    shown.harness.key("F", modifiers: .control)
    shown.harness.key("A", modifiers: .control)
    shown.harness.type("word\(number) ")
    try await shown.rest()
    let row = try #require(shown.row(1)).bounds
    let before = (0..<number).reduce(0) { $0 + "word\($1) ".utf8.count }
    let share = Double(before) / Double(line.utf8.count)
    let place = row.minY + share * row.height
    #expect(place > 40 && place < 380, "word\(number) at \(place)")
  }
}
