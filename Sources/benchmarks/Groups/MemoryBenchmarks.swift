import Scrollwork
import ScrollworkPlatform

/// The memory of a list of many rows, compared with that of a list of few rows.
@MainActor
enum MemoryBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    let small = try RowList(rows: 1000)
    _ = small.scroll(by: 40, frames: 200)
    let before = Double(ProcessStatistics.residentBytes)
    var result: [Measurement] = []
    for size in [1_000_000, 10_000_000] {
      let list = try RowList(rows: size)
      _ = list.scroll(by: 2000, frames: 200)
      var measurement = Measurement(
        "memory/rows", n: size, samples: [max(0, Double(ProcessStatistics.residentBytes) - before)], unit: "bytes")
      measurement.ratio = Double(ProcessStatistics.residentBytes) / before
      measurement.ratioTo = "1000 rows"
      // The pixels of a second window, but nothing that grows with the rows.
      measurement.ratioCeiling = 1.6
      result.append(measurement)
    }
    return result
  }
}
