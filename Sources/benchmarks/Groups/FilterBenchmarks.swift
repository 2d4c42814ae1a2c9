import Dispatch
import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Synchronization

/// Benchmarks of filters by regular expressions: the speed of one with a literal that every match contains, and the
/// time and memory of some whose search keeps thousands of states at once. Each of the latter filters a long text for a
/// short time and is then cancelled.
enum FilterBenchmarks {
  private static let expressions = [
    "/a([ab]{1000}){9}c/", "/a[ab]{900}(b|a[ab]{800}){8}c/", "/(a|b)*a[ab]{1000}c/", "/([ab]a[ab]{1000}){9}x/",
    "/b([ab]{500}a){18}c/",
  ]

  static func run(quick: Bool) throws -> [Measurement] {
    let folder = try BenchmarkFolder()
    defer { folder.remove() }
    let snapshot = try index(folder.path + "/text", megabytes: quick ? 8 : 30)
    let before = Double(ProcessStatistics.residentBytes)
    var (late, most) = ([Double](), 0.0)
    for expression in expressions {
      let filter = LineFilter(Filter([try FilterExpression(expression)])) { _ in }
      filter.update(snapshot)
      usleep(quick ? 300_000 : 1_000_000)
      filter.cancel()
      let cpu = Clocks.processCPU
      while filter.isBusy || filter.work.states > 0 { usleep(1_000) }
      late.append((Clocks.processCPU - cpu) / 1000)
      most = max(most, Double(ProcessStatistics.residentBytes) - before)
    }
    let (cpu, wall) = (Clocks.processCPU, Clocks.monotonic)
    usleep(1_000_000)
    let share = (Clocks.processCPU - cpu) / (Clocks.monotonic - wall) * 100
    let growth = Double(ProcessStatistics.residentBytes) - before
    let size = snapshot.indexedBytes
    return try [
      Measurement("filter/cleared/cpu", n: size, samples: [share], unit: "percent").allowed(0...2),
      // The filter notices a cancellation only between lines, which take long in thousands of states.
      Measurement("filter/cleared/until-idle", n: size, samples: late).allowed(0...20_000),
      Measurement("filter/cleared/memory", n: size, samples: [max(0, growth)], unit: "bytes").allowed(
        0...16 * 1_048_576),
      Measurement("filter/memory", n: size, samples: [most], unit: "bytes").allowed(0...32 * 1_048_576),
    ] + required(folder.path + "/log", rounds: quick ? 3 : 7, lines: quick ? 500_000 : 2_000_000)
  }

  /// Measures, in gigabytes per second of processor time, an expression with a literal that every match contains.
  /// Compares it with the same expression with an alternative that never matches, which has no such literal.
  private static func required(_ path: String, rounds: Int, lines: Int) throws -> [Measurement] {
    let output = fopen(path, "w")
    for line in 0..<lines {
      let rest = line % 1_000 == 0 ? "ERROR request \(line) failed" : "INFO request \(line) took \(line % 97) ms"
      fputs("2026-11-02T10:15:\(10 + line % 50) worker-\(line % 8) \(rest)\n", output)
    }
    fclose(output)
    let snapshot = try index(path)
    func speeds(_ expression: String) throws -> [Double] {
      let filter = Filter([try FilterExpression(expression)])
      return (0..<rounds).map { _ in
        let cpu = Clocks.processCPU
        let search = LineFilter(filter) { _ in }
        search.update(snapshot)
        while search.isBusy { usleep(200) }
        precondition(search.lines.count == (lines + 999) / 1_000, expression)
        return Double(snapshot.indexedBytes) / (Clocks.processCPU - cpu)
      }
    }
    let plain = Measurement(
      "filter/unknown", n: lines, samples: try speeds("/request \\d+ failed|\\x{10FFFE}/"), unit: "GB/s")
    let required = Measurement(
      "filter/required", n: lines, samples: try speeds("/request \\d+ failed/"), unit: "GB/s")
    return [plain, required.compared(to: plain.name, required.median / plain.median, nil)]
  }

  /// Writes and indexes a text of random a and b, in lines of 999 characters.
  private static func index(_ path: String, megabytes: Int) throws -> LineIndexSnapshot {
    var state: UInt64 = 1
    var line = [UInt8](repeating: 0x0A, count: 1_000)
    let output = fopen(path, "w")
    for _ in 0..<megabytes * 1_000 {
      for place in 0..<999 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        line[place] = state >> 60 & 1 == 0 ? 0x61 : 0x62
      }
      fwrite(line, 1, line.count, output)
    }
    fclose(output)
    return try index(path)
  }

  /// Indexes a text.
  static func index(_ path: String) throws -> LineIndexSnapshot {
    let known = Mutex<LineIndexSnapshot?>(nil)
    let index = LineIndex(file: try RandomAccessFile(path: path)) { snapshot in
      known.withLock { $0 = snapshot.isComplete ? snapshot : nil }
    }
    while true {
      if let snapshot = known.withLock({ $0 }) {
        withExtendedLifetime(index) {}
        return snapshot
      }
      usleep(1_000)
    }
  }
}
