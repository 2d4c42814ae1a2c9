import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the animation of a picture between its tile and the picture screen.

/// A folder of loaded pictures with the first one selected.
@MainActor
private struct Stage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness
  private let bitmap: Bitmap

  init(motion: MotionPolicy = .full, width: Int = 900, height: Int = 600) async throws {
    bitmap = Bitmap(width: width, height: height, color: Color(hex: 0x3060C0))
    folder = try TemporaryFolder()
    for name in ["a", "b", "c", "d"] { try folder.write("\0not looked at", to: "\(name).png") }
    try viewer.open(folder.path)
    let viewer = viewer
    harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 480), motion: motion)
    let harness = harness
    let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount == 4 }
    try #require(isShown)
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    answer()
    viewer.focusList()
    harness.key(.right)
    harness.settle()
  }

  /// Completes every requested picture.
  func answer() {
    for load in harness.images.pending { harness.images.finish(load.request.source, with: bitmap) }
    harness.settle()
  }

  /// The draw groups of pictures without a caption, from back to front: the opened picture, or pictures in flight.
  var large: [DrawGroup] {
    harness.frame.groups.filter { group in
      group.alpha > 0 && group.canvas.commands.contains { if case .image = $0 { true } else { false } }
    }.filter { !$0.canvas.commands.contains { if case .text = $0 { true } else { false } } }
  }

  /// The frame of the large picture, animated or at rest; `nil` if there is none.
  var place: Rect? { large.last?.frame }

  /// Returns the frames of the picture during the next `count` display frames.
  func places(_ count: Int) -> [Rect] {
    (0..<count).compactMap { _ in
      harness.advance(by: .milliseconds(17))
      return place
    }
  }
}

@MainActor @Test func `a picture grows out of its tile and returns into it`() async throws {
  let stage = try await Stage()
  #expect(stage.large.isEmpty, "all pictures are parts of tiles")
  stage.harness.key(.enter)
  let opening = stage.places(14)
  #expect(opening.count == 14)
  let widths = opening.map(\.width)
  #expect(widths == widths.sorted() && widths[0] < 250 && widths[13] > 400, "\(widths)")
  #expect(zip(widths, widths.dropFirst()).allSatisfy { $1 - $0 < 90 }, "the width never jumps")
  stage.harness.settle()
  // The thumbnail is shown until the sharp picture is loaded.
  #expect(stage.harness.frame.textSnapshot.contains("image 900x600"))
  stage.answer()
  let end = try #require(stage.place)
  #expect(end.width.rounded() == 546)
  stage.harness.key(.escape)
  let closing = stage.places(14).map(\.width)
  #expect(closing == closing.sorted(by: >) && closing.count > 10)
  stage.harness.settle()
  #expect(stage.large.isEmpty && stage.viewer.list.itemCount == 4)
  #expect(stage.harness.semantics.contains { $0.role == .cell && $0.states.contains(.selected) })
}

@MainActor @Test func `a picture of few pixels grows no larger than it is`() async throws {
  let stage = try await Stage(width: 45, height: 30)
  func drawn() -> Size? {
    let commands = stage.large.last?.canvas.commands ?? []
    return commands.compactMap { if case .image(_, let place, _, _, _) = $0 { place.size } else { nil } }.last
  }
  stage.harness.key(.enter)
  let widths = (0..<30).compactMap { _ in
    stage.harness.advance(by: .milliseconds(17))
    return drawn()?.width
  }
  #expect(widths.count == 30 && zip(widths, widths.dropFirst()).allSatisfy { abs($1 - $0) < 60 }, "\(widths)")
  #expect(widths.last == 45)
  stage.harness.settle()
  stage.answer()
  #expect(drawn() == Size(width: 45, height: 30))
}

@MainActor @Test func `an animated picture turns round where it is`() async throws {
  let stage = try await Stage()
  stage.harness.key(.enter)
  let before = try #require(stage.places(7).last)
  stage.harness.key(.escape)
  let after = stage.places(2)
  #expect(abs(after[0].width - before.width) < 90, "the velocity is kept")
  #expect(after[1].width < before.width + 90)
  let back = try #require(stage.places(5).last)
  #expect(back.width < before.width)
  stage.harness.key(.enter)
  let again = stage.places(12)
  #expect(abs(again[0].width - back.width) < 90)
  #expect(try #require(again.last).width > before.width)
  stage.harness.key(.escape)
  stage.harness.settle()
  #expect(stage.large.isEmpty)
}

@MainActor @Test func `with reduced motion a picture fades in place within a tenth of a second`()
  async throws
{
  let stage = try await Stage(motion: .reduced)
  stage.harness.key(.enter)
  stage.harness.advance(by: .milliseconds(34))
  let fading = try #require(stage.large.last)
  #expect(fading.alpha > 0 && fading.alpha < 1)
  stage.harness.advance(by: .milliseconds(100))
  #expect(fading.frame.width > 400, "the picture is at its target")
  let groups = stage.harness.frame.groups.count
  stage.harness.settle()
  #expect(stage.harness.frame.groups.count == groups, "no group remains")
  let still = try await Stage(motion: .off)
  still.harness.key(.enter)
  still.harness.advance(by: .milliseconds(17))
  #expect(still.harness.frame.groups.count <= groups)
}

@MainActor @Test func `a double click on a row also opens a picture`() async throws {
  let stage = try await Stage()
  stage.harness.key("1", modifiers: .control)
  stage.harness.settle()
  stage.answer()
  let row = try #require(stage.harness.semantics.first { $0.role == .cell && $0.text.hasPrefix("a.png") })
  stage.harness.click(at: row.bounds.center, count: 2)
  let widths = stage.places(12).map(\.width)
  #expect(widths == widths.sorted() && widths.count > 10)
  let first = try #require(widths.first)
  #expect(first < 150, "\(widths)")
}

extension Stage {
  /// Opens the first picture while no other picture is in memory.
  fileprivate func openAlone() {
    harness.key(.enter)
    harness.settle()
    answer()
    harness.images.memory = [:]
  }

  fileprivate var status: String {
    harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }

  fileprivate var saysThatItLoads: Bool {
    harness.frame.textSnapshot.contains("symbol picture") && status.contains("Loading")
  }
}

@MainActor @Test func `walking on shows the thumbnail of the next picture at once, until the sharp one is loaded`()
  async throws
{
  let stage = try await Stage()
  stage.harness.key(.enter)
  stage.harness.settle()
  stage.answer()
  let first = try #require(stage.large.last)
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(200))
  let second = try #require(stage.large.last)
  #expect(second.id != first.id && second.frame == first.frame)
  #expect(!stage.harness.images.pending.isEmpty, "no picture was loaded")
  stage.answer()
  #expect(stage.large.last?.id == second.id)
}

@MainActor @Test func `if the next picture is not in memory the former one stays for a moment, then disappears`()
  async throws
{
  let stage = try await Stage()
  stage.openAlone()
  let first = try #require(stage.large.last)
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(200))
  #expect(
    stage.large.last?.id == first.id && stage.large.last?.alpha == 1,
    "a picture that loads soon appears without a flash")
  #expect(!stage.saysThatItLoads)
  stage.harness.advance(by: .milliseconds(400))
  #expect(stage.large.isEmpty, "no picture is shown under the name of another")
  #expect(stage.saysThatItLoads)
  stage.answer()
  #expect(stage.large.last?.id != first.id && !stage.large.isEmpty && !stage.saysThatItLoads)
}

@MainActor @Test func `walking fast keeps no picture for longer, and one that loads soon appears without a flash`()
  async throws
{
  let stage = try await Stage()
  stage.openAlone()
  let first = try #require(stage.large.last)
  for _ in 0..<2 {
    stage.harness.key(.right)
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.large.last?.id == first.id)
  }
  stage.harness.advance(by: .milliseconds(300))
  #expect(stage.large.isEmpty && stage.saysThatItLoads)
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(20))
  #expect(stage.large.isEmpty && stage.saysThatItLoads)
  stage.answer()
  #expect(!stage.large.isEmpty && !stage.saysThatItLoads)
  // Going to a picture in memory ends the wait for another one.
  stage.harness.key(.left)
  stage.harness.advance(by: .milliseconds(500))
  #expect(stage.large.isEmpty && stage.saysThatItLoads)
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(20))
  #expect(!stage.large.isEmpty && !stage.status.contains("Loading"))
}

@MainActor @Test func `a slow picture is reported as loading, also after a failed one`() async throws {
  let stage = try await Stage()
  stage.openAlone()
  stage.harness.key(.right)
  for load in stage.harness.images.pending { stage.harness.images.fail(load.request.source, with: .corrupt("junk")) }
  // What the file still has is looked for first.
  let isTold = await waitUntil(stage.harness) { stage.harness.frame.textSnapshot.contains("Cannot show this picture") }
  #expect(isTold && !stage.saysThatItLoads)
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(500))
  #expect(stage.saysThatItLoads)
  stage.answer()
  #expect(!stage.large.isEmpty && !stage.saysThatItLoads)
}

@MainActor @Test func `the former crumbs are gone before the new ones appear`() async throws {
  let stage = try await Stage()
  for key in [Key.enter, .escape] {
    stage.harness.key(key)
    var fading = 0
    for _ in 0..<14 {
      stage.harness.advance(by: .milliseconds(17))
      let groups = stage.harness.frame.groups.filter { $0.frame.minY == 0 && $0.frame.height == 48 && $0.alpha > 0 }
      let hasText = groups.map { $0.canvas.commands.contains { if case .text = $0 { true } else { false } } }
      guard let look = groups.last, hasText.last == true, look.alpha < 1 else { continue }
      fading += 1
      #expect(groups.count > 1 && !hasText[groups.count - 2] && groups[groups.count - 2].alpha == 1)
    }
    #expect(fading > 1, "\(key): the former look fades")
    stage.harness.settle()
    stage.answer()
  }
}
