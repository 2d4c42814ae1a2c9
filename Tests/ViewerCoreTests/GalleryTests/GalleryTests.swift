import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test func `shuffled dots all arrive at new positions`() throws {
  let gallery = try GalleryStage("shuffle")
  let before = gallery.cells.map(\.text)
  #expect(gallery.viewer.list.itemCount == 200)
  try gallery.press("Shuffle", settles: false)
  gallery.harness.advance(by: .milliseconds(80))
  // The second shuffle comes during the animation of the first.
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

@MainActor @Test func `tasks are put in order by drag, by key and by the actions of their menu`() throws {
  let gallery = try GalleryStage("reorder")
  func tasks() -> [String] { gallery.cells.prefix(4).map(\.text) }
  let before = tasks()
  let start = try #require(gallery.cells.first).bounds.center
  gallery.harness.drag(from: start, to: start + Point(x: 0, y: 60), over: .milliseconds(400))
  gallery.harness.settle()
  #expect(tasks() == [before[1], before[0], before[2], before[3]])
  gallery.harness.key(.up, modifiers: .alt)
  gallery.harness.settle()
  #expect(tasks() == before)
  gallery.harness.key("D", modifiers: .control)
  gallery.harness.settle()
  #expect(tasks() == [before[0], before[0], before[1], before[2]])
  gallery.harness.key(.delete)
  gallery.harness.settle()
  #expect(tasks() == before)
}

@MainActor @Test func `older messages load above the visible ones without moving them`() async throws {
  let gallery = try GalleryStage("chat", height: 600)
  #expect(gallery.viewer.list.itemCount == 30)
  // The wheel scrolls back just far enough that the next page loads.
  while !gallery.viewer.list.pageState(at: .start).isLoading, gallery.viewer.list.contentOffset.y > 0 {
    gallery.harness.wheel(1, at: Point(x: 500, y: 300))
    gallery.harness.settle()
  }
  let read = gallery.cells
  let hasMore = await waitUntil(gallery.harness) { gallery.viewer.list.itemCount == 60 }
  try #require(hasMore)
  for cell in read { #expect(gallery.cells.contains { $0.id == cell.id && $0.bounds == cell.bounds }) }
}

@MainActor @Test func `a sent message and its answer appear at the end`() async throws {
  let gallery = try GalleryStage("chat", height: 600)
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

@MainActor @Test func `a button in a section header is reached by Tab and pressed by a key`() throws {
  let stage = try GalleryStage("pangram")
  let harness = stage.harness
  func focusedTitle() -> String? { (harness.host.focusedView as? Button)?.title }
  for _ in 0..<20 where focusedTitle() != "Sentence" { harness.key(.tab) }
  #expect(focusedTitle() == "Sentence")
  harness.key(.enter)
  harness.settle()
  #expect(focusedTitle() == "Alphabet")
  harness.key(.tab)
  harness.settle()
  #expect(!stage.list.isFocused && focusedTitle() != "Alphabet")
  harness.key(.tab, modifiers: .shift)
  #expect(focusedTitle() == "Alphabet")
  harness.key(.down)
  #expect(stage.list.isFocused && stage.list.selectedCount == 1)
}
