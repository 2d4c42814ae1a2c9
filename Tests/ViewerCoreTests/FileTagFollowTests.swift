import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tags of files that other programs rename.

extension FileStage {
  /// Waits until the tags of the shown files, by their names, are these.
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
