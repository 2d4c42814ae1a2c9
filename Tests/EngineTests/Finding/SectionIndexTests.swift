import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
private func stage(
  _ count: Int, rows: Int = 10, showsTitles: Bool = false, size: Size = Size(width: 400, height: 300),
  title: @escaping @MainActor (Section) -> String? = { "S\($0.id)" }
) -> (list: CollectionView, harness: ViewHarness) {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: size, motion: .off)
  list.apply(
    List(
      sections: (0..<count).map { section in
        Section(id: section, data: 0..<rows, id: \.self) { Plate(text: "\(section) \($0)") }
          .withSectionLayout(.list(rowHeight: 40))
      }
    ).sectionIndex(showsTitles: showsTitles, title: title))
  harness.settle()
  return (list, harness)
}

extension ViewHarness {
  /// The label beside the scroll bar's thumb; `nil` while it is not shown.
  fileprivate var label: SemanticsNode? { semantics.last { $0.role == .label && $0.depth == 2 } }
  /// The titles of the section index.
  fileprivate var titles: [SemanticsNode] { semantics.filter { $0.role == .button } }
}

@MainActor
struct SectionIndexTests {
  @Test func `a drag of the thumb shows the title of the section that is reached, and its release hides it`() throws {
    let (list, harness) = stage(20)
    harness.press(at: Point(x: 392, y: 10))
    #expect(harness.label?.text == "S0")
    harness.move(to: Point(x: 392, y: 150))
    #expect(harness.label?.text == "S9" || harness.label?.text == "S10")
    let label = try #require(harness.label)
    #expect(label.bounds.maxX < 384 && abs(label.bounds.midY - 150) < 30)
    harness.move(to: Point(x: 392, y: 299))
    #expect(harness.label?.text == "S19" && list.isAtEnd)
    harness.release()
    harness.settle()
    #expect(harness.label == nil)
  }

  @Test func `a click beside the thumb and a list without an index show no label`() {
    let (_, harness) = stage(20)
    harness.press(at: Point(x: 392, y: 250))
    #expect(harness.label == nil)
    let plain = Stage(Stage.items(0..<100))
    plain.harness.press(at: Point(x: 392, y: 10))
    plain.harness.show()
    #expect(plain.harness.label == nil)
  }

  @Test func `a section without a title belongs to the one before`() {
    let (_, harness) = stage(20) { $0.id.value(as: Int.self).map { $0 % 5 == 0 ? "S\($0)" : "" } }
    harness.press(at: Point(x: 392, y: 10))
    harness.move(to: Point(x: 392, y: 299))
    #expect(harness.label?.text == "S15")
  }

  @Test func `a list that changes while the thumb is held shows the new title`() {
    let (list, harness) = stage(20)
    harness.press(at: Point(x: 392, y: 10))
    list.apply(
      List(sections: [
        Section(id: "new", data: 0..<100, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: 40))
          .withIndexTitle("New")
      ]).sectionIndex())
    harness.settle()
    #expect(harness.label?.text == "New")
  }

  @Test func `a press on a title scrolls to its section, and a drag to all others`() {
    let (list, harness) = stage(10, showsTitles: true)
    #expect(harness.titles.map(\.text) == (0..<10).map { "S\($0)" })
    harness.press(at: harness.titles[4].bounds.center)
    #expect(list.contentOffset.y == 1600 && harness.label?.text == "S4")
    harness.move(to: harness.titles[7].bounds.center)
    #expect(list.contentOffset.y == 2800 && harness.label?.text == "S7")
    harness.move(to: Point(x: 370, y: 2))
    #expect(list.contentOffset.y == 0)
    harness.release()
    harness.settle()
    #expect(harness.label == nil && list.selectedCount == 0)
  }

  @Test func `equal titles in sequence count once, and titles for which there is no room are left out`() {
    let (_, twins) = stage(10, showsTitles: true) { $0.id.value(as: Int.self).map { "\($0 / 2)" } }
    #expect(twins.titles.map(\.text) == ["0", "1", "2", "3", "4"])
    let (list, many) = stage(100, showsTitles: true)
    #expect(many.titles.count == 17 && many.titles.first?.text == "S0" && many.titles.last?.text == "S99")
    #expect(many.titles.allSatisfy { $0.bounds.minY >= 0 && $0.bounds.maxY <= 300 })
    // Sections between two titles are reached too.
    many.press(at: many.titles[3].bounds.center)
    let section = Int(list.contentOffset.y / 400)
    #expect(section > 18 && section < 24 && many.label?.text == "S\(section)")
    many.resize(to: Size(width: 400, height: 120))
    many.settle()
    #expect(many.titles.count == 6)
  }

  @Test func `a list that fits its window, one that scrolls sideways and an empty one have no titles`() {
    #expect(stage(1, rows: 2, showsTitles: true).harness.titles.isEmpty)
    #expect(stage(0, showsTitles: true).harness.titles.isEmpty)
    let (list, harness) = stage(20, showsTitles: true)
    list.apply(list.list.withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
    harness.settle()
    #expect(harness.titles.isEmpty)
  }

  @Test func `an index of a hundred thousand sections reads only some titles, and reaches all sections`() {
    var asked = 0
    let (list, harness) = stage(100_000, rows: 3, showsTitles: true) {
      asked += 1
      return "S\($0.id)"
    }
    #expect(asked <= 512 && harness.titles.count == 17)
    harness.press(at: Point(x: 392, y: 10))
    asked = 0
    harness.move(to: Point(x: 392, y: 299))
    #expect(harness.label?.text == "S99999" && asked <= 2)
    harness.release()
    harness.press(at: Point(x: 370, y: harness.titles[16].bounds.maxY - 1))
    #expect(list.path(at: Point(x: 10, y: 290))?.section ?? 0 > 99_000)
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func `cells end before the titles while these are shown, and nothing else moves`(direction: LayoutDirection) throws {
    let (list, harness) = stage(10, showsTitles: true)
    harness.changeEnvironment { $0.direction = direction }
    harness.settle()
    let titles = harness.titles.map(\.bounds.minX).min() ?? 0
    #expect(titles > 330 && titles < 384)
    #expect(harness.bounds(of: "0 0") == Rect(x: 0, y: 0, width: titles, height: 40))
    list.scroll(to: .item(ElementPath(section: 5, item: 3)), at: .start, animated: false)
    harness.settle()
    // Without an index, and with one for which there is no need, cells have the whole width.
    let indexed = list.snapshot()
    list.apply(List(sections: indexed.sections))
    harness.settle()
    #expect(harness.titles.isEmpty && harness.bounds(of: "5 3") == Rect(x: 0, y: 0, width: 400, height: 40))
    list.apply(indexed)
    harness.settle()
    #expect(harness.bounds(of: "5 3") == Rect(x: 0, y: 0, width: titles, height: 40))
    harness.resize(to: Size(width: 400, height: 5000))
    harness.settle()
    #expect(harness.titles.isEmpty && harness.bounds(of: "5 3")?.width == 400)
  }

  @Test func `titles stay where cells that make room for them become so short that all fit`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 390), motion: .off)
    func show(_ ids: Range<Int>) {
      list.apply(
        List {
          Section(id: 0, data: ids, id: \.self) { Plate(text: "\($0)") }
            .withSectionLayout(.grid(minimumItemWidth: 400, aspectRatio: 1)).withIndexTitle("A")
        }
        .sectionIndex(showsTitles: true))
      harness.settle()
    }
    show(0..<1)
    #expect(harness.titles.count == 1 && harness.bounds(of: "0")?.width ?? 400 < 390)
    let frames = harness.framesMade
    harness.showIfNeeded()
    #expect(harness.framesMade == frames, "the list is at rest")
    show(1..<2)
    #expect(harness.titles.count == 1)
  }

  @Test func `the wheel over the titles scrolls the list`() {
    let (list, harness) = stage(10, showsTitles: true)
    harness.wheel(-1, at: harness.titles[4].bounds.center)
    harness.settle()
    #expect(list.contentOffset.y == 96)
  }

  @Test func `a list that scrolls sideways shows the title above its thumb and no column of titles`() throws {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 120), motion: .off)
    let sections = (0..<20).map { section in
      Section(id: section, data: 0..<10, id: \.self) { Plate(text: "\(section) \($0)") }
        .withSectionLayout(.grid(minimumItemWidth: 80, itemHeight: 60))
    }
    list.apply(
      List(sections: sections)
        .withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal))
        .sectionIndex(showsTitles: true) { "S\($0.id)" })
    harness.settle()
    #expect(harness.titles.isEmpty)
    harness.press(at: Point(x: 10, y: 112))
    #expect(harness.label?.text == "S0")
    harness.move(to: Point(x: 200, y: 112))
    let label = try #require(harness.label)
    #expect(label.text == "S9" || label.text == "S10")
    #expect(label.bounds.maxY < 104 && abs(label.bounds.midX - 200) < 30)
    harness.move(to: Point(x: 399, y: 112))
    #expect(harness.label?.text == "S19" && list.isAtEnd)
    harness.release()
    harness.settle()
    #expect(harness.label == nil)
  }
}
