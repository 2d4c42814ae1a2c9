import Scrollwork
import ScrollworkTesting
import Testing

/// Drags by the pointer in nested scroll containers, in a list that can be reordered.
@MainActor
struct ReorderNestedTests {
  @MainActor
  private final class Cards: ListStage {
    let list = CollectionView()
    let harness: ViewHarness
    var ids = Array(0..<20)

    init() {
      harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
      submit()
      harness.settle()
    }

    func submit() {
      let item = LayoutItem(size: LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
      let group = LayoutGroup.horizontal(LayoutSize(width: .absolute(100), height: .absolute(100)), once: [item])
      let cards = Section(id: 0, data: ids, id: \.self) { Plate(text: "\($0)") }
        .withSectionLayout(SectionLayout(group: group).orthogonalScrolling(.continuous))
      list.apply(
        List(sections: [cards])
          .onReorder { [weak self] _, reorder in
            guard let self else { return }
            reorder.apply(to: &ids)
            submit()
          }
          .shouldReorder { _, id in id != ElementID(2) })
    }

    func drag(_ id: Int, by distance: Double) {
      let start = frame("\(id)")?.center ?? .zero
      harness.press(at: start)
      for step in 1...10 {
        harness.move(to: start + Point(x: distance * Double(step) / 10, y: 0))
        harness.advance(by: .milliseconds(32))
      }
      harness.advance(by: .milliseconds(200))
      harness.move(to: start + Point(x: distance, y: 0))
      harness.release()
      harness.settle()
    }
  }

  @Test func `a drag of a card that may not move scrolls its container`() {
    let stage = Cards()
    stage.drag(2, by: -150)
    #expect(stage.list.sectionOffset(0) == 150 && stage.ids == Array(0..<20))
  }

  @Test func `a drag of any other card moves the card and leaves the container where it is`() {
    let stage = Cards()
    stage.drag(0, by: 110)
    #expect(stage.list.sectionOffset(0) == 0 && stage.ids.prefix(3) == [1, 0, 2])
  }
}
