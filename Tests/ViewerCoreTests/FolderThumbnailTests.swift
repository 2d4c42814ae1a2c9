import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Folders that show thumbnails of films and documents, in a window without a display.

/// A window that shows the files of a desktop.
@MainActor
private struct Shown: ViewerStage {
  let desktop: ThumbnailDesktop
  let viewer = Viewer()
  let harness: ViewHarness

  /// Opens the files of a desktop in a layout.
  /// - Parameter key: The key that chooses the layout, with Ctrl.
  init(_ desktop: ThumbnailDesktop, key: Key, patience: Double = 10, hasMaker: Bool = true) async throws {
    self.desktop = desktop
    if hasMaker { viewer.files.thumbnails = desktop.maker(patience: patience) }
    try viewer.open(desktop.files)
    harness = ViewHarness(showing: viewer, size: Size(width: 1000, height: 600))
    viewer.focusList()
    harness.key(key, modifiers: .control)
    try await rest()
  }

  /// The names of the cache's folders from which pictures are requested.
  var requested: [String] {
    harness.images.pending.compactMap { load in
      guard case .file(let path, _) = load.request.source, path.hasPrefix(desktop.cache) else { return nil }
      return path.split(separator: "/").dropLast().last.map(String.init)
    }
  }

  /// The number of icons of films in the frame.
  var icons: Int {
    harness.show()
    return harness.frame.textSnapshot.split(separator: "\n").count { $0.contains("symbol film ") }
  }

  /// The number of pictures in the frame.
  var pictures: Int {
    harness.show()
    return harness.frame.textSnapshot.split(separator: "\n").count { $0.contains("image ") }
  }

  var bounds: [Rect] {
    harness.show()
    return harness.tiles.map(\.bounds)
  }
}

@MainActor @Test(arguments: ["1", "2", "3"] as [Key])
func `a film and a document show thumbnails in each layout, and nothing moves`(key: Key) async throws {
  let desktop = try ThumbnailDesktop(["a.pdf", "b.mp4", "c.txt"])
  let shown = try await Shown(desktop, key: key)
  #expect(shown.requested == ["large", "large"], "\(shown.requested)")
  let (before, icons) = (shown.bounds, shown.pictures)
  #expect(before.count == 3 && icons == 0)
  shown.answer()
  #expect(shown.bounds == before && shown.pictures == 2)
  #expect(desktop.calls.count == 2)
}

@MainActor @Test func `films and documents are tiles of a grouped grid too`() async throws {
  let shown = try await Shown(try ThumbnailDesktop(["a.pdf", "b.mp4", "c.txt"]), key: "3")
  shown.harness.key("1", modifiers: [.control, .shift])
  try await shown.rest()
  let heights = shown.bounds.map(\.height)
  #expect(heights.count == 3 && heights.count { $0 > 100 } == 2, "\(heights)")
  shown.answer()
  #expect(shown.pictures == 2)
}

@MainActor @Test func `a thumbnail in another size stands in for one that is loaded, without the icon`() async throws {
  let shown = try await Shown(try ThumbnailDesktop(["b.mp4"]), key: "1")
  let bitmap = Bitmap(width: 24, height: 24, color: Color(hex: 0x3060C0))
  #expect(shown.icons == 1)
  for load in shown.harness.images.pending { shown.harness.images.memory[load.request] = bitmap }
  shown.answer()
  #expect(shown.icons == 0)
  shown.harness.key("2", modifiers: .control)
  try await shown.rest()
  #expect(shown.requested == ["large"] && shown.pictures == 1 && shown.icons == 0)
}

@MainActor @Test func `without a thumbnailer the icons stay, and nothing is asked for`() async throws {
  let desktop = try ThumbnailDesktop(["a.pdf", "b.mp4"])
  try desktop.folder.remove("data/thumbnailers/test.thumbnailer")
  for hasMaker in [true, false] {
    let shown = try await Shown(desktop, key: "1", hasMaker: hasMaker)
    #expect(shown.requested.isEmpty && shown.pictures == 0 && shown.bounds.count == 2)
  }
  #expect(desktop.stored.isEmpty)
}

@MainActor @Test func `only files near the viewport are drawn`() async throws {
  let desktop = try ThumbnailDesktop((100..<500).map { "a\($0).pdf" })
  let shown = try await Shown(desktop, key: "1")
  #expect((10..<100).contains(desktop.calls.count), "\(desktop.calls.count)")
  #expect(shown.requested.count == desktop.calls.count)
}

@MainActor @Test func `a file that changes gets another thumbnail, and loses one that cannot be drawn`() async throws {
  let desktop = try ThumbnailDesktop(["a.pdf"], script: "grep -q bad \"$1\" || cp \"$HERE/sample.png\" \"$2\"")
  let shown = try await Shown(desktop, key: "1")
  shown.answer()
  #expect(shown.pictures == 1)
  try desktop.folder.append("good", to: "files/a.pdf")
  var isDone = await waitUntil(shown.harness) { desktop.calls.count == 2 && !shown.requested.isEmpty }
  #expect(isDone, "\(desktop.calls)")
  shown.answer()
  #expect(shown.pictures == 1)
  try desktop.folder.append("bad", to: "files/a.pdf")
  isDone = await waitUntil(shown.harness) { desktop.calls.count == 3 && shown.pictures == 0 }
  #expect(isDone, "\(desktop.calls) \(shown.pictures)")
}

@MainActor @Test func `a thumbnailer that hangs keeps nobody waiting, and the next file is drawn`() async throws {
  let desktop = try ThumbnailDesktop(
    ["a.pdf", "b.mp4"], script: "case \"$1\" in *.mp4) sleep 300;; *) cp \"$HERE/sample.png\" \"$2\";; esac")
  let shown = try await Shown(desktop, key: "1", patience: 0.3)
  #expect(desktop.calls.count == 2)
  #expect(shown.requested == ["large"])
  shown.answer()
  #expect(shown.pictures == 1)
}

@MainActor @Test func `a smaller thumbnail is shown until the wanted one is drawn`() async throws {
  let desktop = try ThumbnailDesktop(["a.pdf", "b.mp4"], script: "exit 1")
  for name in ["a.pdf", "b.mp4"] { try desktop.store(name, side: 128) }
  let shown = try await Shown(desktop, key: "3")
  #expect(shown.requested == ["normal", "normal"])
  #expect(desktop.calls.count == 2, "a larger one is tried")
}
