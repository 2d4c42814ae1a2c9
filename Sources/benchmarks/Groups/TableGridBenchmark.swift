import Glibc
import Scrollwork
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The benchmark of a table that turns into a grid of its pictures and back, in the viewer's own window on the real
/// display.
@MainActor
enum TableGridBenchmark {
  private static let pictures = 200
  private static let toggles = 10

  /// Measures the frames of a table in its middle; returns no measurements without a display or a JPEG encoder.
  static func run(rows: Int) throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    guard let maker = JPEGMaker() else { return [] }
    for index in 0..<pictures {
      folder.write(maker.file(width: 320, height: 240, seed: index), to: "\(index).jpg")
    }
    let lines = (0..<rows).map { "\($0),row \($0),\($0 % pictures).jpg\n" }
    folder.write(Array(("id,name,file\n" + lines.joined()).utf8), to: "pictures.csv")
    do {
      return try measure(folder.path + "/pictures.csv", rows)
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func measure(_ path: String, _ rows: Int) throws -> [Measurement] {
    let viewer = Viewer()
    let window = try Window(title: "table", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
    window.host.onUnhandledKey = { viewer.handleKey($0) }
    try viewer.open(path)
    repeat { window.rest(seconds: 0.05) } while viewer.isBusy || viewer.list.itemCount < rows
    window.rest(seconds: 0.5)
    viewer.list.scroll(to: .offset(viewer.list.contentSize.height / 2), animated: false)
    window.rest(seconds: 1)
    _ = window.recorder.take()
    for _ in 0..<toggles {
      window.host.handle(.keyDown("G", [], isRepeat: false), at: EventLoop.now())
      window.rest(seconds: 0.8)
    }
    let times = window.recorder.times
    let frames = window.recorder.take()
    return [
      Measurement("table/grid-toggle/frame", n: rows, samples: times),
      Measurement("table/grid-toggle/frame-max", n: rows, samples: [frames.cpu.max]),
      Measurement("table/grid-toggle/late", n: rows, samples: [Double(frames.late)], unit: "frames").allowed(0...0),
    ]
  }
}
