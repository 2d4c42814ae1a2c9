import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The files of all folders below one, as one list.

/// Makes a folder with files in nested folders, hidden entries, and links that lead back.
private func deepFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in ["one", "one/inner", "two", ".secret"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
  for name in ["top.txt", "one/a.txt", "one/inner/b.log", "two/a.txt", ".secret/c.txt", "two/.d.txt"] {
    try folder.write("text of \(name)\n", to: name)
  }
  #expect(symlink(folder.path, folder.file("two/loop")) == 0)
  #expect(symlink("../one", folder.file("two/link")) == 0)
  return folder
}

extension FileStage {
  /// The names of the shown files in their order.
  fileprivate var names: [String] { rows.map { String($0.prefix { $0 != "," && $0 != " " }) } }

  /// Waits until the list has these names.
  fileprivate func wait(for expected: [String]) async throws {
    let isThere = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == expected.count }
    try #require(isThere, "\(names): \(status)")
    harness.settle()
    #expect(names == expected)
  }
}

private let deepNames = ["one/a.txt", "one/inner/b.log", "top.txt", "two/a.txt"]

@MainActor @Test func `Ctrl+Shift+S lists the files of all folders below with their folders, and ends it again`()
  async throws
{
  let folder = try deepFolder()
  let shown = try await FileStage(folder.path)
  #expect(shown.names == ["one", "two", "top.txt"])
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: deepNames)
  #expect(shown.status.contains("In all folders, 4 files"), "\(shown.status)")
  #expect(shown.status.contains("Live"), "\(shown.status)")
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: ["one", "two", "top.txt"])
  #expect(!shown.status.contains("In all folders"), "\(shown.status)")
}

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+2", "Ctrl+3"])
func `a path that is too long loses its start, and a name its middle`(layout: String) async throws {
  let folder = try deepFolder()
  let shown = try await FileStage(folder.path)
  func labels(in view: View) -> [Label] {
    (view as? Label).map { [$0] } ?? view.children.flatMap { labels(in: $0) }
  }
  func truncations() -> Set<Truncation> {
    let names = shown.viewer.list.visibleCells.compactMap(\.content).compactMap { labels(in: $0).first }
    return Set(names.map(\.truncation))
  }
  try await shown.key(layout)
  #expect(truncations() == [.middle])
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: deepNames)
  #expect(truncations() == [.start, .middle], "one of the files is in the folder itself")
}

@MainActor @Test func `a list of all files below is filtered, sorted and shown in each layout`() async throws {
  let folder = try deepFolder()
  try folder.write(String(repeating: "x", count: 5_000), to: "two/large.bin")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try shown.viewer.setFilter(["a.txt"])
  try await shown.wait(for: ["one/a.txt", "two/a.txt"])
  try shown.viewer.setFilter(["inner/"])
  try await shown.wait(for: ["one/inner/b.log"])
  try shown.viewer.setFilter([])
  try shown.viewer.setSort("size:desc")
  try await shown.rest()
  #expect(shown.names.first == "two/large.bin")
  for layout in ["Ctrl+2", "Ctrl+3", "Ctrl+1"] {
    try await shown.key(layout)
    #expect(shown.names.first == "two/large.bin", "\(layout)")
  }
  // Tags belong to the files wherever they are listed.
  shown.select(0...0)
  try await shown.key("5")
  try shown.viewer.open(folder.file("two"))
  try await shown.wait(forCount: 4)
  #expect(shown.rows.contains { $0.hasPrefix("large.bin") && $0.contains("tag 5") }, "\(shown.rows)")
}

@MainActor @Test func `changes in a folder below are followed, and files are renamed and deleted where they are`()
  async throws
{
  let folder = try deepFolder()
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: deepNames)
  #expect(mkdir(folder.file("one/new"), 0o700) == 0)
  try folder.write("x", to: "one/new/z.txt")
  try await shown.wait(for: ["one/a.txt", "one/inner/b.log", "one/new/z.txt", "top.txt", "two/a.txt"])
  shown.select(2...2)
  try await shown.key("Delete")
  try await shown.wait(for: deepNames)
  try await shown.key("Ctrl+Z")
  try await shown.wait(for: ["one/a.txt", "one/inner/b.log", "one/new/z.txt", "top.txt", "two/a.txt"])
  #expect(shown.selected == ["one/new/z.txt"])
  try await shown.key("F2")
  try await shown.answer("y.txt")
  try await shown.wait(for: ["one/a.txt", "one/inner/b.log", "one/new/y.txt", "top.txt", "two/a.txt"])
}

@MainActor @Test func `hidden files below are listed with Ctrl+H, and a folder that cannot be read is counted`()
  async throws
{
  let folder = try deepFolder()
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: deepNames)
  try await shown.key("Ctrl+H")
  try await shown.wait(for: [".secret/c.txt"] + deepNames.prefix(3) + ["two/.d.txt", "two/a.txt"])
  guard getuid() != 0 else { return }
  #expect(chmod(folder.file(".secret"), 0) == 0)
  defer { chmod(folder.file(".secret"), 0o700) }
  try await shown.key("F5")
  try await shown.rest()
  #expect(shown.status.contains("1 folder cannot be read") && shown.status.contains("Live"), "\(shown.status)")
  #expect(rename(folder.file("two/a.txt"), folder.file("two/z.txt")) == 0)
  try await shown.wait(for: Array(deepNames.prefix(3)) + ["two/.d.txt", "two/z.txt"])
}

@MainActor @Test func `the smallest window tells that the files of all folders are listed`() async throws {
  let folder = try deepFolder()
  let shown = try await FileStage(folder.path, size: Size(width: 360, height: 240))
  #expect(!shown.harness.frame.textSnapshot.contains("In all folders"))
  try await shown.key("Ctrl+Shift+S")
  try await shown.rest()
  shown.harness.show()
  #expect(shown.harness.frame.textSnapshot.contains("\"In all folders\""), "\(shown.harness.frame.textSnapshot)")
}

@MainActor @Test func `in a list of very many files below, a file that is renamed or deleted changes at once`()
  async throws
{
  let folder = try TemporaryFolder()
  for number in 100..<300 {
    try folder.makeFolder("\(number)")
    for file in 100..<200 { try folder.write("", to: "\(number)/\(file).txt") }
  }
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(forCount: 20_000)
  shown.select(1...1)
  try await shown.key("Delete")
  try await shown.wait(forCount: 19_999)
  #expect(rename(folder.file("100/100.txt"), folder.file("100/0.txt")) == 0)
  let isShown = await waitUntil(shown.harness) { shown.rows.first?.hasPrefix("100/0.txt") == true }
  #expect(isShown)
}

@MainActor @Test func `a file with two names is two files, and a missing folder comes back`() async throws {
  let folder = try deepFolder()
  #expect(link(folder.file("top.txt"), folder.file("one/same.txt")) == 0)
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(for: ["one/a.txt", "one/inner/b.log", "one/same.txt", "top.txt", "two/a.txt"])
  #expect(rename(folder.file("one"), folder.file("two/moved")) == 0)
  try await shown.wait(
    for: ["top.txt", "two/a.txt", "two/link", "two/moved/a.txt", "two/moved/inner/b.log", "two/moved/same.txt"])
}
