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

  /// The times of the errors in the log, in hours and minutes.
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

extension Desk {
  /// Views pictures of the folder one after the other, and zooms, tags, deletes and restores some.
  func cullPictures() async throws {
    try await open("pict", titled: "pictures")
    try await wait("2,000 pictures") { stage.viewer.list.itemCount == 2_000 }
    try press("Home", "Return")
    try await wait("the first one") {
      stage.viewer.title.hasPrefix("p1000.png") && status.contains("100 %")
    }
    try press("+")
    try await wait("it is enlarged") { status.contains(" %") && !status.contains("100 %") }
    try press("Right")
    try await wait("the next one") { stage.viewer.title.hasPrefix("p1001.png") }
    try press("3")
    #expect(status.contains("Tag 3"), "\(status)")
    try press("Delete")
    try await wait("in the trash") { stage.trashed == ["p1001.png"] && status.contains("of 1,999") }
    #expect(stage.viewer.title.hasPrefix("p1002.png"))
    try press("Ctrl+Z")
    try await wait("back again") { stage.trashed.isEmpty && status.contains("2 of 2,000") }
    #expect(stage.viewer.title.hasPrefix("p1001.png") && status.contains("Tag 3"), "\(status)")
    #expect((try? FileInfo(path: folder.file("pictures/p1001.png"))) != nil)
    try press("Escape", "Ctrl+L")
    stage.harness.type("tag=3")
    try await wait("the tagged one") { stage.viewer.list.itemCount == 1 }
    try press("Escape", "Escape", "Alt+Up")
    try await wait("the desk") { stage.viewer.list.itemCount == 3 && !stage.viewer.isBusy }
  }

  /// Goes from noon to the third error before it, and copies its line and the next one.
  func copyError() async throws {
    try await open("day", titled: "day.log")
    try press("Ctrl+G")
    stage.harness.type("12:00")
    try press("Return")
    try await wait("noon") { focusedLine == "store: lost at 12:00" }
    for line in ["lost at 11:59", "lost at 11:40", "lost at 10:15"] {
      try press("Shift+E")
      try await wait(line) { focusedLine == "store: \(line)" }
    }
    try press("Shift+Down", "Ctrl+C")
    let copied = try #require(stage.harness.clipboard.text).split(separator: "\n")
    #expect(copied.count == 2 && copied[0] == "2026-06-14 10:15:00 ERROR store: lost at 10:15")
    #expect(copied.last?.hasPrefix("2026-06-14 10:15:30 INFO store: 10:15 xxx") == true)
  }

  /// Opens the document, which its program shows.
  func openReport() async throws {
    try press("Escape", "Escape", "Alt+Up")
    try await wait("the desk") { stage.viewer.list.itemCount == 3 && !stage.viewer.isBusy }
    try await open("rep", titled: "report.pdf")
    try press("Return")
    try await wait("the program") {
      TemporaryFolder.text(tools.file("opened")) == folder.file("report.pdf")
    }
  }
}

@MainActor
@Test func `pictures are culled, an error is found, lines are copied and a document is opened by keys alone`()
  async throws
{
  let desk = try await Desk()
  try await desk.cullPictures()
  try await desk.copyError()
  try await desk.openReport()
}
