import Scrollwork
import ScrollworkTesting
import Testing

/// The moments at which code of the program runs while a list is shown for the first time.
private let moments: [Moment] = [
  .renderContent, .render, .layout, .measure, .viewLayout, .draw, .contentWillDisplay, .contentDidEndDisplay,
  .willDisplay, .didEndDisplay,
]

/// Lists applied from each of the program's callbacks.
@MainActor
struct HookTests {
  @Test(arguments: moments, [UpdateStrategy.animatedBatchUpdates, .nonanimatedBatchUpdates, .reloadData])
  func `a list applied while a frame is made is shown by the next one`(hook: Moment, strategy: UpdateStrategy) {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    var reports: [String] = []
    var isArmed = false
    func fire(_ moment: Moment) {
      guard isArmed, moment == hook else { return }
      isArmed = false
      show("inner", 5..<40)
    }
    func show(_ name: String, _ ids: Range<Int>) {
      let section = Section(id: 0, data: Array(ids), id: \.self) { id in
        MomentRow(id: id, name: name, call: fire)
          .willDisplay { _ in fire(.willDisplay) }.didEndDisplay { _ in fire(.didEndDisplay) }
      }
      list.apply(
        List(sections: [section.withSectionLayout(.list(estimatedRowHeight: 30))]), updateStrategy: strategy
      ) { reports.append("\(name) \($0)") }
    }
    show("first", 0..<2)
    harness.settle()
    isArmed = true
    show("outer", 1..<50)
    harness.settle()
    #expect(!isArmed, "never called")
    #expect(reports == ["first applied", "outer applied", "inner applied"])
    #expect(list.itemCount == 35)
    #expect(harness.cells.allSatisfy { $0.text.hasPrefix("inner") })
  }
}
