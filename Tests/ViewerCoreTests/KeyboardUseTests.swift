import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// A person who works without a pointer: every event is a key or a typed text.

/// A desk with a folder of pictures, a log of a day and a document.
@MainActor
private struct Desk {
  let folder: TemporaryFolder
  let tools: TemporaryFolder
  let stage: FileStage

  init() async throws {
    (folder, tools) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.makeFolder("pictures")
    for number in 1_000..<3_000 { try folder.write("\0no picture", to: "pictures/p\(number).png") }
    try folder.write("%PDF-1.7\n%text", to: "report.pdf")
    try Self.writeLog(to: folder)
    let program = try tools.write(
      "#!/bin/sh\nprintf %s \"$1\" > \"\(tools.path)/opened\"\n", to: "xdg-open")
    #expect(chmod(program, 0o755) == 0)
    stage = try await FileStage(folder.path)
    stage.viewer.files.opener = ProgramOpener(program: program)
  }

  /// The hours and minutes of the errors in the log.
  private static let errors = ["08:10", "10:15", "11:40", "11:59", "12:00", "15:30"]

  /// Writes a log of 1 GB, or less where the program is not optimised: in each minute the same lines.
  private static func writeLog(to folder: TemporaryFolder) throws {
    let size = perBuild(debug: 50_000_000, optimized: 1_000_000_000)
    let filler = String(repeating: "x", count: 960)
    let lines = size / 1_440 / 1_000
    for minute in 0..<1_440 {
      let time = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      var block: [UInt8] = []
      if errors.contains(time) { block += "2026-06-14 \(time):00 ERROR store: lost at \(time)\n".utf8 }
      let line = Array("2026-06-14 \(time):30 INFO store: \(time) \(filler)\n".utf8)
      for _ in 0..<lines { block += line }
      try folder.write(block, to: "day.log", mode: minute == 0 ? "w" : "a")
    }
  }

  var status: String { stage.status }

  /// Presses keys, one after the other.
  func press(_ keys: String...) throws {
    for text in keys {
      let key = try #require(KeyShortcut(text: text))
      stage.harness.key(key.key, modifiers: key.modifiers)
    }
  }

  /// Types the beginning of a name in a folder, and opens what has it.
  func open(_ name: String, titled title: String) async throws {
    stage.harness.type(name)
    try press("Return")
    try await wait("“\(title)” is not shown") { stage.viewer.title.hasPrefix(title) && !stage.viewer.isBusy }
  }

  /// Waits until a condition holds, while pictures are loaded.
  func wait(_ words: String, _ condition: () throws -> Bool) async throws {
    let bitmap = Bitmap(width: 400, height: 300, color: Color(hex: 0x3060C0))
    for _ in 0..<100 {
      let holds = try await waitBriefly {
        for load in stage.harness.images.pending { stage.harness.images.finish(load.request.source, with: bitmap) }
        return try condition()
      }
      if holds { return }
    }
    Issue.record("\(words): \(stage.viewer.title), \(status)")
  }

  private func waitBriefly(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<500 {
      await Task.yield()
      stage.harness.settle()
      if try condition() { return true }
      try await Task.sleep(for: .milliseconds(1))
    }
    return false
  }

  /// The text of the line with the focus, without its number and its filler.
  var focusedLine: String {
    stage.harness.show()
    let text = stage.harness.tiles.first { $0.states.contains(.focused) }?.text ?? ""
    return String(text.drop { $0 != "s" }.prefix { $0 != "x" })
  }
}

@MainActor
@Test func `pictures are culled, an error is found, lines are copied and a document is opened by keys alone`()
  async throws
{
  let desk = try await Desk()
  // The folder of pictures: zoom, next, tag, trash, undo.
  try await desk.open("pict", titled: "pictures")
  try await desk.wait("2,000 pictures") { desk.stage.viewer.list.itemCount == 2_000 }
  try desk.press("Home", "Return")
  try await desk.wait("the first one") {
    desk.stage.viewer.title.hasPrefix("p1000.png") && desk.status.contains("100 %")
  }
  try desk.press("+")
  try await desk.wait("it is enlarged") { desk.status.contains(" %") && !desk.status.contains("100 %") }
  try desk.press("Right")
  try await desk.wait("the next one") { desk.stage.viewer.title.hasPrefix("p1001.png") }
  try desk.press("3")
  #expect(desk.status.contains("Tag 3"), "\(desk.status)")
  try desk.press("Delete")
  try await desk.wait("in the trash") { desk.stage.trashed == ["p1001.png"] && desk.status.contains("of 1,999") }
  #expect(desk.stage.viewer.title.hasPrefix("p1002.png"))
  try desk.press("Ctrl+Z")
  try await desk.wait("back again") { desk.stage.trashed.isEmpty && desk.status.contains("2 of 2,000") }
  #expect(desk.stage.viewer.title.hasPrefix("p1001.png") && desk.status.contains("Tag 3"), "\(desk.status)")
  #expect((try? FileInfo(path: desk.folder.file("pictures/p1001.png"))) != nil)
  try desk.press("Escape", "Ctrl+L")
  desk.stage.harness.type("tag=3")
  try await desk.wait("the tagged one") { desk.stage.viewer.list.itemCount == 1 }
  try desk.press("Escape", "Escape", "Alt+Up")
  try await desk.wait("the desk") { desk.stage.viewer.list.itemCount == 3 && !desk.stage.viewer.isBusy }

  // The log: the third error before noon, and two lines on the clipboard.
  try await desk.open("day", titled: "day.log")
  try desk.press("Ctrl+G")
  desk.stage.harness.type("12:00")
  try desk.press("Return")
  try await desk.wait("noon") { desk.focusedLine == "store: lost at 12:00" }
  for line in ["lost at 11:59", "lost at 11:40", "lost at 10:15"] {
    try desk.press("Shift+E")
    try await desk.wait(line) { desk.focusedLine == "store: \(line)" }
  }
  try desk.press("Shift+Down", "Ctrl+C")
  let copied = try #require(desk.stage.harness.clipboard.text).split(separator: "\n")
  #expect(copied.count == 2 && copied[0] == "2026-06-14 10:15:00 ERROR store: lost at 10:15")
  #expect(copied.last?.hasPrefix("2026-06-14 10:15:30 INFO store: 10:15 xxx") == true)

  // The document, which its program shows.
  try desk.press("Escape", "Escape", "Alt+Up")
  try await desk.wait("the desk") { desk.stage.viewer.list.itemCount == 3 && !desk.stage.viewer.isBusy }
  try await desk.open("rep", titled: "report.pdf")
  try desk.press("Return")
  try await desk.wait("the program") {
    TemporaryFolder.text(desk.tools.file("opened")) == desk.folder.file("report.pdf")
  }
}
