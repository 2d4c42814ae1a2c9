import Glibc
import Scrollwork
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// Slow flings by touch through a folder of JPEG files, in the viewer's own window on the real display.
@MainActor
final class FolderFling {
  private let viewer = Viewer()
  private let window: Window
  /// The percentage of the list's visible area that has no picture yet, in each step.
  private var blank: [Double] = []
  private var moved = 0.0
  private var neighbours: [Neighbour] = []

  private static let step = 1.0 / 120

  private init() throws {
    window = try Window(title: "pictures", size: Size(width: 1280, height: 800), content: viewer.root)
    window.recorder.isEnabled = true
  }

  /// Runs some flings, which take real time, and a jump; returns no measurements if there is no display.
  static func run(
    _ maker: JPEGMaker, _ folder: BenchmarkFolder, pictures: Int, flicks: Int
  ) throws -> [Measurement] {
    let path = folder.path + "/pictures"
    mkdir(path, 0o700)
    for index in 0..<min(500, pictures) {
      let file = maker.file(width: 1200, height: 800, seed: index)
      for copy in stride(from: index, to: pictures, by: 500) { folder.write(file, to: "pictures/\(copy).jpg") }
    }
    do {
      return try FolderFling().measure(path, pictures, flicks)
    } catch WindowError.noDisplay {
      return []
    }
  }

  /// Measures the time from opening a folder to its first thumbnail, and until the first screen has all of them.
  static func firstPictures(_ path: String, _ pictures: Int) throws -> [Measurement] {
    let fling = try FolderFling()
    fling.window.rest(seconds: 0.5)
    let start = EventLoop.now()
    var (first, screen) = (0.0, 0.0)
    try fling.viewer.open(path)
    while screen == 0 {
      fling.wait()
      let (time, blank) = (EventLoop.now().seconds(since: start) * 1e6, fling.blankPercent)
      if first == 0, blank < 100 { first = time }
      if blank == 0 { screen = time }
    }
    return [
      Measurement("folder/thumbnails/first", n: pictures, samples: [first]).aiming(.atMost(300_000)),
      Measurement("folder/thumbnails/screen", n: pictures, samples: [screen]),
    ]
  }

  private func measure(_ path: String, _ pictures: Int, _ flicks: Int) throws -> [Measurement] {
    let start = EventLoop.now()
    try viewer.open(path)
    while viewer.list.itemCount == 0 { wait() }
    let tiles = EventLoop.now().seconds(since: start)
    while viewer.isBusy || blankPercent > 0 { wait() }
    let first = EventLoop.now().seconds(since: start)
    _ = window.recorder.take()
    for _ in 0..<flicks { flick() }
    let frames = window.recorder.take()
    func figure(_ name: String, _ value: Double, _ unit: String) -> Measurement {
      Measurement("images/folder/" + name, n: pictures, samples: [value], unit: unit)
    }
    return [
      figure("tiles", tiles * 1e6, "us"), figure("pictures", first * 1e6, "us"),
      figure("moved", moved / viewer.list.visibleRect.height, "screens"),
      Measurement("images/folder/blank", n: pictures, samples: blank, unit: "percent"),
      figure("blank-max", blank.max() ?? 0, "percent"), figure("frames", Double(frames.frames), "frames"),
      figure("frame-max", frames.cpu.max, "us"), figure("late", Double(frames.late), "frames"),
    ] + leap().map { figure("leap-" + $0, $1, $2) }
  }

  /// Jumps to the middle of the list, which was not visible before.
  /// - Returns: The largest blank percentage, and the time until no visible picture is missing.
  private func leap() -> [(String, Double, String)] {
    viewer.list.scroll(to: .offset(viewer.list.contentSize.height / 2), animated: false)
    let start = EventLoop.now()
    var most = 0.0
    repeat {
      wait()
      most = max(most, blankPercent)
    } while blankPercent > 0 && EventLoop.now().seconds(since: start) < 60
    return [("blank", most, "percent"), ("filled", EventLoop.now().seconds(since: start) * 1e6, "us")]
  }

  /// Flings at nearly four screens per second.
  private func flick() {
    let start = viewer.list.visibleRect.minY
    var point = Point(x: 640, y: 700)
    touch(.began, point)
    for _ in 0..<20 {
      point.y -= 24
      touch(.moved, point)
      record()
    }
    touch(.ended, point)
    for _ in 0..<180 {
      wait()
      record()
    }
    moved += viewer.list.visibleRect.minY - start
  }

  private func touch(_ phase: TouchPhase, _ point: Point) {
    window.host.handle(.touch(phase, id: 1, at: point), at: EventLoop.now())
    wait()
  }

  /// Runs the program's ordinary loop for one step.
  private func wait() { window.rest(seconds: Self.step) }

  /// Records the current blank percentage of the list.
  private func record() { blank.append(blankPercent) }

  private var blankPercent: Double {
    let list = viewer.list
    let place = list.convertToRoot(list.bounds)
    guard !place.isEmpty else { return 0 }
    let visible = list.visibleRect
    list.neighbours(in: [visible.minY..<visible.maxY], into: &neighbours)
    var (area, count) = (0.0, 0)
    for neighbour in neighbours {
      for case let picture as ImageView in list.content(of: list.identity(of: neighbour).id)?.children ?? [] {
        count += 1
        if picture.state == .shown { continue }
        let part = picture.convertToRoot(picture.bounds).intersection(place)
        area += part.width * part.height
      }
    }
    // A list without any visible picture counts as blank.
    return count == 0 ? 100 : area / (place.width * place.height) * 100
  }
}
