import Scrollwork
import ScrollworkTesting
import Testing

/// Tiles that pass over each other, and rows that become tiles, while they move.
@MainActor
struct TilePlateTests {
  private func show(_ stage: Stage, _ ids: some Sequence<Int>, asTiles: Bool = true, title: String? = nil) {
    let layout: SectionLayout =
      asTiles ? .grid(minimumItemWidth: 90, itemHeight: 90, spacing: 8) : .list(rowHeight: 40)
    var section = Section(id: 0, data: Stage.items(ids)) { Card(text: $0.text) }
      .withSectionLayout(layout).withHighlight(asTiles ? .tile : .row)
    if let title { section = section.withHeader(Plate(text: title)) }
    stage.list.apply(List(sections: [section]), reason: .sort)
    stage.harness.showIfNeeded()
  }

  /// Returns the frames of the plates, the draw groups with a shadow and a rounded background.
  private func plates(_ stage: Stage) -> [Rect] {
    stage.harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .shadow = $0 { true } else { false } }
        && group.canvas.commands.contains { if case .roundedRect = $0 { true } else { false } }
    }.map(\.frame)
  }

  @Test func `tiles that move among others have plates with a shadow below them, and none at rest`() {
    let stage = Stage()
    show(stage, 0..<24)
    #expect(plates(stage).isEmpty)
    show(stage, (0..<24).reversed())
    stage.harness.advance(by: .milliseconds(50))
    #expect(plates(stage).count > 3)
    stage.harness.settle()
    #expect(plates(stage).isEmpty)
  }

  @Test func `rows that become tiles and tiles that become rows hide nothing`() {
    let stage = Stage()
    show(stage, 0..<24)
    for asTiles in [false, true, false] {
      show(stage, 0..<24, asTiles: asTiles)
      for _ in 0..<8 {
        stage.harness.advance(by: .milliseconds(17))
        let width = stage.list.bounds.width
        for group in stage.harness.frame.groups where group.frame.width < width - 1 {
          #expect(group.background == nil, "\(group.frame) hides what it passes")
        }
        #expect(plates(stage).isEmpty)
      }
      stage.harness.settle()
    }
  }

  @Test func `a title that fades in or out lies below the cells that pass`() {
    let stage = Stage()
    show(stage, 0..<24, asTiles: false)
    for title in ["Pictures", nil] {
      show(stage, 0..<24, asTiles: title != nil, title: title)
      var titles = 0
      for _ in 0..<8 {
        stage.harness.advance(by: .milliseconds(17))
        let groups = stage.harness.frame.groups
        let cells = groups.indices.filter { index in groups[index].frame.height > 20 && !isTitle(groups[index]) }
        for index in groups.indices where isTitle(groups[index]) && groups[index].alpha < 1 {
          titles += 1
          #expect(cells.allSatisfy { $0 > index || groups[$0].alpha < 1 })
        }
      }
      #expect(titles > 0)
      stage.harness.settle()
    }
  }

  @Test func `the highlight of a row that becomes a tile is not larger than the tile`() {
    let stage = Stage()
    show(stage, 0..<24, asTiles: false)
    stage.list.select(ElementPath(section: 0, item: 2))
    stage.harness.settle()
    show(stage, 0..<24)
    var highlights = 0
    for _ in 0..<10 {
      stage.harness.advance(by: .milliseconds(17))
      for group in stage.harness.frame.groups {
        for case .roundedRect(let rect, radius: _, _) in group.canvas.commands {
          highlights += 1
          #expect(rect.width < 130 && rect.height <= 90)
        }
      }
    }
    #expect(highlights > 4)
  }

  /// Whether a draw group belongs to the title, which is the only one with a fill: content views of cells have none.
  private func isTitle(_ group: DrawGroup) -> Bool {
    group.canvas.commands.contains { if case .fill = $0 { true } else { false } }
  }
}
