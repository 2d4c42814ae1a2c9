import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Synchronization
import Testing

/// The number of rounds of a random test.
let rounds = perBuild(debug: 20, optimized: 200)

/// Runs jobs of the main actor and makes frames until a condition holds; returns `false` if it does not hold in time.
@MainActor
func waitUntil(_ harness: ViewHarness, _ condition: () -> Bool) async -> Bool {
  for _ in 0..<20_000 {
    await Task.yield()
    harness.showIfNeeded()
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}

/// Waits until a viewer shows its content and nothing moves.
@MainActor
func waitForRest(of viewer: Viewer, in harness: ViewHarness) async throws {
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount > 0 }
  try #require(isShown)
  harness.settle()
}

/// Creates a folder of files named `p100.png` and so on.
func pictureFolder(_ count: Int) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for index in 100..<(100 + count) { try folder.write("\0not looked at", to: "p\(index).png") }
  return folder
}

/// Returns the start of a PNG file with a size in its header and without pixels, filled up to `bytes` bytes.
func pictureHeader(_ width: Int, _ height: Int, bytes: Int) -> [UInt8] {
  func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  let size = big(13) + Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
  return start + size + [UInt8](repeating: 0, count: bytes - start.count - size.count)
}

extension ViewHarness {
  /// The nodes of the visible items.
  var tiles: [SemanticsNode] { semantics.filter { $0.role == .cell } }
}
