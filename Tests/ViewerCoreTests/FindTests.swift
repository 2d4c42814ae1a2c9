import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Finding text in lines and tables by the keys of the window.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
    try await begin()
  }

  /// The last label of the window, which is the result in the find bar.
  var words: String {
    harness.show()
    return harness.semantics.last { $0.role == .label }?.text ?? ""
  }

  /// The number of the row that is the current result.
  var row: Int? { viewer.list.focusedItem?.item }

  /// The numbers of the visible rows.
  var visible: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .cell }.map(\.id)
  }
}

/// Writes a file of lines, every hundredth of which has the word Needle, and returns its path.
private func log(_ folder: borrowing TemporaryFolder, _ count: Int = 2_000) throws -> String {
  try folder.write((0..<count).map { "line \($0)\($0 % 100 == 7 ? " Needle" : "")\n" }.joined(), to: "a.txt")
}

@MainActor
@Test func `text is found in any case, from the visible place on, and around the end`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try await shown.find("needle")
  #expect(shown.row == 7)
  #expect(shown.words == "1 of 20")
  try await shown.press(.enter)
  #expect(shown.row == 107)
  #expect(shown.visible.contains("107"))
  try await shown.press("F3")
  #expect(shown.words == "3 of 20")
  try await shown.press("F3", .shift)
  try await shown.press(.enter, .shift)
  #expect(shown.row == 7)
  try await shown.press(.enter, .shift)
  #expect(shown.row == 1907)
  #expect(shown.words == "20 of 20, on from the end")
  try await shown.press(.enter)
  #expect(shown.row == 7)
  #expect(shown.words == "1 of 20, on from the start")
}

@MainActor
@Test func `the keys of a list go on finding, and Escape ends it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try await shown.find("/line [0-9]*7 /")
  #expect(shown.words == "1 of 20")
  shown.viewer.focusList()
  try await shown.press("N")
  #expect(shown.row == 107)
  try await shown.press("N", .shift)
  #expect(shown.row == 7)
  try await shown.press(.escape)
  #expect(!shown.harness.semantics.contains { $0.text == "Find" })
}

@MainActor
@Test func `Shift and an arrow key select from the found row on, not from the former selection`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  shown.viewer.list.select(ElementPath(section: 0, item: 2))
  try await shown.find("needle")
  try await shown.press(.enter)
  #expect(shown.row == 107 && shown.viewer.list.selectedCount == 0)
  shown.viewer.focusList()
  try await shown.press(.down, .shift)
  #expect(shown.viewer.list.selectedRanges(inSection: 0) == [107..<109])
}

@MainActor
@Test func `an invalid expression and a text without a match are told`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try await shown.find("/[/")
  #expect(shown.words.hasPrefix("The bracket"), "\(shown.words)")
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("nowhere")
  try await shown.rest()
  #expect(shown.words == "No match")
}

@MainActor
@Test func `what is found stays while an expression is being typed`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try await shown.find("/Needle")
  let (words, row) = (shown.words, shown.row)
  #expect(words.hasPrefix("1 of "), "\(words)")
  shown.harness.type("(")
  try await shown.rest()
  #expect(shown.words.hasPrefix("The bracket") && shown.row == row, "\(shown.words)")
  shown.harness.type("x|)")
  try await shown.rest()
  #expect(shown.words == words && shown.row == row, "\(shown.words)")
}

@MainActor
@Test func `text is found among filtered and sorted lines`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try shown.viewer.setFilter(["/7/"])
  try await shown.rest()
  try await shown.find("needle")
  #expect(shown.words == "1 of 20")
  #expect(shown.row == 0)
  try shown.viewer.setSort([SortKey(.line, descending: true)])
  try await shown.rest()
  try await shown.press(.enter)
  #expect(shown.words.hasSuffix(" of 20") || shown.words.contains("on from"))
  try shown.viewer.setSort([SortKey(.text)])
  try await shown.rest()
  try await shown.press(.enter)
  #expect(shown.words.contains(" of 20"))
}

@MainActor
@Test func `text is found in the cells of a table, and not across them`() async throws {
  let folder = try TemporaryFolder()
  let rows = (0..<500).map { "\($0),word \($0 % 50 == 3 ? "Needle" : "hay"),end\n" }.joined()
  let shown = try await Shown(folder.write("id,text,last\n" + rows, to: "a.csv"))
  try await shown.find("needle")
  #expect(shown.words == "1 of 10")
  #expect(shown.row == 3)
  try await shown.press(.enter)
  #expect(shown.row == 53)
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("needle,end")
  try await shown.rest()
  #expect(shown.words == "No match")
}

@Test(arguments: 0..<40) func `the places of a text are those of a plain search`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let letters = Array("abAB é")
  func random(_ count: Int) -> String { String((0..<count).map { _ in letters.randomElement(using: &generator)! }) }
  let (text, wanted) = (random(60), random(Int.random(in: 1...3, using: &generator)))
  var expected: [Range<Int>] = []
  let (bytes, needle) = (Array(text.lowercased().utf8), Array(wanted.lowercased().utf8))
  var place = 0
  while place + needle.count <= bytes.count {
    let isMatch = Array(bytes[place..<place + needle.count]) == needle
    if isMatch { expected.append(place..<place + needle.count) }
    place += isMatch ? needle.count : 1
  }
  var pattern = try #require(try FindPattern(wanted))
  #expect(pattern.ranges(in: text) == expected, "\(wanted) in \(text)")
}

@Test func `the places of an expression are the leftmost and longest ones`() throws {
  func places(_ expression: String, _ text: String) throws -> [Range<Int>] {
    var pattern = try #require(try FindPattern(expression))
    return pattern.ranges(in: text)
  }
  #expect(try places("/a+b?/", "xaab aab a") == [1..<4, 5..<8, 9..<10])
  #expect(try places(#"/\bword\b/"#, "word words word") == [0..<4, 11..<15])
  #expect(try places("/x*/", "axxa") == [1..<3])
  #expect(try places("/^a/", "aa") == [0..<1])
  #expect(try places("/a|ab|abc/", "abcab") == [0..<3, 3..<5])
}

@MainActor
@Test func `marks beside the scroll bar have a ground of their own, which covers the cells`() async throws {
  let folder = try TemporaryFolder()
  let row = (0..<40).map { "cell \($0)" }.joined(separator: ",") + "\n"
  let shown = try await Shown(folder.write(String(repeating: row, count: 200), to: "a.csv"))
  /// Returns the number of texts in the strip of the scroll bar that are not covered by its background.
  func open() -> Int {
    shown.harness.show()
    let strip = shown.viewer.list.convertToRoot(shown.viewer.list.bounds).trailingStrip(16)
    let groups = shown.harness.frame.groups.filter { $0.alpha > 0 && $0.frame.intersects(strip) }
    let ground = groups.lastIndex { $0.frame == strip && !$0.canvas.commands.isEmpty } ?? -1
    return groups.enumerated().count { index, group in
      index > ground
        && group.canvas.commands.contains {
          guard case .text(let line, let point, _) = $0 else { return false }
          let place = Rect(x: point.x, y: point.y - 8, width: line.width, height: 8).offset(by: group.frame.origin)
          return place.intersects(strip)
        }
    }
  }
  #expect(open() > 5, "without marks, cells go to the edge of the window")
  try await shown.find("cell 3")
  #expect(open() == 0)
  let last = try #require(shown.harness.frame.groups.last { $0.frame.size.width == 16 })
  #expect(last.canvas.commands.count > 3, "the marks are above the ground")
  try await shown.press(.escape)
  #expect(open() > 5)
}

extension Rect {
  fileprivate func trailingStrip(_ width: Double) -> Rect {
    Rect(x: maxX - width, y: minY, width: width, height: height)
  }
}

@MainActor
@Test(arguments: ["a.csv", "a.txt"])
func `a match brings its column into view, and without a match the window goes back`(name: String) async throws {
  let folder = try TemporaryFolder()
  let row = { (last: String) in (0..<60).map { "cell \($0)" }.joined(separator: ",") + ",\(last)\n" }
  let shown = try await Shown(folder.write(String(repeating: row("hay"), count: 9) + row("Needle"), to: name))
  let first = try #require(shown.text.split(separator: "\n").first { $0.contains("cell 1") }).description
  func isInPlace() -> Bool {
    shown.harness.settle()
    return shown.text.contains(first)
  }
  #expect(isInPlace())
  try await shown.find("needle")
  #expect(!isInPlace())
  shown.harness.type("s")
  try await shown.rest()
  #expect(shown.words == "No match" && isInPlace())
  shown.harness.key("Backspace")
  try await shown.rest()
  #expect(!isInPlace())
  try await shown.press(.escape)
  #expect(!isInPlace(), "the match that the user came to stays in view")
  // Whoever scrolls on keeps the new place.
  try await shown.find("needle")
  shown.harness.wheel(2, at: Point(x: 400, y: 200), modifiers: .shift)
  try await shown.rest()
  shown.harness.type("s")
  try await shown.rest()
  #expect(!isInPlace())
}

@MainActor
@Test func `after Escape n finds the next match, and the list keeps the keyboard focus`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(log(folder))
  try await shown.find("needle")
  try await shown.press(.escape)
  try await shown.press("N")
  #expect(shown.row == 107 && shown.words == "2 of 20")
  try await shown.press("N")
  #expect(shown.row == 207 && shown.words == "3 of 20")
  try await shown.press(.escape)
  try await shown.press("N", .shift)
  #expect(shown.row == 107)
}

@MainActor
@Test func `each text that is typed is looked for from the sideways place where the user began`() async throws {
  let folder = try TemporaryFolder()
  let row = { (city: String, note: String) in "1,\(city)," + (0..<40).map { "cell \($0)," }.joined() + note + "\n" }
  let rows = row("rome", "because") + row("berlin", "no") + row("rome", "no")
  let shown = try await Shown(folder.write(rows, to: "a.csv"))
  #expect(shown.text.contains("berlin"))
  try await shown.find("be")
  #expect(!shown.text.contains("berlin"), "the match in the last column is shown")
  shown.harness.type("rl")
  try await shown.rest()
  #expect(shown.words == "1 of 1" && shown.text.contains("berlin"))
}
