import Scrollwork
import ScrollworkTesting
import Testing

/// The layout of sections with subsections, in a running view: their own insets, headers, backgrounds and badges.
@MainActor
struct ComposedLayoutTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 200)) }

  /// Returns a section with rows of 40 below a header of 20.
  private func rows(_ id: String, _ count: Int, badge: String? = nil) -> Section {
    Section(id: id, data: Array(0..<count), id: \.self) { Plate(text: "\(id) \($0)", height: 40) }
      .withSectionLayout(
        .vertical().headerPinToVisibleBounds().background("back", insets: Insets(1))
      )
      .withHeader(Plate(text: id, height: 20))
      .withSupplementary("badge", badge.map { Plate(text: $0) })
  }

  /// The layout of a card: subsections in a column, inset, on a background, below a header and above a footer.
  private nonisolated static let card = SectionLayout.vertical(spacing: 10).insets(Insets(8)).background("card")
    .headerPinToVisibleBounds()

  private func page(_ sections: [Section], by layout: SectionLayout = card) -> Section {
    Section(id: "page", layout: layout, sections: sections)
      .withHeader(Plate(text: "page", height: 30)).withFooter(Plate(text: "end", height: 16))
      .withSupplementary("card", Patch(color: 0x111111)).withSupplementary("back", Patch(color: 0x222222))
  }

  private func show(_ sections: Section...) {
    list.apply(List(sections: sections))
    harness.settle()
  }

  private func scroll(to offset: Double) {
    list.scroll(to: .offset(offset), animated: false)
    harness.settle()
  }

  @Test func `a section with subsections has its own insets, spacing, background, header and footer`() {
    show(page([rows("a", 1), rows("b", 1)]))
    #expect(harness.bounds(of: "page") == Rect(x: 8, y: 0, width: 384, height: 30))
    #expect(harness.bounds(of: "a") == Rect(x: 8, y: 38, width: 384, height: 20))
    #expect(harness.bounds(of: "a 0") == Rect(x: 8, y: 58, width: 384, height: 40))
    #expect(harness.bounds(of: "b 0") == Rect(x: 8, y: 128, width: 384, height: 40))
    #expect(harness.bounds(of: "end") == Rect(x: 8, y: 176, width: 384, height: 16))
    #expect(harness.fills(of: 0x111111) == [Rect(x: 0, y: 0, width: 400, height: 192)])
    #expect(
      harness.fills(of: 0x222222) == [
        Rect(x: 9, y: 39, width: 382, height: 58), Rect(x: 9, y: 109, width: 382, height: 58),
      ])
  }

  @Test func `its header is pinned above those of its subsections`() {
    show(page([rows("a", 4), rows("b", 10)]))
    scroll(to: 100)
    #expect(harness.bounds(of: "page")?.minY == 0 && harness.bounds(of: "a")?.minY == 30)
    scroll(to: 195)
    #expect(
      harness.bounds(of: "page")?.minY == 0 && harness.bounds(of: "a")?.minY == 3 && harness.bounds(of: "b")?.minY == 33
    )
    scroll(to: 300)
    #expect(
      harness.bounds(of: "page")?.minY == 0 && harness.bounds(of: "a") == nil && harness.bounds(of: "b")?.minY == 30)
  }

  @Test func `a layout that depends on the width places the same subsections`() {
    let section = page([rows("a", 2), rows("b", 1)]).withSectionLayout { context in
      let columns = context.environment.container.width > 300 ? context.itemCount : 1
      return .verticalGrid(numberOfItemsInRow: columns, itemSpacing: 8, lineSpacing: 4).background("card")
    }
    show(section)
    #expect(harness.bounds(of: "a 1") == Rect(x: 0, y: 90, width: 196, height: 40))
    #expect(harness.bounds(of: "b 0") == Rect(x: 204, y: 50, width: 196, height: 40))
    #expect(harness.fills(of: 0x111111) == [Rect(x: 0, y: 0, width: 400, height: 146)])
    harness.resize(to: Size(width: 300, height: 250))
    harness.settle()
    #expect(harness.bounds(of: "a 1") == Rect(x: 0, y: 90, width: 300, height: 40))
    #expect(harness.bounds(of: "b 0") == Rect(x: 0, y: 154, width: 300, height: 40))
  }

  @Test func `badges of the outer layout belong to the subsections and show their components`() {
    let badge = LayoutSupplementary(
      kind: "badge", size: LayoutSize(width: .absolute(30), height: .absolute(10)),
      containerAnchor: LayoutAnchor([.top, .trailing]))
    let size = LayoutSize(width: .fractionalWidth(1), height: .estimated(44))
    let layout = SectionLayout(
      group: .vertical(size, repeating: LayoutItem(size: size, supplementaries: [badge]), count: 1))
    let inner = Section(id: "inner", layout: Self.card, sections: [rows("b", 1)])
    show(
      page([rows("a", 1, badge: "new"), inner, rows("c", 1)], by: layout).withSupplementary("badge", Plate(text: "old"))
    )
    #expect(harness.bounds(of: "new") == Rect(x: 370, y: 30, width: 30, height: 10))
    #expect(harness.semantics.filter { $0.text == "old" }.map(\.bounds.minY) == [90, 166])
    // The badge moves with its section.
    list.apply(List(sections: [page([rows("c", 1), rows("a", 1, badge: "new")], by: layout)]))
    harness.advance(by: .milliseconds(48))
    let y = harness.bounds(of: "new")?.minY ?? .nan
    #expect(y > 30 && y < 90)
    harness.settle()
    #expect(harness.bounds(of: "new")?.minY == 90)
  }

  @Test func `subsections with layout providers lie in sections with layout providers`() {
    let inner = Section(id: "inner", sections: [rows("b", 1), rows("c", 1)])
      .withSectionLayout { _ in Self.card }
    harness.resize(to: Size(width: 400, height: 400))
    show(page([rows("a", 1), inner, rows("d", 1)]).withSectionLayout { _ in Self.card })
    #expect(harness.bounds(of: "b 0") == Rect(x: 16, y: 136, width: 368, height: 40))
    #expect(harness.bounds(of: "c 0")?.minY == 206)
    #expect(harness.fills(of: 0x222222).count == 4 && harness.fills(of: 0x111111).count == 2)
  }

  @Test func `the anchor stays in place when another layout places the subsections`() throws {
    show(page([rows("a", 20), rows("b", 20)]))
    scroll(to: 500)
    let cell = try #require(harness.semantics.first { $0.role == .cell && $0.bounds.minY >= 60 })
    list.apply(
      List(sections: [page([rows("a", 20), rows("b", 20)], by: .vertical(spacing: 40).insets(Insets(top: 70)))]))
    harness.showIfNeeded()
    #expect(abs((harness.semantics.first { $0.text == cell.text }?.target.minY ?? .nan) - cell.bounds.minY) <= 0.5)
    harness.settle()
    #expect(harness.semantics.contains { $0.text == cell.text })
  }

  @Test func `in a horizontal list subsections of estimated width follow one another`() {
    let column = LayoutSize(width: .estimated(100), height: .fractionalHeight(1))
    let layout = SectionLayout(group: .horizontal(column, once: [LayoutItem(size: column)]))
    let cards = ["a", "b"].map { id in
      Section(id: id, data: Array(0..<4), id: \.self) { Plate(text: "\(id) \($0)") }
        .withSectionLayout(
          SectionLayout(
            group: .horizontal(
              LayoutSize(width: .absolute(150), height: .fractionalHeight(1)), once: [LayoutItem(size: .full)])))
    }
    list.apply(
      List(sections: [Section(id: "page", layout: layout, sections: cards)])
        .withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
    harness.settle()
    list.scroll(to: .offset(450), animated: false)
    harness.settle()
    let cells = harness.cells
    #expect(cells.map(\.text) == ["a 3", "b 0", "b 1"])
    #expect(cells.map(\.bounds.minX) == [0, 150, 300])
  }
}
