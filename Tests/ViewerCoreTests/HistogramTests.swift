import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the histogram in the side panel.

@Test func `a histogram counts brightness and colours, and leaves out transparent pixels`() {
  let pixels: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_0000, 0, 0x8080_8080]
  let histogram = Histogram(Bitmap(width: 5, height: 1, pixels: pixels, isOpaque: false))
  #expect(histogram.red[0] == 1 && histogram.red[127] == 3)
  #expect(histogram.blue[0] == 2 && histogram.green[127] == 2)
  #expect(histogram.brightness.reduce(0, +) == 4)
  #expect(histogram.words == "Histogram: brightness 55 % on average, 25 % black, 50 % white")
}

@Test func `a picture without visible pixels has a histogram in words too`() {
  let histogram = Histogram(Bitmap(width: 2, height: 1, pixels: [0, 0], isOpaque: false))
  #expect(histogram.words == "Histogram: nothing but transparent pixels")
}

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(opensPicture: Bool) async throws {
    folder = try TemporaryFolder()
    for name in ["a.png", "b.png"] { try folder.write("\0not looked at", to: name) }
    try viewer.open(opensPicture ? folder.file("a.png") : folder.path)
    harness = ViewHarness(showing: viewer, size: Size(width: 1_000, height: 600))
    harness.settle()
    viewer.focusList()
    if !opensPicture {
      try await rest()
      harness.key(.home)
    }
    harness.key("I", modifiers: .control)
    harness.settle()
  }

  /// The text of the histogram for assistive technology; `nil` without one.
  var words: String? {
    harness.show()
    return harness.semantics.first { $0.role == .image && $0.text.hasPrefix("Histogram") }?.text
  }
}

@MainActor @Test(arguments: [true, false])
func `the side panel of a picture shows its histogram, with its numbers in words`(opensPicture: Bool) async throws {
  let shown = try await Shown(opensPicture: opensPicture)
  #expect(shown.words == "Histogram")
  let isCounted = await waitUntil(shown.harness) {
    shown.answer()
    return shown.words == "Histogram: brightness 36 % on average, 0 % black, 0 % white"
  }
  #expect(isCounted, "\(shown.words ?? "none")")
}

@MainActor @Test func `a picture that cannot be decoded has no histogram`() async throws {
  let shown = try await Shown(opensPicture: true)
  let isGone = await waitUntil(shown.harness) {
    for load in shown.harness.images.pending { shown.harness.images.fail(load.request.source, with: .corrupt("PNG")) }
    return shown.words == nil
  }
  #expect(isGone)
}

@MainActor @Test func `the next picture has its own histogram, and a folder has none`() async throws {
  let shown = try await Shown(opensPicture: false)
  shown.answer()
  try await shown.rest()
  try await shown.press(.right)
  #expect(shown.words == "Histogram")
  shown.viewer.list.deselectAll()
  try await shown.rest()
  #expect(shown.words == nil)
}
