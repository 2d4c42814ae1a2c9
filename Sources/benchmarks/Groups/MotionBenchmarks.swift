import CAllocationCounter
import Scrollwork

/// Frames with many animations, drawn into memory of 1280 x 800 pixels. All changes go through `apply`.
@MainActor
enum MotionBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    try inFlight(quick: quick) + storm(quick: quick)
  }

  // MARK: Sixty cells in flight

  /// Measures sixty cells that enter from each other's positions and fade, so slowly that all are visible and animated
  /// in each frame; the second time half of them scale too.
  private static func inFlight(quick: Bool) throws -> [Measurement] {
    var result: [Measurement] = []
    var base: Double?
    for (name, scale) in [("update/inflight60", 1.0), ("update/inflight60/scaled", 0.8)] {
      let stage = try MotionStage()
      stage.list.animator = SlowArrival(scale: scale)
      stage.list.apply(List(sections: []))
      stage.show()
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: 0..<60, id: \.self) { BenchmarkTile(id: UInt32($0)) }
            .withSectionLayout(.grid(minimumItemWidth: 112, itemHeight: 120, spacing: 8))
        ]))
      for _ in 0..<10 { stage.show() }
      var measurement = stage.measure(name, n: 60, frames: quick ? 100 : 500) { _ in }
      if let base {
        measurement.ratio = measurement.median / base
        measurement.ratioTo = "update/inflight60"
      }
      base = base ?? measurement.median
      result.append(measurement)
    }
    return result
  }

  // MARK: A storm

  /// Measures an update in each frame while the view scrolls, at 120 frames per second.
  private static func storm(quick: Bool) throws -> [Measurement] {
    let stage = try MotionStage(framesPerSecond: 120)
    var random = PeerRandom()
    var ids = (0..<UInt32(10_000)).map { $0 }
    var next = UInt32(10_000)
    func apply() {
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: ids, id: \.self) { PeerRow(id: $0) }
            .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
        ]))
    }
    apply()
    stage.show()
    let measurement = stage.measure("update/storm", n: ids.count, frames: quick ? 240 : 1200) { frame in
      let seen = Int(stage.list.contentOffset.y / PeerRow.height)
      for _ in 0..<3 {
        let place = min(ids.count - 1, seen + Int(random.next() % 20))
        ids.remove(at: place)
        ids.insert(next, at: min(ids.count, seen + Int(random.next() % 20)))
        ids.swapAt(min(ids.count - 1, seen + 3), min(ids.count - 1, seen + Int(random.next() % 400)))
        next += 1
      }
      if frame % 12 == 0 { stage.wheel(-1) }
      apply()
    }
    return [measurement] + stage.hitches(of: "update/storm", n: ids.count)
  }
}

/// A list that is drawn into memory. Its frames are made at the times at which a display would show them.
@MainActor
final class MotionStage {
  let list = CollectionView()
  let window: Window
  private var now = Instant.zero
  private let beat: Duration
  private var times: [Double] = []

  init(framesPerSecond: Int = 60) throws {
    var configuration = WindowConfiguration(title: "motion", size: Size(width: 1280, height: 800))
    configuration.isHeadless = true
    window = try Window(configuration, content: list)
    list.selectionMode = .none
    beat = .nanoseconds(1_000_000_000 / framesPerSecond)
  }

  func show() {
    now = now + beat
    _ = window.showFrame(at: now)
  }

  func wheel(_ notches: Double) { send(.wheel(WheelDelta(x: 0, y: notches), at: Point(x: 600, y: 400), [])) }

  func send(_ event: InputEvent) { _ = window.host.handle(event, at: now) }

  /// Measures the processor time and allocations of frames, with those of `before`, which is called for each.
  func measure(_ name: String, n: Int, frames: Int, _ before: (Int) -> Void) -> Measurement {
    times.removeAll()
    times.reserveCapacity(frames)
    var allocations: [Double] = []
    allocations.reserveCapacity(frames)
    for frame in 0..<frames {
      let (start, count) = (Clocks.threadCPU, scrollwork_allocation_count())
      before(frame)
      show()
      times.append((Clocks.threadCPU - start) / 1000)
      allocations.append(Double(scrollwork_allocation_count() - count))
    }
    var measurement = Measurement(name, n: n, samples: times)
    measurement.allocations = allocations.percentile(0.5)
    return measurement
  }

  /// Returns the longest times of the last measurement, in microseconds.
  func longestTimes(_ count: Int) -> [Double] { Array(times.sorted(by: >).prefix(count)) }

  /// Returns the number of late frames in the last measurement, which took longer than the display's interval, and as
  /// its ratio their excess time in milliseconds per second.
  func hitches(of name: String, n: Int) -> [Measurement] {
    let length = beat.microseconds
    let late = times.filter { $0 > length }
    let over = late.reduce(0) { $0 + $1 - length }
    var frames = Measurement("\(name)/late", n: n, samples: [Double(late.count)], unit: "frames")
    frames.ratio = over / 1000 / (Double(times.count) * length / 1_000_000)
    frames.ratioTo = "a second, ms of hitches"
    return [frames]
  }
}

extension Duration {
  fileprivate var microseconds: Double {
    Double(components.seconds) * 1_000_000 + Double(components.attoseconds) / 1_000_000_000_000
  }
}

/// An animator that moves each cell in from the position opposite to its own, for twelve seconds.
private struct SlowArrival: Animator {
  var scale: Double

  func insert(_ context: AnimationContext) -> Entrance {
    let grows = context.order.isMultiple(of: 2)
    let opposite = Point(
      x: context.viewport.width - 2 * context.frame.midX, y: context.viewport.height - 2 * context.frame.midY)
    return Entrance(
      CellAppearance(alpha: 0.2, scale: grows ? scale : 1, offset: opposite),
      timing: .timed(12, .linear), fade: .timed(36))
  }

  func delete(_ context: AnimationContext) -> Entrance { StandardAnimator().delete(context) }
}

/// A tile with a background, a coloured square and two lines of text.
private struct BenchmarkTile: Component {
  var id: UInt32

  func renderContent() -> BenchmarkTileView { BenchmarkTileView() }
  func render(in content: BenchmarkTileView) { content.show(id) }
}

private final class BenchmarkTileView: View {
  private let title = Label(style: .body)
  private let subtitle = Label(style: .small, color: .text2)
  private var color = Color.clear

  override init() {
    super.init()
    for view in [title, subtitle] { addChild(view) }
  }

  func show(_ id: UInt32) {
    let row = PeerRow(id: id)
    (title.text, subtitle.text, color) = (row.title, row.subtitle, row.color)
    setNeedsDisplay()
  }

  override func layout(environment: Environment) {
    title.frame = Rect(x: 8, y: bounds.height - 44, width: bounds.width - 16, height: 20)
    subtitle.frame = Rect(x: 8, y: bounds.height - 24, width: bounds.width - 16, height: 16)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 10, environment.theme.colors.raised)
    canvas.roundedRect(Rect(x: 8, y: 8, width: bounds.width - 16, height: bounds.height - 60), radius: 6, color)
  }
}
