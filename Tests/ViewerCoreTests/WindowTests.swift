import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of several windows in one program, each driven by a script of its own.

/// A program with windows that draw into memory.
@MainActor
private struct Program {
  let windows: ViewerWindows

  init(_ path: String, picks: Bool = false) throws {
    var options = ViewerOptions()
    options.input = .path(path)
    options.isHeadless = true
    options.size = Size(width: 800, height: 500)
    options.picks = picks
    windows = ViewerWindows(ViewerProgram(options))
    try windows.openFirst()
  }

  var viewers: [Viewer] { windows.members.map(\.viewer) }

  /// Runs lines of a script in one window.
  func run(_ lines: String..., in index: Int) async throws {
    let member = windows.members[index]
    let runner = ScriptRunner(viewer: member.viewer, window: member.window)
    for line in lines { #expect(await runner.reply(to: line) == .done(), "\(line)") }
  }
}

private func nameOfFolder(_ folder: TemporaryFolder) -> String { String(folder.path.split(separator: "/").last ?? "") }

@MainActor @Test func `a new window opens at the same place, with a screen, a selection and a history of its own`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let program = try Program(folder.path)
  try await program.run("settle", "key down", "key ctrl+n", in: 0)
  try #require(program.windows.members.count == 2)
  try await program.run("settle", "key end", "key return", "settle", in: 1)
  let (first, second) = (program.viewers[0], program.viewers[1])
  #expect(first.title == nameOfFolder(folder) + " - Scrollwork" && second.title == "c.txt - Scrollwork")
  #expect(first.list.selectedCount == 1 && first.list.itemCount == 3 && second.list.itemCount == 1)
  try await program.run("key alt+left", "settle", in: 1)
  #expect(second.title == first.title && second.list !== first.list)
}

@MainActor @Test func `a new window starts at the scroll position of the other one`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<400).map { "line \($0)" }.joined(separator: "\n")
  let program = try Program(folder.write(lines + "\n", to: "a.txt"))
  program.viewers[0].places = SavedPositions()
  try await program.run("settle", "key pagedown", "key pagedown", "key pagedown", "settle", "key ctrl+n", in: 0)
  try await program.run("settle", in: 1)
  let offset = program.viewers[0].list.contentOffset.y
  #expect(offset > 500 && abs(program.viewers[1].list.contentOffset.y - offset) < 1)
}

@MainActor @Test func `closing a window leaves the other ones as they are, and the last one stays for the end`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let program = try Program(folder.path)
  try await program.run("settle", "key ctrl+n", in: 0)
  try await program.run("settle", "key down", "key ctrl+w", in: 1)
  #expect(program.windows.members.count == 1)
  try await program.run("key end", "key return", "settle", in: 0)
  #expect(program.viewers[0].title == "b.txt - Scrollwork")
  try await program.run("key ctrl+w", in: 0)
  #expect(program.windows.members.count == 1)
}

@MainActor @Test func `settings that are changed in one window apply to all`() async throws {
  let folder = try textFiles(["a.txt"])
  let program = try Program(folder.path)
  try await program.run("settle", "key ctrl+n", in: 0)
  var settings = program.viewers[1].settings
  (settings.theme, settings.showsHidden, settings.textSize) = (.dark, true, 125)
  program.viewers[1].change(settings)
  #expect(program.viewers.allSatisfy { $0.settings == settings })
  for window in program.windows.members.map(\.window) {
    #expect(window.theme.colors == Theme.dark.colors && window.screen.scale == 1.25)
  }
  try await program.run("settle", "key ctrl+n", in: 0)
  let (first, third) = (program.windows.members[0].window, program.windows.members[2].window)
  #expect(third.theme.colors == Theme.dark.colors && third.host.size == first.host.size)
}

@MainActor @Test func `the last change of files is undone in any window, also after the one that made it is closed`()
  async throws
{
  let folder = try textFiles(["a.txt"])
  let program = try Program(folder.path)
  try await program.run("settle", "key ctrl+n", in: 0)
  try await program.run("settle", "key ctrl+shift+n", "text made", "key return", "settle", "key ctrl+w", in: 1)
  let made = folder.file("made")
  #expect(OutputFile.exists(made))
  try await program.run("settle", "key ctrl+z", "settle", in: 0)
  #expect(!OutputFile.exists(made))
}

@MainActor @Test func `files that are copied in one window are pasted in another one`() async throws {
  let folder = try textFiles(["a.txt"])
  try folder.makeFolder("other")
  let program = try Program(folder.path)
  try await program.run("settle", "key ctrl+n", in: 0)
  try await program.run("settle", "key end", "key ctrl+c", in: 1)
  try await program.run("key home", "key return", "settle", "key ctrl+v", "settle", in: 0)
  #expect(OutputFile.exists(folder.file("other/a.txt")))
}

@MainActor @Test func `while rows are picked there is one window only`() async throws {
  let folder = try textFiles(["a.txt"])
  let program = try Program(folder.path, picks: true)
  try await program.run("settle", "key ctrl+n", in: 0)
  #expect(program.windows.members.count == 1)
}
