import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Opening files with the programs that the desktop has for them.

/// Makes a program that writes its argument to a file and exits with a code.
private func opener(in folder: TemporaryFolder, exit code: Int) throws -> ProgramOpener {
  let program = try folder.write(
    "#!/bin/sh\nprintf %s \"$1\" > \"\(folder.path)/opened\"\nexit \(code)\n", to: "program")
  #expect(chmod(program, 0o755) == 0)
  return ProgramOpener(program: program)
}

@MainActor @Test func `Shift+Return opens the selected file with its program`() async throws {
  let (folder, tools) = (try textFiles(["a b.txt", "c.txt"]), try TemporaryFolder())
  let shown = try await FileStage(folder.path)
  shown.viewer.files.opener = try opener(in: tools, exit: 0)
  shown.select(0...0)
  try await shown.key("Shift+Return")
  let isOpened = await waitUntil(shown.harness) { TemporaryFolder.text(tools.file("opened")) == folder.file("a b.txt") }
  #expect(isOpened && shown.viewer.list.itemCount == 2, "the list is still shown")
  #expect(shown.status.contains("Opening “a b.txt” with the program of the desktop"), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  (4, "“a.txt” was not opened: no program is known for it (xdg-open of the package xdg-utils)"),
  (2, "“a.txt” was not opened: the file is gone"), (7, "“a.txt” was not opened: exit 7"),
])
func `a program that fails is reported in the status line`(code: Int, words: String) async throws {
  let (folder, tools) = (try textFiles(["a.txt"]), try TemporaryFolder())
  let shown = try await FileStage(folder.path)
  shown.viewer.files.opener = try opener(in: tools, exit: code)
  shown.select(0...0)
  try await shown.key("Shift+Return")
  let isTold = await waitUntil(shown.harness) { shown.status.contains(words) }
  #expect(isTold, "\(shown.status)")
}

@MainActor @Test func `without xdg-open the package that has it is named`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.file("a.txt"))
  shown.viewer.files.opener.program = "/nowhere/xdg-open"
  shown.viewer.files.programs = DesktopPrograms(dataFolders: [], configFolders: [])
  try await shown.key("Shift+Return")
  let isTold = await waitUntil(shown.harness) { shown.status.contains("part of the package xdg-utils") }
  #expect(isTold, "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("a.pdf", "%PDF-1.7\n%text", "PDF document"), ("b", "PK\u{3}\u{4}rest", "ZIP archive"),
  ("c.ttf", "\0\u{1}\0\0\0rest", "TrueType font"), ("d.mp4", "\0\0\0 ftypisom", "MP4 video"),
  ("e.tar", "name\0\0\0", "TAR archive"),
])
func `a file of another program shows its kind, and Return opens it`(name: String, text: String, title: String)
  async throws
{
  let (folder, tools) = (try TemporaryFolder(), try TemporaryFolder())
  let path = try folder.write(text.utf8, to: name)
  let shown = try await FileStage(path)
  shown.viewer.files.opener = try opener(in: tools, exit: 0)
  #expect(shown.text.contains("\"\(title)\"") && shown.text.contains("\"Open with its program\""), "\(shown.text)")
  try await shown.key("Return")
  let isOpened = await waitUntil(shown.harness) { TemporaryFolder.text(tools.file("opened")) == path }
  #expect(isOpened)
}

@MainActor @Test func `a text with the name of a document is shown as a text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await FileStage(try folder.write("one\ntwo\n", to: "a.doc"))
  #expect(shown.viewer.list.itemCount == 2)
  shown.harness.key(.down)
  shown.viewer.files.opener.program = "/nowhere/xdg-open"
  try await shown.key("Shift+Return")
  let isTold = await waitUntil(shown.harness) { shown.status.contains("part of the package xdg-utils") }
  #expect(isTold, "a line that has the focus does not take the key")
}
