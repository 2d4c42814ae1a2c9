import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Copies whose program was killed.

/// The number of a process that no system gives.
private let noProcess: Int32 = 99_999_999

@MainActor
@Test func `half copies of programs that were killed are removed when their folder is listed, and nothing else`()
  async throws
{
  let folder = try textFiles(["a.txt"])
  let dead = UnfinishedCopy.name(process: noProcess)
  try folder.write("half", to: dead)
  try folder.makeFolder(dead + " 2")
  try folder.makeFolder(dead + " 2/inner")
  try folder.write("half", to: dead + " 2/inner/b.txt")
  #expect(symlink(folder.file("a.txt"), folder.file(dead + " 2/link")) == 0)
  #expect(chmod(folder.file(dead + " 2/inner"), 0o500) == 0)
  let others = [
    UnfinishedCopy.name(), dead + ".txt", "x" + dead, dead + " x", ".scrollwork-\(noProcess).part",
    ".scrollwork-other-\(noProcess).part",
  ]
  for name in others { try folder.write("kept", to: name) }
  let shown = try await FileStage(folder.path)
  let isClean = await waitUntil(shown.harness) { !folder.names.contains { $0 == dead || $0 == dead + " 2" } }
  #expect(isClean && folder.names == (others + ["a.txt"]).sorted(), "\(folder.names)")
  #expect(TemporaryFolder.text(folder.file("a.txt")) == "text of a.txt\n")
}
