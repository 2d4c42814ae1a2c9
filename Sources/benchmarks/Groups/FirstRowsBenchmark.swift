import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The time from the start of a process to the frame with the first rows of a table, in a real window, for files of
/// up to ten gigabytes.
@MainActor
enum FirstRowsBenchmark {
  /// The sizes in bytes. Beyond the first megabyte a file is sparse, with rows at its end.
  private static let sizes = [1_000_000, 300_000_000, 10_000_000_000]

  /// Opens a table in a window and prints the milliseconds until its first rows are presented.
  static func showFirstRows(of path: String) throws {
    let viewer = Viewer()
    let window = try Window(title: "rows", size: Size(width: 1280, height: 800), content: viewer.root)
    try viewer.open(path)
    // The list has the rows of the last frame that was presented.
    repeat { window.rest(seconds: 0.002) } while viewer.list.itemCount == 0
    Message.write("\((Clocks.monotonic - Clocks.processStart) / 1e6)", toErrors: false)
  }

  static func run(quick: Bool) throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    return sizes.map { size in
      let path = folder.path + "/\(size).csv"
      let rows = (0..<40_000).map { "\($0),name \($0 % 977),ERROR,text\n" }
      folder.write(Array(("id,name,level,note\n" + rows.joined()).utf8.prefix(1_000_000)), to: "\(size).csv")
      truncate(path, max(1_000_000, size - 1_000_000))
      if size > 1_000_000, let output = fopen(path, "a") {
        fputs("\n" + rows.joined(), output)
        fclose(output)
      }
      let samples = (0..<(quick ? 3 : 9)).map { _ in time(path) }
      return Measurement("start/first-rows", n: size, samples: samples).aiming(.atMost(150_000))
    }
  }

  /// Returns the microseconds from the start of a process to the first rows.
  private static func time(_ path: String) -> Double {
    setenv("PEER_T0_NS", "\(ProcessStatistics.monotonicNanoseconds)", 1)
    guard let output = popen(BenchmarkChild.firstRows.command(path), "r") else { return .nan }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), output) != nil else { return .nan }
    let text = String(decoding: line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (Double(text) ?? .nan) * 1000
  }
}
