import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Choosing the program that opens files, from desktop entries in folders of the test.

/// The folders of a desktop with programs that write their arguments to a file.
private struct Desktop {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["data/applications/sub", "data/mime", "config"] { try folder.makeFolder(name) }
    let text =
      "#!/bin/sh\nprintf '%s|' \"$0\" \"$@\" >> \"\(folder.path)/calls\"\nprintf '\\n' >> \"\(folder.path)/calls\"\n"
    for name in ["edit", "see"] { #expect(chmod(try folder.write(text, to: name), 0o755) == 0) }
    try folder.write("50:text/x-note:*.note\n60:image/png:*.png\n", to: "data/mime/globs2")
    try folder.write("text/x-note text/plain\n", to: "data/mime/subclasses")
    try enter("edit.desktop", "Edit Texts", "\(folder.path)/edit --wait %F", "text/plain;")
    try enter("sub/notes.desktop", "Notes", "\"\(folder.path)/edit\" %%x %c %u", "text/x-note;")
    try enter("see.desktop", "See Pictures", "\(folder.path)/see %f", "image/png;image/jpeg;")
    try enter("gone.desktop", "Gone", "x", "text/plain;", "TryExec=/nowhere/gone\n")
    try enter("secret.desktop", "Secret", "x", "", "NoDisplay=true\n")
  }

  func enter(_ id: String, _ name: String, _ command: String, _ types: String, _ more: String = "") throws {
    let text =
      "[Desktop Entry]\nType=Application\nName=\(name)\nName[de]=Anders\nExec=\(command)\nMimeType=\(types)\n\(more)"
      + "[Desktop Action new]\nName=New\nExec=other\n"
    try folder.write(text, to: "data/applications/" + id)
  }

  var programs: DesktopPrograms {
    DesktopPrograms(dataFolders: [folder.file("data")], configFolders: [folder.file("config")])
  }

  var calls: String { TemporaryFolder.text(folder.file("calls")).replacing(folder.path + "/", with: "") }
}

extension FileStage {
  /// The rows of the open palette.
  @MainActor fileprivate var offered: [String] {
    harness.show()
    let palette = harness.semantics.lastIndex { $0.role == .group && $0.text.hasPrefix("Open ") } ?? 0
    return harness.semantics[palette...].filter { $0.role == .cell }.map(\.text)
  }
}

@MainActor @Test func `the programs for the type of a file come first, those for more general types next`() async throws
{
  let (desktop, folder) = (try Desktop(), try textFiles(["a.note"]))
  let shown = try await FileStage(folder.path)
  shown.viewer.files.programs = desktop.programs
  shown.select(0...0)
  try await shown.key("Ctrl+Shift+O")
  #expect(
    shown.offered == ["Notes opens such files", "Edit Texts", "See Pictures Other program"], "\(shown.offered)")
  try await shown.key("Return")
  let isCalled = await waitUntil(shown.harness) { desktop.calls.hasSuffix("\n") }
  #expect(isCalled && desktop.calls == "edit|%x|Notes|file://\(folder.path)/a.note|\n", "\(desktop.calls)")
  #expect(shown.status.contains("Opening “a.note” with Notes"), "\(shown.status)")
}

@MainActor @Test func `the settings of the desktop add, remove and prefer programs`() async throws {
  let (desktop, folder) = (try Desktop(), try textFiles(["a.note"]))
  try desktop.folder.write(
    """
    [Default Applications]
    text/x-note=missing.desktop;see.desktop;
    [Removed Associations]
    text/x-note=sub-notes.desktop;
    """, to: "config/mimeapps.list")
  let shown = try await FileStage(folder.path)
  shown.viewer.files.programs = desktop.programs
  shown.select(0...0)
  try await shown.key("Ctrl+Shift+O")
  #expect(
    shown.offered == ["See Pictures opens such files", "Edit Texts", "Notes Other program"], "\(shown.offered)")
}

@MainActor @Test func `several files go to a program together, or to one that takes a file each one after the other`()
  async throws
{
  let (desktop, folder) = (try Desktop(), try textFiles(["a.txt", "b c.txt"]))
  let shown = try await FileStage(folder.path)
  shown.viewer.files.programs = desktop.programs
  try await shown.key("Ctrl+A")
  for name in ["edit", "see"] {
    try await shown.key("Ctrl+Shift+O")
    shown.harness.type(name)
    try await shown.key("Return")
  }
  let isCalled = await waitUntil(shown.harness) { desktop.calls.split(separator: "\n").count == 3 }
  let (a, b) = (folder.file("a.txt"), folder.file("b c.txt"))
  #expect(
    isCalled && Set(desktop.calls.split(separator: "\n")) == ["edit|--wait|\(a)|\(b)|", "see|\(a)|", "see|\(b)|"])
}

@MainActor @Test func `without xdg-open the usual program of a file is started directly`() async throws {
  let (desktop, folder) = (try Desktop(), try textFiles(["a.note"]))
  let shown = try await FileStage(folder.path)
  shown.viewer.files.programs = desktop.programs
  shown.viewer.files.opener.program = "/nowhere/xdg-open"
  shown.select(0...0)
  try await shown.key("Shift+Return")
  let isCalled = await waitUntil(shown.harness) { desktop.calls.hasSuffix("\n") }
  #expect(isCalled && desktop.calls == "edit|%x|Notes|file://\(folder.path)/a.note|\n", "\(desktop.calls)")
}

@MainActor @Test(arguments: ["a.pdf", "without ending"])
func `without xdg-open, Return on a document opens it with the program of its type`(name: String) async throws {
  let (desktop, folder) = (try Desktop(), try TemporaryFolder())
  try desktop.enter("pages.desktop", "Pages", "\(desktop.folder.path)/see %f", "application/pdf;")
  let path = try folder.write("%PDF-1.7\ntext", to: name)
  let shown = try await FileStage(path)
  shown.viewer.files.programs = desktop.programs
  shown.viewer.files.opener.program = "/nowhere/xdg-open"
  try await shown.key("Return")
  let isCalled = await waitUntil(shown.harness) { desktop.calls.hasSuffix("\n") }
  #expect(isCalled && desktop.calls == "see|\(path)|\n", "\(desktop.calls) \(shown.status)")
}

@MainActor @Test func `a missing program is reported`() async throws {
  let (desktop, folder) = (try Desktop(), try textFiles(["a.txt"]))
  try desktop.enter("broken.desktop", "Broken", "/nowhere/broken %f", "text/plain;")
  let shown = try await FileStage(folder.path)
  shown.viewer.files.programs = desktop.programs
  shown.select(0...0)
  try await shown.key("Ctrl+Shift+O")
  shown.harness.type("broken")
  try await shown.key("Return")
  #expect(shown.status.contains("Broken cannot be started: “/nowhere/broken” is not installed"), "\(shown.status)")
  shown.viewer.files.programs = DesktopPrograms(dataFolders: [], configFolders: [])
  try await shown.key("Ctrl+Shift+O")
  #expect(shown.status.contains("No programs are known"), "\(shown.status)")
}
