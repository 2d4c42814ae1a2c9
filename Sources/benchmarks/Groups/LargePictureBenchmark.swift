import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The benchmark of a picture of 12,000 x 9,000 pixels that is zoomed about the pointer and panned, in the viewer's own
/// window on the real display.
@MainActor
enum LargePictureBenchmark {
  private static let size = PixelSize(width: 12_000, height: 9_000)
  /// The notches of the wheel from the whole picture to single pixels.
  private static let notches = 16
  private static let pans = 6

  /// Measures the frames; returns no measurements without a display or a JPEG encoder.
  static func run() throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    guard let maker = JPEGMaker() else { return [] }
    folder.write(maker.file(width: size.width, height: size.height, seed: 1), to: "large.jpg")
    do {
      return try measure(folder.path + "/large.jpg")
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func measure(_ path: String) throws -> [Measurement] {
    let viewer = Viewer()
    let window = try Window(title: "picture", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
    window.host.onUnhandledKey = { viewer.handleKey($0) }
    try viewer.open(path)
    repeat { window.rest(seconds: 0.05) } while viewer.isBusy
    window.rest(seconds: 2)
    _ = window.recorder.take()
    var measurements: [Measurement] = []
    for factor in [1.0, -1] {
      for _ in 0..<notches {
        let delta = WheelDelta(x: 0, y: factor, isPrecise: false)
        window.host.handle(.wheel(delta, at: Point(x: 500, y: 300), []), at: EventLoop.now())
        window.rest(seconds: 0.1)
      }
      window.rest(seconds: 1)
      measurements += figures(factor > 0 ? "zoom-in" : "zoom-out", window)
    }
    // One device pixel for a pixel of the picture.
    window.host.handle(.keyDown("1", [], isRepeat: false), at: EventLoop.now())
    window.rest(seconds: 2)
    _ = window.recorder.take()
    for pan in 0..<pans {
      drag(in: window, from: Point(x: 1000, y: 600), to: Point(x: 200, y: pan % 2 == 0 ? 200 : 560))
    }
    return measurements + figures("pan", window)
  }

  /// Drags the picture as a quick hand does, with an event for each frame.
  private static func drag(in window: Window, from start: Point, to end: Point) {
    let steps = 40
    window.host.handle(.pointerDown(start, .left, clicks: 1, []), at: EventLoop.now())
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      let point = Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
      window.host.handle(.pointerMoved(point, []), at: EventLoop.now())
      window.rest(seconds: 0.008)
    }
    window.host.handle(.pointerUp(end, .left, []), at: EventLoop.now())
    window.rest(seconds: 0.8)
  }

  /// Returns the figures of the frames since the last call.
  private static func figures(_ name: String, _ window: Window) -> [Measurement] {
    let times = window.recorder.times
    let frames = window.recorder.take()
    let n = size.width * size.height
    return [
      Measurement("picture/\(name)/frame", n: n, samples: times),
      Measurement("picture/\(name)/frame-max", n: n, samples: [frames.cpu.max]),
      Measurement("picture/\(name)/late", n: n, samples: [Double(frames.late)], unit: "frames").allowed(0...0),
    ]
  }
}
