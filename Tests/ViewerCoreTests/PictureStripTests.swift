import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the film strip below a picture.

/// A window of 900 x 700 that shows the first of some pictures.
@MainActor
private struct Stage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness
  private let bitmap = Bitmap(width: 400, height: 300, color: Color(hex: 0x3060C0))

  init(_ count: Int, height: Double = 700, motion: MotionPolicy = .full, answers: Bool = true) async throws {
    folder = try pictureFolder(count)
    try viewer.open(folder.file("p100.png"))
    harness = ViewHarness(content: viewer.root, size: Size(width: 900, height: height), motion: motion)
    let (viewer, harness) = (viewer, harness)
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    guard answers else { return }
    answer()
    let words = count == 1 ? "1 picture" : "of \(count)"
    let isKnown = await waitUntil(harness) { !viewer.isBusy && Self.status(of: harness).contains(words) }
    try #require(isKnown)
    answer()
  }

  /// Completes every requested picture.
  func answer() {
    for load in harness.images.pending { harness.images.finish(load.request.source, with: bitmap) }
    harness.settle()
  }

  static func status(of harness: ViewHarness) -> String {
    harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }

  var status: String { Self.status(of: harness) }
  /// The pictures of the strip, from the left.
  var strip: [SemanticsNode] { harness.tiles.sorted { $0.bounds.minX < $1.bounds.minX } }
  /// The marked picture.
  var marked: SemanticsNode? { strip.first { $0.states.contains(.selected) } }
  /// The frame of the toast; `nil` without one.
  var toast: Rect? {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 44 }?.bounds
  }
  /// The frame of the opened picture.
  var picture: Rect? {
    harness.frame.groups.filter { group in
      group.frame.width > 200 && group.canvas.commands.contains { if case .image = $0 { true } else { false } }
    }.last?.frame
  }

  func key(_ text: String) throws {
    let key = try #require(KeyShortcut(text: text))
    harness.key(key.key, modifiers: key.modifiers)
  }
}

@MainActor @Test func `a film strip below a picture shows those around it and marks the opened one`() async throws {
  let stage = try await Stage(30)
  let strip = stage.strip
  #expect(strip.count > 10 && strip.count < 20)
  #expect(stage.marked?.id == strip.first?.id)
  let row = try #require(strip.first).bounds
  #expect(strip.allSatisfy { $0.bounds.minY == row.minY && $0.bounds.height == row.height })
  let picture = try #require(stage.picture)
  #expect(picture.maxY <= row.minY && row.maxY <= 700 - 28)
}

@MainActor @Test func `the strip scrolls to the next picture in each frame, and keeps it in the middle`() async throws {
  let stage = try await Stage(60)
  for _ in 0..<20 { stage.harness.key(.right) }
  stage.answer()
  #expect(stage.status.contains("of 60") && stage.status.hasPrefix("21"), "\(stage.status)")
  let middle = try #require(stage.marked).bounds
  #expect(abs(middle.midX - 450) < 2)
  let before = stage.strip
  stage.harness.key(.right)
  var steps: [Double] = []
  for _ in 0..<40 {
    stage.harness.advance(by: .milliseconds(17))
    if let same = stage.strip.first(where: { $0.id == before[5].id }) { steps.append(same.bounds.minX) }
  }
  #expect(steps.count == 40 && zip(steps, steps.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 40 }, "\(steps)")
  #expect(abs(try #require(stage.marked).bounds.midX - 450) < 2)
  #expect(stage.marked?.id != before.first { $0.states.contains(.selected) }?.id)
}

@MainActor @Test func `a strip that does not fill the window stands in its middle`() async throws {
  let stage = try await Stage(5)
  let (first, last) = (try #require(stage.strip.first).bounds, try #require(stage.strip.last).bounds)
  #expect(stage.strip.count == 5 && first.minX == 450 - 190 && last.maxX == 450 + 190, "\(first) \(last)")
  stage.harness.resize(to: Size(width: 200, height: 700))
  stage.harness.settle()
  #expect(try #require(stage.strip.first).bounds.minX == 8)
}

@MainActor @Test func `a click on a picture of the strip opens it, and arrow keys go on from there`() async throws {
  let stage = try await Stage(30)
  let third = stage.strip[2]
  stage.harness.click(at: third.bounds.center)
  stage.answer()
  #expect(stage.status.hasPrefix("3"))
  #expect(stage.marked?.id == third.id)
  stage.harness.key(.right)
  stage.answer()
  #expect(stage.status.hasPrefix("4"))
  // A click on the opened one leaves it marked.
  let fourth = try #require(stage.marked)
  stage.harness.click(at: fourth.bounds.center)
  stage.harness.settle()
  #expect(stage.status.hasPrefix("4") && stage.marked?.id == fourth.id)
  stage.harness.key(.end)
  stage.answer()
  #expect(stage.status.hasPrefix("30"), "the strip keeps no keys for itself")
}

@MainActor @Test func `the wheel moves the strip and does not zoom the picture`() async throws {
  let stage = try await Stage(60)
  let (first, picture) = (try #require(stage.strip.first), stage.picture)
  stage.harness.wheel(-3, at: first.bounds.center)
  stage.harness.settle()
  #expect(stage.strip.first?.id != first.id)
  #expect(stage.picture == picture && stage.status.hasPrefix("1"))
}

@MainActor @Test(arguments: [(1, 700.0), (30, 480.0)])
func `one picture alone, or a low window, has no strip`(count: Int, height: Double) async throws {
  let stage = try await Stage(count, height: height)
  #expect(stage.strip.isEmpty)
}

@MainActor @Test func `T hides the strip and gives its place to the picture, and the setting stays`() async throws {
  let stage = try await Stage(30)
  var saved: [Bool] = []
  stage.viewer.onSettingsChange = { _, new in saved.append(new.showsFilmStrip) }
  let with = try #require(stage.picture)
  try stage.key("T")
  stage.answer()
  #expect(stage.strip.isEmpty && saved == [false])
  #expect(try #require(stage.picture).height >= with.height)
  stage.harness.key(.right)
  stage.answer()
  #expect(stage.strip.isEmpty)
  try stage.key("T")
  stage.answer()
  #expect(!stage.strip.isEmpty && saved == [false, true])
}

@MainActor @Test(arguments: [MotionPolicy.full, .reduced, .off])
func `the strip goes and comes by a motion of its own, and the picture moves with it`(motion: MotionPolicy)
  async throws
{
  let stage = try await Stage(30, motion: motion)
  /// The places of the picture in the frames after the key.
  func places() throws -> [Double] {
    try stage.key("T")
    return (0..<30).compactMap { _ in
      stage.harness.advance(by: .milliseconds(16))
      return stage.picture?.midY
    }
  }
  let above = try #require(stage.picture).midY
  let closing = try places()
  let alone = try #require(closing.last)
  #expect(alone == above + 38)
  let between = closing.filter { $0 > above + 1 && $0 < alone - 1 }
  #expect(between.isEmpty == (motion != .full) && between == between.sorted(), "\(closing)")
  let opening = try places()
  #expect(opening.last == above)
  #expect(opening.contains { $0 > above + 1 && $0 < alone - 1 } == (motion == .full), "\(opening)")
}

@MainActor @Test func `a toast over a picture lies above the film strip`() async throws {
  let stage = try await Stage(30)
  try stage.key("Delete")
  let isTold = await waitUntil(stage.harness) { !stage.viewer.isChangingFiles && stage.toast != nil }
  try #require(isTold)
  stage.answer()
  let (toast, strip) = (try #require(stage.toast), try #require(stage.strip.first).bounds)
  #expect(toast.maxY <= strip.minY - 16 && toast.maxY > strip.minY - 40, "\(toast) \(strip)")
  try stage.key("T")
  stage.harness.settle()
  #expect(try #require(stage.toast).maxY == 700 - 28 - 16)
}

@MainActor @Test func `over a full screen the strip appears only near the lower edge`() async throws {
  let stage = try await Stage(30)
  try stage.key("F11")
  stage.harness.resize(to: Size(width: 1200, height: 800))
  stage.answer()
  #expect(stage.strip.isEmpty && stage.harness.frame.wake == nil, "what is hidden asks for no frames")
  stage.harness.move(to: Point(x: 400, y: 300))
  stage.harness.move(to: Point(x: 400, y: 320))
  stage.harness.settle()
  #expect(stage.strip.isEmpty)
  stage.harness.move(to: Point(x: 400, y: 790))
  stage.harness.settle()
  let second = try #require(stage.strip.dropFirst().first)
  stage.harness.click(at: second.bounds.center)
  stage.answer()
  #expect(stage.marked?.id == second.id)
  stage.harness.move(to: Point(x: 400, y: 300))
  stage.harness.settle()
  #expect(stage.strip.isEmpty)
}

@MainActor @Test func `the pictures of the strip are loaded only after the opened one`() async throws {
  let stage = try await Stage(30, answers: false)
  let viewer = stage.viewer
  #expect(stage.harness.images.pending.count == 1)
  stage.answer()
  let isKnown = await waitUntil(stage.harness) { !viewer.isBusy && stage.status.contains("of 30") }
  try #require(isKnown)
  #expect(stage.harness.images.pending.count > 10)
}

@MainActor @Test func `the strip loses a picture that is deleted`() async throws {
  let stage = try await Stage(4)
  #expect(stage.strip.count == 4)
  try stage.folder.remove("p102.png")
  let isGone = await waitUntil(stage.harness) { stage.strip.count == 3 }
  #expect(isGone)
  #expect(stage.marked?.id == stage.strip.first?.id)
}
