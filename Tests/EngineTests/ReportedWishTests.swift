import Scrollwork
import ScrollworkTesting
import Testing

/// Features requested of other libraries. Each test fails if the program has to provide the feature itself.
@MainActor
struct ReportedWishTests {
  private func list(_ items: [Item], _ change: (List) -> List = { $0 }) -> List {
    change(
      List(sections: [
        Section(id: 0, data: items) { Plate(text: $0.text, height: $0.height) }
          .withSectionLayout(.list(estimatedRowHeight: 50))
      ]))
  }

  // https://github.com/daangn/KarrotListKit/pull/44
  @Test(arguments: [20.0, 37, 90, 240])
  func `row heights do not decide when onReachEnd fires, and it fires once`(height: Double) {
    let count = Int(6000 / height)
    let view = CollectionView()
    let harness = ViewHarness(content: view, size: Size(width: 400, height: 300))
    var places: [Double] = []
    view.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: height))
      ])
      .onReachEnd(offsetFromEnd: .absolute(500)) { list in places.append(list.contentOffset.y) })
    harness.settle()
    #expect(places.isEmpty)
    for step in 1...1200 {
      view.scroll(to: .offset(Double(step) * 5), animated: false)
      harness.showIfNeeded()
    }
    // The handler is called 500 from the end of the content, measured from the lower edge of the window of 300.
    let expected = Double(count) * height - 800
    #expect(places.count == 1 && places.allSatisfy { (0...5).contains($0 - expected) }, "\(places) not \(expected)")
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/146
  @Test func `scrolling to an item of a later section stops below its pinned header`() throws {
    let view = CollectionView()
    let harness = ViewHarness(content: view, size: Size(width: 400, height: 300))
    view.apply(
      List(
        sections: (0..<20).map { section in
          Section(id: section, data: (0..<30).map { Item(section * 100 + $0, height: Double(20 + $0 * 7 % 60)) }) {
            Plate(text: $0.text, height: $0.height)
          }
          .withHeader(Plate(text: "header \(section)", height: 30))
          .withSectionLayout(.list(estimatedRowHeight: 90).headerPinToVisibleBounds())
        }))
    harness.settle()
    for (path, id) in [((14, 22), 1422), ((2, 7), 207), ((19, 3), 1903), ((0, 12), 12)] {
      view.scroll(to: .item(ElementPath(section: path.0, item: path.1)), at: .start, animated: true)
      harness.settle()
      let cell = try #require(harness.semantics.first { $0.role == .cell && $0.id == "\(id)" })
      #expect(cell.bounds.minY == 30 && cell.bounds == cell.target, "\(id) at \(cell.bounds)")
    }
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/96
  @Test func `an endless list continues while the user scrolls`() {
    let view = CollectionView()
    let harness = ViewHarness(content: view, size: Size(width: 400, height: 300))
    var items = Stage.items(0..<20)
    func show() {
      view.apply(
        list(items) {
          $0.onReachEnd { _ in
            items += Stage.items(items.count..<items.count + 20)
            show()
          }
        })
    }
    show()
    harness.settle()
    for _ in 0..<100 {
      harness.wheel(-6, at: Point(x: 50, y: 100))
      harness.advance(by: .milliseconds(120))
      #expect(view.contentSize.height - view.contentOffset.y > 600, "there is always more content")
    }
    harness.settle()
    #expect(view.contentOffset.y > 20_000 && items.count > 500)
    #expect(view.takeMetrics().blank == 0)
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/80
  @Test func `rows wobble beyond their target and back with the library alone`() throws {
    let stage = Stage(Stage.items(0..<100))
    stage.list.animator = WobbleAnimator()
    stage.apply(Stage.items(0..<100))
    stage.harness.settle()
    stage.harness.touch(.began, at: Point(x: 50, y: 290))
    for step in 1...10 {
      stage.harness.advance(by: .milliseconds(8))
      stage.harness.touch(.moved, at: Point(x: 50, y: 290 - Double(step) * 25))
    }
    var lags: [Double] = []
    for _ in 0..<90 {
      stage.harness.advance(by: .milliseconds(16))
      lags += stage.visible.map { $0.bounds.minY - $0.target.minY }
    }
    // The touch holds still. Rows that lagged swing past their place and return.
    #expect(try #require(lags.max()) > 10 && #require(lags.min()) < -1)
    #expect(stage.visible.allSatisfy { $0.bounds == $0.target })
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/60
  @Test func `a self-sizing header stays pinned until the next one pushes it off`() throws {
    let view = CollectionView()
    let harness = ViewHarness(content: view, size: Size(width: 400, height: 300))
    view.apply(
      List(
        sections: (0..<3).map { section in
          Section(id: section, data: (0..<10).map { Item(section * 100 + $0) }) { Plate(text: $0.text) }
            .withHeader(Plate(text: "header \(section)", height: Double(25 + section * 30)))
            .withSectionLayout(.list(estimatedRowHeight: 40).headerPinToVisibleBounds())
        }))
    harness.settle()
    func header(_ section: Int) -> Rect? { harness.semantics.first { $0.text == "header \(section)" }?.bounds }
    for offset in [0.0, 50, 300, 400] {
      view.scroll(to: .offset(offset), animated: false)
      harness.settle()
      #expect(header(0) == Rect(x: 0, y: 0, width: 400, height: 25), "\(offset)")
    }
    view.scroll(to: .offset(410), animated: false)
    harness.settle()
    #expect(header(0)?.minY == -10 && header(1) == Rect(x: 0, y: 15, width: 400, height: 55))
    view.scroll(to: .offset(600), animated: false)
    harness.settle()
    #expect(header(1)?.minY == 0)
  }

  // https://github.com/bannzai/Conv/pull/41, https://github.com/bannzai/Conv/pull/38
  @Test func `the first list and every later one are applied by one call, and a list is a value`() {
    let definition = list(Stage.items(0..<5))
    let stages = [CollectionView(), CollectionView()].map { view in
      view.apply(definition)
      return (view: view, harness: ViewHarness(content: view))
    }
    let changed = list(Stage.items([4, 0, 1]))
    for stage in stages {
      #expect(stage.harness.cells.map(\.id) == ["0", "1", "2", "3", "4"])
      #expect(stage.view.report.animating == 0)
      stage.view.apply(changed)
      stage.harness.showIfNeeded()
      #expect(stage.view.report.animating > 0)
      // The first declaration is unchanged.
      stage.view.apply(definition)
      stage.harness.settle()
      #expect(stage.harness.cells.map(\.id) == ["0", "1", "2", "3", "4"])
    }
  }
}
