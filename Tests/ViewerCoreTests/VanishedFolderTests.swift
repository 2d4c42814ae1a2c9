import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Waits until a condition holds without making a frame, as if the display were slow; returns whether it holds.
@MainActor
private func waitWithoutFrames(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<20_000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  return condition()
}

@MainActor
@Test func `a folder that disappears before a frame showed its last change is at rest afterwards`() async throws {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("inner"), 0o700) == 0)
  for index in 0..<30 { _ = try folder.write("x", to: "inner/file \(index).txt") }
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 700, height: 400))
  try viewer.open(folder.file("inner"))
  try await waitForRest(of: viewer, in: harness)

  #expect(unlink(folder.file("inner/file 3.txt")) == 0)
  #expect(await waitWithoutFrames { harness.host.needsFrame })
  #expect(rename(folder.file("inner"), folder.file("away")) == 0)
  #expect(await waitWithoutFrames { viewer.list.isHidden })
  #expect(await waitUntil(harness) { !viewer.isBusy })

  #expect(rename(folder.file("away"), folder.file("inner")) == 0)
  #expect(await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 29 })
  #expect(!viewer.list.isHidden)
}
