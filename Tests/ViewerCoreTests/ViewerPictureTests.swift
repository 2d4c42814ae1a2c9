import Dispatch
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test func `tiles appear before their pictures, and visible pictures are requested first`() async throws {
  let folder = try pictureFolder(60)
  let viewer = Viewer()
  try viewer.open(folder.path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 640, height: 480))
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 60 }
  try #require(isShown)
  harness.settle()
  let tiles = harness.semantics.filter { $0.role == .cell }
  #expect(tiles.count >= 6)
  // No picture is decoded yet, and each visible one is requested once.
  let visible = Set(tiles.map { String($0.text.prefix { $0 != " " }) })
  func name(_ load: ScriptedImages.Load) -> String {
    guard case .file(let path, _) = load.request.source else { return "" }
    return String(path.split(separator: "/").last ?? "")
  }
  let requested = harness.images.pending.filter { $0.priority == .visible }.map(name)
  #expect(Set(requested) == visible)
  #expect(requested.count == visible.count)

  viewer.focusList()
  // After a long scroll, requests for invisible pictures are cancelled and visible ones are made.
  harness.key(.end)
  harness.settle()
  let last = Set(
    harness.semantics.filter { $0.role == .cell }.map { String($0.text.prefix { $0 != " " }) })
  #expect(last.isDisjoint(with: visible))
  let pending = Set(harness.images.pending.filter { $0.priority == .visible }.map(name))
  #expect(pending == last)

  // A loaded picture replaces its placeholder, and a broken one is marked.
  let loads = harness.images.pending.filter { $0.priority == .visible }
  harness.images.finish(loads[0].request.source, with: Bitmap(width: 4, height: 3, color: Color(hex: 0x123456)))
  harness.images.fail(loads[1].request.source, with: .corrupt("no picture"))
  harness.settle()
  let text = harness.frame.textSnapshot
  #expect(text.contains("image 4x3"))
  #expect(text.contains("symbol pictureBroken"))
}

@MainActor @Test(arguments: ["1", "3"])
func `the status line counts loaded visible pictures if loading takes a while`(layoutKey: String) async throws {
  let folder = try pictureFolder(60)
  let viewer = Viewer()
  try viewer.open(folder.path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 480))
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 60 }
  try #require(isShown)
  viewer.focusList()
  harness.key(Key(layoutKey), modifiers: .control)
  harness.settle()
  func status() async -> String {
    // The reports of tiles arrive between frames.
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }
  let loads = harness.images.pending.filter { $0.priority == .visible }
  try #require(loads.count > 3)
  harness.advance(by: .seconds(1))
  let bitmap = Bitmap(width: 4, height: 3, color: Color(hex: 0x123456))
  harness.images.finish(loads[0].request.source, with: bitmap)
  _ = await status()
  harness.images.fail(loads[1].request.source, with: .corrupt("no picture"))
  #expect(await status().contains("Loading 2 of \(loads.count)"))
  harness.images.finish(loads[2].request.source, with: bitmap)
  #expect(await status().contains("Loading 3 of \(loads.count)"))
  for load in loads.dropFirst(3) { harness.images.finish(load.request.source, with: bitmap) }
  #expect(await !status().contains("Loading"))
  // After a scroll, other pictures are loading. One that is loaded at once is not reported.
  viewer.focusList()
  harness.key(.end)
  harness.settle()
  let rest = harness.images.pending.filter { $0.priority == .visible }
  harness.advance(by: .seconds(1))
  harness.images.finish(rest[0].request.source, with: bitmap)
  _ = await status()
  harness.images.finish(rest[1].request.source, with: bitmap)
  #expect(await status().contains("Loading 2 of \(rest.count)"))
  for load in rest.dropFirst(2) { harness.images.finish(load.request.source, with: bitmap) }
  #expect(await !status().contains("Loading"))
}

@MainActor @Test func `waiting for pictures is reported after a moment, even if nothing else happens`()
  async throws
{
  let (folder, viewer, harness) = try await wall(60)
  defer { withExtendedLifetime((folder, viewer)) {} }
  let count = harness.images.pending.count { $0.priority == .visible }
  func status() -> String { harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? "" }
  harness.advance(by: .seconds(1))
  #expect(status().contains("Loading 0 of \(count)"), "\(status())")
  #expect(harness.frame.wake == nil, "no frame is requested")
  // A scroll within a quarter of a second prevents the report.
  for load in harness.images.pending {
    harness.images.finish(load.request.source, with: Bitmap(width: 4, height: 3, color: Color(hex: 0x123456)))
  }
  harness.settle()
  viewer.focusList()
  harness.key(.end)
  harness.advance(by: .milliseconds(100))
  #expect(!status().contains("Loading"))
  harness.advance(by: .milliseconds(400))
  #expect(status().contains("Loading 0 of "))
}

/// Opens a viewer on a folder of loaded pictures.
@MainActor
private func wall(_ count: Int) async throws -> (folder: TemporaryFolder, viewer: Viewer, harness: ViewHarness) {
  let folder = try pictureFolder(count)
  let viewer = Viewer()
  try viewer.open(folder.path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 700))
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == count }
  try #require(isShown)
  harness.settle()
  return (folder, viewer, harness)
}

extension ViewHarness {
  fileprivate func tile(at point: Point) -> SemanticsNode? { tiles.first { $0.bounds.contains(point) } }
}

@MainActor @Test func `Ctrl and the wheel change the tile size around the pointer, animated`() async throws {
  let (folder, viewer, harness) = try await wall(300)
  defer { withExtendedLifetime(folder) {} }
  viewer.list.scroll(to: .offset(1500), animated: false)
  harness.settle()
  let start = try #require(harness.tiles.dropFirst(6).first)
  let pointer = start.bounds.center
  harness.move(to: pointer)
  for (notches, grows) in [(1.0, true), (-2.0, false), (1.0, true)] {
    let before = try #require(harness.tiles.first { $0.id == start.id })
    var (widths, isHeld) = ([before.bounds.width], true)
    harness.wheel(notches, at: pointer, modifiers: .control)
    for _ in 0..<60 {
      harness.advance(by: .milliseconds(16))
      let now = try #require(harness.tiles.first { $0.id == before.id }, "the item at the pointer stays")
      // If the grid gets another number of columns, the tile may change its column.
      isHeld = isHeld && now.target.minY <= pointer.y && pointer.y < now.target.maxY
      widths.append(now.bounds.width)
    }
    harness.settle()
    let end = try #require(harness.tiles.first { $0.id == before.id }).bounds.width
    #expect(isHeld, "the item stays at the height of the pointer")
    #expect(grows ? end > before.bounds.width : end < before.bounds.width)
    let (low, high) = (min(end, before.bounds.width), max(end, before.bounds.width))
    #expect(Set(widths.filter { $0 > low + 1 && $0 < high - 1 }).count > 5, "during the animation: \(widths)")
  }
}

@MainActor @Test func `several notches of the wheel anchor the same picture, although others come under the pointer`()
  async throws
{
  let (folder, viewer, harness) = try await wall(300)
  defer { withExtendedLifetime(folder) {} }
  viewer.list.scroll(to: .offset(1500), animated: false)
  harness.settle()
  for index in 4..<8 {
    let start = try #require(harness.tiles.dropFirst(index).first)
    let pointer = start.bounds.center
    harness.move(to: pointer)
    for notch in [1.0, 1, -1, -1, -1, 1] {
      harness.wheel(notch, at: pointer, modifiers: .control)
      harness.settle()
      let held = try #require(harness.tiles.first { $0.id == start.id }, "\(start.id) is not visible")
      #expect(held.bounds.minY <= pointer.y && pointer.y < held.bounds.maxY)
    }
    viewer.list.scroll(to: .offset(1500), animated: false)
    harness.settle()
  }
}

@MainActor @Test func `F5 loads failed pictures again`() async throws {
  let (folder, viewer, harness) = try await wall(4)
  defer { withExtendedLifetime(folder) {} }
  harness.host.onUnhandledKey = { viewer.handleKey($0) }
  for load in harness.images.pending {
    harness.images.fail(load.request.source, with: .unreachable(address: "host", reason: "off"))
  }
  harness.settle()
  #expect(harness.images.pending.isEmpty)
  harness.key("F5")
  harness.settle()
  #expect(harness.images.pending.count == 4 && harness.images.retried.count >= 4)
}

@MainActor @Test func `a tool tip disappears when its picture moves away from under the pointer`() async throws {
  let (folder, viewer, harness) = try await wall(300)
  defer { withExtendedLifetime(folder) {} }
  let broken = try #require(harness.images.pending.first { $0.priority == .visible })
  harness.images.fail(broken.request.source, with: .corrupt("all wrong"))
  harness.settle()
  func isTold() -> Bool { harness.semantics.contains { $0.role == .label && $0.text.contains("all wrong") } }
  for tile in harness.tiles where !isTold() {
    harness.move(to: tile.bounds.center)
    harness.advance(by: .seconds(1))
  }
  #expect(isTold())
  harness.settle()
  #expect(isTold() && harness.frame.wake.map { $0.seconds - harness.host.now.seconds > 1000 } ?? true)
  viewer.list.scroll(to: .offset(1500), animated: false)
  harness.advance(by: .milliseconds(100))
  #expect(!isTold())
  harness.settle()
  #expect(!isTold())
}

@MainActor @Test func `in the gap between two tiles the nearest tile is anchored`() async throws {
  let (folder, viewer, harness) = try await wall(300)
  defer { withExtendedLifetime(folder) {} }
  viewer.list.scroll(to: .offset(1500), animated: false)
  harness.settle()
  let tiles = harness.tiles
  let middle = tiles[tiles.count / 2]
  for pointer in [
    Point(x: middle.bounds.minX - 2, y: middle.bounds.midY), Point(x: middle.bounds.midX, y: middle.bounds.minY - 2),
  ] {
    #expect(harness.tile(at: pointer) == nil)
    harness.move(to: pointer)
    harness.wheel(2, at: pointer, modifiers: .control)
    harness.settle()
    let held = harness.tiles.filter { abs($0.target.midY - pointer.y) < $0.target.height }
    let beside = tiles.filter { $0.bounds.insetBy(-24).contains(pointer) }.map(\.id)
    #expect(held.contains { beside.contains($0.id) }, "\(held.map(\.id)) instead of one of \(beside)")
    harness.wheel(-2, at: pointer, modifiers: .control)
    harness.settle()
    viewer.list.scroll(to: .offset(1500), animated: false)
    harness.settle()
  }
}

@MainActor @Test func `a tile shows name, size and date of its picture, a smaller one as much as fits`()
  async throws
{
  let (folder, viewer, harness) = try await wall(12)
  defer { withExtendedLifetime(folder) {} }
  let text = try #require(harness.tiles.first).text
  #expect(text.contains("p100.png") && text.contains("14 B · "))
  let pointer = try #require(harness.tiles.first).bounds.center
  harness.wheel(-1, at: pointer, modifiers: .control)
  harness.settle()
  let smaller = try #require(harness.tiles.first).text
  #expect(smaller.contains("p100.png") && smaller.contains("14 B") && !smaller.contains("·"))
  harness.wheel(-5, at: pointer, modifiers: .control)
  harness.settle()
  let small = try #require(harness.tiles.first).text
  #expect(small.contains("p100.png") && !small.contains("14 B"))
  #expect(viewer.list.itemCount == 12)
}
