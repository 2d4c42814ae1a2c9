import Scrollwork
import ScrollworkTesting
import Testing

/// Content views that need another size inside a frame get it then, or in a frame that follows by itself.
@MainActor
struct AskedSizeTests {
  @Test(arguments: Moment.allCases)
  func `a content view that asks for another size at any moment of a frame gets it`(moment: Moment) {
    let stage = MomentStage()
    var asked: String?
    stage.atNext(moment) { list in
      let views = (0..<list.itemCount).compactMap {
        list.cell(at: ElementPath(section: 0, item: $0)).content as? MomentView
      }
      guard views.count > 3 else { return }
      let view = views[views.count - 3]
      (asked, view.height) = (view.text, 70)
      view.setNeedsMeasure()
    }
    stage.driveThroughAllMoments { asked != nil }
    // A step that scrolls far may have taken the row out of view.
    let height = asked.flatMap { stage.frame($0) }?.height
    #expect(asked != nil && (height ?? 70) == 70)
  }

  @Test(arguments: [Moment.stateChange, .viewLayout, .layout, .draw])
  func `a view that needs a new measurement gets the next frame without an event`(moment: Moment) {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    var asks = false
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<3, id: \.self) { id in
          MomentRow(id: id) { now in
            let path = ElementPath(section: 0, item: 1)
            guard asks, id == 1, now == moment, let view = list.cell(at: path).content as? MomentView else { return }
            asks = false
            view.height = 70
            view.setNeedsMeasure()
          }
        }.withSectionLayout(.list(estimatedRowHeight: 40))
      ]))
    harness.settle()
    asks = true
    list.select(ElementPath(section: 0, item: 1))
    list.setNeedsReload()
    list.content(of: ElementID(1))?.setNeedsLayout()
    harness.settle()
    #expect(!asks && list.contentSize.height == 150)
    #expect(!harness.host.needsFrame)
  }

  /// A view that finds during its layout that it needs more space.
  private final class GrowingView: View {
    var wantsMore = false
    var height = 40.0

    override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
      Size(width: proposal.width, height: height)
    }

    override func layout(environment: Environment) {
      guard wantsMore, height == 40 else { return }
      height = 70
      setNeedsMeasure()
    }
  }

  private struct GrowingRow: Component, Equatable {
    var id: Int
    var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 40) }
    func renderContent() -> GrowingView { GrowingView() }
    func render(in content: GrowingView) { content.wantsMore = id == 1 }
  }

  @Test func `a view that finds in its layout that it needs another size gets it`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<3, id: \.self) { GrowingRow(id: $0) }
          .withSectionLayout(.list(estimatedRowHeight: 40))
      ]))
    harness.settle()
    #expect(list.contentSize.height == 150)
  }

  /// Two lists beside each other.
  private final class TwoLists: View {
    let (first, second) = (CollectionView(), CollectionView())

    override init() {
      super.init()
      for list in [first, second] { addChild(list) }
    }

    override func layout(environment: Environment) {
      first.frame = Rect(x: 0, y: 0, width: 200, height: bounds.size.height)
      second.frame = Rect(x: 200, y: 0, width: 200, height: bounds.size.height)
    }
  }

  @Test func `a component may ask for another size of a cell in a list that the frame has shown already`() {
    let lists = TwoLists()
    let harness = ViewHarness(content: lists, size: Size(width: 400, height: 300))
    func show(_ ids: Range<Int>, in list: CollectionView, _ call: @escaping @MainActor (Moment) -> Void = { _ in }) {
      list.apply(
        List(sections: [Section(id: 0, data: ids, id: \.self) { MomentRow(id: $0, call: call) }]),
        updateStrategy: .nonanimatedBatchUpdates)
    }
    show(0..<10, in: lists.first)
    show(200..<210, in: lists.second)
    harness.settle()
    let height = lists.first.contentSize.height
    var waits = true
    show(400..<410, in: lists.second) { moment in
      guard moment == .render, waits else { return }
      waits = false
      let content = lists.first.cell(at: ElementPath(section: 0, item: 1)).content as? MomentView
      content?.height = 90
      content?.setNeedsMeasure()
    }
    harness.show()
    #expect(!waits && harness.host.needsFrame)
    harness.settle()
    #expect(lists.first.contentSize.height == height + 50)
  }
}
