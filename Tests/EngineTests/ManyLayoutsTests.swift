import Scrollwork
import ScrollworkTesting
import Testing

/// Lists with more different layouts than one update resolves.
@MainActor
struct ManyLayoutsTests {
  /// Returns a stage with 400 sections of different heights.
  /// - Parameter isPlain: Whether rows have a declared extent. Otherwise the sections have tiles of the same size.
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
  func `rows have their heights and follow one another wherever the view scrolls`(isPlain: Bool) {
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
  func `scrolling up into unprepared sections does not make visible items jump`(isPlain: Bool) {
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

  // MARK: More sections than one update resolves

  /// Returns a stage with sections that have layout providers. The further down a section is, the taller are its rows.
  private func deepStage(_ count: Int = 6_000) -> Stage {
    let stage = Stage()
    let sections = (0..<count).map { section in
      Section(id: section, data: (0..<2).map { Item(section * 10 + $0) }) { Plate(text: $0.text) }
        .withSectionLayout { context in .list(rowHeight: 20 + Double(context.section / 100)) }
    }
    stage.list.apply(List(sections: sections), updateStrategy: .reloadData)
    stage.harness.show()
    return stage
  }

  private func length(_ count: Int = 6_000) -> Double { (0..<count).reduce(0) { $0 + 2 * (20 + Double($1 / 100)) } }

  @Test func `the anchor stays in place while extents above and below are corrected`() throws {
    let stage = deepStage()
    stage.list.scroll(to: .item(ElementPath(section: 3_000, item: 1)), at: .start, animated: false)
    stage.harness.show()
    let before = Dictionary(uniqueKeysWithValues: stage.visible.map { ($0.id, $0.bounds) })
    #expect(before["30001"]?.minY == 0 && before.count > 3)
    let (length, offset) = (stage.list.contentSize.height, stage.offset)
    var frames = 0
    while stage.harness.frame.wake != nil {
      stage.harness.advance(by: .milliseconds(17))
      for node in stage.visible { #expect(node.bounds == before[node.id]) }
      frames += 1
      try #require(frames < 400)
    }
    #expect(stage.list.contentSize.height == self.length() && length != self.length())
    #expect(offset != stage.offset && stage.offset == self.length(3_000) + 50)
    let made = stage.harness.framesMade
    stage.harness.advance(by: .seconds(60))
    #expect(stage.harness.framesMade == made)
  }

  @Test func `the end is reached exactly, however little is measured on the way`() {
    let stage = deepStage()
    stage.list.scroll(to: .end, animated: false)
    stage.harness.show()
    #expect(stage.y(59_991) == 221 && stage.node(59_991)?.bounds.height == 79)
    stage.harness.settle()
    #expect(stage.y(59_991) == 221)
    #expect(stage.list.contentSize.height == length() && stage.offset == stage.maximum)
  }
}
