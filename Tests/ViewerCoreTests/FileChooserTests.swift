import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of choosing a file or folder to open.

/// A folder in a window, with the chooser open.
@MainActor
private struct Choosing: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  /// Opens the file chooser over a folder, or over a file or folder in it.
  /// - Parameter path: The path of the file or folder in the folder; empty for the folder itself.
  init(at path: String = "", _ size: Size = Size(width: 1000, height: 640), folders: UserFolders = UserFolders())
    async throws
  {
    folder = try TemporaryFolder()
    for name in ["north", "south"] { try folder.makeFolder(name) }
    for name in ["a.txt", "b.log", ".secret", "north/deep.txt", "south/far.txt"] {
      try folder.write("one\ntwo\n", to: name)
    }
    viewer.userFolders = { folders }
    try viewer.open(folder.file(path))
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
    try await press("O", .control)
  }

  /// The names of the files that the chooser lists.
  var names: [String] { rows.compactMap { $0.split(separator: " ").first.map(String.init) } }

  var isOpen: Bool { text.contains("\"Cancel\"") }

  func waitUntilOpen(_ name: String) async throws {
    let isShown = await waitUntil(harness) { viewer.title == name + " - Scrollwork" }
    try #require(isShown, "\(viewer.title)")
  }
}

@MainActor @Test func `Ctrl+O shows the folder with its files, and Escape returns to where the user was`()
  async throws
{
  let stage = try await Choosing(at: "a.txt")
  #expect(stage.isOpen && stage.text.contains("\"b.log\"") && !stage.text.contains("\".secret\""))
  let selected = stage.harness.tiles.filter { $0.states.contains(.selected) }
  #expect(selected.map { $0.text.hasPrefix("a.txt") } == [true], "the shown file is selected")
  try await stage.press(.escape)
  #expect(!stage.isOpen && stage.viewer.title == "a.txt - Scrollwork" && stage.viewer.list.isFocused)
}

@MainActor @Test func `Return opens folders on the plate and then a file in the window`() async throws {
  let stage = try await Choosing()
  try await stage.press(.down, .enter)
  #expect(stage.isOpen && stage.text.contains("\"deep.txt\""))
  let shown = stage.viewer.title
  try await stage.press(.down, .enter)
  try await stage.waitUntilOpen("deep.txt")
  #expect(!stage.isOpen && shown != "deep.txt - Scrollwork" && stage.viewer.list.isFocused)
}

@MainActor @Test(arguments: ["Backspace", "Alt+Up"]) func `a key goes up on the plate and selects the folder left`(
  key: String
) async throws {
  let stage = try await Choosing(at: "south/far.txt")
  let shortcut = try #require(KeyShortcut(text: key))
  try await stage.press(shortcut.key, shortcut.modifiers)
  #expect(stage.text.contains("\"b.log\""))
  #expect(stage.harness.tiles.contains { $0.text.hasPrefix("south") && $0.states.contains(.selected) })
  try await stage.press(.enter, .down)
  #expect(stage.text.contains("\"far.txt\""))
}

@MainActor @Test func `typed letters find a file, and hidden files are shown by a key`() async throws {
  let stage = try await Choosing()
  stage.harness.type("b")
  try await stage.rest()
  #expect(stage.harness.tiles.contains { $0.text.hasPrefix("b.log") && $0.states.contains(.selected) })
  try await stage.press("H", .control)
  #expect(stage.text.contains("\".secret\"") && !stage.viewer.settings.showsHidden)
  #expect(stage.harness.tiles.contains { $0.text.hasPrefix("b.log") && $0.states.contains(.selected) })
}

@MainActor @Test func `a typed path opens, and one that does not exist is refused on the plate`() async throws {
  let stage = try await Choosing()
  try await stage.press("L", .control)
  stage.harness.type("nowhere")
  try await stage.press(.enter)
  #expect(stage.isOpen && stage.text.contains("no such file"), "\(stage.text)")
  try await stage.press("A", .control)
  stage.harness.type("nor")
  try await stage.rest()
  try await stage.press(.tab)
  #expect(stage.text.contains("\"north/\""))
  stage.harness.type("deep.txt")
  try await stage.rest()
  try await stage.press(.enter)
  try await stage.waitUntilOpen("deep.txt")
  #expect(!stage.isOpen)
}

@MainActor @Test func `Shift+Return opens the selected folder itself`() async throws {
  let stage = try await Choosing()
  try await stage.press(.down)
  try await stage.press(.enter, .shift)
  try await stage.waitUntilOpen("north")
  #expect(!stage.isOpen)
}

@MainActor @Test func `Ctrl+Return opens the selected file in another window`() async throws {
  let stage = try await Choosing()
  try await stage.press(.escape)
  var opened: [String?] = []
  stage.viewer.onNewWindow = { opened.append($0) }
  try await stage.press("O", .control)
  stage.harness.type("b")
  try await stage.rest()
  try await stage.press(.enter, .control)
  #expect(opened == [stage.folder.file("b.log")] && !stage.isOpen)
}

@MainActor @Test func `Left and Right go between the files and the places, which open on the plate`() async throws {
  let other = try TemporaryFolder()
  try other.write("x", to: "else.txt")
  let stage = try await Choosing(folders: UserFolders(folders: [.init(title: "Pictures", path: other.path)]))
  #expect(stage.text.contains("\"Pictures\"") && stage.text.contains("\"File system\""))
  try await stage.press(.down, .left, .home, .enter)
  #expect(stage.isOpen && stage.text.contains("\"else.txt\""), "\(stage.text)")
  try await stage.press(.down, .enter)
  try await stage.waitUntilOpen("else.txt")
}

@MainActor @Test func `a link to nothing is refused on the plate, and the files stay`() async throws {
  let stage = try await Choosing()
  try await stage.press(.escape)
  try #require(symlink("/nowhere/at/all", stage.folder.file("lost")) == 0)
  #expect(await waitUntil(stage.harness) { stage.viewer.list.itemCount == 5 })
  try await stage.press("O", .control)
  stage.harness.type("lost")
  try await stage.rest()
  try await stage.press(.enter)
  #expect(stage.isOpen && stage.text.contains("does not exist") && stage.text.contains("\"south\""), "\(stage.text)")
}

@MainActor @Test func `in a small window everything is inside the plate, and the places stand in place of the files`()
  async throws
{
  let stage = try await Choosing(at: "", Size(width: 360, height: 240))
  stage.harness.show()
  for name in ["Cancel", "Open", "Enclosing folder", "Places"] {
    let node = try #require(stage.harness.semantics.first { $0.role == .button && $0.text == name }, "\(name)")
    #expect(node.bounds.minX >= 12 && node.bounds.maxX <= 348 && node.bounds.maxY <= 228, "\(node)")
  }
  // The folder below the plate shows its files too.
  func count(_ name: String) -> Int { stage.text.ranges(of: "\"\(name)\"").count }
  #expect(count("north") == 2 && count("File system") == 0)
  try await stage.press(.down, .left)
  #expect(count("north") == 1 && count("File system") == 1)
  try await stage.press(.right)
  #expect(count("north") == 2 && count("File system") == 0)
}

@MainActor @Test func `the places of a small window are at rest though the files behind them were never shown`()
  async throws
{
  let stage = try await Choosing(at: "", Size(width: 360, height: 240))
  try await stage.press(.escape)
  stage.harness.key("O", modifiers: .control)
  stage.harness.key(.left)
  try await stage.rest()
  #expect(stage.text.contains("\"File system\""), "\(stage.text)")
  try await stage.press(.right)
  #expect(stage.text.ranges(of: "\"north\"").count == 2)
}

@MainActor @Test(arguments: ["/", "~"], [false, true])
func `a slash or a tilde among the files or places begins a typed path`(start: String, amongPlaces: Bool) async throws {
  let stage = try await Choosing()
  if amongPlaces { try await stage.press(.left) }
  stage.harness.type(start + "us")
  try await stage.rest()
  let focused = stage.harness.semantics.first { $0.states.contains(.focused) && $0.role == .textField }
  #expect(focused?.text == start + "us")
  #expect(stage.text.contains("\"usr\"") == (start == "/"), "the names that continue the path are listed")
  try await stage.press(.escape)
  #expect(stage.isOpen && stage.text.contains("\"b.log\""), "Escape leaves the path")
}

@MainActor @Test func `the line of the keys names those that begin a typed path`() async throws {
  let stage = try await Choosing()
  #expect(stage.text.contains("/ or ~"))
}

@MainActor @Test func `Return with nothing selected opens the shown folder`() async throws {
  let stage = try await Choosing()
  try await stage.press(.down, .enter)
  #expect(stage.isOpen && stage.text.contains("\"deep.txt\""))
  stage.harness.host.handle(.keyDown(.enter, [], isRepeat: true), at: stage.harness.host.now)
  try await stage.rest()
  #expect(stage.isOpen, "a held key does not go on")
  try await stage.press(.enter)
  try await stage.waitUntilOpen("north")
  #expect(!stage.isOpen)
}
