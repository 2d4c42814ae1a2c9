import Scrollwork
import ScrollworkTesting
import Testing

/// A record of how often content views were measured, by their texts.
private final class Measures {
  var counts: [String: Int] = [:]
}

/// A variant of ``Plate`` that counts its measurements.
private struct CountedPlate: Component {
  var text: String
  var height: Double
  let measures: Measures

  func renderContent() -> CountedPlateView { CountedPlateView() }
  func render(in content: CountedPlateView) {
    content.measures = measures
    content.text = text
    content.wantedHeight = height
  }
  func shouldContentUpdate(with next: CountedPlate) -> Bool { next.text != text || next.height != height }
}

private final class CountedPlateView: View {
  var measures: Measures?
  var text = ""
  var wantedHeight = 0.0 { didSet { if wantedHeight != oldValue { setNeedsMeasure() } } }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    measures?.counts[text, default: 0] += 1
    return Size(width: proposal.width, height: wantedHeight)
  }
  override var semanticsText: String { text }
}

/// Cells that move from one subsection to another.
@MainActor
struct ComposedCrossingTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private let measures = Measures()

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func rows(_ id: String, _ ids: [Int], header: String? = nil) -> Section {
    let measures = measures
    return Section(id: id, data: ids, id: \.self) { number in
      CountedPlate(text: "\(number)", height: Double(20 + number), measures: measures)
    }
    .withHeader(header.map { Plate(text: $0, height: 20) })
  }

  private func page(_ id: String = "page", _ sections: Section...) -> Section {
    Section(id: id, layout: .vertical(), sections: sections)
  }

  private func show(_ sections: Section...) {
    list.apply(List(sections: sections))
    harness.settle()
  }

  /// Applies other sections and shows a frame at the current time.
  private func change(to sections: Section...) {
    list.apply(List(sections: sections))
    harness.showIfNeeded()
  }

  private func node(_ number: Int) -> SemanticsNode? { harness.semantics.first { $0.text == "\(number)" } }

  private func click(_ number: Int) throws { harness.click(at: try #require(node(number)).target.center) }

  private func content(_ section: Int, _ item: Int) -> View? {
    list.cell(at: ElementPath(section: section, item: item)).content
  }

  /// Checks that a cell moves from one frame to another and is visible during the whole move.
  private func expectMove(
    _ number: Int, from start: Double, to end: Double, _ place: SourceLocation = #_sourceLocation
  )
    throws
  {
    let first = try #require(node(number), sourceLocation: place)
    #expect(first.alpha == 1 && first.bounds.minY == start && first.target.minY == end, sourceLocation: place)
    harness.advance(by: .milliseconds(30))
    let later = try #require(node(number), sourceLocation: place)
    #expect(later.alpha == 1, sourceLocation: place)
    #expect((min(start, end)..<max(start, end)).contains(later.bounds.minY), sourceLocation: place)
    #expect(later.bounds.minY != start, sourceLocation: place)
    harness.settle()
    #expect(node(number)?.bounds.minY == end, sourceLocation: place)
    #expect(harness.semantics.filter { $0.text == "\(number)" }.count == 1, sourceLocation: place)
  }

  @Test func `a cell that moves to another subsection keeps selection, focus and content view`()
    throws
  {
    show(page("page", rows("a", [1, 2, 3]), rows("b", [4, 5])))
    try click(2)
    let (before, content) = (try #require(node(2)), content(0, 1))
    #expect(before.states.isSuperset(of: [.selected, .focused]) && before.target.minY == 21)
    change(to: page("page", rows("a", [1, 3]), rows("b", [4, 2, 5])))
    #expect(list.selectedRanges(inSection: 0) == [3..<4])
    #expect(list.focusedItem == ElementPath(section: 0, item: 3))
    #expect(list.id(at: ElementPath(section: 0, item: 3)).value(as: ComposedID.self)?.section == ElementID("b"))
    try expectMove(2, from: 21, to: 68)
    #expect(node(2)?.states.isSuperset(of: [.selected, .focused]) == true)
    #expect(self.content(0, 3) === content)
    #expect(measures.counts["2"] == 1)
  }

  @Test func `a cell that moves from a subsection to a section and back stays the same item`() throws {
    show(page("page", rows("a", [1, 2, 3])), rows("b", [4, 5]))
    try click(2)
    let content = content(0, 1)
    change(to: page("page", rows("a", [1, 3])), rows("b", [4, 2, 5]))
    #expect(list.selectedRanges(inSection: 0).isEmpty && list.selectedRanges(inSection: 1) == [1..<2])
    try expectMove(2, from: 21, to: 68)
    #expect(self.content(1, 1) === content && list.focusedItem == ElementPath(section: 1, item: 1))
    change(to: page("page", rows("a", [2, 1, 3])), rows("b", [4, 5]))
    try expectMove(2, from: 68, to: 0)
    #expect(self.content(0, 0) === content && list.focusedItem == ElementPath(section: 0, item: 0))
    #expect(list.selectedRanges(inSection: 0) == [0..<1] && list.selectedRanges(inSection: 1).isEmpty)
    #expect(measures.counts["2"] == 1)
  }

  @Test func `a cell moves between subsections of different sections at any depth`() throws {
    show(page("x", page("y", rows("a", [1, 2]), rows("b", [3]))), page("z", rows("c", [4, 5])))
    try click(1)
    change(to: page("x", page("y", rows("a", [2]), rows("b", [3]))), page("z", rows("c", [4, 1, 5])))
    try expectMove(1, from: 0, to: 69)
    #expect(list.focusedItem == ElementPath(section: 1, item: 1) && list.selectedRanges(inSection: 1) == [1..<2])
    change(to: page("x", page("y", rows("a", [2]), rows("b", [3, 1])), rows("d", [5])), page("z", rows("c", [4])))
    try expectMove(1, from: 69, to: 45)
    #expect(list.focusedItem == ElementPath(section: 0, item: 2) && list.selectedRanges(inSection: 0) == [2..<3])
    #expect(measures.counts["1"] == 1 && measures.counts["5"] == 1)
  }

  @Test func `a subsection that moves to another section takes its cells along, whatever their identities`() throws {
    // Both subsections have cells with the ids 0 and 1.
    show(page("x", rows("a", [0, 1]), rows("b", [0, 1])), page("y"))
    harness.click(at: Point(x: 50, y: 62))
    #expect(list.focusedItem == ElementPath(section: 0, item: 3))
    change(to: page("x"), page("y", rows("b", [0, 1]), rows("a", [0, 1])))
    #expect(list.focusedItem == ElementPath(section: 1, item: 1))
    #expect(list.selectedRanges(inSection: 1) == [1..<2])
  }

  @Test func `cells with the same identity in several subsections each stay in their own`() throws {
    show(page("page", rows("a", [1, 2, 3]), rows("b", [1, 2, 3])))
    harness.click(at: Point(x: 50, y: 30))
    let contents = (0..<6).map { content(0, $0) }
    #expect(list.focusedItem == ElementPath(section: 0, item: 1))
    change(to: page("page", rows("b", [1, 2, 3]), rows("a", [1, 2, 3])))
    #expect(list.focusedItem == ElementPath(section: 0, item: 4))
    #expect([3, 4, 5, 0, 1, 2].map { content(0, $0) }.elementsEqual(contents) { $0 === $1 })
    harness.settle()
    change(to: page("page", rows("b", [1, 3]), rows("a", [1, 2, 3])))
    #expect(list.focusedItem == ElementPath(section: 0, item: 3))
    // A cell deleted in one subsection matches the cell with the same id inserted in the other.
    harness.settle()
    change(to: page("page", rows("b", [1, 2, 3]), rows("a", [1, 3])))
    #expect(list.focusedItem == ElementPath(section: 0, item: 1))
  }

  @Test func `headers move only with their sections`() throws {
    show(page("page", rows("a", [1], header: "A"), rows("b", [2])))
    let content = content(0, 0)
    change(to: page("page", rows("a", [1]), rows("b", [2], header: "A")))
    let nodes = harness.semantics.filter { $0.text == "A" }
    #expect(nodes.contains { $0.alpha < 1 && $0.bounds.minY == $0.target.minY })
    #expect(self.content(0, 1) !== content)
    harness.settle()
    let second = self.content(0, 1)
    // A subsection that moves to another section takes its header along.
    change(to: page("page", rows("a", [1])), page("more", rows("b", [2], header: "A")))
    #expect(self.content(1, 0) === second)
  }

  @Test func `didEndDisplay reports the identity that the cell had last`() {
    var ended: [String] = []
    func rows(_ id: String, _ ids: [Int]) -> Section {
      Section(id: id, data: ids, id: \.self) { number in
        Plate(text: "\(number)").didEndDisplay { ended.append("\($0.id) \($0.path)") }
      }
    }
    show(page("page", rows("a", [1, 2]), rows("b", [3])))
    show(page("page", rows("a", [1]), rows("b", [2, 3])))
    #expect(ended.isEmpty)
    list.apply(List(sections: []), updateStrategy: .reloadData)
    harness.settle()
    #expect(ended.sorted() == ["a/1 0.0", "b/2 0.1", "b/3 0.2"])
  }

  @Test func `a cell that moves to a section of another width is measured again`() {
    func page(_ a: [Int], _ b: [Int]) -> Section {
      Section(
        id: "page", layout: .vertical(),
        sections: [rows("a", a), rows("b", b).withSectionLayout(.vertical().insets(Insets(leading: 50)))])
    }
    show(page([1, 2], [3]))
    show(page([1], [2, 3]))
    #expect(measures.counts["2"] == 2 && measures.counts["3"] == 1)
    #expect(node(2)?.target == Rect(x: 50, y: 21, width: 350, height: 22))
  }
}
