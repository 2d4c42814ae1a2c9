import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Calls of the program from inside a frame are queued and take effect in order, never inside the frame.
@MainActor
struct CallsInsideFramesTests {
  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  @Test(arguments: Moment.allCases)
  func `a list applied at any moment of a frame is shown by a later frame`(moment: Moment) {
    let stage = MomentStage()
    var outcomes: [UpdateOutcome] = []
    stage.atNext(moment) { list in
      list.apply(stage.make([7, 8, 9])) { outcomes.append($0) }
      #expect(outcomes.isEmpty)
    }
    stage.driveThroughAllMoments()
    #expect(!stage.hasWaitingActions)
    #expect(stage.list.itemCount == 3 || outcomes == [.superseded])
    #expect(outcomes.count == 1)
  }

  @Test(arguments: Moment.allCases)
  func `every request works at any moment of a frame`(moment: Moment) {
    let requests: [@MainActor (CollectionView) -> Void] = [
      { $0.scroll(to: .item(ElementPath(section: 0, item: 60)), animated: false) },
      { $0.scroll(to: .end) }, { $0.scrollToTop() }, { $0.select(ElementPath(section: 0, item: 3)) },
      { $0.selectAll() }, { $0.deselectAll() }, { $0.reloadData() }, { $0.setNeedsReload() },
      { $0.setNeedsLayout() }, { $0.setNeedsMeasure() }, { $0.setNeedsDisplay() },
      { $0.host?.focus($0) }, { $0.host?.focus(nil) }, { $0.updater = LiveUpdater() },
      { ($0.cell(at: ElementPath(section: 0, item: 2)).content as? MomentView)?.setNeedsMeasure() },
      { $0.anchorPolicy = .end }, { $0.selectionMode = .single }, { $0.wheelNotch = 10 }, { $0.animator = nil },
      { $0.scrollSection(0, to: 10) }, { _ = $0.restore($0.scrollPosition) }, { _ = $0.refresh() },
      { $0.retryLoading(at: .end) }, { $0.preferredAnchor = ElementPath(section: 0, item: 2) },
    ]
    // A plain debug build takes a third of the requests at each moment, and others at the next moment.
    let (first, step) = perBuild(debug: ((Moment.allCases.firstIndex(of: moment) ?? 0) % 3, 3), optimized: (0, 1))
    for index in stride(from: first, to: requests.count, by: step) {
      let stage = MomentStage()
      stage.atNext(moment, requests[index])
      stage.driveThroughAllMoments()
      #expect(!stage.hasWaitingActions && !stage.texts.isEmpty)
      #expect(stage.harness.settle())
    }
  }

  @Test(arguments: Moment.allCases)
  func `every question has an answer at any moment of a frame`(moment: Moment) {
    let stage = MomentStage()
    stage.list.select(path(4))
    var answers = 0
    for _ in 0..<3 {
      stage.atNext(moment) { list in
        #expect(list.contentSize.height == 4000 && list.itemCount == 100)
        #expect(list.contentOffset.y >= 0 && list.contentOffset.y <= 3700)
        #expect(list.isAtStart == (list.contentOffset.y == 0) && !list.isAtEnd)
        #expect(list.selectedCount == 1 && list.focusedItem != nil && list.selectedRanges(inSection: 0).count == 1)
        #expect(list.sectionOffset(0) == 0 && list.sectionOffset(holding: ElementPath(section: 0, item: 1)) == 0)
        for item in [0, 7, 30, 99] {
          let context = list.cell(at: ElementPath(section: 0, item: item))
          #expect(context.id == ElementID(item))
          if let content = context.content as? MomentView { #expect(content.text == "row \(item)") }
        }
        #expect(list.path(of: ElementID(42)) == ElementPath(section: 0, item: 42))
        #expect(list.hitTest(Point(x: 50, y: 50)) != nil && list.focusableChildren.count <= 12)
        #expect(list.scrollPosition.places.count <= 12 && list.snapshot().sections.count == 1)
        #expect(!list.pageState(at: .end).isLoading && list.unseenCount == 0 && list.selectionMode == .multiple)
        answers += 1
      }
      stage.driveThroughAllMoments()
    }
    #expect(answers == 3)
  }

  @Test(arguments: [Moment.render, .measure, .willDisplay, .didScroll])
  func `a list may hide while the user holds the scroll bar's thumb`(moment: Moment) {
    let stage = MomentStage()
    stage.harness.press(at: Point(x: 390, y: 10))
    stage.harness.move(to: Point(x: 390, y: 60))
    stage.harness.show()
    let offset = stage.list.contentOffset.y
    stage.atNext(moment) { $0.isHidden = true }
    stage.driveThroughAllMoments { stage.list.isHidden }
    #expect(stage.list.isHidden)
    stage.list.isHidden = false
    stage.harness.settle()
    // The thumb is free: the pointer moves nothing, and the wheel scrolls.
    stage.list.scroll(to: .offset(offset), animated: false)
    stage.harness.move(to: Point(x: 390, y: 90))
    stage.harness.settle()
    #expect(stage.list.contentOffset.y == offset)
    stage.harness.wheel(-1, at: Point(x: 50, y: 50))
    stage.harness.settle()
    #expect(stage.list.contentOffset.y == offset + 96)
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

  @Test func `a component may call another list that the frame has shown already`() {
    let lists = TwoLists()
    let harness = ViewHarness(content: lists, size: Size(width: 400, height: 300))
    func show(_ ids: Range<Int>, in list: CollectionView, _ call: @escaping @MainActor (Moment) -> Void = { _ in }) {
      list.apply(
        List(sections: [Section(id: 0, data: ids, id: \.self) { MomentRow(id: $0, call: call) }]),
        updateStrategy: .nonanimatedBatchUpdates)
    }
    show(0..<100, in: lists.first)
    show(200..<210, in: lists.second)
    harness.settle()
    let calls: [(@MainActor () -> Void, String?)] = [
      ({}, nil), ({ lists.first.scroll(to: .offset(800), animated: false) }, "row 20"),
      ({ show(300..<310, in: lists.first) }, "row 305"),
    ]
    for (number, (call, text)) in calls.enumerated() {
      var waits = true
      show(400 + 10 * number..<410 + 10 * number, in: lists.second) { moment in
        guard moment == .render, waits else { return }
        waits = false
        call()
      }
      harness.show()
      #expect(!waits && harness.host.needsFrame == (text != nil))
      harness.settle()
      if let text { #expect(harness.semantics.contains { $0.text == text }) }
    }
  }

  @Test func `a scroll requested while rendering moves the next frame and not the one being made`() {
    let stage = MomentStage()
    var offsets: [Double] = []
    stage.atNext(.render) { list in
      list.scroll(to: .offset(2000), animated: false)
      offsets.append(list.contentOffset.y)
    }
    stage.list.setNeedsReload()
    stage.harness.show()
    #expect(offsets == [0] && stage.texts.first == "row 0")
    stage.harness.show()
    #expect(stage.list.contentOffset.y == 2000 && stage.texts.contains("row 50"))
  }

  @Test func `requests of one frame take effect in the order of their calls`() {
    let stage = MomentStage()
    stage.atNext(.render) { list in
      list.scroll(to: .item(ElementPath(section: 0, item: 90)), at: .start, animated: false)
      list.apply(stage.make((0..<100).reversed()), updateStrategy: .nonanimatedBatchUpdates)
      // In the list that was just applied, position 99 has the item with the identity 0.
      list.select(ElementPath(section: 0, item: 99))
      list.scroll(to: .item(ElementPath(section: 0, item: 50)), at: .start, animated: false)
    }
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(stage.list.contentOffset.y == 2000 && stage.texts.first == "row 49")
    #expect(stage.list.focusedItem == path(99) && stage.list.isSelected(path(99)) && stage.list.selectedCount == 1)
  }

  @Test func `the last of several lists applied in one frame is shown, and each completion is called once`() {
    let stage = MomentStage()
    var outcomes: [String] = []
    stage.atNext(.didScroll) { list in
      for count in [5, 6, 7] {
        list.apply(stage.make(0..<count)) { outcomes.append("\(count) \($0)") }
        #expect(list.snapshot().sections[0].count == count && list.itemCount == 100)
      }
    }
    stage.list.scroll(to: .offset(80), animated: false)
    stage.harness.settle()
    #expect(outcomes == ["5 superseded", "6 superseded", "7 applied"] && stage.list.itemCount == 7)
  }

  @Test func `each list that is shown raises the generation once`() {
    let stage = MomentStage(0..<3)
    let first = stage.list.reloadCount
    for count in 4...8 {
      stage.list.apply(stage.make(0..<count))
      stage.harness.settle()
    }
    stage.list.reloadData()
    stage.harness.settle()
    #expect(stage.list.reloadCount == first + 6)
  }

  @Test func `a completion that applies again is called once a frame and does not hang`() {
    let stage = MomentStage([0])
    var calls = 0
    @MainActor func again(_ outcome: UpdateOutcome) {
      calls += 1
      stage.list.apply(stage.make(0..<calls), completion: again)
    }
    stage.list.apply(stage.make(0..<1), completion: again)
    for frames in 1...5 {
      stage.harness.show()
      #expect(calls == frames)
    }
    #expect(stage.harness.host.needsFrame)
  }

  @Test func `a selection handler that selects again continues in later frames and does not hang`() {
    let stage = MomentStage()
    var calls = 0
    stage.list.onSelectionChange = { list in
      calls += 1
      list.select(ElementPath(section: 0, item: calls % 50))
    }
    stage.atNext(.render) { $0.select(ElementPath(section: 0, item: 40)) }
    stage.list.setNeedsReload()
    for _ in 0..<5 { stage.harness.show() }
    // The handler runs at most twice for each frame: before and after its passes.
    #expect((1...11).contains(calls))
    #expect(stage.list.selectedCount == 1)
  }

  @Test func `a selection made while rendering is reported once, after the frame`() {
    let stage = MomentStage()
    var reports: [ElementPath?] = []
    var isRendering = false
    stage.list.onSelectionChange = { list in
      #expect(!isRendering)
      reports.append(list.focusedItem)
    }
    stage.atNext(.render) { list in
      isRendering = true
      list.select(ElementPath(section: 0, item: 6))
      isRendering = false
    }
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(reports == [path(6)])
  }

  @Test func `handlers of a selection that waited for its list run when the frame is consistent`() {
    let stage = MomentStage()
    var isInside = false
    stage.list.onSelectionChange = { list in
      isInside = true
      #expect(list.contentSize.height == 80 && list.itemCount == 2 && list.selectedCount == 1)
    }
    stage.list.apply(stage.make([3, 5]))
    stage.list.select(path(1))
    stage.harness.settle()
    #expect(isInside && stage.list.focusedItem == path(1))
  }

  @Test func `a setting changed inside a frame reads back at once and holds from the next frame on`() {
    let stage = MomentStage()
    stage.atNext(.measure) { list in
      list.anchorPolicy = .end
      list.selectionMode = .single
      list.wheelNotch = 33
      list.unseenPillNumber = nil
      #expect(list.anchorPolicy == .end && list.selectionMode == .single && list.wheelNotch == 33)
      #expect(list.unseenPillNumber == nil)
    }
    stage.list.apply(stage.make(0..<120))
    stage.harness.settle()
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.list.apply(stage.make(0..<125))
    stage.harness.settle()
    #expect(stage.list.isAtEnd && stage.texts.last == "row 124")
  }

  @Test func `a content view that asks for another size while it renders gets it in the same frame`() {
    let stage = MomentStage()
    stage.atNext(.render) { list in
      let content = list.cell(at: ElementPath(section: 0, item: 1)).content as? MomentView
      content?.height = 70
      content?.setNeedsMeasure()
    }
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(stage.list.contentSize.height == 4030)
  }

  @Test(arguments: Moment.allCases)
  func `the list may leave its window at any moment of a frame`(moment: Moment) {
    let stage = MomentStage()
    let window = stage.harness.host
    let other = View()
    stage.atNext(moment) { _ in window.content = other }
    stage.driveThroughAllMoments()
    #expect(!stage.hasWaitingActions && stage.list.host == nil)
    window.content = stage.list
    stage.harness.settle()
    #expect(!stage.texts.isEmpty && stage.texts.count <= 12)
  }

  @Test func `a view that is freed with requests in its queue calls their completions`() {
    var outcomes: [UpdateOutcome] = []
    do {
      let stage = MomentStage()
      stage.atNext(.draw) { [weak stage] list in
        guard let stage else { return }
        list.apply(stage.make([1])) { outcomes.append($0) }
      }
      stage.list.setNeedsReload()
      stage.harness.show()
      stage.harness.host.content = View()
    }
    #expect(outcomes == [.superseded])
  }

  @Test func `waiting for rest inside a frame ends when everything is at rest`() async {
    let stage = MomentStage()
    var isSettled = false
    stage.atNext(.render) { list in
      list.scroll(to: .offset(400))
      Task {
        await list.settled()
        isSettled = true
      }
    }
    stage.list.setNeedsReload()
    stage.harness.show()
    await Task.yield()
    #expect(!isSettled)
    stage.harness.settle()
    for _ in 0..<20 where !isSettled { await Task.yield() }
    #expect(isSettled && stage.list.contentOffset.y == 400)
  }

  @Test(arguments: Moment.allCases)
  func `each call takes effect, whatever the moment of a frame`(moment: Moment) {
    let stage = MomentStage()
    var order: [String] = []
    stage.atNext(moment) { list in
      list.apply(stage.make((0..<50).reversed()), updateStrategy: .nonanimatedBatchUpdates) { order.append("\($0)") }
      list.scroll(to: .item(ElementPath(section: 0, item: 20)), at: .start, animated: false)
      list.select(ElementPath(section: 0, item: 21))
      list.selectionMode = .single
      (list.content(of: ElementID(3)) as? MomentView)?.setNeedsMeasure()
      list.setNeedsReload()
      list.host?.focus(list)
      order.append("called")
      #expect(list.selectionMode == .single)
    }
    // Later steps of the drive would scroll and select again, so it ends with the first frames after the moment.
    stage.driveThroughAllMoments { !stage.hasWaitingActions }
    #expect(order == ["called", "applied"])
    #expect(stage.list.itemCount == 50 && stage.texts.first == "row 29")
    #expect(stage.list.contentOffset.y == 800 && stage.list.isFocused)
    #expect(stage.list.selectedRanges(inSection: 0) == [21..<22] && stage.list.focusedItem == path(21))
  }

  @Test(arguments: 0..<30)
  func `random calls inside frames end where the same calls between frames do`(seed: Int) {
    let (inside, between) = (MomentStage(), MomentStage())
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<12 {
      let requests = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.request(&random) }
      inside.list.setNeedsReload()
      between.list.setNeedsReload()
      inside.atNext(.render) { _ in for request in requests { request(inside) } }
      inside.harness.show()
      between.harness.show()
      for request in requests { request(between) }
      for stage in [inside, between] { stage.harness.settle() }
      #expect(inside.texts == between.texts && inside.list.contentOffset == between.list.contentOffset)
      #expect(inside.list.focusedItem == between.list.focusedItem)
      #expect(inside.list.selectedRanges(inSection: 0) == between.list.selectedRanges(inSection: 0))
      #expect(inside.list.anchorPolicy == between.list.anchorPolicy && inside.list.isAtEnd == between.list.isAtEnd)
    }
  }

  private static func request(_ random: inout SeededGenerator) -> @MainActor (MomentStage) -> Void {
    let number = Int.random(in: 0..<100, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return { $0.list.apply($0.make((0..<100).map { ($0 + number) % 100 })) }
    case 1: return { $0.list.apply($0.make(0..<(100 + number))) }
    case 2: return { $0.list.scroll(to: .item(ElementPath(section: 0, item: number)), at: .start, animated: false) }
    case 3: return { $0.list.select(ElementPath(section: 0, item: number)) }
    case 4: return { $0.list.scroll(to: .end, animated: false) }
    case 5: return { $0.list.anchorPolicy = [.item, .end, .start][number % 3] }
    case 6: return { $0.list.reloadData() }
    default: return { $0.list.deselectAll() }
    }
  }
}
