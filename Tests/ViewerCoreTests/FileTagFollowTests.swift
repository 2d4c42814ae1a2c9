import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tags of files that other programs rename.

extension FileStage {
  /// Waits until the shown files have exactly these tags, by their names.
  fileprivate func wait(forTags expected: [String: String]) async throws {
    var tags: [String: String] = [:]
    let isThere = await waitUntil(harness) {
      guard !viewer.isBusy else { return false }
      tags = [:]
      for row in rows {
        let tag = row.split(separator: "tag ").dropFirst().last
        tags[String(row.prefix { $0 != "," && $0 != " " })] = tag.map { String($0.prefix(1)) } ?? ""
      }
      return tags == expected
    }
    #expect(isThere, "\(tags)")
  }
}

@MainActor @Test(arguments: [false, true])
func `a tag follows its file when another program renames it`(isDeep: Bool) async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  if isDeep { try await shown.key("Ctrl+Shift+S") }
  try await shown.wait(forCount: 2)
  shown.select(0...0)
  try await shown.key("6")
  #expect(rename(folder.file("a.txt"), folder.file("z.txt")) == 0)
  try await shown.wait(forTags: ["b.txt": "", "z.txt": "6"])
  // It is written: another run finds it.
  let again = try await FileStage(folder.path, data: shown.data)
  try await again.wait(forTags: ["b.txt": "", "z.txt": "6"])
}

@MainActor @Test func `a tag follows its file and its folder to another folder of the list of all files below`()
  async throws
{
  let folder = try textFiles([])
  for name in ["one", "two"] { try folder.makeFolder(name) }
  try folder.write("x", to: "one/a.txt")
  try folder.write("y", to: "one/b.txt")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+S")
  try await shown.wait(forCount: 2)
  shown.select(0...0)
  try await shown.key("3")
  shown.select(1...1)
  try await shown.key("4")
  #expect(rename(folder.file("one/a.txt"), folder.file("two/c.txt")) == 0)
  try await shown.wait(forTags: ["one/b.txt": "4", "two/c.txt": "3"])
  #expect(rename(folder.file("one"), folder.file("two/inner")) == 0)
  try await shown.wait(forTags: ["two/c.txt": "3", "two/inner/b.txt": "4"])
}

@MainActor @Test func `a file that a program replaces keeps its tag, however the program does it`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("5")
  // A new version takes the place of the former one.
  try folder.write("new\n", to: ".a.txt.tmp")
  #expect(rename(folder.file(".a.txt.tmp"), folder.file("a.txt")) == 0)
  try await shown.wait(forTags: ["a.txt": "5", "b.txt": ""])
  // The former version is kept beside the new one.
  #expect(rename(folder.file("a.txt"), folder.file("a.txt~")) == 0)
  try folder.write("newer\n", to: "a.txt")
  try await shown.wait(forCount: 3)
  try await shown.wait(forTags: ["a.txt": "5", "a.txt~": "", "b.txt": ""])
}

@MainActor @Test(arguments: [false, true])
func `a tag follows its file that another program renamed while the viewer did not run`(isDeep: Bool) async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let first = try await FileStage(folder.path)
  first.select(0...0)
  try await first.key("6")
  first.select(1...1)
  try await first.key("7")
  first.viewer.stop()
  #expect(rename(folder.file("a.txt"), folder.file("z.txt")) == 0)
  // Its name is taken again, so the tag stays with the name.
  #expect(rename(folder.file("b.txt"), folder.file("b.txt~")) == 0)
  try folder.write("a new version\n", to: "b.txt")
  for _ in 0..<2 {
    let again = try await FileStage(folder.path, data: first.data)
    if isDeep { try await again.key("Ctrl+Shift+S") }
    try await again.wait(forTags: ["b.txt": "7", "b.txt~": "", "c.txt": "", "z.txt": "6"])
    again.viewer.stop()
  }
}

@MainActor @Test func `a tag does not go to another file that was written after its own one was deleted`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let first = try await FileStage(folder.path)
  first.select(0...0)
  try await first.key("6")
  first.viewer.stop()
  #expect(unlink(folder.file("a.txt")) == 0)
  // Perhaps the file system gives it the number of the deleted one.
  try folder.write("something else\n", to: "z.txt")
  let again = try await FileStage(folder.path, data: first.data)
  try await again.wait(forTags: ["b.txt": "", "z.txt": ""])
}
