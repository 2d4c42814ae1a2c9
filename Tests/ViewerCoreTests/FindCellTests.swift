import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Going from one matching cell of a table to the next one.

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ rows: String, size: Size = Size(width: 800, height: 400)) async throws {
    folder = try TemporaryFolder()
    try viewer.open(folder.write(rows, to: "a.csv"))
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  /// The last label of the window, which is the result in the find bar.
  var words: String {
    harness.show()
    return harness.semantics.last { $0.role == .label }?.text ?? ""
  }

  /// The number of the row that has the focus.
  var row: Int? { viewer.list.focusedItem?.item }

  /// Returns the left edges of the marks in a colour, in the order of drawing.
  func marks(_ color: KeyPath<Palette, Color>) -> [Double] {
    harness.show()
    let color = harness.host.environment.theme.colors[keyPath: color]
    return harness.frame.groups.flatMap { group in
      group.canvas.commands.compactMap { command -> Double? in
        switch command {
        case .fill(let place, color), .roundedRect(let place, _, color): place.minX + group.frame.minX
        default: nil
        }
      }
    }
    .filter { $0 < 780 }.sorted()
  }

  /// Moves to the next match; returns the result in the find bar, the focused row and the current match's marks.
  @discardableResult
  func step(_ modifiers: Modifiers = []) async throws -> (words: String, row: Int?, current: [Double]) {
    try await press("N", modifiers)
    return (words, row, marks(\.matchNow))
  }
}

private let fruit = """
  id,first,second,third
  0,hay,hay,hay
  1,pear,hay,a pear
  2,hay,pear,hay
  3,pear,pear,pear and pear
  4,hay,hay,hay

  """

@MainActor @Test func `n and N go through the matching cells of a row, and then to the next row`() async throws {
  let shown = try await Shown(fruit)
  try await shown.find("pear")
  #expect(shown.words == "1 of 6" && shown.row == 1)
  // All matches are marked, and that of the current cell stands out.
  #expect(shown.marks(\.match).count == 6 && shown.marks(\.matchNow).count == 1)
  let first = shown.marks(\.matchNow)
  shown.viewer.focusList()
  let second = try await shown.step()
  #expect(second.words == "2 of 6" && second.row == 1 && second.current.count == 1)
  #expect(second.current[0] > first[0])
  for (number, row) in [(3, 2), (4, 3), (5, 3), (6, 3)] {
    let step = try await shown.step()
    #expect(step.words == "\(number) of 6" && step.row == row)
    // The last cell has the text twice.
    #expect(step.current.count == (number == 6 ? 2 : 1))
  }
  let wrapped = try await shown.step()
  #expect(wrapped.words == "1 of 6, on from the start" && wrapped.row == 1 && wrapped.current == first)
  let back = try await shown.step(.shift)
  #expect(back.words == "6 of 6, on from the end" && back.row == 3)
  for number in [5, 4, 3, 2, 1] {
    let step = try await shown.step(.shift)
    #expect(step.words == "\(number) of 6")
  }
  // After Escape, the search goes on from the same cell.
  try await shown.press(.escape)
  let resumed = try await shown.step()
  #expect(resumed.words == "2 of 6" && resumed.current == second.current)
}

@MainActor @Test func `cells are counted in sorted, filtered and grouped rows, and without hidden columns`()
  async throws
{
  let shown = try await Shown(fruit)
  try shown.viewer.setSort("id:desc")
  try await shown.rest()
  try await shown.find("pear")
  #expect(shown.words == "1 of 6" && shown.row == 1)
  shown.viewer.focusList()
  for number in 2...6 {
    let step = try await shown.step()
    #expect(step.words == "\(number) of 6" && step.row == [1, 1, 2, 3, 3][number - 2])
  }
  try shown.viewer.setFilter(["second=pear"])
  try await shown.rest()
  #expect(shown.words == "4", "the row of the current match is not shown")
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.words == "6 of 6")
  try await shown.step(.shift)
  try await shown.menu(ofTitle: "third", "Hide")
  #expect(shown.words == "4 of 4")
  // The groups are hay with the row 2, and pear with the rows 3 and 1.
  try await shown.menu(ofTitle: "first", "Group by this column")
  #expect(shown.words == "4 of 4")
  let numbers = try await [shown.step(.shift), shown.step(.shift), shown.step(.shift)].map(\.words)
  #expect(numbers == ["3 of 4", "2 of 4", "1 of 4"])
}

extension Shown {
  /// Chooses an action of the menu of a title.
  fileprivate func menu(ofTitle title: String, _ action: String) async throws {
    harness.show()
    let header = try #require(harness.semantics.first { $0.role == .header && $0.text.hasPrefix(title) })
    harness.click(at: header.bounds.center, button: .right)
    harness.settle()
    harness.show()
    let items = harness.semantics.filter { $0.role == .menuItem }
    let item = try #require(items.first { $0.text.hasPrefix(action) }, "\(items.map(\.text))")
    harness.click(at: item.bounds.center)
    harness.settle()
    try await rest()
  }
}

@MainActor @Test func `the cell of the current match comes into view sideways, for each match of a row`() async throws {
  let cells = (0..<60).map { $0 == 2 || $0 == 57 ? "pear" : "cell \($0)" }.joined(separator: ",") + "\n"
  let shown = try await Shown(String(repeating: "hay\n", count: 3) + cells)
  try await shown.find("pear")
  #expect(shown.words == "1 of 2" && shown.text.contains("cell 1"))
  shown.viewer.focusList()
  let last = try await shown.step()
  shown.harness.settle()
  #expect(last.words == "2 of 2" && !shown.text.contains("\"cell 1\"") && shown.marks(\.matchNow).count == 1)
  _ = try await shown.step()
  shown.harness.settle()
  #expect(shown.text.contains("\"cell 1\"") && shown.marks(\.matchNow).count == 1)
}

@MainActor @Test func `a filter that compares numbers with a text is refused`() async throws {
  let rows = "score,name\n" + (0..<20).map { "\($0),n\($0)\n" }.joined()
  let shown = try await Shown(rows)
  #expect(throws: ExpressionError.self) { try shown.viewer.setFilter(["score<abc"]) }
  #expect(shown.viewer.list.itemCount == 20)
}

@MainActor
@Test(arguments: ["red apple", "RED APPLE", "red apple pie", "a red", "/red apple/", "/red.apple pie/"])
func `a text is found across the line break of a cell, which is shown as a space`(text: String) async throws {
  let rows = "id,text\n0,\"a red\napple pie\"\n1,red\tapple pie\n2,redapple\n3,\"a red\r\n\r\napple\"\n4,a  red\n"
  let shown = try await Shown(rows)
  shown.harness.key("F", modifiers: .control)
  shown.harness.type(text)
  try await shown.rest()
  #expect(shown.words == "1 of 2", "\(shown.words)")
  #expect(shown.marks(\.matchNow).count + shown.marks(\.match).count == 2)
  shown.harness.key(.escape)
  for filter in [text, "text~\(text)"] {
    try shown.viewer.setFilter([filter])
    try await shown.rest()
    #expect(shown.viewer.list.itemCount == 2, "\(filter)")
  }
}

@MainActor
@Test func `a line end of two characters is one space, and values and columns are named as they are shown`()
  async throws
{
  let shown = try await Shown("id,\"my\r\ncol\", sp \n0,\"a red\r\napple\",x\n1,a red apple,y\n2,a redapple,x\n")
  for (filter, count) in [
    ("red apple", 2), ("my col=a red apple", 2), ("my col~red apple", 2), ("sp=x", 2), ("my col=a red\r\napple", 2),
  ] {
    try shown.viewer.setFilter([filter])
    try await shown.rest()
    #expect(shown.viewer.list.itemCount == count, "\(filter)")
  }
  #expect(shown.titles.contains("my col"), "\(shown.titles)")
}
