import ScrollworkPlatform
import Testing

@Test(arguments: [
  ("/home/anna/a.txt", "/home/anna", "a.txt"), ("/home/anna", "/home/anna", "."), ("/a/b", "/", "a/b"),
  ("/home/annabel/a.txt", "/home/anna", "/home/annabel/a.txt"), ("/home", "/home/anna", "/home"),
])
func `a path below a folder is relative to it, and other paths stay as they are`(
  path: String, folder: String, result: String
) {
  #expect(FilePath.relative(path, to: folder) == result)
}
