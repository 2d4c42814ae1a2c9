import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ProblemTests {
  @Test func `a repeated identity is reported once for each diff that meets it`() {
    let stage = Stage(Stage.items(0..<5))
    var problems: [Problem] = []
    stage.list.onProblem = { problems.append($0) }
    stage.apply(Stage.items([3, 7, 1, 7, 9, 7]))
    #expect(problems.count == 1)
    guard case .repeatedIdentity(let id, let first, let second)? = problems.first else {
      Issue.record("\(problems)")
      return
    }
    #expect(id == ElementID(7))
    #expect(first.section == 0 && second.section == 0 && first < second)
    #expect([1, 3, 5].contains(first.item) && [1, 3, 5].contains(second.item))
    stage.apply(Stage.items([3, 1, 9]))
    #expect(problems.count == 1)
  }

  @Test func `an impossible layout is reported once`() {
    let list = CollectionView()
    var problems: [Problem] = []
    list.onProblem = { problems.append($0) }
    let harness = ViewHarness(content: list)
    func show(_ count: Int) {
      list.apply(
        List(sections: [
          Section(id: 0, data: [Item(1)]) { Plate(text: $0.text, height: $0.height) },
          Section(id: 1, data: (0..<count).map { Item($0) }) { Plate(text: $0.text, height: $0.height) }
            .withSectionLayout(.list(rowHeight: -7)),
        ]))
      harness.showIfNeeded()
    }
    show(2)
    #expect(problems == [.layout(.invalidLength, section: 1)])
    show(3)
    harness.resize(to: Size(width: 300, height: 200))
    harness.showIfNeeded()
    #expect(problems == [.layout(.invalidLength, section: 1)])
  }

  @Test func `two sections with the same identity are reported`() {
    let stage = Stage(Stage.items(0..<3))
    var problems: [Problem] = []
    stage.list.onProblem = { problems.append($0) }
    stage.list.apply(
      List(
        sections: [("a", 1), ("b", 2), ("b", 3)].map { id, item in
          Section(id: id, data: [Item(item)]) { Plate(text: $0.text, height: $0.height) }
        }))
    stage.harness.showIfNeeded()
    #expect(problems == [.repeatedSection(ElementID("b"), first: 1, second: 2)])
  }

  @Test(arguments: [-20, Double.nan, .infinity])
  func `a content view that asks for an impossible height is reported and gets none`(height: Double) {
    let list = CollectionView()
    var problems: [Problem] = []
    list.onProblem = { problems.append($0) }
    let harness = ViewHarness(content: list)
    list.apply(
      List(sections: [
        Section(id: 0, data: [Item(1, height: height), Item(2)]) { Plate(text: $0.text, height: $0.height) }
      ]))
    harness.showIfNeeded()
    #expect(problems.count == 1)
    // A row without height is not visible.
    #expect(harness.cells.map(\.bounds) == [Rect(x: 0, y: 0, width: 400, height: 40)])
  }
}
