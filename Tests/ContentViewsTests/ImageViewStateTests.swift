import Scrollwork
import ScrollworkTesting
import Testing

/// Plays numbered frames of a tenth of a second.
@MainActor
private final class Movie: PicturePlaying {
  var onFrame: (@MainActor () -> Void)?
  let frames: [Bitmap]
  var asked = 0
  var pauses = 0
  private var start: Instant?

  init(count: Int) {
    frames = (0..<count).map { Bitmap(width: 40, height: 30, color: Color(hex: UInt32($0 * 40))) }
  }

  func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?) {
    asked += 1
    let start = start ?? now
    self.start = start
    let index = Int(now.seconds(since: start) * 10 + 1e-6)
    return (frames[index % frames.count], start.advanced(bySeconds: Double(index + 1) / 10))
  }

  func pause(at now: Instant) { pauses += 1 }

  func goOn(from former: any PicturePlaying) { start = (former as? Movie)?.start }
}

@MainActor
struct ImageViewStateTests {
  let view = ImageView()
  let root = View()
  let harness: ViewHarness
  private let red = Bitmap(width: 40, height: 30, color: Color(hex: 0xFF0000))
  private let request = ImageRequest(source: .url("first"), target: PixelSize(width: 40, height: 30))

  init() {
    root.addChild(view)
    view.frame = Rect(x: 0, y: 0, width: 40, height: 30)
    harness = ViewHarness(content: root)
  }

  private func show() {
    view.request = request
    harness.showIfNeeded()
  }

  private var drawn: Bitmap? {
    for case .image(let bitmap, _, _, _, _) in harness.frame.groups.flatMap(\.canvas.commands) { return bitmap }
    return nil
  }

  @Test func `a click on what could not be loaded tries again, and goes on to the cell`() {
    show()
    harness.images.fail(request.source, with: .unreachable(address: "first", reason: "no way"))
    harness.settle()
    #expect(view.state == .broken(.unreachable(address: "first", reason: "no way")))
    let used = harness.send(
      .pointerDown(Point(x: 5, y: 5), .left, clicks: 1, []))
    #expect(!used)
    harness.showIfNeeded()
    #expect(harness.images.retried == [request] && harness.images.pending.map(\.request) == [request])
    #expect(view.state == .waiting)
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(drawn === red && view.state == .shown)
    view.retry()
    harness.showIfNeeded()
    #expect(harness.images.retried.count == 1, "what is shown needs no other try")
  }

  @Test func `a small copy stands in until the picture is there, and not for a broken one`() {
    let small = Bitmap(width: 4, height: 3, color: Color(hex: 0x800000))
    view.thumbnail = small
    show()
    #expect(drawn === small)
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(drawn === red)
    view.request = ImageRequest(source: .url("second"), target: nil)
    harness.showIfNeeded()
    harness.images.fail(.url("second"), with: .corrupt("ends early"))
    harness.settle()
    #expect(drawn == nil)
  }

  @Test func `a picture that is shown whole is enlarged as far as is allowed, in the middle`() {
    let pixels = Bitmap(width: 40, height: 30, color: Color(hex: 0xFF0000))
    view.frame = Rect(x: 0, y: 0, width: 400, height: 320)
    view.mode = .fit
    view.bitmap = pixels
    func place() -> Rect? {
      harness.showIfNeeded()
      for case .image(_, let place, _, _, _) in harness.frame.groups.flatMap(\.canvas.commands) { return place }
      return nil
    }
    #expect(place() == Rect(x: 0, y: 10, width: 400, height: 300))
    view.largestMagnification = 2
    #expect(place() == Rect(x: 160, y: 130, width: 80, height: 60))
    harness.changeEnvironment { $0.scale = 2 }
    #expect(place() == Rect(x: 180, y: 145, width: 40, height: 30), "twice as large in pixels of the display")
    harness.changeEnvironment { $0.scale = 1 }
    view.bitmap = Bitmap(width: 300, height: 300, color: Color(hex: 0xFF0000))
    #expect(place() == Rect(x: 40, y: 0, width: 320, height: 320), "no more than there is room for")
    // A small copy of a picture whose size is not known fills the room, unless it is the whole.
    view.bitmap = nil
    view.thumbnail = pixels
    view.request = request
    #expect(place() == Rect(x: 0, y: 0, width: 400, height: 320))
    view.thumbnailHasAllPixels = true
    view.setNeedsDisplay()
    #expect(place() == Rect(x: 160, y: 130, width: 80, height: 60))
    view.mode = .fill
    #expect(place() == Rect(x: 0, y: 0, width: 400, height: 320))
  }

  @Test func `a placeholder that pulses changes ten times a second until the picture is there`() {
    view.pulsesWhileWaiting = true
    show()
    let before = harness.framesMade
    harness.advance(by: .seconds(1))
    #expect((8...12).contains(harness.framesMade - before), "\(harness.framesMade - before)")
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(harness.frame.wake == nil)
  }

  @Test func `without motion no placeholder pulses and no picture moves`() {
    harness.changeEnvironment { $0.motion = .reduced }
    view.pulsesWhileWaiting = true
    show()
    harness.advance(by: .milliseconds(50))
    #expect(harness.frame.wake == nil)
    let movie = Movie(count: 3)
    harness.images.players[request] = movie
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(movie.asked == 0 && drawn === red)
  }

  @Test func `a picture that moves plays while it is seen`() {
    let movie = Movie(count: 3)
    harness.images.players[request] = movie
    harness.images.memory[request] = red
    show()
    harness.advance(by: .milliseconds(50))
    #expect(drawn === movie.frames[0])
    harness.advance(by: .milliseconds(100))
    #expect(drawn === movie.frames[1])
    let (asked, made) = (movie.asked, harness.framesMade)
    harness.advance(by: .seconds(1))
    #expect((9...11).contains(movie.asked - asked), "asked when a frame is due")
    #expect((9...11).contains(harness.framesMade - made))
    view.isHidden = true
    harness.advance(by: .seconds(1))
    #expect(movie.pauses > 0)
    let hidden = movie.asked
    harness.advance(by: .seconds(1))
    #expect(movie.asked == hidden)
    view.isHidden = false
    harness.advance(by: .milliseconds(700))
    #expect(movie.asked > hidden)
    view.request = nil
    harness.showIfNeeded()
    #expect(movie.onFrame == nil)
  }

  @Test func `a moving picture goes on in another size where it was`() {
    let (large, small) = (Movie(count: 9), Movie(count: 9))
    for (movie, size) in [(large, PixelSize(width: 40, height: 30)), (small, PixelSize(width: 20, height: 15))] {
      let sized = ImageRequest(source: request.source, target: size)
      harness.images.players[sized] = movie
      harness.images.memory[sized] = red
    }
    view.request = ImageRequest(source: request.source, target: nil)
    harness.showIfNeeded()
    harness.advance(by: .milliseconds(340))
    #expect(drawn === large.frames[3])
    view.frame.size = Size(width: 20, height: 15)
    harness.showIfNeeded()
    #expect(drawn === large.frames[3])
    harness.advance(by: .milliseconds(100))
    #expect(drawn === small.frames[4], "with its next frame")
    view.request = ImageRequest(source: .url("second"), target: nil)
    harness.showIfNeeded()
    #expect(drawn == nil)
  }

  @Test func `a moving picture keeps nothing from coming to rest`() {
    harness.images.players[request] = Movie(count: 3)
    show()
    harness.images.finish(request.source, with: red)
    harness.advance(by: .milliseconds(400))
    #expect(harness.frame.wake != nil && harness.host.settlingWake == nil)
  }
}
