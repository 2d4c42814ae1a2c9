import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The longest frame and the memory while the viewer opens a folder of very many pictures.
@MainActor
enum FolderBenchmarks {
  private static let step = 1.0 / 120
  private static let repetitions = 3

  /// The main thread's processor time while a folder is opened, in microseconds, except where stated otherwise.
  private struct Opening {
    /// The wall time until all entries were listed.
    var time = 0.0
    /// The processor time of the longest frame.
    var frame = 0.0
    /// The longest processor time between two frames. Work between several frames that follow at once counts as one.
    var between = 0.0
  }

  /// Runs the group; returns no measurements if there is no display.
  static func run(quick: Bool) throws -> [Measurement] {
    let count = 118_000
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let (many, few) = (folder.path + "/many", folder.path + "/few")
    fill(many, count)
    fill(few, 1000)
    do {
      return try measure(many, count, few) + thumbnails(count, folder)
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func fill(_ path: String, _ count: Int) {
    mkdir(path, 0o700)
    for index in 0..<count { close(creat("\(path)/picture of a holiday \(index * 7919 % count).jpg", 0o600)) }
  }

  /// Measures the time to the first thumbnails of a folder of `count` pictures, which are hard links to 200 files.
  private static func thumbnails(_ count: Int, _ folder: BenchmarkFolder) throws -> [Measurement] {
    guard let maker = JPEGMaker() else { return [] }
    let path = folder.path + "/linked"
    mkdir(path, 0o700)
    for index in 0..<200 { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    for index in 0..<count { link("\(folder.path)/\(index % 200).jpg", "\(path)/picture \(index).jpg") }
    return try FolderFling.firstPictures(path, count)
  }

  private static func measure(_ many: String, _ count: Int, _ few: String) throws -> [Measurement] {
    let viewer = Viewer()
    let window = try Window(title: "folder", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
    window.rest(seconds: 1)
    Clocks.resetPeakMemory()
    let before = Double(ProcessStatistics.residentBytes)
    var openings = [try open(many, count, viewer, window)]
    // Earlier groups may have left more memory resident than the folder takes.
    let peak = Double(ProcessStatistics.peakResidentBytes) - before
    // To the engine, a new file is a new list.
    close(creat(many + "/a new one.jpg", 0o600))
    while viewer.list.itemCount == count { window.rest(seconds: step) }
    window.rest(seconds: 1)
    let change = window.recorder.take()
    let after = Double(ProcessStatistics.residentBytes)
    var small: [Opening] = []
    while small.count < repetitions {
      small.append(try open(few, 1000, viewer, window))
      if openings.count < repetitions { openings.append(try open(many, count + 1, viewer, window)) }
    }
    let frame = Measurement("folder/frame-max", n: count, samples: openings.map(\.frame)).aiming(.atMost(8_000))
    let few = Measurement("folder/frame-max", n: 1000, samples: small.map(\.frame))
    return [
      Measurement("folder/opened", n: count, samples: openings.map(\.time)),
      few,
      // Both are dominated by painting the whole window when the first tiles appear.
      frame.compared(to: "folder/frame-max of 1000 pictures", frame.median / few.median, 3),
      Measurement("folder/between-max", n: count, samples: openings.map(\.between)),
      Measurement("folder/change/frame-max", n: count, samples: [change.cpu.max]),
      Measurement("folder/memory", n: count, samples: [after - before], unit: "bytes").allowed(0...100 * 1_048_576),
      Measurement("folder/peak", n: count, samples: [peak], unit: "bytes").allowed(0...110 * 1_048_576),
    ]
  }

  /// Opens a folder and waits until all its entries are listed.
  private static func open(
    _ path: String, _ count: Int, _ viewer: Viewer, _ window: Window
  ) throws -> Opening {
    window.rest(seconds: 0.5)
    _ = window.recorder.take()
    var opening = Opening()
    let start = Clocks.monotonic
    try viewer.open(path)
    repeat {
      let cpu = Clocks.threadCPU
      window.rest(seconds: step)
      let turn = (Clocks.threadCPU - cpu) / 1000
      let frames = window.recorder.take()
      opening.frame = max(opening.frame, frames.cpu.max)
      opening.between = max(opening.between, turn - frames.phases.reduce(0, +))
    } while viewer.isBusy || viewer.list.itemCount < count
    opening.time = (Clocks.monotonic - start) / 1000
    return opening
  }
}
