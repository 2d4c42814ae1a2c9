import Scrollwork
import ScrollworkTesting
import Testing

/// A row of 40 that calls the program when its display ends.
private struct EndRow: Component {
  var id: Int
  var ended: @MainActor (Int) -> Void

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 40) }
  func renderContent() -> EndView { EndView() }
  func render(in content: EndView) { content.text = "row \(id)" }
  func contentDidEndDisplay(_ content: EndView) {
    content.text = ""
    ended(id)
  }
}

private final class EndView: View {
  var text = "" { didSet { setNeedsMeasure() } }

  override var semanticsText: String { text }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: 40)
  }
}

/// Components that call the view back when their display ends: they see a list and items that belong together.
@MainActor
final class EndDisplayTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private var ended: [Int] = []
  private var ask: @MainActor () -> Void = {}

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.selectionMode = .multiple
    list.apply(make(0..<100))
    harness.settle()
    list.select(ElementPath(section: 0, item: 1))
    list.scroll(to: .offset(40), animated: false)
    harness.settle()
    ask = { [unowned self] in askEverything() }
  }

  private func make(_ ids: some Sequence<Int>) -> List {
    List(sections: [
      Section(id: 0) {
        for id in ids {
          Cell(
            id: id,
            component: EndRow(id: id) { [unowned self] in
              ended.append($0)
              ask()
            })
        }
      }
    ])
  }

  private func askEverything() {
    #expect(list.contentOffset.y >= 0 && list.contentSize.height >= 0 && list.selectedCount <= 1)
    #expect(list.scrollPosition.places.count <= 12)
    _ = list.hitTest(Point(x: 20, y: 100))
    for item in 0..<list.itemCount {
      let context = list.cell(at: ElementPath(section: 0, item: item))
      if let content = context.content as? EndView { #expect(content.text == "row \(context.id)") }
    }
  }

  @Test(arguments: [UpdateStrategy.nonanimatedBatchUpdates, .animatedBatchUpdates, .reloadData])
  func `questions are answered when an update ends the display of rows`(strategy: UpdateStrategy) {
    list.apply(make([2, 50, 51]), updateStrategy: strategy)
    harness.settle()
    #expect(list.itemCount == 3 && Set([1, 3, 4]).isSubset(of: ended))
  }

  @Test func `questions are answered when a reload between frames ends the display of all rows`() {
    let visible = harness.cells.count
    list.reloadData()
    #expect(ended.count >= visible && visible > 5)
    harness.settle()
    #expect(harness.cells.count == visible)
  }

  @Test func `a list may be hidden and shown while rows end their display`() {
    ask = { [unowned self] in
      list.isHidden = true
      list.isHidden = false
    }
    list.apply(make([2, 50, 51]))
    harness.settle()
    #expect(list.itemCount == 3 && !ended.isEmpty)
  }

  @Test func `a refresh that a row asks for begins after the frame`() {
    var events: [String] = []
    ask = { [unowned self] in
      events.append("ask")
      list.refresh()
      events.append("asked")
    }
    list.apply(make([2, 50, 51]).onRefresh { _ in events.append("refresh") }, updateStrategy: .nonanimatedBatchUpdates)
    harness.settle()
    #expect(events.firstIndex(of: "refresh") == events.lastIndex(of: "asked").map { $0 + 1 })
  }
}
