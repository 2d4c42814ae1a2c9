import Scrollwork

/// Frames while a node with 1,000 children is expanded and collapsed, at 120 frames per second.
@MainActor
enum OutlineBenchmarks {
  /// A node; a multiple of 1,001 is a root, which its 1,000 children follow.
  private struct Node: Identifiable {
    var id: UInt32
    var isRoot: Bool { id.isMultiple(of: 1001) }
  }

  static func run(quick: Bool) throws -> [Measurement] {
    var result: [Measurement] = []
    var base: Double?
    for roots in [10, 1000] {
      let stage = try MotionStage(framesPerSecond: 120)
      var outline = Outline((0..<UInt32(roots)).map { Node(id: $0 * 1001) }) { node in
        node.isRoot ? (1...1000).map { Node(id: node.id + $0) } : nil
      }
      outline.expandAll()
      let (count, toggled) = (outline.rows.count, UInt32(roots / 2) * 1001)
      apply(outline, to: stage)
      stage.show()
      stage.list.scroll(to: .offset((Double(toggled) - 5) * PeerRow.height), animated: false)
      stage.show()
      // A toggle every half second: most of its motion is over when the next one begins, some of it is not.
      let frames = 60 * (quick ? 4 : 20)
      var measurement = stage.measure("update/outline", n: count, frames: frames) { frame in
        guard frame.isMultiple(of: 60) else { return }
        outline.toggle(toggled)
        apply(outline, to: stage)
      }
      let toggles = stage.longestTimes(frames / 60)
      if let base {
        measurement.ratio = measurement.median / base
        measurement.ratioTo = "10010 rows"
        measurement.ratioCeiling = 1.5
      }
      base = base ?? measurement.median
      result += [measurement, Measurement("update/outline/toggle", n: count, samples: toggles)]
      result += stage.hitches(of: "update/outline", n: count)
    }
    return result
  }

  private static func ignore(_ change: OutlineChange<UInt32>) {}

  private static func apply(_ outline: Outline<Node>, to stage: MotionStage) {
    let section = Section(id: 0, outline: outline, onChange: ignore) { node in PeerRow(id: node.id) }
    stage.list.apply(
      List(sections: [section.withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)]))
  }
}
