import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Lines around the matches of a filter.

private func text(_ count: Int, matches: Set<Int>) -> String {
  (0..<count).map { "line \($0)" + (matches.contains($0) ? " needle" : "") + "\n" }.joined()
}

extension ShownText {
  /// The numbers of the visible lines, from the top.
  fileprivate var lines: [Int] {
    harness.show()
    return harness.tiles.sorted { $0.bounds.minY < $1.bounds.minY }.compactMap { Int($0.text.split(separator: " ")[1]) }
  }
}

@MainActor
@Test func `keys show more and fewer lines around the matches of a filter`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(
    folder.write(text(30, matches: [0, 5, 8, 20, 29]), to: "a.txt"), size: Size(width: 640, height: 600))
  try await shown.press("+")
  #expect(shown.status.contains("there is no filter"))
  try shown.viewer.setFilter(["needle"])
  try await shown.rest()
  #expect(shown.lines == [0, 5, 8, 20, 29])
  try await shown.press("+")
  #expect(shown.lines == [0, 1, 4, 5, 6, 7, 8, 9, 19, 20, 21, 28, 29])
  #expect(shown.status.contains("5 of 30 lines") && shown.status.contains("1 line around each"), "\(shown.status)")
  try await shown.press("=")
  #expect(shown.lines == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 19, 20, 21, 22, 27, 28, 29])
  #expect(shown.status.contains("5 of 30 lines") && shown.status.contains("2 lines around each"))
  // The number stays for the next filter.
  try shown.viewer.setFilter(["line 15"])
  try await shown.rest()
  #expect(shown.lines == [13, 14, 15, 16, 17])
  for _ in 0..<2 { try await shown.press("-") }
  #expect(shown.lines == [15])
  try await shown.press("-")
  #expect(shown.status.contains("no lines around matches are shown"))
}

@MainActor
@Test func `a thin line marks a gap, and lines around matches are pale`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(30, matches: [5, 7, 20]), to: "a.txt"))
  try shown.viewer.setFilter(["needle"])
  try await shown.press("+")
  #expect(shown.lines == [4, 5, 6, 7, 8, 19, 20, 21])
  let colors = Theme.light.colors
  func row(_ line: Int) throws -> Rect { try #require(shown.row(line)).bounds }
  let picture = try shown.picture()
  for line in [4, 5, 6, 7, 8, 19, 20, 21] {
    let place = try row(line)
    let top = picture.count(colors.edge, x: 30..<600, y: place.minY..<place.minY + 1)
    #expect(line == 19 ? top > 500 : top == 0, "line \(line)")
    let (strong, pale) = (
      picture.count(colors.text1, x: 60..<200, y: place.minY..<place.maxY),
      picture.count(colors.text3, x: 60..<200, y: place.minY..<place.maxY)
    )
    #expect([5, 7, 20].contains(line) ? strong > 0 && pale == 0 : strong == 0 && pale > 0, "line \(line)")
  }
}

@MainActor
@Test func `find goes to matches only, and other orders keep the lines around them together`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(30, matches: [5, 20]), to: "a.txt"))
  try shown.viewer.setFilter(["needle"])
  try await shown.press("+")
  try await shown.press("F", .control)
  shown.harness.type("line")
  try await shown.press(.enter)
  var visited: Set<Int> = []
  for _ in 0..<4 {
    try await shown.press("F3")
    visited.insert(try #require(shown.viewer.list.focusedItem).item)
  }
  #expect(visited == [1, 4], "the rows of the two matches among six")
  try await shown.press(.escape)
  try shown.viewer.setSort("line:desc")
  try await shown.rest()
  #expect(shown.lines == [21, 20, 19, 6, 5, 4])
  try shown.viewer.setSort("text")
  try await shown.rest()
  #expect(shown.lines == [20, 5])
  try await shown.press("+")
  #expect(shown.status.contains("lines sorted by text have no lines around them"))
}

@MainActor
@Test func `lines around matches follow a growing file`() async throws {
  let folder = try TemporaryFolder()
  var random = SeededGenerator(seed: 7)
  var content = ""
  let shown = try await ShownText(folder.write("line 0\n", to: "a.txt"), size: Size(width: 640, height: 3_000))
  content = "line 0\n"
  try shown.viewer.setFilter(["needle"])
  for _ in 0..<3 { shown.harness.key("+") }
  var count = 1
  // All lines are in sight. A longer list would follow its end.
  for round in 0..<min(rounds, 20) {
    // A part of a line, whose rest makes it a match or not.
    var added = ""
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      added += "line \(count)" + (Int.random(in: 0..<6, using: &random) == 0 ? " needle" : " x") + "\n"
      count += 1
    }
    let cut = Bool.random(using: &random) ? added.utf8.count - 3 : added.utf8.count
    try folder.append(String(added.prefix(cut)), to: "a.txt")
    content += added.prefix(cut)
    let known = content.split(separator: "\n").count
    #expect(await waitUntil(shown.harness) { shown.status.contains("of \(known) lines") && !shown.viewer.isBusy })
    func expected() -> [Int] {
      let lines = content.split(separator: "\n")
      return lines.indices.filter { line in
        lines[max(0, line - 3)..<min(lines.count, line + 4)].contains { $0.contains("needle") }
      }
    }
    if shown.viewer.list.itemCount > 0 {
      shown.harness.settle()
      #expect(shown.lines == Array(expected().prefix(140)), "round \(round)")
    } else {
      #expect(expected().isEmpty)
    }
    if cut < added.utf8.count {
      try folder.append(String(added.dropFirst(cut)), to: "a.txt")
      content += added.dropFirst(cut)
    }
  }
}

@MainActor
@Test func `the number of lines around matches is a setting that the keys change`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text(30, matches: [5]), to: "a.txt")
  let shown = try await ShownText(path)
  var changes: [ViewerSettings] = []
  shown.viewer.onSettingsChange = { changes.append($1) }
  try shown.viewer.setFilter(["needle"])
  for _ in 0..<2 { try await shown.press("+") }
  let kept = try #require(changes.last)
  #expect(kept.values.contains { $0 == ("context-lines", "2") })
  // The next run.
  let next = try await ShownText(path)
  next.viewer.settings = kept
  try next.viewer.setFilter(["needle"])
  try await next.rest()
  #expect(next.lines == [3, 4, 5, 6, 7])
}
