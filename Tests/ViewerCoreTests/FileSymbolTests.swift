import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The symbols of files.

private let files: [(name: String, symbol: String)] = [
  ("a.pdf", "filePages"), ("b.odt", "fileLetter"), ("c.md", "fileMarkdown"), ("d.txt", "fileText"),
  ("e.swift", "fileCode"), ("f.csv", "fileTable"), ("g.json", "braces"), ("h.log", "pipe"), ("i.zip", "archive"),
  ("j.mp4", "film"), ("k.mp3", "note"), ("l.ttf", "font"), ("m.so", "gear"), ("n.odp", "board"), ("o.epub", "book"),
  ("p.toml", "sliders"), ("q.unknown", "file"),
]

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+2"])
func `each kind of file has a symbol of its own in the rows of a folder`(layout: String) async throws {
  #expect(Set(files.map(\.symbol)).count == files.count)
  let folder = try TemporaryFolder()
  for file in files { try folder.write("\0\u{1}\u{2}", to: file.name) }
  try folder.makeFolder("inner")
  let shown = try await FileStage(folder.path, size: Size(width: 1000, height: 1000))
  try await shown.key(layout)
  let text = shown.text
  for symbol in files.map(\.symbol) + ["folder"] { #expect(text.contains("symbol \(symbol) "), "\(symbol) in \(text)") }
}

@MainActor @Test func `a document that is opened shows the symbol of its kind`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await FileStage(try folder.write("%PDF-1.7\n%\u{1}text".utf8, to: "a.pdf"))
  #expect(shown.text.contains("symbol filePages"), "\(shown.text)")
}

@MainActor @Test func `a file whose content is not what its name says has the symbol of its content`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("a text\n", to: "a.png")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+1")
  let isText = await waitUntil(shown.harness) { shown.text.contains("symbol fileText") }
  #expect(isText, "\(shown.text)")
}
