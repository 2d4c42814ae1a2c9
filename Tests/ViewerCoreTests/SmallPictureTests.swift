import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Pictures that are smaller than a tile, looked at in each frame between rows and tiles.

/// A folder of pictures of one size, whose loads the test completes as a decoder would.
@MainActor
private struct Small: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness
  let size: PixelSize

  init(_ size: PixelSize) async throws {
    self.size = size
    folder = try pictureFolder(12)
    try viewer.open(folder.path)
    harness = ViewHarness(showing: viewer, size: Size(width: 960, height: 640))
    try await begin()
  }

  func rest() async throws {
    try await waitForRest(of: viewer, in: harness)
    load()
    harness.settle()
  }

  /// Answers each request by a copy that covers its target, if the picture does.
  func load() {
    for load in harness.images.pending {
      guard let target = load.request.target else { continue }
      let part = min(
        1, max(Double(target.width) / Double(size.width), Double(target.height) / Double(size.height)))
      let copy = Bitmap(
        width: Int((Double(size.width) * part).rounded(.up)), height: Int((Double(size.height) * part).rounded(.up)),
        color: Color(hex: 0x3060C0))
      harness.images.finish(load.request.source, with: copy.asCopy(ofPictureOf: size))
    }
  }

  /// The largest number of logical pixels for each pixel of a picture, and for each pixel of its decoded copy.
  var magnification: (ofPicture: Double, ofCopy: Double) {
    var largest = (0.0, 0.0)
    for case .image(let bitmap, let place, let mode, _, _) in harness.frame.groups.flatMap(\.canvas.commands) {
      func scale(_ size: PixelSize) -> Double {
        let (x, y) = (place.width / Double(size.width), place.height / Double(size.height))
        return mode == .fit ? min(x, y) : max(x, y)
      }
      largest = (max(largest.0, scale(size)), max(largest.1, scale(bitmap.pixelSize)))
    }
    return largest
  }
}

@MainActor @Test(arguments: ["1", "2"], [PixelSize(width: 100, height: 75), PixelSize(width: 48, height: 64)])
func `a picture smaller than a tile is never enlarged on the way between rows and tiles`(
  rows: String, size: PixelSize
) async throws {
  let shown = try await Small(size)
  try await shown.press(Key(rows), .control)
  // The program has seen the pictures as rows alone.
  shown.harness.images.memory = shown.harness.images.memory.filter { $0.value.width < size.width }
  for key in ["3", rows, "3"] {
    shown.harness.key(Key(key), modifiers: .control)
    for frame in 1...40 {
      shown.harness.advance(by: .milliseconds(17))
      if frame % 3 == 0 { shown.load() }
      shown.harness.showIfNeeded()
      let found = shown.magnification.ofPicture
      #expect(found > 0 && found <= 1.001, "frame \(frame) after \(key): \(found)")
    }
    try await shown.rest()
  }
}

@MainActor @Test(arguments: ["1", "2"])
func `pictures that were tiles before are sharp in each frame between rows and tiles`(rows: String) async throws {
  let shown = try await Small(PixelSize(width: 4_000, height: 3_000))
  for key in [rows, "3", rows] {
    shown.harness.key(Key(key), modifiers: .control)
    for frame in 1...40 {
      shown.harness.advance(by: .milliseconds(17))
      if frame % 3 == 0 { shown.load() }
      shown.harness.showIfNeeded()
      let found = shown.magnification.ofCopy
      #expect(found > 0 && found <= 1.05, "frame \(frame) after \(key): \(found)")
    }
    try await shown.rest()
  }
}

@MainActor @Test func `the film strip below a small picture enlarges none`() async throws {
  let shown = try await Small(PixelSize(width: 20, height: 15))
  shown.harness.key(.home)
  shown.harness.key(.enter)
  let hasStrip = await waitUntil(shown.harness) {
    shown.load()
    return shown.viewer.screenKind == .picture && !shown.viewer.isBusy && shown.harness.tiles.count == 12
  }
  try #require(hasStrip)
  shown.harness.settle()
  shown.load()
  shown.harness.settle()
  let found = shown.magnification.ofPicture
  #expect(found > 0.99 && found <= 1.001, "\(found)")
}
