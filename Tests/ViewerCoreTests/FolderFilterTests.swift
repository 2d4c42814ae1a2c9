import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Finding, filtering by columns and saving in folders, in each layout.

/// Makes a folder with a folder, two pictures and three other files.
private func mixedFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("harbour"), 0o700) == 0)
  try folder.write(pictureHeader(1_200, 20, bytes: 600), to: "harbour at dawn.png")
  try folder.write(pictureHeader(300, 500, bytes: 1_500_000), to: "night.png")
  try folder.write(String(repeating: "x", count: 2_000), to: "the harbour.txt")
  try folder.write("x", to: "notes.md")
  try folder.write("", to: "empty.log")
  for name in ["harbour", "harbour at dawn.png", "night.png", "the harbour.txt", "notes.md"] {
    var times = [timespec(tv_sec: 1_781_628_005, tv_nsec: 0), timespec(tv_sec: 1_781_628_005, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, folder.file(name), &times, 0) == 0)
  }
  return folder
}

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ folder: TemporaryFolder, layout: Key = "2") async throws {
    self.folder = folder
    try viewer.open(folder.path)
    harness = ViewHarness(showing: viewer, size: Size(width: 1000, height: 600))
    try await begin()
    try await press(layout, .control)
  }

  func rest() async throws {
    let isAtRest = await waitUntil(harness) { !viewer.isBusy }
    try #require(isAtRest)
    harness.settle()
  }

  func filter(_ texts: String...) async throws {
    try viewer.setFilter(texts)
    try await rest()
  }

  /// The names of the shown files in their order, without endings.
  var names: [String] {
    harness.show()
    return harness.tiles.sorted { ($0.target.minY, $0.target.minX) < ($1.target.minY, $1.target.minX) }.map {
      String($0.text.prefix { $0 != "." })
    }
  }

  var focused: String? { harness.tiles.first { $0.states.contains(.focused) }?.text }

  func says(_ text: String) -> Bool {
    harness.show()
    return harness.semantics.contains { $0.text.contains(text) }
  }

  /// Returns the number of times that a text is drawn.
  func drawn(_ text: String) -> Int {
    harness.show()
    return harness.frame.textSnapshot.split(separator: "\"\(text)\"", omittingEmptySubsequences: false).count - 1
  }
}

@MainActor @Test(arguments: ["1", "2", "3"] as [Key])
func `names are found in a folder, marked, counted and gone through by n and N`(layout: Key) async throws {
  let shown = try await Shown(try mixedFolder(), layout: layout)
  let plain = shown.drawn("harbour at dawn.png")
  try await shown.find("harbour")
  #expect(shown.says("1 of 3"))
  // The marked part is drawn once more, on the ground of the mark.
  #expect(shown.drawn("harbour at dawn.png") > plain)
  shown.viewer.focusList()
  try await shown.press("N")
  #expect(shown.says("2 of 3") && shown.focused?.hasPrefix("harbour at dawn") == true)
  try await shown.press("F3")
  #expect(shown.says("3 of 3") && shown.focused?.hasPrefix("the harbour") == true)
  try await shown.press("N")
  #expect(shown.says("1 of 3") && shown.says("on from the start"))
  try await shown.press("N", .shift)
  #expect(shown.says("3 of 3") && shown.says("on from the end"))
  // A new file is found too.
  try shown.folder.write("", to: "a harbour.txt")
  #expect(await waitUntil(shown.harness) { shown.says("of 4") })
  try await shown.press(.escape)
  #expect(!shown.says("of 4") && shown.drawn("harbour at dawn.png") == plain)
}

@MainActor @Test(arguments: ["1", "2", "3"] as [Key])
func `letters go to the file whose name begins with them, and other keys keep their meaning`(layout: Key) async throws {
  let shown = try await Shown(try mixedFolder(), layout: layout)
  func type(_ text: String) {
    for character in text {
      shown.harness.send(.keyDown(Key(character == " " ? "Space" : character.uppercased()), [], isRepeat: false))
      shown.harness.send(.text(String(character)))
    }
    shown.harness.settle()
  }
  type("n")
  #expect(shown.focused?.hasPrefix("n") == true)
  shown.harness.advance(by: .seconds(2))
  type("harbour ")
  #expect(shown.focused?.hasPrefix("harbour at dawn") == true)
  shown.harness.advance(by: .seconds(2))
  // A slash begins no search for a name but opens the field to find text.
  shown.harness.key("/")
  try await shown.rest()
  #expect(shown.harness.host.focusedView is TextField)
}

@MainActor @Test func `the value of a cell filters a folder by its keys`() async throws {
  let shown = try await Shown(try mixedFolder())
  for key in [.home, .down, .down, .right, .right] as [Key] { try await shown.press(key) }
  #expect(shown.focused?.hasPrefix("harbour at dawn") == true)
  try await shown.press("=")
  #expect(shown.names == ["harbour at dawn", "night"] && shown.says("Filter kind = PNG picture"))
  try await shown.press(.right)
  try await shown.press("-")
  #expect(shown.names == ["night"] && shown.says("Filter size ≠ 600"))
  // Two times of a day have the same value.
  try shown.viewer.setFilter([])
  try await shown.rest()
  try await shown.press(.right)
  try await shown.press("=")
  #expect(shown.says("Filter date = 2026-06-1") && !shown.names.contains("empty") && shown.names.count == 5)
}

@MainActor @Test func `a cell without a value says why it is no filter`() async throws {
  let shown = try await Shown(try mixedFolder())
  for key in [.home, .right, .right, .right] as [Key] { try await shown.press(key) }
  try await shown.press("=")
  #expect(shown.says("A folder has no size.") && shown.names.count == 6)
  try await shown.press(.menu)
  #expect(shown.says("Only files with this value") && shown.says("Without this value"))
}

@MainActor @Test func `files are filtered by their columns, and the filters are chips`() async throws {
  let shown = try await Shown(try mixedFolder())
  for (filter, names) in [
    ("size>1MB", ["night"]), ("size>=600", ["harbour at dawn", "night", "the harbour"]), ("size=", ["harbour"]),
    ("size<1.5 KB", ["harbour at dawn", "empty", "notes"]), ("kind=picture", ["harbour at dawn", "night"]),
    ("kind=PNG picture", ["harbour at dawn", "night"]), ("kind!=png", ["harbour", "empty", "notes", "the harbour"]),
    ("kind=folder", ["harbour"]), ("width>1000", ["harbour at dawn"]), ("!width>1000", ["harbour", "night"]),
    ("height>=500", ["night"]), ("date=2026-06-16", ["harbour", "harbour at dawn"]), ("date>2026-06-17", ["empty"]),
    ("name~/^n/", ["night", "notes"]), ("harbour", ["harbour", "harbour at dawn", "the harbour"]),
  ] {
    try await shown.filter(filter)
    let found = shown.names.map { $0.hasSuffix(" Folder — ") || $0.hasPrefix("harbour Folder") ? "harbour" : $0 }
    #expect(names.allSatisfy { found.contains($0) }, "\(filter): \(found)")
    if !["!width>1000", "date=2026-06-16", "date>2026-06-17"].contains(filter) {
      #expect(found.count == names.count, "\(filter): \(found)")
    }
  }
  try await shown.filter("kind=picture", "size<1MB")
  #expect(shown.names == ["harbour at dawn"] && shown.says("Filter kind = picture"))
  try await shown.press(.escape)
  #expect(shown.names == ["harbour at dawn", "night"])
  // In the grid the same files are shown, and new pictures are judged by their pixels.
  try await shown.filter("width>1000")
  try await shown.press("3", .control)
  #expect(shown.names == ["harbour at dawn"])
  try shown.folder.write(pictureHeader(4_000, 30, bytes: 600), to: "wide.png")
  #expect(await waitUntil(shown.harness) { shown.names == ["harbour at dawn", "wide"] })
  #expect(throws: ExpressionError("“big” is not a size, such as 800, 64KB or 1.5MB")) {
    try shown.viewer.setFilter(["size>big"])
  }
}

@MainActor
@Test(arguments: [
  (
    "files.csv",
    "name,kind,size,modified,width,height\nharbour at dawn.png,picture,600,2026-06-16T16:40:05Z,1200,20\n"
      + "the harbour.txt,text,2000,2026-06-16T16:40:05Z,,\n"
  ),
  (
    "files.ndjson",
    "{\"name\":\"harbour at dawn.png\",\"kind\":\"picture\",\"size\":600,\"modified\":\"2026-06-16T16:40:05Z\","
      + "\"width\":1200,\"height\":20}\n{\"name\":\"the harbour.txt\",\"kind\":\"text\",\"size\":2000,"
      + "\"modified\":\"2026-06-16T16:40:05Z\",\"width\":null,\"height\":null}\n"
  ),
  ("files.txt", "harbour at dawn.png\nthe harbour.txt\n"),
])
func `the files of a folder are saved as a table`(name: String, text: String) async throws {
  let shown = try await Shown(try mixedFolder(), layout: "3")
  let target = try TemporaryFolder()
  try await shown.filter("harbour", "kind!=folder")
  try await shown.press("S", .control)
  #expect(shown.says("2 files"))
  try await shown.press("A", .control)
  shown.harness.type(target.file(name))
  shown.harness.key(.enter)
  #expect(await waitUntil(shown.harness) { shown.says("Saved 2 files as") })
  #expect(TemporaryFolder.text(target.file(name)) == text)
}

@Test func `the printed files of a folder are filtered by their columns`() throws {
  let folder = try mixedFolder()
  let printed = try folder.write("", to: "harbour/printed")
  let descriptor = open(printed, O_WRONLY)
  var output = OutputWriter(descriptor: descriptor)
  let filter = try EntryFilter(["kind=picture", "height<100"])
  _ = try FolderPrinter(format: .text, filter: filter).print(folder.path, to: &output)
  close(descriptor)
  let text = try RandomAccessFile(path: printed).bytes(at: 0, count: 1_000)
  #expect(String(decoding: text, as: UTF8.self) == "harbour at dawn.png\n")
}
