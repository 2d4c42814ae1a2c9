import Scrollwork

/// Frames while the user drags a row over rows of measured heights, at 120 frames per second.
@MainActor
enum ReorderBenchmarks {
  static func run(quick: Bool) throws -> [Measurement] {
    var result: [Measurement] = []
    var base: Double?
    for count in [10_000, 1_000_000] {
      let stage = try MotionStage(framesPerSecond: 120)
      apply(count, to: stage)
      if base == nil {
        // Scrolls over all rows, so that each has a measured height.
        while !stage.list.isAtEnd {
          stage.list.scroll(to: .offset(stage.list.contentOffset.y + 780), animated: false)
          stage.show()
        }
        stage.list.scroll(to: .start, animated: false)
      }
      stage.show()
      lift(in: stage)
      var measurement = stage.measure("update/reorder", n: count, frames: quick ? 240 : 1200) { drag(in: stage, $0) }
      if let base {
        measurement.ratio = measurement.median / base
        measurement.ratioTo = "10000 rows"
        measurement.ratioCeiling = 1.5
      }
      base = base ?? measurement.median
      result += [measurement] + stage.hitches(of: "update/reorder", n: count) + mostWork(of: stage, count)
      stage.send(.pointerUp(start, .left, []))
    }
    return result
  }

  private static func apply(_ count: Int, to stage: MotionStage) {
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<UInt32(count), id: \.self) { MeasuredRow(id: $0) }
          .withSectionLayout(.list(estimatedRowHeight: 56)).withHighlight(.none)
      ]).onReorder { _, _ in })
  }

  /// The point of the window at which the pointer lifts the fifth row.
  private static let start = Point(x: 600, y: 250)

  private static func lift(in stage: MotionStage) {
    stage.send(.pointerDown(start, .left, clicks: 1, []))
    stage.send(.pointerMoved(start + Point(x: 0, y: 20), []))
    stage.show()
  }

  /// Drags the row to the lower edge, and lets the list scroll below it.
  private static func drag(in stage: MotionStage, _ frame: Int) {
    let place = min(790.0, 270 + Double(frame) * 8)
    stage.send(.pointerMoved(Point(x: 600, y: frame.isMultiple(of: 2) ? place : place - 1), []))
  }

  /// Returns the largest numbers of rows that one frame of the drag binds and measures. Unlike times, they do not
  /// depend on other programs. Rows that were measured before are bound only when they come into view.
  private static func mostWork(of stage: MotionStage, _ count: Int) -> [Measurement] {
    var (bound, measured, last) = (0, 0, stage.list.report.work)
    for frame in 100..<220 {
      drag(in: stage, frame)
      stage.show()
      let work = stage.list.report.work
      bound = max(bound, work.bindings - last.bindings)
      measured = max(measured, work.measurements - last.measurements)
      last = work
    }
    return [("bound", bound), ("measured", measured)].map { name, rows in
      Measurement("update/reorder/\(name)", n: count, samples: [Double(rows)], unit: "rows")
    }
  }
}

/// A row of one to four lines.
private struct MeasuredRow: Component {
  var id: UInt32

  func renderContent() -> Label {
    let label = Label()
    label.lineLimit = 0
    return label
  }

  func render(in content: Label) {
    content.text = (0...id % 4).map { "\(PeerRow(id: id &+ $0).title)" }.joined(separator: "\n")
  }
}
