import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Files whose names say something else than their content, as a user meets them.

/// The start of a PNG file.
private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
/// The start of a JPEG file.
private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8)

private func mixedFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(png, to: "photo")
  try folder.write(jpeg, to: "scan.txt")
  try folder.write("12:01:02 INFO started\n12:01:03 INFO ended\n", to: "log.png")
  try folder.write("plain\n", to: "notes")
  try folder.write(png, to: "right.png")
  return folder
}

@MainActor @Test func `a folder shows files as what they are: pictures among pictures, and texts among files`()
  async throws
{
  let folder = try mixedFolder()
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+1")
  func row(_ name: String) -> String { shown.rows.first { $0.hasPrefix(name) } ?? "" }
  #expect(row("photo").contains("PNG picture"), "\(shown.rows)")
  #expect(row("scan.txt").contains("JPEG picture"))
  #expect(row("log.png").contains("Text"))
  #expect(row("notes").contains("File"))
  #expect(row("right.png").contains("PNG picture"))
  #expect(shown.status.contains("3 pictures") && shown.status.contains("2 files"), "\(shown.status)")
  let requested = Set(
    shown.harness.images.pending.compactMap { load -> String? in
      guard case .file(let path, _) = load.request.source else { return nil }
      return FilePath.lastComponent(of: path)
    })
  #expect(requested == ["photo", "scan.txt", "right.png"])
  try shown.viewer.setFilter(["kind=picture"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 3)
}

@MainActor @Test func `a filter by kind finds files as what they are, whatever their names say`() async throws {
  let folder = try mixedFolder()
  try folder.write(jpeg, to: "wrong.png")
  try folder.write(jpeg, to: "right.jpg")
  try folder.write("plain\n", to: "a.md")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+2")
  for (kind, names) in [
    ("PNG", ["photo", "right.png"]), ("png picture", ["photo", "right.png"]),
    ("JPEG", ["right.jpg", "scan.txt", "wrong.png"]), ("jpg", ["right.jpg", "scan.txt", "wrong.png"]),
    ("JPEG picture", ["scan.txt", "wrong.png"]), ("txt", []), ("md", ["a.md"]), ("text", ["a.md", "log.png"]),
  ] {
    try shown.viewer.setFilter(["kind=\(kind)"])
    #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy })
    shown.harness.settle()
    let found = shown.rows.map { String($0.prefix { $0 != " " && $0 != "," }) }
    #expect(found.sorted() == names, "\(kind): \(shown.rows)")
  }
}

@MainActor @Test func `a folder shows films, documents and texts as what their first bytes are`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(String(repeating: "no film, only words\n", count: 20), to: "a.mp4")
  try folder.write([0, 0, 0, 24] + Array("ftypisom".utf8) + [0, 0, 2, 0], to: "b.txt")
  try folder.write("%PDF-1.4\n", to: "c")
  try folder.write([0x50, 0x4B, 3, 4, 20, 0], to: "d.docx")
  try folder.write([0x50, 0x4B, 3, 4, 20, 0], to: "e.log")
  try folder.write([0x50, 0x4B, 3, 4, 20, 0], to: "f.xlsx")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+1")
  let words = ["Text", "Video", "Document", "DOCX document", "Archive", "XLSX table"]
  for (row, word) in zip(shown.rows, words) { #expect(row.contains(word), "\(row)") }
  try shown.viewer.setFilter(["kind=video"])
  try await shown.rest()
  #expect(shown.rows.count == 1 && shown.rows.first?.hasPrefix("b.txt") == true, "\(shown.rows)")
}

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+2"])
func `the kind of a picture with a wrong ending is that of its first bytes, also for sorting`(key: String)
  async throws
{
  let folder = try TemporaryFolder()
  try folder.write(png, to: "a.jpg")
  try folder.write(jpeg, to: "b.jpg")
  try folder.write(jpeg, to: "c.jpeg")
  let shown = try await FileStage(folder.path)
  try await shown.key(key)
  let row = try #require(shown.rows.first { $0.hasPrefix("a.jpg") })
  #expect(row.contains("PNG picture"), "\(shown.rows)")
  #expect(shown.rows.first { $0.hasPrefix("b.jpg") }?.contains("JPG picture") == true, "\(shown.rows)")
  try shown.viewer.setSort("kind")
  try await shown.rest()
  #expect(shown.rows.map { $0.prefix(1) } == ["c", "b", "a"], "\(shown.rows)")
  try shown.viewer.setSort("name")
  try await shown.rest()
  #expect(shown.rows.map { $0.prefix(1) } == ["a", "b", "c"], "\(shown.rows)")
}

@MainActor @Test(arguments: [true, false])
func `the side panel names the kind of a picture by its first bytes`(isOpened: Bool) async throws {
  let folder = try TemporaryFolder()
  try folder.write(png, to: "wrong.jpg")
  let shown = try await FileStage(folder.path)
  try await shown.key("Right")
  if isOpened { shown.harness.key(.enter) }
  shown.harness.key("I", modifiers: .control)
  let isNamed = await waitUntil(shown.harness) { shown.text.contains("PNG picture") }
  #expect(isNamed && !shown.text.contains("JPG picture"))
}

@MainActor @Test(arguments: ["photo", "scan.txt", "right.png"])
func `a picture is opened as a picture, whatever its name is`(name: String) async throws {
  let folder = try mixedFolder()
  let shown = try await FileStage(folder.path)
  try shown.viewer.open(folder.file(name))
  #expect(shown.viewer.screenKind == .picture)
}

@MainActor @Test func `a text with the name of a picture is opened as a text`() async throws {
  let folder = try mixedFolder()
  let shown = try await FileStage(folder.file("log.png"))
  #expect(shown.viewer.screenKind == .text)
  #expect(shown.text.contains("started"))
}

@MainActor @Test func `a damaged picture, an empty one and a drawing stay pictures`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(Array(repeating: 0, count: 500), to: "zeros.png")
  try folder.write("", to: "empty.png")
  try folder.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "a.svg")
  for name in folder.names {
    let shown = try await FileStage(folder.path)
    try shown.viewer.open(folder.file(name))
    #expect(shown.viewer.screenKind == .picture, "\(name)")
  }
}

@MainActor @Test func `a file that becomes another kind is shown as that`() async throws {
  let folder = try mixedFolder()
  let shown = try await FileStage(folder.path)
  #expect(shown.status.contains("3 pictures"), "\(shown.status)")
  try folder.write("only text now\n", to: "photo")
  let isText = await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.status.contains("2 pictures") }
  #expect(isText, "\(shown.status)")
}

@MainActor @Test(arguments: [("film.mp4", "MP4 video"), ("paper.pdf", "PDF document"), ("old.zip", "ZIP archive")])
func `an empty file says what its name promises and that nothing is in it`(name: String, kind: String) async throws {
  let folder = try TemporaryFolder()
  try folder.write("", to: name)
  let shown = try await FileStage(folder.file(name))
  #expect(shown.text.contains("Empty file") && shown.text.contains("The name says “\(kind)”"), "\(shown.text)")
  try folder.write("%PDF-1.7 now", to: name)
  try await shown.key("Return")
  #expect(!shown.text.contains("Empty file"), "\(shown.text)")
}

@MainActor @Test func `a file of zeros is shown as bytes, and its kind is no program`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(Array(repeating: 0, count: 4_000), to: "disk.bin")
  let shown = try await FileStage(folder.path)
  #expect(shown.rows.first?.contains("BIN file") == true, "\(shown.rows)")
  try shown.viewer.open(folder.file("disk.bin"))
  try await shown.rest()
  #expect(shown.viewer.screenKind == .bytes)
}
