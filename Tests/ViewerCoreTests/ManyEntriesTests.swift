import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

private func model(_ path: String) -> (FolderModel, ValueLog<FolderSnapshot>) {
  let inbox = ValueLog<FolderSnapshot>()
  let model = FolderModel(path: path) { [weak inbox] in inbox?.add($0) }
  inbox.keep(model)
  return (model, inbox)
}

private func facts(_ snapshot: FolderSnapshot) -> [String] {
  snapshot.entries.map { "\($0.name) \($0.path) \($0.kind) \($0.size) \($0.version)" }
}

/// Makes a folder with more entries than can be compared within a frame.
private func manyPictures(_ count: Int = 10_000) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for index in 0..<count { #expect(close(creat(folder.file("p\(index).png"), 0o600)) == 0) }
  return folder
}

@Test(arguments: 0..<3) func `after thousands of changes a folder equals a fresh listing`(seed: Int) async throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try manyPictures(3_000)
  let (live, inbox) = model(folder.path)
  let before = await inbox.first { $0.state == .complete }
  var ids: [String: FolderEntryID] = [:]
  for entry in before.entries { ids[entry.path] = entry.id }
  for _ in 0..<2_000 {
    let (old, new) = (Int.random(in: 0..<3_000, using: &generator), Int.random(in: 0..<4_000, using: &generator))
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: unlink(folder.file("p\(old).png"))
    case 1: rename(folder.file("p\(old).png"), folder.file("p\(new).png"))
    default: try folder.write("\0", to: "p\(new).png")
    }
  }
  try folder.write("x", to: "q")
  let expected = facts(await model(folder.path).1.first { $0.state == .complete })
  live.reload()
  let after = await inbox.first { $0.state == .complete && facts($0) == expected }
  #expect(Set(after.entries.map(\.id)).count == after.entries.count)
  live.stop()
}

@Test(.timeLimit(.minutes(1))) func `a folder with very many names of one file is listed as fast as any other`()
  async throws
{
  let folder = try TemporaryFolder()
  let file = try folder.write("one", to: "0")
  for index in 1..<30_000 { #expect(link(file, folder.file("\(index)")) == 0) }
  let (live, inbox) = model(folder.path)
  let snapshot = await inbox.first { $0.state == .complete }
  #expect(Set(snapshot.entries.map(\.id)).count == 30_000)
  live.stop()
}

@MainActor
@Test func `in a folder of thousands the selected file is the one that opens, also while files are added`() async throws
{
  let folder = try manyPictures()
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 600))
  try viewer.open(folder.path)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.list.itemCount == 10_000)
  viewer.list.select(ElementPath(section: 0, item: 5_000))
  harness.show()
  #expect(harness.tiles.isEmpty == false)
  for index in 0..<200 { #expect(close(creat(folder.file("a\(index).png"), 0o600)) == 0) }
  #expect(await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 10_200 })
  #expect(viewer.list.selectedRanges(inSection: 0) == [5_200..<5_201])
}

@MainActor
@Test func `an expensive filter of names does not block frames and can be cleared at once`() async throws {
  let folder = try TemporaryFolder()
  for index in 0..<300 {
    let name = String((0..<200).map { (index * 31 + $0 * $0 * 7) % 5 < 2 ? "a" : "b" })
    #expect(close(creat(folder.file(name + "\(index)"), 0o600)) == 0)
  }
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 600))
  try viewer.open(folder.path)
  try await waitForRest(of: viewer, in: harness)
  try viewer.setFilter(["/a([ab]{1000}){9}c/"])
  // The call returns before all names are filtered.
  #expect(viewer.isBusy)
  #expect(viewer.list.itemCount == 300)
  try viewer.setFilter([])
  #expect(await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 300 })
}
