import Scrollwork
import ScrollworkTesting
import Testing

/// A player whose frames are numbered and last a tenth of a second each.
@MainActor
private final class Movie: PicturePlaying {
  var onFrame: (@MainActor () -> Void)?
  let frames: [Bitmap]
  var calls = 0
  var pauses = 0
  private var start: Instant?

  init(count: Int) {
    frames = (0..<count).map { Bitmap(width: 40, height: 30, color: Color(hex: UInt32($0 * 40))) }
  }

  func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?) {
    calls += 1
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

  @Test func `a click on a failed picture loads it again and still reaches the cell`() {
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
    #expect(harness.images.retried.count == 1, "a visible picture is not loaded again")
  }

  @Test func `a thumbnail is shown until the picture is loaded, but not for a failed one`() {
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

  @Test func `a view that left the window with a bitmap for a broken picture is still broken`() {
    view.request = request
    show()
    harness.images.fail(request.source, with: .corrupt("ends early"))
    view.bitmap = Bitmap(width: 4, height: 3, color: Color(hex: 0x800000))
    let parent = view.parent
    view.removeFromParent()
    show()
    parent?.addChild(view)
    show()
    #expect(view.state == .broken(.corrupt("ends early")))
    view.bitmap = nil
    show()
    #expect(harness.images.pending.map(\.request.source) == [request.source], "it is loaded again")
  }

  @Test func `a fitted picture is enlarged up to the largest magnification and centred`() {
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
    #expect(place() == Rect(x: 180, y: 145, width: 40, height: 30), "two device pixels for each picture pixel")
    harness.changeEnvironment { $0.scale = 1 }
    view.bitmap = Bitmap(width: 300, height: 300, color: Color(hex: 0xFF0000))
    #expect(place() == Rect(x: 40, y: 0, width: 320, height: 320), "limited by the size of the view")
    // The size of the picture is unknown, so a thumbnail fills the view unless it has all pixels.
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

  @Test func `a picture that fills the view is not enlarged beyond the largest magnification if the view says so`() {
    view.frame = Rect(x: 0, y: 0, width: 400, height: 320)
    view.mode = .fillUpper
    (view.enlargesToFill, view.largestMagnification) = (false, 1)
    func place(_ width: Int, _ height: Int) -> (Rect, ContentMode)? {
      view.bitmap = Bitmap(width: width, height: height, color: Color(hex: 0xFF0000))
      harness.showIfNeeded()
      for case .image(_, let place, let mode, _, _) in harness.frame.groups.flatMap(\.canvas.commands) {
        return (place, mode)
      }
      return nil
    }
    #expect(place(20, 20) ?? (.zero, .fill) == (Rect(x: 190, y: 150, width: 20, height: 20), .fit))
    #expect(place(300, 320) ?? (.zero, .fill) == (Rect(x: 50, y: 0, width: 300, height: 320), .fit))
    #expect(place(400, 320) ?? (.zero, .fill) == (view.bounds, .fillUpper))
    #expect(place(800, 500) ?? (.zero, .fill) == (view.bounds, .fillUpper))
  }

  @Test func `a pulsing placeholder changes ten times a second until the picture is loaded`() {
    view.pulsesWhileWaiting = true
    show()
    let before = harness.framesMade
    harness.advance(by: .seconds(1))
    #expect((8...12).contains(harness.framesMade - before), "\(harness.framesMade - before)")
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(harness.frame.wake == nil)
  }

  @Test func `without full motion no placeholder pulses and no picture plays`() {
    harness.changeEnvironment { $0.motion = .reduced }
    view.pulsesWhileWaiting = true
    show()
    harness.advance(by: .milliseconds(50))
    #expect(harness.frame.wake == nil)
    let movie = Movie(count: 3)
    harness.images.players[request] = movie
    harness.images.finish(request.source, with: red)
    harness.settle()
    #expect(movie.calls == 0 && drawn === red)
  }

  @Test func `an animated picture plays only while it is visible`() {
    let movie = Movie(count: 3)
    harness.images.players[request] = movie
    harness.images.memory[request] = red
    show()
    harness.advance(by: .milliseconds(50))
    #expect(drawn === movie.frames[0])
    harness.advance(by: .milliseconds(100))
    #expect(drawn === movie.frames[1])
    let (calls, made) = (movie.calls, harness.framesMade)
    harness.advance(by: .seconds(1))
    #expect((9...11).contains(movie.calls - calls), "called only when a frame is due")
    #expect((9...11).contains(harness.framesMade - made))
    view.isHidden = true
    harness.advance(by: .seconds(1))
    #expect(movie.pauses > 0)
    let hidden = movie.calls
    harness.advance(by: .seconds(1))
    #expect(movie.calls == hidden)
    view.isHidden = false
    harness.advance(by: .milliseconds(700))
    #expect(movie.calls > hidden)
    view.request = nil
    harness.showIfNeeded()
    #expect(movie.onFrame == nil)
  }

  @Test func `an animated picture continues at its position in another size`() {
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
    #expect(drawn === small.frames[4], "the new size appears with its next frame")
    view.request = ImageRequest(source: .url("second"), target: nil)
    harness.showIfNeeded()
    #expect(drawn == nil)
  }

  @Test func `an animated picture does not count as motion that delays rest`() {
    harness.images.players[request] = Movie(count: 3)
    show()
    harness.images.finish(request.source, with: red)
    harness.advance(by: .milliseconds(400))
    #expect(harness.frame.wake != nil && harness.host.settlingWake == nil)
  }
}
