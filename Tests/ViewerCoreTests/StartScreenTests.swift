import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the start screen: folders of the user, mounted places, and places that the user visited.

@MainActor private func start(_ folders: UserFolders, recent paths: [String] = []) async throws -> (Viewer, ViewHarness)
{
  let viewer = Viewer()
  var places = SavedPositions()
  for path in paths.reversed() {
    places.keep(SavedPosition(position: ScrollPosition(places: [], isAtEnd: false)), for: path)
  }
  viewer.places = places
  viewer.userFolders = { folders }
  viewer.openStart()
  let harness = ViewHarness(showing: viewer, size: Size(width: 1280, height: 800))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  return (viewer, harness)
}

@MainActor private func tile(_ name: String, in harness: ViewHarness) throws -> SemanticsNode {
  harness.show()
  return try #require(harness.tiles.first { $0.text.hasPrefix(name) }, "\(name) in \(harness.tiles.map(\.text))")
}

@MainActor @Test func `one click on a card opens its folder`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("Pictures")
  try folder.write("x", to: "Pictures/a.txt")
  let (viewer, harness) = try await start(
    UserFolders(
      folders: [.init(title: "Home", path: folder.path), .init(title: "Pictures", path: folder.file("Pictures"))],
      mounts: [.init(title: "stick", path: folder.path)]))
  #expect(harness.tiles.prefix(4).map { $0.text.split(separator: " ")[0] } == ["Open…", "Home", "Pictures", "stick"])
  harness.click(at: try tile("Pictures", in: harness).bounds.center)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.title == "Pictures - Scrollwork")
}

@MainActor @Test func `the first card and Return open the chooser of files`() async throws {
  let (_, harness) = try await start(UserFolders())
  harness.key(.down)
  harness.key(.enter)
  harness.settle()
  harness.show()
  #expect(harness.semantics.contains { $0.role == .button && $0.text == "Enclosing folder" })
}

@MainActor @Test func `visited places are shown with the newest first, and places that are gone are left out`()
  async throws
{
  let folder = try TemporaryFolder()
  for name in ["old", "new"] {
    try folder.makeFolder(name)
    for index in 0..<4 { try folder.write("\0no picture", to: "\(name)/\(index).png") }
  }
  let log = try folder.write("line\n", to: "a.log")
  let paths = [folder.file("new"), folder.file("gone"), log, folder.file("old")]
  let (viewer, harness) = try await start(UserFolders(), recent: paths)
  let names = harness.tiles.map { String($0.text.split(separator: " ")[0]) }
  let first = try #require(names.firstIndex(of: "new"))
  #expect(names[first..<first + 3] == ["new", "a.log", "old"] && !names.contains("gone"))
  harness.click(at: try tile("a.log", in: harness).bounds.center)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.title == "a.log - Scrollwork")
}

@Test func `the folders of the user are read from the file of the desktop`() {
  let text = """
    # written by xdg-user-dirs-update
    XDG_PICTURES_DIR="$HOME/Bilder"
    XDG_DOWNLOAD_DIR="/data/down loads"
    XDG_MUSIC_DIR=$HOME/Music
    XDG_VIDEOS_DIR="relative"
    """
  let folders = UserFolders.folders(in: text, home: "/home/ada")
  #expect(folders == ["PICTURES": "/home/ada/Bilder", "DOWNLOAD": "/data/down loads"])
}

@Test func `only mounts that the user sees are offered, each once`() {
  let text = """
    22 28 0:21 / /sys rw,nosuid shared:7 - sysfs sysfs rw
    23 28 8:1 / /media/ada/USB\\040stick rw shared:8 - vfat /dev/sdb1 rw
    24 28 8:2 / /run/media/ada/disk rw shared:9 - ext4 /dev/sdc1 rw
    25 28 8:2 / /run/media/ada/disk rw shared:9 - ext4 /dev/sdc1 rw
    26 28 8:3 / /mntx rw - ext4 /dev/sdd1 rw
    """
  #expect(UserFolders.mounts(in: text) == ["/media/ada/USB stick", "/run/media/ada/disk"])
}

@MainActor @Test func `all stored places are reached by keys and by a filter, with the pictures that they have`()
  async throws
{
  let folder = try TemporaryFolder()
  let names = (10..<60).map { "place\($0)" }
  for name in names {
    try folder.makeFolder(name)
    try folder.write("\0no picture", to: "\(name)/own-\(name).png")
  }
  let picture = try folder.write("\0no picture", to: "alone.png")
  let (viewer, harness) = try await start(UserFolders(), recent: names.map { folder.file($0) } + [picture])
  func isRequested(_ name: String) -> Bool {
    harness.settle()
    return harness.images.pending.contains { "\($0.request.source)".contains(name) }
  }
  #expect(isRequested("own-place10.png") && !isRequested("own-place40.png"))
  let few = viewer.list.itemCount
  #expect(try tile("All recent places", in: harness).text.contains("39 more"))
  harness.type("all")
  harness.key(.enter)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.list.itemCount == few + 39)
  harness.advance(by: .seconds(2))
  harness.type("place59")
  #expect(isRequested("own-place59.png"), "it is scrolled to, with its picture")
  harness.key(.enter)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.title == "place59 - Scrollwork")
  harness.key(.left, modifiers: .alt)
  try await waitForRest(of: viewer, in: harness)
  harness.key("L", modifiers: .control)
  for (words, name) in [("place58", "own-place58.png"), ("alone", "alone.png")] {
    harness.key("A", modifiers: .control)
    harness.type(words)
    let isFound = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 1 && isRequested(name) }
    #expect(isFound, "\(name): \(harness.tiles.map(\.text))")
  }
}
