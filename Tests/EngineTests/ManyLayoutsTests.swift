import Scrollwork
import ScrollworkTesting
import Testing

/// Lists of more different layouts than are looked at when they are applied.
@MainActor
struct ManyLayoutsTests {
  /// - Parameter isPlain: True for rows, whose length is known at once; false for tiles that look the same.
  private func stage(isPlain: Bool) -> Stage {
    let stage = Stage()
    stage.list.apply(
      List(
        sections: (0..<400).map { section in
          Section(id: section, data: (0..<3).map { Item(section * 10 + $0) }) { Plate(text: $0.text) }
            .withSectionLayout(
              isPlain
                ? .list(rowHeight: height(ofSection: section))
                : .grid(minimumItemWidth: 1_000, itemHeight: height(ofSection: section)))
        }), updateStrategy: .reloadData)
    stage.harness.show()
    return stage
  }

  private func height(ofSection section: Int) -> Double { 20 + Double(section % 100) / 2 + Double(section / 100) }

  @Test(arguments: [true, false])
  func `wherever the view goes, rows have their heights and follow each other`(isPlain: Bool) {
    let stage = stage(isPlain: isPlain)
    for part in [0.0, 0.4, 0.9, 1, 0.2] {
      stage.scroll(to: stage.maximum * part)
      stage.harness.settle()
      let visible = stage.visible
      #expect(visible.count > 3)
      for (above, below) in zip(visible, visible.dropFirst()) { #expect(above.bounds.maxY == below.bounds.minY) }
      for node in visible {
        guard let id = Int(node.id) else { continue }
        #expect(abs(node.bounds.height - height(ofSection: id / 10)) <= 1)
      }
    }
  }

  @Test(arguments: [true, false])
  func `scrolling up into sections nobody has seen does not make what is seen jump`(isPlain: Bool) {
    let stage = stage(isPlain: isPlain)
    stage.scroll(to: stage.maximum)
    stage.harness.settle()
    for _ in 0..<40 {
      let before = Dictionary(uniqueKeysWithValues: stage.visible.map { ($0.id, $0.bounds.minY) })
      let offset = stage.offset
      stage.scroll(to: stage.offset - 50)
      stage.harness.settle()
      let moved = stage.visible.compactMap { node in before[node.id].map { node.bounds.minY - $0 } }
      #expect(!moved.isEmpty && offset > 50)
      for distance in moved { #expect(abs(distance - 50) <= 1) }
    }
  }
}
