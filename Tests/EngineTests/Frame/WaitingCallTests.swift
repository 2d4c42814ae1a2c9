import Scrollwork
import ScrollworkTesting
import Testing

/// Tests of calls that a handler makes at the end of a frame. They wait for the next frame or event.
@MainActor
struct WaitingCallTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.selectionMode = .multiple
    list.apply(make(100))
    harness.settle()
  }

  private func make(_ count: Int) -> List {
    List(sections: [
      Section(id: 0) {
        for id in 0..<count { Cell(id: id, component: Card(text: "row \(id)")) }
      }.withSectionLayout(.list(rowHeight: 40))
    ])
    .didScroll { $0.select(ElementPath(section: 0, item: 1)) }
  }

  /// Makes the list's next selection handler call it, in a frame that scrolls. The call still waits when this returns.
  private func callFromSelection(_ call: @escaping @MainActor (CollectionView) -> Void) {
    var isCalled = false
    list.onSelectionChange = { list in
      guard !isCalled else { return }
      isCalled = true
      call(list)
    }
    list.scroll(to: .offset(80), animated: false)
    harness.show()
    #expect(isCalled)
  }

  @Test func `a list replaces an older one that still waits`() {
    var outcomes: [String] = []
    callFromSelection { [self] in $0.apply(make(10)) { outcomes.append("10 \($0)") } }
    list.apply(make(20)) { outcomes.append("20 \($0)") }
    harness.settle()
    #expect(list.itemCount == 20 && outcomes == ["10 superseded", "20 applied"])
  }

  @Test func `a scroll replaces an older one that still waits`() {
    callFromSelection { $0.scroll(to: .offset(400), animated: false) }
    list.scroll(to: .offset(1200), animated: false)
    harness.settle()
    #expect(list.contentOffset.y == 1200)
  }

  @Test func `a setting replaces an older one that still waits`() {
    callFromSelection { $0.wheelNotch = 10 }
    list.wheelNotch = 30
    harness.settle()
    let offset = list.contentOffset.y
    harness.wheel(1, at: Point(x: 50, y: 50))
    harness.settle()
    #expect(list.wheelNotch == 30)
    #expect(abs(list.contentOffset.y - offset) == 30)
  }

  @Test func `a handler among waiting calls sees the list that a later one of them applies`() {
    var counts: [Int] = []
    list.onSelectionChange = { counts.append($0.snapshot().sections[0].count) }
    list.apply(
      make(100).didScroll { [self] in
        $0.select(ElementPath(section: 0, item: 60))
        $0.apply(make(10))
      })
    harness.settle()
    list.scroll(to: .offset(80), animated: false)
    harness.settle()
    #expect(counts.first == 10 && list.itemCount == 10)
  }

  // MARK: Calls after a list that waits for a frame

  @Test func `nothing is selected if the program takes its selection back`() {
    list.apply(make(20))
    list.select(ElementPath(section: 0, item: 3))
    list.deselectAll()
    harness.settle()
    #expect(list.selectedCount == 0)
  }

  @Test func `all items of the newest list are selected`() {
    list.apply(make(120))
    list.selectAll()
    harness.settle()
    #expect(list.selectedCount == 120)
  }

  @Test(arguments: [true, false])
  func `the later one of a scroll and a restored position wins`(waits: Bool) {
    list.scroll(to: .offset(1000), animated: false)
    harness.settle()
    let saved = list.scrollPosition
    for restoresLast in [true, false] {
      list.scroll(to: .offset(0), animated: false)
      harness.settle()
      if waits { list.apply(make(100), updateStrategy: .nonanimatedBatchUpdates) }
      if restoresLast { list.scroll(to: .offset(400), animated: false) }
      list.restore(saved)
      if !restoresLast { list.scroll(to: .offset(400), animated: false) }
      harness.settle()
      #expect(list.contentOffset.y == (restoresLast ? 1000 : 400))
    }
  }

  @Test func `a restored position is that of its item, also if another list is applied before the frame`() {
    list.scroll(to: .offset(1000), animated: false)
    harness.settle()
    let saved = list.scrollPosition
    list.scroll(to: .offset(0), animated: false)
    harness.settle()
    list.restore(saved)
    let rows = (-10..<100).map { $0 }
    list.apply(
      List(sections: [
        Section(id: 0) { for id in rows { Cell(id: id, component: Card(text: "row \(id)")) } }
          .withSectionLayout(.list(rowHeight: 40))
      ]), updateStrategy: .nonanimatedBatchUpdates)
    harness.settle()
    #expect(list.contentOffset.y == 1400)
  }
}
