import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// A viewer in a window without a display, with a trash of its own.
@MainActor
struct FileStage: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness
  let data: TemporaryFolder

  init(
    _ path: String, otherDisk: String? = nil, data: TemporaryFolder? = nil,
    size: Size = Size(width: 1000, height: 600)
  ) async throws {
    self.data = try data ?? TemporaryFolder()
    viewer.files.trash = Trash(data: self.data.path) { _ in otherDisk }
    viewer.files.tagging.storage = FileTagStorage(data: self.data.path)
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  func rest() async throws {
    let isShown = await waitUntil(harness) { !viewer.isBusy }
    try #require(isShown)
    harness.settle()
  }

  /// The texts of the selected entries, up to the first comma or space.
  var selected: [String] {
    harness.show()
    return harness.tiles.filter { $0.states.contains(.selected) }.map {
      String($0.text.prefix { $0 != "," && $0 != " " })
    }
  }

  /// Selects the entries at these positions of the list.
  func select(_ items: ClosedRange<Int>) {
    viewer.list.select(ElementPath(section: 0, item: items.lowerBound))
    harness.settle()
    for _ in items.dropFirst() { harness.key(.down, modifiers: .shift) }
    harness.settle()
  }

  func key(_ text: String) async throws {
    let shortcut = try #require(KeyShortcut(text: text))
    harness.key(shortcut.key, modifiers: shortcut.modifiers)
    try await rest()
  }

  /// Waits until the list has a number of entries.
  func wait(forCount count: Int) async throws {
    let isThere = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == count }
    try #require(isThere, "\(viewer.list.itemCount) entries: \(status)")
    harness.settle()
  }

  /// Waits until the title of the content begins with `title` and no files are being changed.
  func wait(forTitle title: String) async throws {
    let isThere = await waitUntil(harness) { viewer.title.hasPrefix(title) && !viewer.isChangingFiles }
    try #require(isThere, "\(viewer.title): \(status)")
  }

  /// Answers the question that is open.
  func answer(_ text: String) async throws {
    harness.key("A", modifiers: .control)
    harness.type(text)
    try await key("Return")
  }

  var trashed: [String] { (try? names("files")) ?? [] }
  var notes: [String] { (try? names("info")) ?? [] }

  private func names(_ part: String) throws -> [String] {
    try DirectoryReader(path: data.file("Trash/" + part)).next(limit: 100).map { PathBytes.display($0.name) }.sorted()
  }

  func note(_ name: String) -> String { TemporaryFolder.text(data.file("Trash/info/\(name).trashinfo")) }
}

func textFiles(_ names: [String]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  // A picture of text would be shown as text.
  for name in names { try folder.write((name.hasSuffix(".png") ? "\0" : "") + "text of \(name)\n", to: name) }
  return folder
}
