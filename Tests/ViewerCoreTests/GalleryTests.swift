import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// The start screen in a window, and one of its lists to play with.
@MainActor
private struct Gallery {
  let viewer = Viewer()
  let harness: ViewHarness

  init(opening name: String) throws {
    harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 600))
    let viewer = viewer
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    let card = try #require(cells.first { $0.text.hasPrefix(name) })
    harness.click(at: card.bounds.center, count: 2)
    harness.settle()
  }

  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

  /// Presses a button in the header.
  func press(_ title: String) throws {
    let header = try #require(harness.semantics.first { $0.role == .header })
    let points = stride(from: header.bounds.minX, to: header.bounds.maxX, by: 8).map {
      Point(x: $0, y: header.bounds.midY)
    }
    let point = try #require(points.first { (viewer.root.hitTest($0) as? Button)?.title == title })
    harness.click(at: point)
  }
}

@MainActor @Test func `dots find new places and none is lost`() throws {
  let gallery = try Gallery(opening: "Shuffle")
  let before = gallery.cells.map(\.text)
  #expect(gallery.viewer.list.itemCount == 200)
  try gallery.press("Shuffle")
  gallery.harness.advance(by: .milliseconds(80))
  // In the middle of the motion, again.
  try gallery.press("Shuffle")
  gallery.harness.settle()
  let after = gallery.cells.map(\.text)
  #expect(after != before)
  #expect(Set(after).count == after.count)
  try gallery.press("Add ten")
  gallery.harness.settle()
  #expect(gallery.viewer.list.itemCount == 210)
  try gallery.press("Take ten away")
  gallery.harness.settle()
  #expect(gallery.viewer.list.itemCount == 200)
}

@MainActor @Test func `history comes in above what is read and moves nothing`() async throws {
  let gallery = try Gallery(opening: "Chat")
  #expect(gallery.viewer.list.itemCount == 30)
  // Back to where the next page is due, and no farther.
  gallery.harness.wheel(4, at: Point(x: 500, y: 300))
  gallery.harness.settle()
  let read = gallery.cells
  let hasMore = await waitUntil(gallery.harness) { gallery.viewer.list.itemCount == 60 }
  try #require(hasMore)
  for cell in read { #expect(gallery.cells.contains { $0.id == cell.id && $0.bounds == cell.bounds }) }
}

@MainActor @Test func `what one says is shown at the end, and so is the answer`() async throws {
  let gallery = try Gallery(opening: "Chat")
  let field = try #require(gallery.harness.semantics.last { $0.role == .textField })
  gallery.harness.click(at: field.bounds.center)
  gallery.harness.type("Is it windy?")
  gallery.harness.key(.enter)
  gallery.harness.settle()
  let said = try #require(gallery.cells.last)
  #expect(said.text == "Is it windy?")
  #expect(said.bounds.maxY > 500)
  func isWritten() -> Bool { gallery.harness.semantics.contains { $0.text.hasSuffix("A reply is being written") } }
  #expect(isWritten())
  let isAnswered = await waitUntil(gallery.harness) { gallery.viewer.list.itemCount == 32 }
  try #require(isAnswered)
  gallery.harness.settle()
  let answer = try #require(gallery.cells.last)
  #expect(answer.text != said.text && !isWritten())
  #expect(answer.bounds.maxY > 500)
}

@MainActor @Test func `a button in the title of a section is reached by Tab and pressed by a key`() throws {
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 800))
  harness.settle()
  func focusedTitle() -> String? { (harness.host.focusedView as? Button)?.title }
  for _ in 0..<20 where focusedTitle() != "Sort" { harness.key(.tab) }
  #expect(focusedTitle() == "Sort")
  harness.key(.enter)
  harness.settle()
  #expect(focusedTitle() == "Spell")
  harness.key(.tab)
  harness.settle()
  #expect(!viewer.list.isFocused && focusedTitle() != "Spell")
  harness.key(.tab, modifiers: .shift)
  #expect(focusedTitle() == "Spell")
  harness.key(.down)
  #expect(viewer.list.isFocused && viewer.list.selectedCount == 1)
}
