import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a compressed log is shown as its lines`(program: String) async throws {
  let folder = try TemporaryFolder()
  let text = (0..<5_000).map { "12:00:00 INFO message \($0)\n" }.joined()
  // The name does not tell the format.
  let path = try folder.write(try Packed.make(Array(text.utf8), by: program), to: "log")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 300))
  try await waitForRest(of: viewer, in: harness)
  let isRead = await waitUntil(harness) { viewer.list.itemCount == 5_000 && !viewer.isBusy }
  try #require(isRead)
  harness.settle()
  harness.show()
  #expect(harness.tiles.first?.text.contains("message 0") == true, "shown from its start")
  #expect(harness.semantics.contains { $0.text.contains(program) })
  #expect(!harness.semantics.contains { $0.text.contains("Following") || $0.text.contains("Ended") })
  #expect(viewer.inputLoss == nil)
}

@MainActor @Test func `a compressed file that is cut off is reported below its lines`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<5_000).map { "line \($0), \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()
  let packed = try Packed.make(Array(text.utf8), by: "gzip")
  let path = try folder.write(packed[..<(packed.count / 2)], to: "log.gz")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 300))
  let isTold = await waitUntil(harness) { viewer.inputLoss != nil && !viewer.isBusy }
  try #require(isTold)
  harness.settle()
  harness.show()
  #expect(viewer.list.itemCount > 100)
  #expect(viewer.inputLoss == "cannot read \(path): its gzip data are cut off at byte \(packed.count / 2)")
  #expect(harness.semantics.contains { $0.text.contains("The lines after these cannot be read") })
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a compressed file is printed as its text, up to damage`(program: String) throws {
  let folder = try TemporaryFolder()
  let text = (0..<5_000).map { "line \($0), \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()
  let packed = try Packed.make(Array(text.utf8), by: program)
  func print(_ bytes: [UInt8]) throws -> (text: String, error: FileError?) {
    let file = try RandomAccessFile(path: try folder.write(bytes, to: "packed"))
    let output = folder.file("output")
    var failure: FileError?
    try folder.write("", to: "output")
    let descriptor = open(output, O_WRONLY | O_TRUNC)
    var writer = OutputWriter(descriptor: descriptor)
    do throws(FileError) {
      _ = try LinePrinter(format: .text).print(file, to: &writer)
    } catch {
      failure = error
    }
    close(descriptor)
    return (TemporaryFolder.text(output), failure)
  }
  let whole = try print(packed)
  #expect(whole.text == text && whole.error == nil)
  let cut = try print(Array(packed[..<(packed.count - 3)]))
  #expect(text.hasPrefix(cut.text))
  #expect(cut.error?.reason == .content("its \(program) data are cut off at byte \(packed.count - 3)"))
}
