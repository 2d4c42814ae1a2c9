import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The rubber band in folders.

@MainActor @Test func `a rubber band over tiles scrolls at the edge of the folder, and keys act on what it selects`()
  async throws
{
  let folder = try pictureFolder(200)
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+3")
  let list = shown.viewer.list
  let place = list.convertToRoot(list.bounds)
  let first = try #require(shown.harness.tiles.first).bounds
  let start = Point(x: place.minX + 4, y: first.minY + 4)
  // The band covers the first two columns.
  let end = Point(x: first.maxX + first.width / 2, y: place.maxY - 3)
  shown.harness.press(at: start)
  for step in 1...5 {
    let share = Double(step) / 5
    shown.harness.move(to: Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    shown.harness.advance(by: .milliseconds(16))
  }
  let before = list.selectedCount
  #expect(before > 0)
  shown.harness.advance(by: .seconds(1))
  #expect(list.contentOffset.y > 200 && list.selectedCount > before + 4)
  shown.harness.release()
  shown.harness.settle()
  let columns = shown.harness.tiles.filter { $0.states.contains(.selected) }.map { Int($0.target.minX) }
  #expect(Set(columns).count == 2, "\(columns)")
  #expect(shown.status.contains("\(list.selectedCount) selected"), "\(shown.status)")
  try await shown.key("Ctrl+C")
  let paths = try #require(shown.harness.clipboard.text).split(separator: "\n")
  #expect(paths.count == list.selectedCount && paths.first == "\(folder.path)/p100.png")
}

@MainActor @Test func `Escape during a rubber band brings the former selection back`() async throws {
  let folder = try pictureFolder(40)
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+3")
  shown.select(2...2)
  let first = try #require(shown.harness.tiles.first).bounds
  shown.harness.press(at: Point(x: 4, y: first.minY + 4))
  shown.harness.move(to: Point(x: first.midX, y: first.midY))
  shown.harness.advance(by: .milliseconds(16))
  #expect(shown.selected == ["p100.png"])
  shown.harness.key(.escape)
  shown.harness.release()
  shown.harness.settle()
  #expect(shown.selected == ["p102.png"])
}
