import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test(arguments: CompressedData.present)
func `a compressed log is shown as its text`(program: CompressedData.Program) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(try program.compress(CompressedData.lines(20_000)), to: "log\(program.ending)")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 300))
  let isThere = await waitUntil(harness) { viewer.list.itemCount == 20_000 && !viewer.isBusy }
  #expect(isThere)
  harness.settle()
  #expect(harness.semantics.contains { $0.text.contains("line 3 of the log") })
  #expect(harness.semantics.contains { $0.text.contains(program.rawValue) }, "the status names the format")
  #expect(!harness.semantics.contains { $0.text.contains("Live") || $0.text.contains("Reading") })
  viewer.stop()
}

@MainActor @Test(arguments: CompressedData.present)
func `a compressed log that is cut off is shown up to there, with the reason`(
  program: CompressedData.Program
) async throws {
  let folder = try TemporaryFolder()
  let packed = try program.compress(CompressedData.lines(100_000))
  let path = try folder.write(packed.dropLast(packed.count / 4), to: "log\(program.ending)")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: 300))
  let isTold = await waitUntil(harness) {
    harness.semantics.contains { $0.text.contains("data are cut off at byte") }
  }
  #expect(isTold && viewer.list.itemCount > 50_000)
  harness.settle()
  #expect(harness.semantics.contains { $0.text.contains("Incomplete") })
  viewer.stop()
}
