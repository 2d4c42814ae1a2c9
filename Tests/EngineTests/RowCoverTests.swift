import Scrollwork
import ScrollworkTesting
import Testing

/// Rows that pass over each other while they move.
@MainActor
struct RowCoverTests {
  private func show(_ stage: Stage, _ ids: some Sequence<Int>, highlight: CellHighlight, ground: Bool = false) {
    let layout = SectionLayout.list(rowHeight: 40)
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(ids)) { Card(text: $0.text) }
          .withSectionLayout(ground ? layout.background("ground") : layout)
          .withHighlight(highlight)
      ]).withSupplementary("ground", Plate(text: "")), reason: .filter)
    stage.harness.showIfNeeded()
  }

  @Test(arguments: [CellHighlight.row, .line])
  func `a row in flight covers the rows that it passes`(highlight: CellHighlight) {
    let stage = Stage()
    show(stage, 0..<40, highlight: highlight)
    var passed = 0
    for ids in [Array(stride(from: 0, to: 40, by: 3)), Array(0..<40), (0..<40).reversed(), [7, 3, 20], Array(0..<40)] {
      show(stage, ids, highlight: highlight)
      for _ in 0..<12 {
        stage.harness.advance(by: .milliseconds(17))
        let rows = stage.harness.frame.groups.filter { $0.frame.height == 40 && $0.alpha > 0 }
        for (index, upper) in rows.enumerated() {
          for lower in rows[..<index] where upper.frame.intersection(lower.frame).height >= 1 {
            passed += 1
            #expect(upper.background != nil, "\(lower.frame) shows through \(upper.frame)")
          }
        }
      }
    }
    #expect(passed > 100)
    stage.harness.settle()
    #expect(stage.harness.frame.groups.allSatisfy { $0.background == nil }, "at rest nothing has to be hidden")
  }

  @Test(arguments: [CellHighlight.row, .line])
  func `rows deleted in flight cover each other while they fade`(highlight: CellHighlight) {
    let stage = Stage()
    show(stage, 0..<6, highlight: highlight)
    show(stage, (0..<6).reversed(), highlight: highlight)
    stage.harness.advance(by: .milliseconds(80))
    show(stage, [], highlight: highlight)
    var passed = 0
    for _ in 0..<10 {
      stage.harness.advance(by: .milliseconds(8))
      let rows = stage.harness.frame.groups.filter { $0.frame.height == 40 && $0.alpha > 0 }
      for (index, upper) in rows.enumerated() {
        #expect(upper.alpha < 1)
        for lower in rows[..<index] where upper.frame.intersection(lower.frame).height >= 1 {
          passed += 1
          #expect(upper.background != nil, "\(lower.frame) shows through \(upper.frame)")
        }
      }
    }
    #expect(passed > 20)
  }

  @Test(arguments: [CellHighlight.row, .line])
  func `moving rows leave the background of their section visible`(highlight: CellHighlight) {
    let stage = Stage()
    show(stage, 0..<10, highlight: highlight, ground: true)
    show(stage, (0..<10).reversed(), highlight: highlight, ground: true)
    stage.harness.advance(by: .milliseconds(50))
    #expect(stage.list.report.animating > 0)
    #expect(stage.harness.frame.groups.allSatisfy { $0.background == nil })
  }

  @Test func `moving rows in front of a coloured view are covered with its colour`() {
    let list = CollectionView()
    let panel = Panel(list)
    panel.background = Color(hex: 0x203040)
    let harness = ViewHarness(content: panel)
    for ids in [Array(0..<6), [5, 0, 1, 2, 3, 4]] {
      list.apply(
        List(sections: [
          Section(id: 0, data: Stage.items(ids)) { Card(text: $0.text) }.withSectionLayout(.list(rowHeight: 40))
        ]))
      harness.showIfNeeded()
    }
    harness.advance(by: .milliseconds(50))
    let rows = harness.frame.groups.filter { $0.frame.height == 40 }
    #expect(rows.count == 6 && rows.allSatisfy { $0.background == Color(hex: 0x203040) })
  }

  private final class Panel: View {
    private let list: CollectionView

    init(_ list: CollectionView) {
      self.list = list
      super.init()
      addChild(list)
    }

    override func layout(environment: Environment) { list.frame = bounds }
  }
}
