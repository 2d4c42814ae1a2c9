import Scrollwork
import ScrollworkSDLBackend

/// Frames of a table of texts with twelve visible columns in a window of 1280 x 800 pixels on the display, or drawn into
/// memory without one. The times are those of all threads of the process and of the X server.
@MainActor
enum TableFrameBenchmarks {
  private static let size = Size(width: 1280, height: 800)

  static func run(quick: Bool) throws -> [Measurement] {
    let rounds = quick ? 5 : 9
    let frames = quick ? 200 : 600
    let window = try makeWindow()
    let tall = [1000, 10_000_000].map { TableFrames(rows: $0, columns: 12, in: window) }
    // Twelve columns would leave nothing to scroll to.
    let wide = [24, 2000].map { TableFrames(rows: 1000, columns: $0, in: window) }
    return measure("scroll/table", tall, rounds, sizes: [1000, 10_000_000], goal: .atMost(600)) {
      $0.scrollDown(by: 40, frames: frames)
    }
      + measure("scroll/table/fling", tall, rounds, sizes: [1000, 10_000_000]) {
        $0.scrollDown(by: 2000, frames: frames)
      }
      + measure("scroll/table/sideways", wide, rounds, sizes: [24, 2000], goal: .atMost(600)) {
        $0.scrollSideways(by: 40, frames: frames)
      }
  }

  /// Opens one window that shows the tables in turn. Several windows would cover each other.
  private static func makeWindow() throws -> Window {
    var configuration = WindowConfiguration(title: "table", size: size)
    do {
      return try Window(configuration, content: View())
    } catch WindowError.noDisplay {
      configuration.isHeadless = true
      return try Window(configuration, content: View())
    }
  }

  /// Measures the tables in turn, so that they meet the same state of the machine. The ratio compares the smallest of
  /// each table's round medians, the least disturbed one. The goal is 1.1; the gate allows more, for busy machines.
  private static func measure(
    _ name: String, _ tables: [TableFrames], _ rounds: Int, sizes: [Int], goal: Bound? = nil,
    _ scroll: (TableFrames) -> [Double]
  ) -> [Measurement] {
    var samples = [[Double]](repeating: [], count: tables.count)
    var quiet = [Double](repeating: .infinity, count: tables.count)
    for _ in 0..<rounds {
      for (index, table) in tables.enumerated() {
        table.appear()
        let times = scroll(table)
        quiet[index] = min(quiet[index], times.percentile(0.5))
        samples[index] += times
      }
    }
    return tables.indices.map { index in
      let measurement = Measurement(name, n: sizes[index], samples: samples[index]).aiming(goal)
      return index == 0 ? measurement : measurement.compared(to: "\(sizes[0])", quiet[index] / quiet[0], 1.25)
    }
  }
}

/// A table that shares a window with other tables, which are shown in turn.
@MainActor
private final class TableFrames {
  private let table = TableView()
  private let window: Window
  private var now = Instant.zero
  private var position: Double?
  private var step = 1.0

  /// The distance that a notch of the wheel scrolls a table, in logical pixels.
  private static let notch = 96.0

  /// Creates a table whose texts are equally long for any size, so that tables differ only in size.
  init(rows: Int, columns: Int, in window: Window) {
    self.window = window
    // Twelve columns fill the window.
    let columns = (0..<columns).map { column in
      TableColumn<Int>("column \(column)", width: .fixed(106), alignment: column % 3 == 0 ? .end : .start) { row in
        column % 3 == 0 ? "\(100_000 + row &* (column + 1) % 1000)" : "value \((row &+ column) % 977)"
      }
    }
    table.apply(Table(columns: columns, rows: 0..<rows, id: \.self))
  }

  /// Makes the table the content of the window, and shows some frames.
  func appear() {
    window.content = table
    for _ in 0..<20 { show() }
  }

  private func show() {
    now = max(now, window.host.now) + .nanoseconds(16_666_667)
    _ = window.showFrame(at: now)
  }

  /// Scrolls down by `distance` in each frame from the middle on, and jumps to the start after the end. Returns the
  /// processor times of the frames in microseconds.
  func scrollDown(by distance: Double, frames: Int) -> [Double] {
    let maximum = table.list.contentSize.height - 800
    return times(frames) {
      var next = (position ?? (maximum / 2).rounded(.down)) + distance
      if next > maximum { next = 0 }
      position = next
      table.list.scroll(to: .offset(next), animated: false)
    }
  }

  /// Scrolls sideways by `distance` pixels in each frame, and reverses at both ends. Returns microseconds per frame.
  func scrollSideways(by distance: Double, frames: Int) -> [Double] {
    times(frames) {
      let before = table.sidewaysTarget
      send(step * distance)
      if table.sidewaysTarget == before {
        step = -step
        send(step * distance)
      }
      precondition(table.sidewaysTarget != before, "the table does not scroll sideways")
    }
  }

  /// Moves the table sideways by a precise wheel event, as a touchpad does.
  private func send(_ distance: Double) {
    let delta = WheelDelta(x: -distance / Self.notch, y: 0, isPrecise: true)
    _ = window.host.handle(.wheel(delta, at: Point(x: 640, y: 400), []), at: now)
  }

  /// Returns the processor times of frames in microseconds. The X server shows each frame before the next.
  private func times(_ frames: Int, _ change: () -> Void) -> [Double] {
    (0..<frames).map { _ in
      let (server, own) = (Clocks.serverCPU, Clocks.processCPU)
      change()
      show()
      let used = Clocks.processCPU - own
      return (used + Clocks.serverCPU - server) / 1000
    }
  }
}
