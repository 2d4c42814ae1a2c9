import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The time from the start of a process to the viewer's first frame of a folder of pictures, in a real window, beside
/// the time to the first frame of a window without content.
@MainActor
enum FirstPicturesBenchmark {
  private static let count = 2000

  /// Opens a folder as the viewer does, and prints the milliseconds until its first frame is presented.
  static func showFirstFrame(of path: String) throws {
    // The settings and caches of the user have no influence.
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] { setenv(name, path + ".home", 1) }
    var options = ViewerOptions()
    options.input = .path(path)
    let windows = try ViewerProgram(options).openLive()
    let window = windows.members[0].window
    _ = window.showFrame(at: EventLoop.now())
    let shown = windows.members[0].viewer.list.itemCount
    Message.write("\((Clocks.monotonic - Clocks.processStart) / 1e6) \(shown)", toErrors: false)
  }

  /// Opens a window without content, and prints the milliseconds until its first frame is presented.
  static func showEmptyWindow() throws {
    let window = try SDLWindow(title: "empty", size: ViewerOptions().size)
    window.present(everything: true) { surface, _ in
      [PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)]
    }
    Message.write("\((Clocks.monotonic - Clocks.processStart) / 1e6) 0", toErrors: false)
  }

  static func run(quick: Bool) throws -> [Measurement] {
    guard let maker = JPEGMaker() else { return [] }
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let path = folder.path + "/pictures"
    mkdir(path, 0o700)
    for index in 0..<20 { folder.write(maker.file(width: 1200, height: 800, seed: index), to: "\(index).jpg") }
    for index in 0..<count { link("\(folder.path)/\(index % 20).jpg", "\(path)/IMG_\(index).jpg") }
    var (empty, pictures) = ([Double](), [Double]())
    // The kinds alternate, because other programs make some times of the run slower than others.
    for _ in 0..<(quick ? 5 : 21) {
      empty.append(time(.emptyWindow, path, items: 0))
      pictures.append(time(.firstPictures, path, items: count))
    }
    let window = Measurement("start/empty-window", n: 0, samples: empty)
    let first = Measurement("start/first-pictures", n: count, samples: pictures)
    return [window, first.compared(to: window.name, first.median / window.median, nil)]
  }

  /// Returns the microseconds from the start of a process to its frame; NaN if the frame does not show `items` items.
  private static func time(_ child: BenchmarkChild, _ path: String, items: Int) -> Double {
    setenv("PEER_T0_NS", "\(ProcessStatistics.monotonicNanoseconds)", 1)
    guard let output = popen(child.command(path), "r") else { return .nan }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), output) != nil else { return .nan }
    let text = String(decoding: line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = text.split(separator: " ")
    guard words.count == 2, words[1] == "\(items)" else { return .nan }
    return (Double(words[0]) ?? .nan) * 1000
  }
}
