import Glibc
import Scrollwork
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The benchmark of the key End in a table of ten gigabytes that is not indexed yet, in the viewer's own window on the
/// real display.
@MainActor
enum TableEndBenchmark {
  private static let size = 10_000_000_000

  /// Measures the time until the end is shown, and the frames while the number of rows is estimated again and again;
  /// returns no measurements without a display.
  static func run() throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let (path, rows) = (folder.path + "/sparse.csv", (0..<20_000).map { "\($0),a,b,c,\"x\ny\"\n" }.joined())
    folder.write(Array(("id,a,b,c,note\n" + rows).utf8), to: "sparse.csv")
    truncate(path, size)
    let output = fopen(path, "a")
    fputs("\n" + rows, output)
    fclose(output)
    do {
      return try measure(path)
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func measure(_ path: String) throws -> [Measurement] {
    let viewer = Viewer()
    let window = try Window(title: "end", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
    window.host.onUnhandledKey = { viewer.handleKey($0) }
    try viewer.open(path)
    repeat { window.rest(seconds: 0.01) } while viewer.list.itemCount == 0
    window.rest(seconds: 0.3)
    viewer.focusList()
    _ = window.recorder.take()
    let start = Clocks.monotonic
    window.host.handle(.keyDown(.end, [], isRepeat: false), at: EventLoop.now())
    repeat { window.rest(seconds: 0.001) } while !viewer.list.isAtEnd
    let time = (Clocks.monotonic - start) / 1_000
    let first = viewer.list.itemCount
    var counts: Set<Int> = []
    // Each snapshot of the index has another number of rows.
    while viewer.isBusy, counts.count < 8 {
      window.rest(seconds: 0.05)
      counts.insert(viewer.list.itemCount)
    }
    let frames = window.recorder.take()
    precondition(counts.count > 2 && viewer.list.isAtEnd, "\(counts) after \(first)")
    return [
      Measurement("table/end/shown", n: size, samples: [time]).aiming(.atMost(100_000)),
      Measurement("table/end/frame-max", n: size, samples: [frames.cpu.max]).aiming(.atMost(100_000)),
    ]
  }
}
