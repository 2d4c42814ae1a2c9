import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Defects reported for other libraries. Each test fails if the list behaves as the report describes.
@MainActor
struct ReportedDefectTests {
  private func check(_ stage: Stage, _ comment: Comment? = nil) {
    let metrics = stage.list.takeMetrics()
    #expect(metrics.step <= 0.5 && metrics.anchorError <= 0.5 && metrics.blank == 0, comment)
  }

  // https://github.com/ra1028/Carbon/issues/78, https://github.com/RxSwiftCommunity/RxDataSources/pull/367
  @Test func `alternating reloads and updates end with the newest data`() {
    let stage = Stage(Stage.items(0..<50))
    var generator = SeededGenerator(seed: 78)
    for round in 0..<60 {
      let ids = (round..<(round + 5 + round * 7 % 40)).shuffled(using: &generator)
      stage.apply(
        Stage.items(ids),
        strategy: [.reloadData, .animatedBatchUpdates, .nonanimatedBatchUpdates][round % 3])
      if round.isMultiple(of: 4) { stage.harness.advance(by: .milliseconds(17)) }
      #expect(stage.list.itemCount == ids.count)
    }
    stage.harness.settle()
    #expect(stage.visible.allSatisfy { $0.text == "item \($0.id)" })
  }

  // https://github.com/ra1028/Carbon/issues/22
  @Test func `an update at the very end of the content does not bounce`() {
    let stage = Stage(Stage.items(0..<50))
    stage.scroll(to: stage.maximum)
    stage.apply(Stage.items(0..<50))
    for _ in 0..<30 {
      #expect(stage.offset == stage.maximum)
      stage.harness.advance(by: .milliseconds(16))
    }
  }

  // https://github.com/ra1028/Carbon/issues/44, https://github.com/Instagram/IGListKit/issues/1128
  @Test func `a page inserted above or below keeps the velocity of a fling`() {
    func flung(_ change: (Stage) -> Void) -> [Double] {
      let stage = Stage(Stage.items(1000..<2000))
      stage.scroll(to: 20_000)
      stage.fling()
      change(stage)
      var places: [Double] = []
      for _ in 0..<60 {
        stage.harness.advance(by: .milliseconds(16))
        places.append(stage.list.contentOffset.y)
      }
      check(stage)
      return zip(places.dropFirst(), places).map { $0 - $1 }
    }
    let undisturbed = flung { _ in }
    let above = flung { $0.apply(Stage.items(900..<2000)) }
    let below = flung { $0.apply(Stage.items(1000..<2100)) }
    #expect(undisturbed.first ?? 0 > 5)
    for (steps, name) in [(above, "above"), (below, "below")] {
      #expect(zip(steps, undisturbed).allSatisfy { abs($0 - $1) <= 1 }, "\(name)")
    }
  }

  // https://github.com/ra1028/Carbon/issues/33
  @Test func `a component that is not Equatable is still updated`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    for text in ["old", "new"] {
      list.apply(List { Cell(id: 1, component: Closed(text: text, onPress: {})) })
      harness.settle()
    }
    #expect(harness.semantics.first { $0.role == .cell }?.text == "new")
  }

  private struct Closed: Component {
    var text: String
    var onPress: () -> Void
    func renderContent() -> Label { Label() }
    func render(in content: Label) { content.text = text }
  }

  // https://github.com/ra1028/Carbon/issues/66
  @Test func `a self-sizing first header is visible from the first frame on`() throws {
    let list = CollectionView()
    list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<50)) { Plate(text: $0.text, height: 33) }
          .withHeader(Plate(text: "header", height: 71)).withSectionLayout(.list(estimatedRowHeight: 20))
      ]))
    let harness = ViewHarness(content: list)
    let header = try #require(harness.semantics.first { $0.role == .header })
    #expect(header.bounds == Rect(x: 0, y: 0, width: 400, height: 71))
    #expect(harness.semantics.first { $0.role == .cell }?.bounds.minY == 71)
  }

  /// A content view that counts its measurements.
  private final class Measured: View {
    static let shared = Counter()
    final class Counter { var count = 0 }
    override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
      Self.shared.count += 1
      return Size(width: proposal.width, height: 40)
    }
  }

  private struct MeasuredRow: Component, Equatable {
    var text: String
    func renderContent() -> Measured { Measured() }
    func render(in content: Measured) {}
  }

  // https://github.com/daangn/KarrotListKit/pull/48, https://github.com/Instagram/IGListKit/issues/1467
  @Test func `a cell is measured once, and a change of another cell measures only that one`() {
    let list = CollectionView()
    func show(_ changed: String) {
      list.apply(
        List(sections: [
          Section(id: 0, data: 0..<100, id: \.self) { MeasuredRow(text: $0 == 3 ? changed : "") }
            .withSectionLayout(.list(estimatedRowHeight: 40))
        ]))
    }
    Measured.shared.count = 0
    show("a")
    let harness = ViewHarness(content: list)
    harness.settle()
    #expect(Measured.shared.count == 8)
    for _ in 0..<10 { harness.show() }
    #expect(Measured.shared.count == 8)
    show("b")
    harness.settle()
    #expect(Measured.shared.count == 9)
  }

  // https://github.com/ra1028/DifferenceKit/issues/155, /17, /132, /104
  @Test func `updates overlap in every order without any being refused`() {
    let stage = Stage(Stage.items(0..<20))
    var random = SeededGenerator(seed: 155)
    var ids = Array(0..<20)
    for round in 0..<200 {
      ids.shuffle(using: &random)
      if round % 3 == 0 { ids.removeFirst(min(ids.count, 7)) }
      if round % 3 == 1 { ids += (1000 + round * 10)..<(1007 + round * 10) }
      stage.apply(Stage.items(ids))
      stage.harness.advance(by: .milliseconds(round % 20))
    }
    stage.harness.settle()
    #expect(stage.visible.map(\.id) == ids.prefix(stage.visible.count).map(String.init))
  }

  /// A counter of the content views made.
  private final class Made { var count = 0 }
  private struct Dear: Component {
    var made: Made
    func renderContent() -> Label {
      made.count += 1
      return Label("dear")
    }
    func render(in content: Label) {}
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/97
  @Test func `only the visible ones of a hundred thousand cells are made`() {
    let made = Made()
    let list = CollectionView()
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<100_000, id: \.self) { _ in Dear(made: made) }.withSectionLayout(.list(rowHeight: 40))
      ]))
    let harness = ViewHarness(content: list)
    #expect(made.count == 8)
    for step in 1...200 {
      list.scroll(to: .offset(Double(step) * 37), animated: false)
      harness.showIfNeeded()
    }
    #expect(made.count <= 10)
  }

  // https://github.com/SoySauceLab/CollectionKit/issues/79
  @Test func `the deleted row is the one that exits`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([0, 1, 3, 4]))
    #expect(stage.list.exitingNodes(at: stage.harness.now).map(\.text) == ["item 2"])
    #expect(stage.node(3)?.text == "item 3" && stage.y(3) == 120)
  }

  // https://github.com/SoySauceLab/CollectionKit/pull/163
  @Test func `one list can be shown by two views`() {
    let views = [CollectionView(), CollectionView()]
    let list = List(sections: [
      Section(id: 0, data: Stage.items(0..<50)) { Plate(text: $0.text) }.withSectionLayout(.list(rowHeight: 40))
    ])
    let harnesses = views.map { ViewHarness(content: $0) }
    for view in views { view.apply(view === views[0] ? list : views[0].snapshot()) }
    for harness in harnesses { harness.settle() }
    views[0].scroll(to: .offset(400), animated: false)
    harnesses[0].settle()
    #expect(views.map(\.contentOffset.y) == [400, 0])
    #expect(harnesses.map { $0.semantics.first { $0.role == .cell }?.text } == ["item 10", "item 0"])
  }

  // https://github.com/Instagram/IGListKit/issues/242, /644, /1332
  @Test func `visible items stay in place while earlier pages are inserted, again and again`() {
    let stage = Stage(Stage.items(1000..<1100))
    stage.scroll(to: 500)
    let before = stage.visible.map { ($0.id, $0.bounds) }
    for page in 1...10 {
      stage.apply(Stage.items((1000 - page * 20)..<1100))
      #expect(stage.visible.map(\.id) == before.map(\.0) && stage.visible.map(\.bounds) == before.map(\.1))
    }
    check(stage)
  }

  // https://github.com/Instagram/IGListKit/issues/149, /739, /452
  @Test func `self-sizing cells never enter from nowhere, and visible items do not jump`() {
    let heights = (0..<400).map { Item($0, height: Double(20 + $0 * 37 % 90)) }
    let stage = Stage(heights, layout: .list(estimatedRowHeight: 44))
    #expect(stage.visible.allSatisfy { $0.bounds == $0.target && $0.bounds.width == 400 })
    stage.scroll(to: 9000)
    stage.harness.settle()
    for _ in 0..<100 {
      let before = Dictionary(stage.visible.map { ($0.id, $0.bounds.minY) }) { first, _ in first }
      stage.harness.send(.wheel(WheelDelta(x: 0, y: 0.3, isPrecise: true), at: Point(x: 50, y: 50), []))
      let steps = stage.visible.compactMap { node in before[node.id].map { node.bounds.minY - $0 } }
      #expect(Set(steps.map { ($0 * 2).rounded() }).count == 1)
    }
    check(stage)
  }

  // https://github.com/Instagram/IGListKit/issues/1147, /34
  @Test func `repeated identities are both shown and reported once`() {
    var problems: [Problem] = []
    let stage = Stage(Stage.items(0..<4))
    stage.list.onProblem = { problems.append($0) }
    stage.apply(Stage.items([0, 1, 1, 2, 1]))
    stage.harness.settle()
    #expect(stage.visible.map(\.id) == ["0", "1", "1", "2", "1"])
    #expect(problems.count == 1)
  }

  // https://github.com/facebook/componentkit/pull/469
  @Test func `a text field being edited keeps focus, text and caret through updates`() throws {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    func show(_ ids: [Int]) {
      list.apply(
        List(sections: [
          Section(id: 0, cells: ids.map { Cell(id: $0, component: Field(id: $0)) })
            .withSectionLayout(.list(rowHeight: 40))
        ]))
      harness.settle()
    }
    show([1, 2, 3])
    let field = try #require(list.cell(at: ElementPath(section: 0, item: 1)).content as? TextField)
    harness.click(field)
    harness.type("harb")
    show([9, 3, 2, 1])
    harness.type("our")
    #expect(harness.host.focusedView === field && field.text == "harbour")
    #expect(list.cell(at: ElementPath(section: 0, item: 2)).content === field)
  }

  private struct Field: Component {
    var id: Int
    func renderContent() -> TextField { TextField() }
    func render(in content: TextField) {}
  }
}
