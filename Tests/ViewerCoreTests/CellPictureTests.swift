import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The files that the values of a table's cells name, in the ways in which programs write them.

/// A folder with a table, pictures, and files that no table may open.
private func pictureTable() throws -> TemporaryFolder {
  let outer = try TemporaryFolder()
  try #require(mkdir(outer.file("table"), 0o700) == 0 && mkdir(outer.file("table/pictures"), 0o700) == 0)
  for name in ["table/pictures/a.jpg", "table/my cat.jpg", "table/100%25.png", "table/über.png", "secret.png"] {
    try outer.write("\0not looked at", to: name)
  }
  #expect(mkfifo(outer.file("table/pictures/pipe.png"), 0o600) == 0)
  #expect(symlink("../secret.png", outer.file("table/link.png")) == 0)
  return outer
}

/// Returns the path that a picture in a cell opens; `nil` if there is no picture.
private func openedPath(_ picture: CellPicture) -> String? {
  if case .picture(_, let path) = picture { path } else { nil }
}

@Test(arguments: [
  ("pictures\\a.jpg", "pictures/a.jpg"), (".\\pictures\\a.jpg", "pictures/a.jpg"), ("my%20cat.jpg", "my cat.jpg"),
  ("pictures%5Ca.jpg", "pictures/a.jpg"), ("pictures%2Fa.jpg", "pictures/a.jpg"), ("%C3%BCber.png", "über.png"),
  ("file:my%20cat.jpg", "my cat.jpg"), ("FILE:pictures/a.jpg", "pictures/a.jpg"), ("file:my cat.jpg", "my cat.jpg"),
  ("100%25.png", "100%25.png"), ("pictures/a.jpg", "pictures/a.jpg"),
])
func `a cell names a picture with the separators of Windows, escapes, or a relative address`(
  value: String, name: String
) throws {
  let outer = try pictureTable()
  let folder = PictureFolder(ofTable: outer.file("table/a.csv"))
  #expect(openedPath(folder.picture(value)) == FilePath.absolute(outer.file("table/" + name)))
  #expect(folder.holds(value))
}

@Test(arguments: [
  "..\\secret.png", "%2E%2E/secret.png", "pictures\\..\\..\\secret.png", "file:../secret.png", "%2Fetc%2Fa.png",
  "\\etc\\a.png", "pictures\\pipe.png", "file:pictures/pipe.png", "link.png", "file:link.png", "file:%2Fdev%2Fzero.png",
])
func `a picture in another form is refused as the path that it stands for`(value: String) throws {
  let outer = try pictureTable()
  let folder = PictureFolder(ofTable: outer.file("table/a.csv"))
  guard case .refused = folder.picture(value) else {
    Issue.record("\(value): \(folder.picture(value))")
    return
  }
  #expect(!folder.holds(value))
}

@Test func `a value that names no file in any form stays the path of a missing picture, and a text none`() throws {
  let outer = try pictureTable()
  let folder = PictureFolder(ofTable: outer.file("table/a.csv"))
  #expect(openedPath(folder.picture("other\\b.jpg")) == FilePath.absolute(outer.file("table/other\\b.jpg")))
  for text in ["50% of a\\b", "a%zz", "file:"] { #expect(folder.picture(text) == .none, "\(text)") }
  #expect(!folder.holds("%00.png"))
}

@MainActor @Test func `a table whose pictures have backslashes shows them`() async throws {
  let outer = try pictureTable()
  let path = try outer.write("name,file\none,pictures\\a.jpg\ntwo,my%20cat.jpg\n", to: "table/a.csv")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 500))
  try await waitForRest(of: viewer, in: harness)
  let requested = harness.images.pending.compactMap { load -> String? in
    if case .file(let path, _) = load.request.source { FilePath.lastComponent(of: path) } else { nil }
  }
  #expect(Set(requested) == ["a.jpg", "my cat.jpg"])
}
