import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Whether the status line says that an input is followed.

private func isFollowed(_ status: String) -> Bool { status.contains("Live") || status.contains("Following") }

@MainActor
@Test(arguments: [
  ("a.log", "09:00:00 INFO one\n09:00:01 INFO two\n"), ("a.csv", "a,b\n1,2\n"), ("a.jsonl", "{\"a\": 1}\n{\"a\": 2}\n"),
])
func `what can grow is called live`(name: String, text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await FileStage(try folder.write(text, to: name))
  #expect(isFollowed(shown.status), "\(shown.status)")
  try shown.viewer.open(folder.path)
  try await shown.rest()
  #expect(shown.status.contains("Live"), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("a.png", "\0no picture"), ("a.json", "{\"a\": {\"b\": 1}}\n"),
  ("a.bin", "\u{7F}ELF\u{2}\u{1}\u{1}\0\0\u{3}\u{4}\0\0\0\u{1}\0"),
  ("a.pdf", "%PDF-1.7\n%text"), ("a.md", "# Title\n\nText\n"),
])
func `what cannot grow is not called live`(name: String, text: String) async throws {
  let folder = try textFiles(["other.txt"])
  let path = try folder.write(text.utf8, to: name)
  let shown = try await FileStage(folder.path)
  try shown.viewer.open(path)
  let isShown = await waitUntil(shown.harness) {
    shown.answer()
    return !shown.viewer.isBusy && shown.viewer.title.hasPrefix(name)
  }
  #expect(isShown && !isFollowed(shown.status), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("a.json", "{\"a\": {\"b\": 1}}\n"), ("a.bin", "\u{7F}ELF\u{2}\u{1}\u{1}\0\0\u{3}\u{4}\0\0\0\u{1}\0"),
])
func `a file that is deleted while it is shown is gone`(name: String, text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await FileStage(try folder.write(text.utf8, to: name))
  #expect(unlink(folder.file(name)) == 0)
  let isGone = await waitUntil(shown.harness) { shown.status.contains("The file is gone") }
  #expect(isGone, "\(shown.status)")
}
