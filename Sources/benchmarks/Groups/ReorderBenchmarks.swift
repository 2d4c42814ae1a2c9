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
      var measurement = drag(stage, count, frames: quick ? 240 : 1200)
      if let base {
        measurement.ratio = measurement.median / base
        measurement.ratioTo = "10000 rows"
        measurement.ratioCeiling = 1.5
      }
      base = base ?? measurement.median
      result += [measurement] + stage.hitches(of: "update/reorder", n: count)
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

  /// Drags the fifth row to the lower edge and lets the list scroll below it.
  private static func drag(_ stage: MotionStage, _ count: Int, frames: Int) -> Measurement {
    let start = Point(x: 600, y: 250)
    stage.send(.pointerDown(start, .left, clicks: 1, []))
    stage.send(.pointerMoved(start + Point(x: 0, y: 20), []))
    stage.show()
    defer { stage.send(.pointerUp(start, .left, [])) }
    return stage.measure("update/reorder", n: count, frames: frames) { frame in
      let place = min(790.0, 270 + Double(frame) * 8)
      stage.send(.pointerMoved(Point(x: 600, y: frame.isMultiple(of: 2) ? place : place - 1), []))
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
