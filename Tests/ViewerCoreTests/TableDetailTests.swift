import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Keys without a use, captions, selection and details of a table on screen.

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ text: String, pictures: Int = 0, size: Size = Size(width: 1000, height: 500)) async throws {
    folder = try TemporaryFolder()
    for index in 0..<pictures { try folder.write("\0not looked at", to: "p\(index).png") }
    try viewer.open(folder.write(text, to: "a.csv"))
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }
}

@MainActor @Test func `a key that groups says why it cannot, without a cell and in the numbers of rows`() async throws {
  let shown = try await Shown("name,n\nx,1\ny,2\nx,3\n")
  try await shown.press(.down)
  try await shown.press("G", .shift)
  #expect(shown.status.contains("no cell has the focus"), "\(shown.status)")
  try await shown.press(.home)
  try await shown.press(.right)
  try await shown.press(.home)
  try await shown.press("G", .shift)
  #expect(shown.status.contains("the numbers of rows have no groups"), "\(shown.status)")
  try await shown.press(.right)
  try await shown.press("G", .shift)
  #expect(shown.status.contains("2 groups by name"), "\(shown.status)")
}

@MainActor @Test func `a row with the focus is below the title of its group after grouping`() async throws {
  let shown = try await Shown("name,n\n" + (0..<300).map { "\($0 % 3),\($0)\n" }.joined())
  for _ in 0..<5 { try await shown.press(.down) }
  shown.viewer.list.scroll(to: .offset(28 * 4), animated: false)
  for _ in 0..<3 { try await shown.press(.right) }
  try await shown.press("G", .shift)
  #expect(shown.status.contains("groups by"), "\(shown.status)")
  let rows = shown.harness.semantics.filter { [.treeItem, .cell].contains($0.role) && $0.bounds.width > 0 }
  let focused = try #require(rows.first { $0.states.contains(.focused) })
  let others = rows.filter { $0.id != focused.id }
  #expect(others.count > 5)
  for row in others {
    let overlap = min(row.bounds.maxY, focused.bounds.maxY) - max(row.bounds.minY, focused.bounds.minY)
    #expect(overlap < 1, "\(row)")
  }
}

@MainActor @Test func `the selection is the same before, in and after the grid`() async throws {
  let rows = (0..<40).map { "row \($0),p\($0 % 8).png\n" }.joined()
  let shown = try await Shown("name,file\n" + rows, pictures: 8)
  // A focused row that is not selected, with and without others that are.
  for selected in [[], [2, 3]] as [[Int]] {
    shown.viewer.list.deselectAll()
    for row in selected.prefix(1) { shown.viewer.list.select(ElementPath(section: 0, item: row)) }
    if let last = selected.last { shown.viewer.list.extendSelection(to: ElementPath(section: 0, item: last)) }
    shown.viewer.list.focus(ElementPath(section: 0, item: 5))
    try await shown.rest()
    #expect(shown.viewer.list.selectedPaths.map(\.item) == selected)
    for _ in 0..<2 {
      try await shown.press("G")
      #expect(shown.viewer.list.selectedPaths.map(\.item) == selected)
      #expect(shown.viewer.list.focusedItem?.item == 5)
    }
  }
}

@MainActor @Test func `captions are of a column with values, not of one that a longer row adds`() async throws {
  let rows = (0..<20).map { "p\($0 % 4).png,,\($0),word \($0)\n" }.joined()
  let shown = try await Shown("file,note,n,name\n" + rows + "p0.png,,1,last,surplus\n", pictures: 4)
  try await shown.press("G")
  #expect(shown.rows.first?.contains("word 0") == true, "\(shown.rows)")
  let numbers = try await Shown("file,n\np0.png,1\np1.png,2\np2.png,3,surplus\n", pictures: 3)
  try await numbers.press("G")
  #expect(numbers.rows.first?.contains("p0.png") == true, "\(numbers.rows)")
}

@MainActor @Test func `the side panel shows the row that the user went to, with its picture`() async throws {
  let rows = (0..<40).map { "row \($0),p\($0 % 8).png\n" }.joined()
  let shown = try await Shown("name,file\n" + rows, pictures: 8, size: Size(width: 1200, height: 600))
  shown.harness.key("I", modifiers: .control)
  try await shown.rest()
  #expect(shown.text.contains("\"40\""), "\(shown.text)")
  shown.harness.key("G", modifiers: .control)
  shown.harness.type("31")
  try await shown.press(.enter)
  #expect(shown.viewer.list.selectedCount == 0)
  #expect(shown.text.contains("\"Row 31\"") && shown.text.contains("\"row 30\""), "\(shown.text)")
  // Its thumbnail is another size of the picture.
  let targets = shown.harness.images.pending.map(\.request).filter {
    if case .file(let path, _) = $0.source { path.hasSuffix("/p6.png") } else { false }
  }
  #expect(Set(targets.map(\.target)).count == 2, "\(targets)")
}

@MainActor @Test func `the end of an empty input is told, where more could not come`() async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("input.csv")
  #expect(mkfifo(path, 0o600) == 0)
  let viewer = Viewer()
  viewer.form = .csv
  try viewer.open(path)
  let end = open(path, O_WRONLY)
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
  harness.show()
  close(end)
  #expect(
    await waitUntil(harness) { harness.frame.textSnapshot.contains("The input ended without any row.") },
    "\(harness.frame.textSnapshot)")
  #expect(!harness.frame.textSnapshot.contains("appear here"))
}

@MainActor @Test func `a notice in place of the rows does not reach into the bar below them`() async throws {
  let long = String(repeating: "long ", count: 300)
  let shown = try await Shown("a,b\n\(long),2\n", size: Size(width: 600, height: 300))
  try await shown.press(.down, .home, .right, .right)
  try await shown.press("=")
  #expect(shown.text.contains("No filter by this value"), "\(shown.text)")
  try shown.viewer.setFilter(["a=7"])
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.list.itemCount == 0 })
  shown.harness.settle()
  shown.harness.show()
  let nodes = shown.harness.semantics
  let button = try #require(nodes.first { $0.text.hasPrefix("Clear filter") && $0.role == .button })
  let bar = try #require(nodes.first { $0.text.contains("No filter by this value") })
  #expect(button.bounds.maxY <= bar.bounds.minY, "\(button.bounds) and \(bar.bounds)")
}

@MainActor @Test func `titles of groups are as tall as text among tall rows`() async throws {
  let rows = (0..<60).map { "row \($0),p\($0 % 8).png,\($0 % 3)\n" }.joined()
  let shown = try await Shown("name,file,kind\n" + rows, pictures: 8, size: Size(width: 1000, height: 700))
  for _ in 0..<3 { try await shown.press("+", .control) }
  try await shown.press(.down, .home, .right, .right, .right)
  try await shown.press("G", .shift)
  /// Returns the rows and titles that are visible, from the top.
  func tiles() -> [SemanticsNode] {
    shown.harness.show()
    let nodes = shown.harness.semantics.filter { [.treeItem, .cell].contains($0.role) && $0.bounds.width > 0 }
    return nodes.sorted { $0.target.minY < $1.target.minY }
  }
  #expect(tiles().first?.target.height == 28, "\(tiles().map(\.target))")
  #expect(tiles().dropFirst().prefix(4).allSatisfy { $0.target.height == 128 }, "\(tiles().map(\.target))")
  // The rows fill the view to its end.
  try await shown.press(.end, .control)
  let last = try #require(tiles().map(\.target.maxY).max())
  #expect(abs(last - shown.viewer.list.convertToRoot(shown.viewer.list.bounds).maxY) < 1)
}
