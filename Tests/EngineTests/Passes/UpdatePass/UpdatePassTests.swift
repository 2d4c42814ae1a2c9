import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct UpdatePassTests {
  private func frame(_ stage: PassStage, _ id: Int) -> Rect? {
    stage.ids.firstIndex(of: id).map { stage.layout.solver.frame(of: ElementPath(section: 0, item: $0)) }
  }

  @Test func `a list that is taken counts as one more`() {
    var document = Document()
    let stage = PassStage(count: 3)
    UpdatePass.take(&document, stage.list)
    #expect(document.generation == 1 && document.hasItems && document.list.sections.count == 1)
    UpdatePass.take(&document, List())
    #expect(document.generation == 2 && !document.hasItems)
  }

  @Test func `measured heights go where their rows go`() {
    let stage = PassStage(heights: [30, 50, 70, 90])
    stage.settle()
    stage.update(to: [3, 0, 2])
    #expect(frame(stage, 3) == Rect(x: 0, y: 0, width: 400, height: 90))
    #expect(frame(stage, 0) == Rect(x: 0, y: 90, width: 400, height: 30))
    #expect(frame(stage, 2) == Rect(x: 0, y: 120, width: 400, height: 70))
  }

  @Test func `inserted rows have estimated heights until they are measured`() {
    let stage = PassStage(heights: [30, 50])
    stage.settle()
    stage.update(to: [0, 7, 1])
    #expect(stage.layout.solver.isEstimated(.item(ElementPath(section: 0, item: 1))))
    #expect(!stage.layout.solver.isEstimated(.item(ElementPath(section: 0, item: 2))))
  }

  @Test func `the transaction keeps the layout before the update`() {
    let stage = PassStage(count: 5)
    stage.showOffset(0)
    let update = stage.update(to: [4, 3])
    #expect(update.oldSolver.frame(of: ElementPath(section: 0, item: 4)).minY == 160)
    #expect(update.oldList.sections[0].count == 5 && stage.layout.solver.contentSize.height == 80)
  }

  @Test func `a list in the other direction says so`() {
    let stage = PassStage(count: 5)
    let old = stage.list
    let update = UpdatePass.begin(.identity(of: old), replacing: old, reason: .program, stage.layout, stage.scroll)
    let same = UpdatePass.run(&stage.layout, update, old, resolving: [])
    let other = UpdatePass.run(
      &stage.layout, update, old.withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)),
      resolving: [])
    #expect(!same && other && stage.layout.axis == .horizontal)
  }

  @Test func `an anchor fits the room that the other direction has`() {
    let stage = PassStage(count: 20)
    let old = stage.list
    let update = UpdatePass.begin(.identity(of: old), replacing: old, reason: .program, stage.layout, stage.scroll)
    let anchor = Anchor.item(Anchor.Item(path: ElementPath(section: 0, item: 4), position: 290))
    #expect(UpdatePass.fit(anchor, nil, update, in: stage.layout).item?.position == 290)
    stage.layout.resize(to: Size(width: 100, height: 300))
    _ = UpdatePass.replace(
      &stage.layout, by: old.withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
    let fitted = UpdatePass.fit(anchor, nil, update, in: stage.layout).item
    #expect((fitted?.position ?? 290) <= 100)
  }

  @Test func `a list that replaces another one discards measured sizes`() {
    let stage = PassStage(heights: [90, 90])
    stage.settle()
    #expect(!stage.layout.solver.isEstimated(.item(ElementPath(section: 0, item: 0))))
    let isOther = UpdatePass.replace(&stage.layout, by: stage.list)
    #expect(!isOther && stage.layout.solver.isEstimated(.item(ElementPath(section: 0, item: 0))))
    #expect(stage.layout.isRearranged == true)
  }
}
