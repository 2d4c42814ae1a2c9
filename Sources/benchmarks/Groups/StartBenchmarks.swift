import Foundation
import Scrollwork
import ScrollworkPlatform

/// From the start of a process to its first frame, in a real window where there is a display.
@MainActor
enum StartBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    guard ProcessInfo.processInfo.environment["DISPLAY"] != nil else {
      FileHandle.standardError.write(Data("start: there is no display; run it under xvfb-run\n".utf8))
      return []
    }
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
    return result
  }

  /// Microseconds until a peer job of `rows` rows has shown its first frame.
  private static func firstFrame(rows: Int) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["peer", "--rows", "\(rows)", "--first-frame-only"]
    let output = Pipe()
    process.standardOutput = output
    var environment = ProcessInfo.processInfo.environment
    environment["PEER_T0_NS"] = "\(ProcessStatistics.monotonicNanoseconds)"
    environment["PEER_SHOT"] = nil
    process.environment = environment
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return (report?["first_frame_ms"] as? Double ?? .nan) * 1000
  }
}
