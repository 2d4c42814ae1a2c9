import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of several windows in one program, each driven by its own keys.

/// A program with windows that draw into memory.
@MainActor
private struct Program {
  let windows: ViewerWindows

  init(_ path: String, picks: Bool = false) async throws {
    var options = ViewerOptions()
    options.input = .path(path)
    options.isHeadless = true
    options.size = Size(width: 800, height: 500)
    options.picks = picks
    windows = ViewerWindows(ViewerProgram(options))
    try windows.openFirst()
    try await rest()
  }

  var viewers: [Viewer] { windows.members.map(\.viewer) }

  /// Presses keys in one window, one after the other, and waits after each until it rests.
  func press(_ keys: String..., in index: Int, waits: Bool = true) async throws {
    for text in keys {
      let key = try #require(KeyShortcut(text: text))
      guard index < windows.members.count else { return }
      let host = windows.members[index].window.host
      host.handle(.keyDown(key.key, key.modifiers, isRepeat: false), at: host.now)
      if waits { try await rest() }
    }
  }

  func type(_ text: String, in index: Int) {
    let host = windows.members[index].window.host
    host.handle(.text(text), at: host.now)
  }

  /// Waits until the description of the last window satisfies a condition.
  func wait(until isShown: (String) -> Bool) async throws {
    var text = ""
    for _ in 0..<5_000 {
      let window = windows.members[windows.members.count - 1].window
      text = window.host.frame(at: window.host.now + .milliseconds(17), describing: true).semanticsSnapshot
      if isShown(text) { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record("\(text)")
  }

  /// Runs jobs and makes frames until nothing changes or moves in any window.
  func rest() async throws {
    var idle = 0
    for _ in 0..<20_000 where idle < 3 {
      await Task.yield()
      var isBusy = false
      for member in windows.members {
        let window = member.window
        let soon = window.host.now + .seconds(1)
        let wake = window.settlingWake.flatMap { $0 <= soon ? $0 : nil }
        let now = max(window.host.now + .milliseconds(17), wake ?? .zero)
        if window.needsFrame(at: now) { _ = window.showFrame(at: now) }
        isBusy = isBusy || member.viewer.isBusy || wake != nil
      }
      idle = isBusy ? 0 : idle + 1
      try await Task.sleep(for: .milliseconds(1))
    }
    try #require(idle == 3, "the windows do not rest")
  }
}

private func nameOfFolder(_ folder: TemporaryFolder) -> String { String(folder.path.split(separator: "/").last ?? "") }

@MainActor @Test func `a new window opens at the same place, with a screen, a selection and a history of its own`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let program = try await Program(folder.path)
  try await program.press("Down", "Ctrl+N", in: 0)
  try #require(program.windows.members.count == 2)
  try await program.press("End", "Return", in: 1)
  let (first, second) = (program.viewers[0], program.viewers[1])
  #expect(first.title == nameOfFolder(folder) + " - Scrollwork" && second.title == "c.txt - Scrollwork")
  #expect(first.list.selectedCount == 1 && first.list.itemCount == 3 && second.list.itemCount == 1)
  try await program.press("Alt+Left", in: 1)
  #expect(second.title == first.title && second.list !== first.list)
}

@MainActor @Test func `a new window starts at the scroll position of the other one`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<400).map { "line \($0)" }.joined(separator: "\n")
  let program = try await Program(folder.write(lines + "\n", to: "a.txt"))
  program.viewers[0].places = SavedPositions()
  try await program.press("PageDown", "PageDown", "PageDown", "Ctrl+N", in: 0)
  let offset = program.viewers[0].list.contentOffset.y
  #expect(offset > 500 && abs(program.viewers[1].list.contentOffset.y - offset) < 1)
}

@MainActor @Test func `closing a window leaves the other ones as they are, and the last one stays for the end`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  try await program.press("Down", "Ctrl+W", in: 1)
  #expect(program.windows.members.count == 1)
  try await program.press("End", "Return", in: 0)
  #expect(program.viewers[0].title == "b.txt - Scrollwork")
  try await program.press("Ctrl+W", in: 0)
  #expect(program.windows.members.count == 1)
}

@MainActor @Test func `settings that are changed in one window apply to all`() async throws {
  let folder = try textFiles(["a.txt"])
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  var settings = program.viewers[1].settings
  (settings.theme, settings.showsHidden, settings.textSize) = (.dark, true, 125)
  program.viewers[1].change(settings)
  #expect(program.viewers.allSatisfy { $0.settings == settings })
  for window in program.windows.members.map(\.window) {
    #expect(window.theme.colors == Theme.dark.colors && window.screen.scale == 1.25)
  }
  try await program.press("Ctrl+N", in: 0)
  let (first, third) = (program.windows.members[0].window, program.windows.members[2].window)
  #expect(third.theme.colors == Theme.dark.colors && third.host.size == first.host.size)
}

@MainActor @Test func `the last change of files is undone in any window, also after the one that made it is closed`()
  async throws
{
  let folder = try textFiles(["a.txt"])
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  try await program.press("Ctrl+Shift+N", in: 1)
  program.type("made", in: 1)
  try await program.press("Return", "Ctrl+W", in: 1)
  let made = folder.file("made")
  #expect(OutputFile.exists(made))
  try await program.press("Ctrl+Z", in: 0)
  #expect(!OutputFile.exists(made))
}

@MainActor @Test func `an undo that a change in another window overtakes cannot be redone`() async throws {
  let (folder, data) = (try textFiles(["a.txt", "b.txt"]), try TemporaryFolder())
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  for viewer in program.viewers {
    viewer.files.trash = Trash(data: data.path)
    viewer.files.tagging.storage = FileTagStorage(data: data.path)
  }
  try await program.press("Home", "Delete", in: 0)
  #expect(!OutputFile.exists(folder.file("a.txt")))
  try await program.press("End", in: 1)
  try await program.press("Ctrl+Z", in: 0, waits: false)
  try await program.press("4", in: 1, waits: false)
  try await program.rest()
  #expect(OutputFile.exists(folder.file("a.txt")))
  try await program.press("Ctrl+Y", in: 0)
  #expect(OutputFile.exists(folder.file("a.txt")))
}

@MainActor @Test func `files that are copied in one window are pasted in another one`() async throws {
  let folder = try textFiles(["a.txt"])
  try folder.makeFolder("other")
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  try await program.press("End", "Ctrl+C", in: 1)
  try await program.press("Home", "Return", "Ctrl+V", in: 0)
  #expect(OutputFile.exists(folder.file("other/a.txt")))
}

@MainActor @Test func `while rows are picked there is one window only`() async throws {
  let folder = try textFiles(["a.txt"])
  let program = try await Program(folder.path, picks: true)
  try await program.press("Ctrl+N", in: 0)
  #expect(program.windows.members.count == 1)
}

// MARK: Windows that are closed while files are copied

/// Begins to copy a file in the last window. The copy takes longer than the test.
@MainActor private func beginLongCopy(in program: Program, _ folder: TemporaryFolder) async throws {
  let path = try folder.write("", to: "huge.bin")
  try #require(truncate(path, 100 << 30) == 0)
  let viewer = try #require(program.viewers.last)
  try viewer.open(folder.file("target"))
  try await program.rest()
  viewer.receiveDrop(FileDrag(paths: [path], isMove: false, isOwn: false), at: .zero)
  try await program.wait { $0.contains("Copying 1 of 1") }
}

@MainActor @Test func `the close button of the last window asks while files are copied, as Ctrl+Q does`() async throws {
  let folder = try textFiles(["a.txt"])
  try folder.makeFolder("target")
  let program = try await Program(folder.path)
  #expect(program.windows.members[0].window.shouldClose?() == true)
  try await beginLongCopy(in: program, folder)
  #expect(program.windows.members[0].window.shouldClose?() == false)
  try await program.wait { $0.contains("Files are being written") }
  #expect(program.windows.members[0].window.shouldClose?() == true)
  program.viewers[0].endFileWork()
  #expect(try DirectoryReader(path: folder.file("target")).next(limit: 10).isEmpty)
}

@MainActor @Test func `files of a closed window are copied on, and another window shows that and can stop it`()
  async throws
{
  let folder = try textFiles(["a.txt"])
  try folder.makeFolder("target")
  let program = try await Program(folder.path)
  try await program.press("Ctrl+N", in: 0)
  try await beginLongCopy(in: program, folder)
  let window = program.windows.members[1].window
  #expect(window.shouldClose?() == true)
  Application.close(window)
  #expect(program.windows.members.count == 1)
  try await program.wait { $0.contains("Copying 1 of 1") }
  try await program.press("Ctrl+.", in: 0, waits: false)
  try await program.wait { $0.contains("Stopped; the rest was not copied") }
  try await program.rest()
  #expect(try DirectoryReader(path: folder.file("target")).next(limit: 10).isEmpty)
}
