import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The time from the start of a process to its first frame, in a real window if there is a display.
@MainActor
enum StartBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    guard Variables.value(of: "DISPLAY") != nil else {
      Message.write("start: there is no display; run it under xvfb-run", toErrors: true)
      return []
    }
    // An X server starts anew when its last client ends, and the next program would wait for it. A desktop has clients.
    let client = XClipboard()
    defer { client?.close() }
    var result: [Measurement] = []
    var base: Double?
    for size in quick ? [1000, 10_000_000] : [1000, 1_000_000, 10_000_000] {
      let samples = try (0..<(quick ? 3 : 9)).map { _ in try firstFrame(rows: size) }
      var measurement = Measurement("start/first-frame", n: size, samples: samples)
      measurement.ratio = measurement.median / (base ?? measurement.median)
      measurement.ratioTo = "1000 rows"
      base = base ?? measurement.median
      result.append(measurement)
    }
    return try result + FirstPicturesBenchmark.run(quick: quick) + FirstRowsBenchmark.run(quick: quick)
  }

  /// Returns the microseconds from the start of a process that runs ``PeerJob`` with `rows` rows to its first frame.
  private static func firstFrame(rows: Int) throws -> Double {
    guard let program = FilePath.executable else { return .nan }
    setenv("PEER_T0_NS", "\(ProcessStatistics.monotonicNanoseconds)", 1)
    unsetenv("PEER_SHOT")
    guard let pipe = popen("'\(program)' peer --rows \(rows) --first-frame-only", "r") else { return .nan }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 4096)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return .nan }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let value = text.split(separator: "\"first_frame_ms\":").last?.prefix { $0.isNumber || $0 == "." }
    return (value.flatMap { Double($0) } ?? .nan) * 1000
  }
}
