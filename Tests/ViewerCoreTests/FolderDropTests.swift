import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// A folder in a window, on whose rows or tiles files are dropped.
@MainActor
private struct DropStage {
  let folder: TemporaryFolder
  let shown: FileStage

  /// Opens a folder with two texts and a folder.
  /// - Parameter withPicture: Whether there is also a picture, so that the entries are shown as tiles.
  init(withPicture: Bool = false) async throws {
    folder = try textFiles(["a.txt", "b.txt"])
    try folder.makeFolder("box")
    if withPicture { try folder.write("\0", to: "p.png") }
    shown = try await FileStage(folder.path)
  }

  /// Returns the centre of the row or tile whose text begins with a name.
  func middle(of name: String) throws -> Point {
    let tile = try #require(shown.harness.tiles.first { $0.text.hasPrefix(name) }, "\(shown.rows)")
    return tile.target.center
  }

  func drag(_ names: String..., isMove: Bool = true, isOwn: Bool = true) -> FileDrag {
    FileDrag(paths: names.map { folder.file($0) }, isMove: isMove, isOwn: isOwn)
  }

  /// The frames of the marks of drop targets.
  var marks: [Rect] {
    shown.harness.show()
    return shown.viewer.dropMark.map { [$0] } ?? []
  }

  var boxed: [String] { ((try? names("box")) ?? []).sorted() }

  private func names(_ part: String) throws -> [String] {
    try DirectoryReader(path: folder.file(part)).next(limit: 100).map { PathBytes.display($0.name) }
  }
}

@MainActor @Test(arguments: [false, true])
func `files that are dropped on a folder of their own window go into it, and undo brings them back`(isTile: Bool)
  async throws
{
  let stage = try await DropStage(withPicture: isTile)
  let box = try stage.middle(of: "box")
  let drag = stage.drag("a.txt", "b.txt")
  #expect(stage.shown.viewer.drag(drag, over: box))
  let mark = try #require(stage.marks.first)
  #expect(mark.contains(box) && mark.width < stage.shown.harness.host.size.width)
  stage.shown.viewer.receiveDrop(drag, at: box)
  #expect(stage.marks.isEmpty, "the mark ends with the drag")
  try await stage.shown.wait(forCount: isTile ? 2 : 1)
  #expect(stage.boxed == ["a.txt", "b.txt"])
  #expect(stage.shown.toast == "Moved 2 items, Ctrl+Z undoes it", "\(stage.shown.toast)")
  try await stage.shown.key("Ctrl+Z")
  try await stage.shown.wait(forCount: isTile ? 4 : 3)
  #expect(stage.boxed.isEmpty)
}

@MainActor @Test func `files that are dropped on a folder with Ctrl are copied into it`() async throws {
  let stage = try await DropStage()
  stage.shown.viewer.receiveDrop(stage.drag("a.txt", isMove: false), at: try stage.middle(of: "box"))
  try await stage.shown.rest()
  #expect(stage.boxed == ["a.txt"] && stage.folder.names == ["a.txt", "b.txt", "box"])
  #expect(stage.shown.toast.contains("Copied “a.txt”"), "\(stage.shown.toast)")
}

@MainActor @Test func `a drop on the background, on a file or on the dragged folder itself changes nothing`()
  async throws
{
  let stage = try await DropStage()
  for (names, place) in [
    (["a.txt"], Point(x: 300, y: 500)), (["a.txt"], try stage.middle(of: "b.txt")),
    (["box", "a.txt"], try stage.middle(of: "box")),
  ] {
    let drag = FileDrag(paths: names.map { stage.folder.file($0) }, isMove: true, isOwn: true)
    #expect(!stage.shown.viewer.drag(drag, over: place))
    #expect(stage.marks.isEmpty)
    stage.shown.viewer.receiveDrop(drag, at: place)
    try await stage.shown.rest()
    #expect(stage.boxed.isEmpty && stage.folder.names == ["a.txt", "b.txt", "box"])
  }
}

@MainActor @Test func `the mark of the folder below a drag follows it and ends outside of the window`() async throws {
  let stage = try await DropStage()
  let (drag, box) = (stage.drag("a.txt"), try stage.middle(of: "box"))
  #expect(stage.shown.viewer.drag(drag, over: box) && stage.marks.count == 1)
  #expect(!stage.shown.viewer.drag(drag, over: try stage.middle(of: "b.txt")) && stage.marks.isEmpty)
  #expect(stage.shown.viewer.drag(drag, over: box) && stage.marks.count == 1)
  stage.shown.viewer.endDragOver()
  #expect(stage.marks.isEmpty)
}

@MainActor @Test func `files of another program go into the folder on which they are dropped`() async throws {
  let (stage, other) = (try await DropStage(), try textFiles(["c.txt", "d.txt"]))
  let box = try stage.middle(of: "box")
  for name in other.names {
    stage.shown.harness.host.handle(.drop(other.file(name), at: box), at: stage.shown.harness.host.now)
  }
  let isThere = await waitUntil(stage.shown.harness) { stage.boxed.count == 2 && !stage.shown.viewer.isBusy }
  #expect(isThere, "\(stage.boxed)")
  #expect(stage.folder.names == ["a.txt", "b.txt", "box"] && other.names == ["c.txt", "d.txt"])
}
