import Scrollwork
import ScrollworkTesting
import Testing

private struct Press: Component {
  func renderContent() -> Button { Button("Press") }
  func render(in content: Button) {}
}

/// Headers and footers of subsections are cells for the layout but cannot be selected or focused.
@MainActor
struct InnerHeaderTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
    show(Self.groups)
    harness.settle()
  }

  private static func rows(_ id: String, _ numbers: Range<Int>) -> Section {
    Section(id: id, data: Array(numbers), id: \.self) { Plate(text: "\(id) \($0)") }
      .withSectionLayout(.list(rowHeight: 40))
      .withHeader(Plate(text: "\(id) header", height: 30)).withFooter(Plate(text: "\(id) footer", height: 20))
  }

  /// Subsections with 3, 0 and 2 rows, and one with 2 rows a level deeper. Those with rows have a header and a footer.
  private static let groups = [
    rows("a", 0..<3), rows("empty", 0..<0), rows("b", 0..<2),
    Section(id: "deep", sections: [rows("c", 0..<2)]).withHeader(Plate(text: "deep header", height: 30)),
  ]

  private func show(_ sections: [Section]) {
    list.apply(List(sections: [Section(id: "page", sections: sections)]))
    harness.showIfNeeded()
  }

  private var focused: String? { list.focusedItem.map { list.id(at: $0).description } }

  private var selected: [String] {
    list.selectedRanges(inSection: 0).flatMap { range in
      range.map { list.id(at: ElementPath(section: 0, item: $0)).description }
    }
  }

  private func path(of id: String) throws -> ElementPath {
    let count = list.snapshot().sections[0].count
    return try #require(
      (0..<count).map { ElementPath(section: 0, item: $0) }.first { list.id(at: $0).description == id })
  }

  private func click(_ text: String, _ modifiers: Modifiers = []) throws {
    let bounds = try #require(harness.bounds(of: text))
    harness.click(at: bounds.center, modifiers: modifiers)
  }

  private static let all = ["a/0", "a/1", "a/2", "b/0", "b/1", "deep/c/0", "deep/c/1"]

  @Test func `keys move from row to row and skip headers and footers`() {
    harness.key(.home)
    var visited = [focused]
    for _ in 1..<Self.all.count {
      harness.key(.down)
      visited.append(focused)
    }
    #expect(visited == Self.all)
    harness.key(.down)
    #expect(focused == Self.all.last)
    for id in Self.all.dropLast().reversed() {
      harness.key(.up)
      #expect(focused == id)
    }
    harness.key(.up)
    #expect(focused == "a/0")
    harness.key(.end)
    #expect(focused == Self.all.last)
    harness.key(.pageUp)
    harness.settle()
    #expect(focused.map(Self.all.contains) == true && focused != Self.all.last)
    harness.key(.pageUp, count: 4)
    #expect(focused == "a/0")
    harness.key(.pageDown, count: 9)
    #expect(focused == Self.all.last)
  }

  @Test func `in a grid Right and Left continue in the next and previous section`() {
    show(
      ["a", "b"].map {
        Self.rows($0, 0..<3).withSectionLayout(.grid(minimumItemWidth: 100, itemHeight: 40, spacing: 0))
      })
    harness.settle()
    harness.key(.home)
    harness.key(.right, count: 3)
    #expect(focused == "b/0")
    harness.key(.left)
    #expect(focused == "a/2")
    harness.key(.down)
    #expect(focused == "b/2")
    harness.key(.up)
    #expect(focused == "a/2")
  }

  @Test func `a click on a header clears the selection, as beside the rows`() throws {
    try click("a 1")
    #expect(selected == ["a/1"])
    try click("a header")
    #expect(selected.isEmpty && focused == "a/1")
    try click("a 1")
    try click("a header", .control)
    try click("a footer", .shift)
    #expect(focused == "a/1")
    harness.touch(.began, at: Point(x: 50, y: 10))
    harness.touch(.ended, at: Point(x: 50, y: 10))
    #expect(focused == "a/1")
    harness.move(to: Point(x: 50, y: 10))
    #expect(list.path(at: Point(x: 50, y: 10)) == nil)
  }

  @Test func `select all and a range contain rows alone`() throws {
    harness.key("A", modifiers: .control)
    #expect(selected == Self.all && list.selectedCount == Self.all.count)
    try click("a 1")
    harness.key(.down, modifiers: .shift, count: 3)
    #expect(selected == ["a/1", "a/2", "b/0", "b/1"])
    list.select(try path(of: "b/header"))
    #expect(selected == ["a/1", "a/2", "b/0", "b/1"] && focused == "b/1")
    show(Self.groups)
    list.select(try path(of: "b/header"))
    harness.settle()
    #expect(selected == ["a/1", "a/2", "b/0", "b/1"] && focused == "b/1")
  }

  @Test func `Tab reaches the first visible row`() {
    harness.host.focus(nil)
    harness.key(.tab)
    #expect(focused == "a/0")
  }

  @Test func `Tab reaches a control in a header though no row of its section has the focus`() throws {
    show([Self.rows("a", 0..<3).withHeader(Press())])
    harness.settle()
    try click("a 1")
    harness.key(.tab)
    #expect(harness.host.focusedView is Button)
  }

  @Test(arguments: [true, false])
  func `the focus ring of a control in a header is drawn above the rows, in a subsection too`(isInner: Bool) throws {
    let rows = Self.rows("a", 0..<3).withHeader(Press())
    list.apply(List(sections: isInner ? [Section(id: "page", sections: [rows])] : [rows]))
    harness.settle()
    harness.host.focus(list)
    harness.key(.tab)
    harness.settle()
    let button = try #require(harness.host.focusedView as? Button)
    let bounds = button.convertToRoot(button.bounds)
    let picture = try Picture(of: harness.frame)
    // The focus ring is 2 wide, at a distance of 2 from the button.
    #expect(picture[Int(bounds.midX), Int(bounds.maxY) + 2] == Theme.light.colors.focus)
    #expect(picture[Int(bounds.midX), Int(bounds.maxY) + 3] == Theme.light.colors.focus)
  }

  @Test func `the focus of a deleted row moves to a row`() throws {
    try click("a 2")
    show([Self.rows("a", 0..<2), Self.rows("b", 0..<2)])
    harness.settle()
    #expect(focused == "b/0")
    show([Self.rows("a", 0..<2), Self.rows("empty", 0..<0)])
    harness.settle()
    #expect(focused == "a/1")
    show([Self.rows("empty", 0..<0)])
    harness.settle()
    #expect(focused == nil)
  }

  @Test func `semantics nodes of headers and footers have their roles, and rows count within their section`() throws {
    func node(_ text: String) throws -> SemanticsNode { try #require(harness.semantics.first { $0.text == text }) }
    #expect(try node("a header").role == .header && node("a footer").role == .footer)
    let row = try node("a 2")
    #expect(row.role == .cell && row.position == 2 && row.setSize == 3)
    #expect(harness.semantics.first { $0.role == .list }?.setSize == Self.all.count)
  }

  @Test func `rows inserted between a pinned footer and the anchor do not move the anchor`() throws {
    func show(_ numbers: Range<Int>) {
      let more = Section(id: "more", data: Array(numbers), id: \.self) { Plate(text: "more \($0)") }
        .withSectionLayout(.list(rowHeight: 40))
      self.show([Self.rows("a", 0..<10), more])
      harness.settle()
    }
    show(0..<20)
    list.scroll(to: .offset(430), animated: false)
    harness.settle()
    #expect(harness.bounds(of: "a footer")?.minY == 0)
    #expect(harness.bounds(of: "more 0")?.minY == 20)
    show(-3..<20)
    #expect(harness.bounds(of: "more 0")?.minY == 20)
  }
}
