import Scrollwork
import ScrollworkTesting
import Testing

/// A list that switches between rows and a grid.
@MainActor
private final class SwitchStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  var isGrid = false
  var chosen: Double?
  var proposals: [OffsetProposal] = []
  var count = 1000

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 400))
    apply()
    list.scroll(to: .offset(8000), animated: false)
    harness.settle()
    proposals = []
  }

  func apply() {
    let layout: SectionLayout = isGrid ? .grid(minimumItemWidth: 100, itemHeight: 80) : .list(estimatedRowHeight: 30)
    list.apply(
      List {
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(layout)
      }
      .targetOffset { [unowned self] _, proposal in
        proposals.append(proposal)
        return chosen ?? proposal.offset
      })
  }
}

@MainActor
struct TargetOffsetTests {
  @Test func `another layout may begin at an offset that the program chooses`() throws {
    let stage = SwitchStage()
    (stage.isGrid, stage.chosen) = (true, 160)
    stage.apply()
    stage.harness.show()
    #expect(stage.offset == 160)
    #expect(stage.proposals.count == 1)
    let proposal = try #require(stage.proposals.first)
    #expect(proposal.offset > 10_000 / 30 && proposal.viewport == Size(width: 400, height: 400))
    #expect(proposal.maximum == 250 * 80 - 400)
    stage.harness.settle()
    #expect(stage.offset == 160)
    #expect(stage.visibleTexts.first == "8")
  }

  @Test func `a confirmed offset keeps the anchor in place`() throws {
    let stage = SwitchStage()
    let first = try #require(stage.visible.first { $0.bounds.minY >= 0 })
    stage.count = 1001
    stage.apply()
    stage.harness.settle()
    #expect(stage.frame(first.text) == first.bounds)
  }

  @Test(arguments: [-500, 1e9, .nan, .infinity]) func `an offset outside the content does no harm`(_ offset: Double) {
    let stage = SwitchStage()
    stage.isGrid = true
    stage.apply()
    stage.harness.settle()
    let before = stage.offset
    stage.chosen = offset
    stage.apply()
    stage.harness.settle()
    switch offset {
    case ..<0: #expect(stage.offset == 0)
    case 1e9: #expect(stage.offset == stage.maximum)
    default: #expect(stage.offset == before)
    }
  }

  @Test func `measured rows do not move the chosen offset away from its first row`() {
    let stage = SwitchStage()
    stage.isGrid = true
    stage.apply()
    stage.harness.settle()
    (stage.isGrid, stage.chosen) = (false, 900)
    stage.apply()
    stage.harness.settle()
    // Row 30 begins at 900 as long as all rows are as tall as estimated.
    #expect(stage.visibleTexts.first == "30")
    #expect(stage.frame("30")?.minY == 0)
  }
}
