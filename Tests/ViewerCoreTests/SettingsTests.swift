import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the settings: their file, and the panel in the window.

private let commands: Set<String> = ["find", "wrap"]

@Test func `settings are read from lines, and unknown ones are reported with their numbers`() throws {
  let text = """
    # mine
    theme = dark

    motion=reduced
    colour = blue
    wrap = perhaps
    text-size = 9000
    key.find = Ctrl+Alt+F F9
    key.dance = F8
    key.wrap = Hyper+W
    nothing
    """
  let (settings, problems) = SettingsText(text).settings(commands: commands)
  #expect(settings.theme == .dark && settings.motion == .reduced && !settings.wrapsLines && settings.textSize == 100)
  #expect(settings.keys == ["find": [try #require(KeyShortcut(text: "Ctrl+Alt+F")), KeyShortcut("F9")]])
  #expect(problems.map(\.line) == [5, 6, 7, 9, 10, 11])
  #expect(problems[0].reason == "there is no setting “colour”")
  #expect(problems[3].reason == "there is no command “dance”")
}

@Test func `the manual page names each setting`() throws {
  let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  let file = try RandomAccessFile(path: root + "/assets/desktop/scrollwork.1")
  let manual = String(decoding: try file.bytes(at: 0, count: try file.size), as: UTF8.self).replacing("\\-", with: "-")
  let names = ViewerSettings().values.map(\.name) + ["key."]
  for name in names { #expect(manual.contains(name), "\(name)") }
}

@Test func `writing changes the lines of changed settings and no others`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("# mine\ntheme = dark\ncolour = blue\nkey.find = F9\n", to: "settings")
  let file = SettingsFile(path: path)
  var old = file.read(commands: commands) { _ in }
  var new = old
  new.theme = .light
  new.showsHidden = true
  try file.write(new, changedFrom: old)
  #expect(TemporaryFolder.text(path) == "# mine\ntheme = light\ncolour = blue\nkey.find = F9\nhidden-files = on\n")
  old = file.read(commands: commands) { _ in }
  #expect(old == new)
}

@Test func `a missing file of settings is made, and one that cannot be read is not replaced`() throws {
  let folder = try TemporaryFolder()
  let file = SettingsFile(path: folder.file("new/settings"))
  var new = ViewerSettings()
  new.wrapsLines = true
  try file.write(new, changedFrom: ViewerSettings())
  #expect(TemporaryFolder.text(file.path) == "wrap = on\n")
  try folder.makeFolder("taken")
  #expect(throws: FileError.self) {
    try SettingsFile(path: folder.file("taken")).write(new, changedFrom: ViewerSettings())
  }
}

@Test func `a file of settings that is too long or no UTF-8 is reported, and not replaced`() throws {
  let folder = try TemporaryFolder()
  let long = Array(repeating: UInt8(ascii: "#"), count: 1 << 20) + Array("\ntheme = dark\n".utf8)
  for (bytes, reason) in [(long, "1 MB"), (Array("# caf\n".utf8) + [0xE9, 0x0A], "UTF-8")] {
    let path = try folder.write(bytes, to: "settings")
    let file = SettingsFile(path: path)
    var messages: [String] = []
    let settings = file.read(commands: commands) { messages.append($0) }
    #expect(messages.count == 1 && messages[0].contains(reason))
    var new = settings
    new.theme = .light
    #expect(throws: FileError.self) { try file.write(new, changedFrom: settings) }
    let kept = try RandomAccessFile(path: path)
    #expect(try kept.bytes(at: 0, count: bytes.count + 1) == bytes)
  }
}

@MainActor private func open(_ path: String, _ size: Size = Size(width: 900, height: 600)) async throws
  -> (Viewer, ViewHarness)
{
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: size)
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  return (viewer, harness)
}

@MainActor final class SettingsLog {
  var changes: [ViewerSettings] = []
}

@MainActor @Test func `the panel changes settings at once and tells the program`() async throws {
  let folder = try TemporaryFolder()
  let (viewer, harness) = try await open(folder.write("one\ntwo\n", to: "a.txt"))
  let log = SettingsLog()
  viewer.onSettingsChange = { log.changes.append($1) }
  func texts() -> String {
    harness.settle()
    return harness.frame.textSnapshot
  }
  func numbers() -> Int { texts().ranges(of: "\"2\"").count }
  // The number of the second line, and that of all lines in the status.
  #expect(numbers() == 2)
  harness.key(",", modifiers: .control)
  #expect(texts().contains("\"Settings\"") && texts().contains("\"Contrast\""))
  harness.show()
  let row = try #require(harness.tiles.first { $0.text.hasPrefix("Line numbers in texts") })
  harness.click(at: Point(x: row.bounds.maxX - 36, y: row.bounds.midY))
  #expect(log.changes.last?.showsLineNumbers == false)
  harness.key(.escape)
  #expect(!texts().contains("\"Settings\"") && viewer.list.isFocused)
  #expect(!harness.semantics.contains { $0.text == "Settings" })
  #expect(numbers() == 1)
}

@MainActor @Test func `a switch acts anywhere in its row, and a row of choices does not react to the pointer`()
  async throws
{
  let folder = try TemporaryFolder()
  let (viewer, harness) = try await open(folder.write("one\n", to: "a.txt"))
  harness.key(",", modifiers: .control)
  harness.settle()
  func title(_ text: String) throws -> Point {
    harness.show()
    let row = try #require(harness.tiles.first { $0.text.hasPrefix(text) }).bounds
    return Point(x: row.minX + 40, y: row.midY)
  }
  /// Returns a description of the frame while the pointer is on the title of a setting.
  func frame(on text: String) throws -> String {
    harness.move(to: try title(text))
    harness.settle()
    return harness.frame.textSnapshot
  }
  let rest = try frame(on: "Theme")
  #expect(try frame(on: "Motion") == rest && (try frame(on: "Line numbers in texts")) != rest)
  let old = viewer.settings
  harness.click(at: try title("Line numbers in texts"))
  #expect(viewer.settings.showsLineNumbers != old.showsLineNumbers)
  let start = try title("Line numbers in texts")
  harness.drag(from: start, to: Point(x: start.x, y: start.y + 48))
  #expect(viewer.settings.showsLineNumbers != old.showsLineNumbers, "a press that ends elsewhere counts for nothing")
  harness.click(at: try title("Theme"))
  #expect(viewer.settings.theme == old.theme)
}

@MainActor @Test func `hidden files are shown and hidden by a key, and the place is kept`() async throws {
  let folder = try TemporaryFolder()
  for name in [".secret", "a.txt", "b.txt"] { try folder.write("x", to: name) }
  let (viewer, harness) = try await open(folder.path)
  #expect(viewer.list.itemCount == 2)
  harness.key("H", modifiers: .control)
  let isShown = await waitUntil(harness) { viewer.list.itemCount == 3 }
  #expect(isShown && viewer.settings.showsHidden)
  harness.key("H", modifiers: .control)
  #expect(await waitUntil(harness) { viewer.list.itemCount == 2 })
}

@MainActor @Test(arguments: [Size(width: 360, height: 240), Size(width: 1366, height: 768)])
func `every control of the settings is inside the plate`(size: Size) async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write("one\n", to: "a.txt"), size)
  harness.key(",", modifiers: .control)
  harness.settle()
  harness.show()
  let close = try #require(harness.semantics.first { $0.role == .button && $0.text == "Close" })
  #expect(close.bounds.maxX <= size.width - 12)
  for node in harness.semantics where node.text == "Settings" || node.text == "Theme" {
    #expect(node.bounds.minX >= 0 && node.bounds.maxX <= size.width)
  }
}
