import Scrollwork

/// Frames of a table of texts with twelve visible columns, drawn into memory of 1280 x 800 pixels.
@MainActor
enum TableFrameBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    let rounds = quick ? 3 : 7
    let frames = quick ? 200 : 600
    let tall = [try TableFrames(rows: 1000, columns: 12), try TableFrames(rows: 10_000_000, columns: 12)]
    let wide = [try TableFrames(rows: 1000, columns: 24), try TableFrames(rows: 1000, columns: 2000)]
    return measure("scroll/table", tall, rounds, sizes: [1000, 10_000_000]) { $0.scrollDown(by: 40, frames: frames) }
      + measure("scroll/table/fling", tall, rounds, sizes: [1000, 10_000_000]) {
        $0.scrollDown(by: 2000, frames: frames)
      }
      + measure("scroll/table/sideways", wide, rounds, sizes: [24, 2000]) { $0.scrollSideways(by: 40, frames: frames) }
  }

  /// Measures two tables in turn, so that they meet the same state of the machine. The smallest of the rounds' medians,
  /// the least disturbed one, serves for the ratio.
  private static func measure(
    _ name: String, _ tables: [TableFrames], _ rounds: Int, sizes: [Int], _ scroll: (TableFrames) -> [Double]
  ) -> [Measurement] {
    var samples = [[Double]](repeating: [], count: tables.count)
    var quiet = [Double](repeating: .infinity, count: tables.count)
    for _ in 0..<rounds {
      for (index, table) in tables.enumerated() {
        let times = scroll(table)
        quiet[index] = min(quiet[index], times.percentile(0.5))
        samples[index] += times
      }
    }
    return tables.indices.map { index in
      var measurement = Measurement(name, n: sizes[index], samples: samples[index])
      guard index > 0 else { return measurement }
      measurement.ratio = quiet[index] / quiet[0]
      measurement.ratioTo = "\(sizes[0])"
      measurement.ratioCeiling = 1.25
      return measurement
    }
  }
}

/// A table whose frames are drawn into memory.
@MainActor
private final class TableFrames {
  private let table = TableView()
  private let window: Window
  private var now = Instant.zero
  private var position = 0.0
  private var step = 1.0

  init(rows: Int, columns: Int) throws {
    var configuration = WindowConfiguration(title: "table", size: Size(width: 1280, height: 800))
    configuration.isHeadless = true
    window = try Window(configuration, content: table)
    // Twelve columns fill the window.
    let columns = (0..<columns).map { column in
      TableColumn<Int>("column \(column)", width: .fixed(106), alignment: column % 3 == 0 ? .end : .start) { row in
        column % 3 == 0 ? String(row &* (column + 1)) : "value \((row &+ column) % 977)"
      }
    }
    table.apply(Table(columns: columns, rows: 0..<rows, id: \.self))
    for _ in 0..<20 { show() }
  }

  private func show() {
    now = now + .nanoseconds(16_666_667)
    _ = window.showFrame(at: now)
  }

  /// Scrolls down by `distance` in each frame, and jumps to the start after the end. Returns the processor times of the
  /// frames in microseconds.
  func scrollDown(by distance: Double, frames: Int) -> [Double] {
    let maximum = table.list.contentSize.height - 800
    return times(frames) {
      position += distance
      if position > maximum { position = 0 }
      table.list.scroll(to: .offset(position), animated: false)
    }
  }

  /// Scrolls sideways by `distance` in each frame, and turns round at both sides.
  func scrollSideways(by distance: Double, frames: Int) -> [Double] {
    times(frames) {
      let before = table.sidewaysOffset
      send(step * distance)
      if table.sidewaysOffset == before {
        step = -step
        send(step * distance)
      }
    }
  }

  /// Moves the table sideways as a touchpad does.
  private func send(_ distance: Double) {
    let delta = WheelDelta(x: -distance / 40, y: 0, isPrecise: true)
    _ = window.host.handle(.wheel(delta, at: Point(x: 640, y: 400), []), at: now)
  }

  private func times(_ frames: Int, _ change: () -> Void) -> [Double] {
    (0..<frames).map { _ in
      let start = Clocks.threadCPU
      change()
      show()
      return (Clocks.threadCPU - start) / 1000
    }
  }
}
