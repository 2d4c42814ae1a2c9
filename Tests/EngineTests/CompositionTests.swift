import Scrollwork
import ScrollworkTesting
import Testing

/// Subsections in a running collection view.
@MainActor
struct CompositionTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func rows(_ id: String, _ ids: some Sequence<Int>, header: String? = nil) -> Section {
    Section(id: id, data: Array(ids), id: \.self) { Plate(text: "\(id) \($0)", height: Double(30 + $0 % 3 * 10)) }
      .withSectionLayout(.vertical(spacing: 2)).withHeader(header.map { Plate(text: $0, height: 20) })
  }

  private func tiles(_ id: String, _ count: Int) -> Section {
    Section(id: id, data: Array(0..<count), id: \.self) { Plate(text: "\(id) \($0)") }
      .withSectionLayout(.grid(minimumItemWidth: 90, itemHeight: 40, spacing: 10))
  }

  private func show(_ section: Section) {
    list.apply(List(sections: [section]))
    harness.settle()
  }

  private func frame(_ text: String) -> Rect? { harness.semantics.first { $0.text == text }?.target }

  @Test func `subsections are laid out by their own layouts and measured`() {
    show(
      Section(id: "page", layout: RowLayout().transposed(), sections: [rows("a", 0..<3, header: "A"), tiles("b", 8)]))
    #expect(frame("A") == Rect(x: 0, y: 0, width: 400, height: 20))
    #expect(frame("a 0") == Rect(x: 0, y: 20, width: 400, height: 30))
    #expect(frame("a 1") == Rect(x: 0, y: 52, width: 400, height: 40))
    #expect(frame("a 2") == Rect(x: 0, y: 94, width: 400, height: 50))
    #expect(frame("b 0") == Rect(x: 0, y: 144, width: 92, height: 40))
    #expect(frame("b 7") == Rect(x: 306, y: 194, width: 92, height: 40))
    #expect(list.contentSize.height == 234 && list.itemCount == 11)
  }

  @Test func `two subsections are side by side in columns and have subsections of their own`() {
    let inner = Section(id: "inner", layout: RowLayout().transposed(), sections: [rows("b", 0..<2), rows("c", 0..<1)])
    show(
      Section(id: "page", layout: WaterfallLayout(columns: 2, spacing: 20)) {
        rows("a", 0..<3)
        inner
        Plate(text: "loose", height: 25).identified(by: "loose")
      })
    #expect(frame("a 2") == Rect(x: 0, y: 74, width: 190, height: 50))
    #expect(frame("b 1") == Rect(x: 210, y: 32, width: 190, height: 40))
    #expect(frame("c 0") == Rect(x: 210, y: 72, width: 190, height: 30))
    // The right column is the shorter one.
    #expect(frame("loose") == Rect(x: 210, y: 122, width: 190, height: 25))
  }

  @Test func `an update in a subsection moves its cells and keeps the anchor`() throws {
    func page(_ ids: [Int], _ more: Int) -> Section {
      Section(id: "page", layout: RowLayout().transposed(), sections: [rows("a", ids), tiles("b", more)])
    }
    show(page(Array(0..<40), 80))
    list.scroll(to: .offset(900), animated: false)
    harness.settle()
    let before = harness.cells.map { ($0.text, $0.bounds) }
    #expect(before.count > 5)
    list.apply(List(sections: [page([100, 101] + Array(0..<40), 80)]))
    harness.showIfNeeded()
    for (text, bounds) in before where bounds.intersects(Rect(x: 0, y: 0, width: 400, height: 300)) {
      #expect(abs((frame(text)?.minY ?? .nan) - bounds.minY) <= 0.5, "\(text)")
    }
    harness.settle()
    list.scroll(to: .start, animated: false)
    harness.settle()
    #expect(frame("a 100")?.minY == 0)
    list.apply(List(sections: [page([101, 0, 100], 80)]))
    harness.showIfNeeded()
    // The item moves from its old to its new frame, so it was matched.
    let moved = try #require(harness.semantics.first { $0.text == "a 101" })
    #expect(moved.bounds.minY > 0 && moved.target.minY == 0)
  }

  @Test func `cells report their subsection, and answer clicks`() throws {
    var selected: [ComposedID] = []
    let inner = Section(id: "a", data: [7, 8], id: \.self) { number in
      Plate(text: "a \(number)").didSelect { context in
        context.id.value(as: ComposedID.self).map { selected.append($0) }
      }
    }
    show(Section(id: "page", layout: RowLayout().transposed(), sections: [inner, tiles("b", 3)]))
    harness.click(at: Point(x: 50, y: 50))
    let id = try #require(selected.first)
    #expect(id.section == ElementID("a") && id.item == ElementID(8) && "\(id)" == "a/8")
  }

  /// A row of three cells, of which one takes the rest of the width.
  private var bar: Section {
    Section(id: "bar", data: ["back", "field", "more"], id: \.self) { Plate(text: $0, height: 30) }
      .withSectionLayout(
        SectionLayout(
          RowLayout(fillIdentifiers: ["field"], spacing: 10),
          sizes: .uniform(LayoutSize(width: .absolute(60), height: .absolute(30)))))
  }

  @Test(arguments: [1, 2])
  func `a custom layout of a subsection stretches the cell that it names`(levels: Int) {
    var section = bar
    for level in 0..<levels { section = Section(id: "level \(level)", layout: .vertical(), sections: [section]) }
    show(section)
    #expect(frame("field") == Rect(x: 70, y: 0, width: 260, height: 30))
  }

  @Test func `a custom layout stretches and pins the cells that it names`() {
    let named = Section(id: "rows", data: (0..<40).map { "row \($0)" }, id: \.self) { Plate(text: $0) }
      .withSectionLayout(
        SectionLayout(
          FlowLayout().sticky(identifiers: ["row 0", "row 20"]),
          sizes: .uniform(LayoutSize(width: .fractionalWidth(1), height: .absolute(40)))))
    list.apply(List(sections: [bar, named]))
    harness.settle()
    #expect(frame("field") == Rect(x: 70, y: 0, width: 260, height: 30))
    list.scroll(to: .offset(330), animated: false)
    harness.settle()
    #expect(frame("row 0")?.minY == 0)
    list.scroll(to: .offset(1_000), animated: false)
    harness.settle()
    #expect(frame("row 20")?.minY == 0 && frame("row 0") == nil)
  }
}
