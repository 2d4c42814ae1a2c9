import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The chips of the filters and the bar that asks for a line of text, by their nodes for assistive technology.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
    try await begin()
  }

  /// The titles of the chips.
  var chips: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .button && $0.text.hasPrefix("Filter ") }.map {
      String($0.text.dropFirst(7))
    }
  }

  var focusedText: String? {
    harness.show()
    return harness.semantics.first { $0.states.contains(.focused) && $0.role == .button }?.text
  }

  func shows(_ words: String) -> Bool {
    harness.show()
    return harness.semantics.contains { $0.text.contains(words) }
  }

  func click(_ text: String) throws {
    harness.show()
    let node = try #require(harness.semantics.first { $0.text == text }, "\(harness.semantics.map(\.text))")
    harness.click(at: Point(x: node.bounds.midX, y: node.bounds.midY))
  }
}

private let table = "name,amount\npear,10\napple,9.5\nleek,100\nplum,2\n"

@MainActor
@Test(arguments: ["a.csv", "a.log"])
func `Escape removes one filter after the other, and keys of the window select no row`(name: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: name))
  for filter in ["p", "l", "!2"] {
    shown.harness.key("L", modifiers: .control)
    shown.harness.type(filter)
    shown.harness.key(.enter)
    try await shown.rest()
  }
  #expect(shown.chips == ["p", "l", "not “2”"] && shown.viewer.list.selectedCount == 0)
  // A row that the arrow keys chose does not keep Escape from the filters.
  shown.harness.key(.down)
  for count in [2, 1, 0] {
    shown.harness.key(.escape)
    try await shown.rest()
    #expect(shown.chips.count == count)
  }
}

@MainActor
@Test func `chips are reached by Tab and the arrow keys, removed by Delete and by their crosses`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: "a.csv"))
  for filter in ["amount>1", "amount<50", "name~p"] {
    shown.harness.key("L", modifiers: .control)
    shown.harness.type(filter)
    shown.harness.key(.enter)
  }
  try await shown.rest()
  #expect(shown.chips == ["amount > 1", "amount < 50", "name ~ p"])
  #expect(shown.viewer.list.itemCount == 3)
  var steps = 0
  while shown.focusedText != "Filter amount > 1", steps < 20 {
    shown.harness.key("Tab")
    steps += 1
  }
  #expect(shown.focusedText == "Filter amount > 1")
  shown.harness.key(.right)
  #expect(shown.focusedText == "Filter amount < 50")
  shown.harness.key(.delete)
  try await shown.rest()
  #expect(shown.chips == ["amount > 1", "name ~ p"])
  #expect(shown.focusedText == "Filter name ~ p")
  try shown.click("Remove filter amount > 1")
  try await shown.rest()
  #expect(shown.chips == ["name ~ p"])
  // A click on the chip itself moves its text to the field.
  try shown.click("Filter name ~ p")
  #expect(shown.chips.isEmpty)
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("name~l")
  shown.harness.key(.enter)
  try await shown.rest()
  #expect(shown.chips == ["name ~ l"])
  #expect(shown.viewer.list.itemCount == 3)
}

@MainActor
@Test func `several filters without a match are all named, and one button removes them`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: "a.csv"))
  try shown.viewer.setFilter(["amount>1", "amount<0"])
  let isDone = await waitUntil(shown.harness) { !shown.viewer.isBusy }
  try #require(isDone)
  #expect(shown.chips == ["amount > 1"])
  #expect(shown.shows("None of 4 rows matches “amount>1” and “amount<0”."))
  try shown.click("Clear filters")
  try await shown.rest()
  #expect(shown.chips.isEmpty && shown.viewer.list.itemCount == 4)
}

@MainActor
@Test func `a place that does not exist is answered in words`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: "a.csv"))
  for (text, words) in [
    ("abc", "“abc” is not a number; type 120 or 50%"), ("0", "The first row has the number 1"),
    ("150%", "A percentage is at most 100%"), ("1,5", "“1,5” is not a number; type 120 or 50%"),
    ("", "Type the number of a row, or a share such as 50%"), ("9", "There are 4 rows; this is the last one"),
  ] {
    shown.harness.key("G", modifiers: .control)
    shown.harness.type(text)
    shown.harness.key(.enter)
    #expect(shown.shows(words), "\(text)")
    shown.harness.key(.escape)
  }
  #expect(shown.viewer.list.focusedItem?.item == 3)
}

@MainActor
@Test func `an existing file and a folder are answered in words before rows are saved`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: "a.csv"))
  _ = try folder.write("old", to: "b.csv")
  for (name, words) in [
    ("b.csv", "There is a file of this name. Return replaces it"),
    ("a.csv", "This is the table itself; choose another name"), ("", "Type the name of a file"),
    ("none/c.csv", "No such file"),
    ("a.csv.tags", "This file has the tags of the table; choose another name"),
  ] {
    shown.harness.key("S", modifiers: .control)
    shown.harness.key("A", modifiers: .control)
    if name.isEmpty { shown.harness.key(.delete) } else { shown.harness.type(name) }
    shown.harness.key(.enter)
    try await shown.rest()
    #expect(
      shown.shows(words) || name.hasPrefix("none") && shown.shows("annot write"),
      "\(shown.harness.semantics.map(\.text))")
    shown.harness.key(.escape)
  }
  #expect(TemporaryFolder.text(folder.file("b.csv")) == "old")
}

@MainActor
@Test(arguments: [Key.enter, .down, .pageDown])
func `Return and Down lead from the filter field to an entry, which Return opens`(key: Key) async throws {
  let folder = try TemporaryFolder()
  for name in ["apple", "pear", "plum"] {
    try folder.makeFolder(name)
    try folder.write("x", to: name + "/a.txt")
  }
  let shown = try await Shown(folder.path)
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("pear")
  try await shown.press(key)
  #expect(shown.viewer.list.isFocused && shown.viewer.list.focusedItem == ElementPath(section: 0, item: 0))
  try await shown.press(.enter)
  #expect(shown.viewer.title.hasPrefix("pear"), "\(shown.viewer.title)")
}

@MainActor
@Test func `the entry that had the focus before filtering has it again`() async throws {
  let folder = try TemporaryFolder()
  for name in ["apple", "pear", "plum"] {
    try folder.makeFolder(name)
    try folder.write("x", to: name + "/a.txt")
  }
  let shown = try await Shown(folder.path)
  try await shown.press(.down, .down, .down)
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("p")
  try await shown.press(.enter, .enter)
  #expect(shown.viewer.title.hasPrefix("plum"), "\(shown.viewer.title)")
}

@MainActor
@Test(arguments: [Key.enter, .down])
func `a place that the start screen found is opened by Return`(key: Key) async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await Shown(folder.path)
  shown.harness.key("Home", modifiers: .alt)
  try await shown.rest()
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("million")
  try await shown.press(key)
  let before = shown.viewer.title
  try await shown.press(.enter)
  #expect(shown.viewer.title != before, "\(before)")
}

@MainActor
@Test(arguments: [Key.down, .pageDown])
func `Down leads from the find field to the lines`(key: Key) async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("one\ntwo\nthree\n", to: "a.txt"))
  try await shown.find("t")
  try await shown.press(key)
  #expect(shown.viewer.list.isFocused && !shown.status.contains("is for"), "\(shown.status)")
  #expect(shown.viewer.list.focusedItem == ElementPath(section: 0, item: 1), "the match has the focus")
}

private let log = """
  2026-06-14T10:00:00Z INFO [web] healthz
  2026-06-14T10:00:01Z WARN [web] slow
  2026-06-14T10:00:02Z ERROR [web] failed

  """

@MainActor
@Test(arguments: [
  ("level>=warn", "level ≥ warn"), ("level<=info", "level ≤ info"), ("Level < warn", "Level < warn"),
  ("level==info", "level = info"), ("!level>=error", "not level ≥ error"), ("!healthz", "not “healthz”"),
  ("a>=b", "a>=b"), ("/he(a|l)+/i", "/he(a|l)+/i"), ("!/slow/", "not /slow/"),
])
func `a chip shows a filter of lines in words, and gives it back as typed`(filter: String, title: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(log, to: "a.log"))
  try shown.viewer.addFilter(filter)
  // Some of the filters leave no row.
  try #require(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  #expect(shown.chips == [title])
  try shown.click("Filter " + title)
  #expect((shown.harness.host.focusedView as? TextField)?.text == filter)
}

@MainActor
@Test(arguments: [
  ("amount>=10", "amount ≥ 10"), ("amount!=2", "amount ≠ 2"), ("amount<=9", "amount ≤ 9"),
  ("!name=leek", "not name = leek"), ("name=", "name = “”"), ("pear>=1", "pear>=1"), ("!pear", "not “pear”"),
])
func `a chip shows a filter of a column in words`(filter: String, title: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table, to: "a.csv"))
  try shown.viewer.addFilter(filter)
  // Some of the filters leave no row.
  try #require(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  #expect(shown.chips == [title])
}

@MainActor
@Test(arguments: [("a.log", "lines"), ("a.csv", "rows")])
func `the bar of filters tells how many rows pass, or the status line if there is no room`(name: String, noun: String)
  async throws
{
  let folder = try TemporaryFolder()
  let isTable = name.hasSuffix("csv")
  let shown = try await Shown(folder.write(isTable ? table : log, to: name))
  try shown.viewer.addFilter(isTable ? "amount>=10" : "level>=warn")
  try await shown.rest()
  let (count, all) = ("2 of \(isTable ? 4 : 3) \(noun)", "\(isTable ? 4 : 3) \(noun)")
  #expect(shown.text.contains("\"\(count)\""), "\(shown.text)")
  #expect(shown.status.hasPrefix(all), "\(shown.status)")
  shown.harness.resize(to: Size(width: 200, height: 400))
  try await shown.rest()
  #expect(shown.status.hasPrefix(count), "\(shown.status)")
  shown.harness.resize(to: Size(width: 800, height: 400))
  try await shown.rest()
  #expect(shown.status.hasPrefix(all))
  try await shown.press(.escape)
  #expect(shown.status.hasPrefix(all) && !shown.shows(count))
}
