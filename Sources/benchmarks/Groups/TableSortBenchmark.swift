import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkViewerCore

/// The benchmark of a table that is sorted in the viewer's own window on the real display. It measures the memory of
/// the order, of its comparison with the previous order, and of the frames.
@MainActor
enum TableSortBenchmark {
  /// The orders, which are applied one after the other. Before the first one, the rows have the order of the file.
  private static let orders = ["score", "score:desc", "id:desc", "score"]

  /// Measures the largest growth of memory in a sort, up to its peak; returns no measurement without a display.
  static func run(_ path: String, rows: Int) throws -> [Measurement] {
    do {
      return [
        Measurement(
          "tables/sort/window/peak", n: rows, samples: [try peaks(path, rows).max() ?? .nan], unit: "bytes"
        ).allowed(0...max(2e7, 10 * Double(rows)))
      ]
    } catch WindowError.noDisplay {
      return []
    }
  }

  private static func peaks(_ path: String, _ rows: Int) throws -> [Double] {
    let viewer = Viewer()
    let window = try Window(title: "table", size: Size(width: 1280, height: 800), content: viewer.root)
    try viewer.open(path)
    repeat { window.rest(seconds: 0.05) } while viewer.isBusy || viewer.list.itemCount < rows
    window.rest(seconds: 0.5)
    return try orders.map { order in
      Clocks.resetPeakMemory()
      let before = Double(ProcessStatistics.residentBytes)
      try viewer.setSort(order)
      repeat { window.rest(seconds: 0.05) } while viewer.isBusy
      window.rest(seconds: 0.5)
      return Clocks.peakMemory * 1_048_576 - before
    }
  }
}
