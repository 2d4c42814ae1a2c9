import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The longest frame and the memory while the viewer opens a folder of very many pictures.
@MainActor
enum FolderBenchmarks {
  private static let step = 1.0 / 120

  /// Runs the group; returns no measurements if there is no display.
  static func run(quick: Bool) throws -> [Measurement] {
    let count = 118_000
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let path = folder.path + "/many"
    mkdir(path, 0o700)
    for index in 0..<count { close(creat("\(path)/picture of a holiday \(index * 7919 % count).jpg", 0o600)) }
    do {
      return try measure(path, count)
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func measure(_ path: String, _ count: Int) throws -> [Measurement] {
    let viewer = Viewer()
    let window = try Window(title: "folder", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
    window.rest(seconds: 1)
    Clocks.resetPeakMemory()
    let before = Double(ProcessStatistics.residentBytes)
    _ = window.recorder.take()
    var main = [Double]()
    let start = Clocks.monotonic
    try viewer.open(path)
    repeat {
      let cpu = Clocks.threadCPU
      window.rest(seconds: step)
      main.append((Clocks.threadCPU - cpu) / 1000)
    } while viewer.isBusy || viewer.list.itemCount < count
    let opened = (Clocks.monotonic - start) / 1000
    let opening = window.recorder.take()
    // Earlier groups may have left more memory resident than the folder takes.
    let peak = Double(ProcessStatistics.peakResidentBytes) - before
    // To the engine, a new file is a new list.
    close(creat(path + "/a new one.jpg", 0o600))
    while viewer.list.itemCount == count { window.rest(seconds: step) }
    window.rest(seconds: 1)
    let change = window.recorder.take()
    let after = Double(ProcessStatistics.residentBytes)
    return [
      Measurement("folder/opened", n: count, samples: [opened]),
      Measurement("folder/frame-max", n: count, samples: [opening.cpu.max]).allowed(0...8_000),
      // Includes the main thread's work between frames.
      Measurement("folder/turn-max", n: count, samples: [main.max() ?? 0]).allowed(0...8_000),
      Measurement("folder/change/frame-max", n: count, samples: [change.cpu.max]).allowed(0...8_000),
      Measurement("folder/memory", n: count, samples: [after - before], unit: "bytes").allowed(0...100 * 1_048_576),
      Measurement("folder/peak", n: count, samples: [peak], unit: "bytes").allowed(0...110 * 1_048_576),
    ]
  }
}
