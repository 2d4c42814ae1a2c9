import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of zooming, panning, turning and walking on the picture screen.

/// A window in which a picture, by default of 2000 x 1500 pixels, has a space of 640 x 404.
@MainActor
private struct Stage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(width: Int = 2000, height: Int = 1500, motion: MotionPolicy = .full, names: [String] = ["a"]) async throws {
    folder = try TemporaryFolder()
    for name in names { try folder.write(Self.header(width, height), to: "\(name).png") }
    try viewer.open(folder.file("a.png"))
    harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 480), motion: motion)
    let (viewer, harness) = (viewer, harness)
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    answer(width, height)
    let isKnown = await waitUntil(harness) { !viewer.isBusy && Self.status(of: harness).contains("%") }
    try #require(isKnown)
    answer(width, height)
  }

  /// Completes every requested picture with a copy that fits its target.
  func answer(_ width: Int = 2000, _ height: Int = 1500) {
    for load in harness.images.pending {
      let target = load.request.target ?? PixelSize(width: width, height: height)
      let factor = min(1, Double(target.width) / Double(width), Double(target.height) / Double(height))
      let bitmap = Bitmap(
        width: Int((Double(width) * factor).rounded()), height: Int((Double(height) * factor).rounded()),
        color: Color(hex: 0x3060C0))
      harness.images.finish(load.request.source, with: bitmap)
    }
    harness.settle()
  }

  /// Returns the start of a PNG file, followed by as many bytes as a file of such a size may have.
  static func header(_ width: Int, _ height: Int) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    return start + Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0] + Array(repeating: 0, count: 20_000)
  }

  static func status(of harness: ViewHarness) -> String {
    harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }

  var status: String { Self.status(of: harness) }

  /// The frame of the picture; `.zero` without one.
  var picture: Rect {
    harness.frame.groups.last { group in
      group.canvas.commands.contains { if case .image = $0 { true } else { false } }
    }?.frame ?? .zero
  }

  /// Returns the point of the picture at a point of the window, in fractions of its width and height.
  func part(at point: Point) -> Point {
    Point(x: (point.x - picture.minX) / picture.width, y: (point.y - picture.minY) / picture.height)
  }

  /// Returns the frames of the picture in the next `count` display frames.
  func frames(_ count: Int) -> [Rect] {
    (0..<count).map { _ in
      harness.advance(by: .milliseconds(17))
      return picture
    }
  }
}

@MainActor @Test func `a picture opened by path tells its place in the folder and its size without a step`()
  async throws
{
  let stage = try await Stage(names: ["a", "b", "c"])
  #expect(stage.status.hasPrefix("1 of 3 pictures, 2,000 × 1,500, "), "\(stage.status)")
  #expect(stage.status.contains("24 %"))
}

@MainActor @Test func `the wheel zooms about the pointer, in each frame`() async throws {
  let stage = try await Stage()
  let pointer = Point(x: 400, y: 200)
  let before = stage.part(at: pointer)
  stage.harness.wheel(4, at: pointer)
  let frames = stage.frames(12)
  #expect(Set(frames.map(\.width)).count > 5, "animated")
  stage.harness.settle()
  let after = stage.part(at: pointer)
  #expect(abs(after.x - before.x) < 0.005 && abs(after.y - before.y) < 0.005)
  #expect(abs(stage.picture.width - frames[0].width) > 300)
  // Until the picture covers the view, it is centred; from then on the point stays.
  let held = frames.drop { $0.width < 640 || $0.height < 404 }
  #expect(held.count > 3)
  for frame in held {
    #expect(abs((pointer.x - frame.minX) / frame.width - before.x) < 0.01)
    #expect(abs((pointer.y - frame.minY) / frame.height - before.y) < 0.01)
  }
}

@MainActor @Test func `plus stops at the own size of the picture, F shows all of it, and Shift+F fills the view`()
  async throws
{
  let stage = try await Stage()
  let fitted = stage.picture
  #expect(abs(fitted.height - 364) < 1 && abs(fitted.midX - 320) < 1)
  for _ in 0..<7 { stage.harness.key("=") }
  #expect(stage.status.contains(" 100 %"), "\(stage.status)")
  stage.harness.settle()
  #expect(stage.picture.size == Size(width: 2000, height: 1500))
  stage.harness.key("=")
  #expect(stage.status.contains(" 125 %"))
  stage.harness.key("-")
  #expect(stage.status.contains(" 100 %"))
  stage.harness.key("F")
  stage.harness.settle()
  #expect(stage.picture == fitted)
  stage.harness.key("F", modifiers: .shift)
  stage.harness.settle()
  #expect(abs(stage.picture.width - 640) < 1 && stage.picture.height > 404)
  stage.harness.key("Z")
  stage.harness.settle()
  #expect(stage.picture.width == 2000)
  for _ in 0..<30 { stage.harness.key("-") }
  stage.harness.settle()
  #expect(stage.picture == fitted, "never smaller than the whole picture")
}

@MainActor @Test func `a picture smaller than the window is shown at its own size, in the middle`() async throws {
  let stage = try await Stage(width: 90, height: 60)
  #expect(stage.picture.size == Size(width: 90, height: 60))
  #expect(stage.picture.midX == 320 && abs(stage.picture.midY - 250) <= 1)
  #expect(stage.status.contains("100 %"))
  stage.harness.resize(to: Size(width: 1200, height: 900))
  stage.harness.settle()
  #expect(stage.picture.size == Size(width: 90, height: 60))
  stage.harness.key("=")
  stage.harness.settle()
  #expect(stage.picture.size == Size(width: 112.5, height: 75), "enlarged only if asked")
}

@MainActor @Test func `a double click changes between the whole picture and its own size at the pointer`()
  async throws
{
  let stage = try await Stage()
  let fitted = stage.picture
  let point = Point(x: 260, y: 300)
  let part = stage.part(at: point)
  stage.harness.click(at: point, count: 2)
  stage.harness.settle()
  #expect(stage.picture.width == 2000)
  #expect(abs(stage.part(at: point).x - part.x) < 0.005 && abs(stage.part(at: point).y - part.y) < 0.005)
  stage.harness.click(at: point, count: 2)
  stage.harness.settle()
  #expect(stage.picture == fitted)
}

@MainActor @Test func `a drag moves the picture with the pointer, and its edges stay outside the view`() async throws {
  let stage = try await Stage()
  stage.harness.key("Z")
  stage.harness.settle()
  let before = stage.picture
  stage.harness.drag(from: Point(x: 300, y: 250), to: Point(x: 340, y: 270), over: .milliseconds(600))
  stage.harness.settle()
  #expect(stage.picture.minX >= before.minX + 40 && stage.picture.minX < before.minX + 120)
  for _ in 0..<3 {
    stage.harness.drag(from: Point(x: 20, y: 100), to: Point(x: 620, y: 400), over: .milliseconds(60))
    stage.harness.settle()
  }
  #expect(stage.picture.origin == Point(x: 0, y: 48))
}

@MainActor @Test func `a quick drag becomes a fling, and a press stops it`() async throws {
  let stage = try await Stage()
  stage.harness.key("Z")
  stage.harness.settle()
  stage.harness.drag(from: Point(x: 400, y: 250), to: Point(x: 250, y: 250), over: .milliseconds(100))
  let released = stage.picture.minX
  let frames = stage.frames(6).map(\.minX)
  #expect(frames == frames.sorted(by: >) && frames[5] < released - 50, "\(frames)")
  stage.harness.press(at: Point(x: 300, y: 250))
  let held = stage.frames(3).map(\.minX)
  #expect(Set(held).count == 1, "\(held)")
  stage.harness.release()
}

@MainActor @Test func `arrow keys move a picture larger than the window, and walk if all of it is visible`()
  async throws
{
  let stage = try await Stage(names: ["a", "b", "c"])
  stage.harness.key("Z")
  stage.harness.settle()
  let before = stage.picture
  stage.harness.key(.right)
  stage.harness.settle()
  #expect(stage.picture.minX == before.minX - 96)
  #expect(stage.status.hasPrefix("1 of 3"))
  stage.harness.key("F")
  stage.harness.settle()
  stage.harness.key(.right)
  stage.answer()
  #expect(stage.status.hasPrefix("2 of 3"))
  stage.harness.key("Z")
  stage.harness.key(.pageDown)
  stage.answer()
  let isWhole = await waitUntil(stage.harness) { stage.status.contains("24 %") }
  #expect(isWhole && stage.status.hasPrefix("3 of 3"), "the next picture is shown whole")
}

@MainActor @Test func `a resize of the window keeps the chosen magnification and the centre`() async throws {
  let stage = try await Stage()
  stage.harness.wheel(5, at: Point(x: 400, y: 200))
  stage.harness.settle()
  let (width, part) = (stage.picture.width, stage.part(at: Point(x: 320, y: 250)))
  stage.harness.resize(to: Size(width: 900, height: 480))
  stage.harness.settle()
  #expect(abs(stage.picture.width - width) < 0.01)
  #expect(abs(stage.part(at: Point(x: 450, y: 250)).x - part.x) < 0.005)
}

@MainActor @Test func `a zoom goes on from where it is when the wheel turns back`() async throws {
  let stage = try await Stage()
  let pointer = Point(x: 320, y: 250)
  stage.harness.wheel(5, at: pointer)
  let widths = stage.frames(4).map(\.width)
  stage.harness.wheel(-5, at: pointer)
  let back = stage.frames(20).map(\.width)
  let steps = zip(widths + back, widths.dropFirst() + back).map { abs($1 - $0) }
  #expect(steps.allSatisfy { $0 < 260 }, "no jump: \(steps)")
  #expect(back[0] > widths[2])
}

@MainActor @Test(arguments: [MotionPolicy.reduced, .off])
func `without full motion a zoom takes effect at once`(motion: MotionPolicy) async throws {
  let stage = try await Stage(motion: motion)
  stage.harness.key("Z")
  stage.harness.advance(by: .milliseconds(17))
  #expect(stage.picture.width == 2000)
}

@MainActor @Test func `two fingers zoom the picture between them`() async throws {
  let stage = try await Stage()
  let before = stage.picture.width
  stage.harness.touch(.began, at: Point(x: 300, y: 250), id: 1)
  stage.harness.touch(.began, at: Point(x: 340, y: 250), id: 2)
  stage.harness.touch(.moved, at: Point(x: 280, y: 250), id: 1)
  stage.harness.touch(.moved, at: Point(x: 360, y: 250), id: 2)
  stage.harness.advance(by: .milliseconds(17))
  #expect(abs(stage.picture.width / before - 2) < 0.05)
  stage.harness.touch(.ended, at: Point(x: 360, y: 250), id: 2)
}

@MainActor @Test func `a turned picture stays turned while the program runs, and its file stays as it is`() async throws
{
  let stage = try await Stage(names: ["a", "b"])
  let upright = stage.picture
  #expect(upright.width > upright.height)
  stage.harness.key("R")
  stage.harness.settle()
  #expect(stage.picture.height > stage.picture.width && abs(stage.picture.height - 364) < 1)
  stage.harness.key("H")
  stage.harness.key("V")
  stage.harness.key(.right)
  stage.answer()
  #expect(stage.picture.width > stage.picture.height)
  stage.harness.key(.left)
  stage.answer()
  #expect(stage.picture.height > stage.picture.width)
  // Half a turn by flipping both ways, and a quarter back: one quarter in all.
  stage.harness.key("R", modifiers: .shift)
  stage.harness.settle()
  #expect(stage.picture == upright)
}

@MainActor @Test func `buttons to both neighbours appear when the pointer moves, and disappear after two seconds`()
  async throws
{
  let stage = try await Stage(names: ["a", "b", "c"])
  func buttons() -> [String] {
    stage.harness.semantics.filter { $0.role == .button && $0.bounds.height == 40 }.map(\.text)
  }
  stage.harness.move(to: Point(x: 300, y: 200))
  stage.harness.advance(by: .milliseconds(300))
  #expect(buttons().isEmpty)
  stage.harness.move(to: Point(x: 310, y: 200))
  stage.harness.advance(by: .milliseconds(300))
  #expect(buttons() == ["Next picture"], "the first picture has no former one")
  let next = try #require(stage.harness.semantics.first { $0.text == "Next picture" })
  stage.harness.click(at: next.bounds.center)
  stage.answer()
  #expect(stage.status.hasPrefix("2 of 3"))
  #expect(buttons() == ["Previous picture", "Next picture"])
  stage.harness.move(to: Point(x: 300, y: 200))
  stage.harness.advance(by: .milliseconds(2600))
  #expect(buttons().isEmpty)
}

@MainActor @Test func `the neighbours of a picture are decoded ahead`() async throws {
  let stage = try await Stage(names: ["a", "b", "c"])
  stage.harness.key(.right)
  stage.answer()
  let count = stage.harness.images.pending.count
  stage.harness.key(.right)
  stage.harness.advance(by: .milliseconds(17))
  #expect(stage.status.hasPrefix("3 of 3"))
  #expect(stage.harness.images.pending.count == count, "the next picture is in memory")
  #expect(!stage.picture.isEmpty)
}

@MainActor @Test func `F11 fills the window with the picture, and Escape ends that before it leaves the picture`()
  async throws
{
  let stage = try await Stage(names: ["a", "b"])
  var states: [Bool] = []
  stage.viewer.onFullScreen = { states.append($0) }
  stage.harness.key("F11")
  stage.harness.settle()
  stage.answer()
  #expect(stage.status.isEmpty, "no bars")
  #expect(stage.picture.height == 480)
  stage.harness.move(to: Point(x: 300, y: 200))
  stage.harness.move(to: Point(x: 320, y: 200))
  stage.harness.advance(by: .seconds(1))
  #expect(stage.harness.frame.cursor != .hidden)
  stage.harness.advance(by: .milliseconds(1600))
  #expect(stage.harness.frame.cursor == .hidden)
  stage.harness.key(.escape)
  stage.harness.settle()
  #expect(!stage.status.isEmpty && stage.harness.frame.cursor == .arrow)
  #expect(states == [true, false])
}

@MainActor @Test func `a slideshow shows each picture for four seconds, pauses, and ends with Escape`() async throws {
  let stage = try await Stage(names: ["a", "b", "c"])
  stage.harness.key("S")
  stage.harness.advance(by: .milliseconds(3900))
  #expect(stage.status.hasPrefix("1 of 3") && stage.status.contains("Slideshow"))
  stage.harness.advance(by: .milliseconds(200))
  stage.answer()
  #expect(stage.status.hasPrefix("2 of 3"))
  stage.harness.key(.space)
  stage.harness.advance(by: .seconds(9))
  #expect(stage.status.hasPrefix("2 of 3") && stage.status.contains("Slideshow paused"))
  stage.harness.key(.space)
  for place in ["3", "1"] {
    stage.harness.advance(by: .milliseconds(4200))
    stage.answer()
    #expect(stage.status.hasPrefix("\(place) of 3"))
  }
  stage.harness.key(.escape)
  #expect(!stage.status.contains("Slideshow") && stage.status.hasPrefix("1 of 3"))
}

@MainActor @Test func `a picture that is chosen during its slideshow is shown anew`() async throws {
  let stage = try await Stage(names: ["a", "b"])
  stage.harness.key("S")
  #expect(stage.status.contains("Slideshow"))
  stage.harness.key("O", modifiers: .control)
  let isOpen = await waitUntil(stage.harness) {
    stage.harness.tiles.contains { $0.text.hasPrefix("a.png") && $0.states.contains(.selected) }
  }
  try #require(isOpen)
  stage.harness.key(.enter)
  let isShown = await waitUntil(stage.harness) { stage.status.hasPrefix("1 of 2") }
  #expect(isShown && !stage.status.contains("Slideshow"), "\(stage.status)")
}

@MainActor @Test func `the status line tells the magnification again after a turn`() async throws {
  let stage = try await Stage(width: 500, height: 300)
  #expect(stage.status.contains("100 %"), "\(stage.status)")
  for _ in 0..<3 {
    stage.harness.type("+")
    stage.harness.settle()
  }
  #expect(stage.status.contains("195 %"), "\(stage.status)")
  stage.harness.type("r")
  stage.harness.settle()
  #expect(stage.status.contains("73 %"), "\(stage.status)")
}
