import Scrollwork
import ScrollworkTesting
import Testing

/// Tests of sections that have data but get no frames from the layout.
@MainActor
struct PlacelessTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  /// Shows eight sections, each with 20 rows of 40 below a header of 30. Sections for which `empty` holds get no
  /// layout.
  private func show(key: Int = 0, empty: @escaping @Sendable (_ section: Int, _ width: Double) -> Bool) {
    let sections = (0..<8).map { number in
      Section(id: number, data: Array(0..<20), id: \.self) { Plate(text: "\(number)/\($0)") }
        .withHeader(Plate(text: "header \(number)", height: 30))
        .withSectionLayout(
          SectionProvider(key: key) { context in
            empty(context.section, context.environment.container.width)
              ? nil : .list(rowHeight: 40).headerPinToVisibleBounds()
          })
    }
    list.apply(List(sections: sections))
    harness.showIfNeeded()
  }

  private func goTo(_ section: Int, _ item: Int, _ alignment: ScrollAlignment = .start, animated: Bool = false) {
    list.scroll(to: .item(ElementPath(section: section, item: item)), at: alignment, animated: animated)
    harness.settle()
  }

  private var visibleTexts: [String] {
    harness.semantics.filter { $0.role == .cell && $0.bounds.intersects(Rect(x: 0, y: 0, width: 400, height: 300)) }
      .map(\.text)
  }

  private var focused: String? { list.focusedItem.map { "\($0.section)/\($0.item)" } }

  @Test func `the anchor returns to its place after a width in which it has none`() {
    show { section, width in section == 4 && width > 300 }
    harness.resize(to: Size(width: 250, height: 300))
    goTo(4, 10)
    #expect(visibleTexts.contains("4/10"))
    harness.resize(to: Size(width: 400, height: 300))
    harness.settle()
    #expect(!visibleTexts.isEmpty && visibleTexts.allSatisfy { !$0.hasPrefix("4/") })
    harness.resize(to: Size(width: 250, height: 300))
    harness.settle()
    #expect(visibleTexts.contains("4/10"))
  }

  @Test func `an update may leave the visible items without frames, also in flight`() {
    show { _, _ in false }
    goTo(4, 10)
    show(key: 1) { section, _ in section == 4 }
    harness.settle()
    #expect(!visibleTexts.isEmpty && visibleTexts.allSatisfy { !$0.hasPrefix("4/") })
    harness.wheel(-10, at: Point(x: 50, y: 50))
    harness.advance(by: .milliseconds(50))
    show(key: 2) { section, _ in section > 4 }
    harness.advance(by: .milliseconds(20))
    harness.click(at: Point(x: 40, y: 100))
    show(key: 3) { section, _ in section < 7 }
    harness.settle()
    #expect(visibleTexts.contains("7/0"))
  }

  @Test func `scrolling to a cell without a frame reaches its section`() {
    show { section, _ in section == 4 }
    for alignment in [ScrollAlignment.start, .center, .end, .nearest] {
      for animated in [false, true] {
        goTo(0, 0)
        goTo(4, 10, alignment, animated: animated)
        // The missing cell lies between header 4 and header 5. `next` is where header 5 is expected.
        let next = alignment == .start ? 0.0 : alignment == .center ? 150 : 300
        #expect(harness.bounds(of: alignment == .start ? "header 5" : "header 4") != nil, "\(alignment)")
        #expect(harness.bounds(of: "header 5").map { $0.minY == next } ?? (next == 300), "\(alignment)")
      }
    }
    show(key: 1) { _, _ in false }
    goTo(4, 10)
    let position = list.scrollPosition
    show(key: 2) { section, _ in section == 4 }
    list.restore(position)
    harness.settle()
    #expect(!visibleTexts.isEmpty)
    let inner = Section(id: "page", sections: [Part("a", 9, .list(rowHeight: 40)).section]).withSectionLayout { _ in nil
    }
    list.apply(List(sections: [Part("top", 20, .list(rowHeight: 40)).section, inner]))
    goTo(1, 3, .nearest)
    #expect(visibleTexts.contains("top 19"))
  }

  @Test func `the keys skip cells without a frame`() {
    show { section, _ in section == 0 || section == 4 || section == 7 }
    harness.key(.tab)
    harness.key(.home)
    #expect(focused == "1/0")
    harness.key(.end)
    #expect(focused == "6/19")
    harness.settle()
    harness.key(.pageUp)
    harness.settle()
    harness.key(.end)
    harness.settle()
    #expect(visibleTexts.contains("6/19"))
    goTo(3, 19)
    list.select(ElementPath(section: 3, item: 19))
    harness.key(.down)
    #expect(focused == "5/0")
    harness.key(.up)
    #expect(focused == "3/19")
  }

  @Test func `in a layout without frames no key moves the focus`() {
    show { _, _ in true }
    harness.settle()
    for key in [Key.tab, .down, .up, .home, .end, .pageUp, .pageDown, .left, .right] { harness.key(key) }
    harness.key("A", modifiers: .control)
    harness.click(at: Point(x: 30, y: 30))
    harness.wheel(-3, at: Point(x: 50, y: 50))
    list.scroll(to: .end)
    harness.settle()
    #expect(list.focusedItem == nil && harness.bounds(of: "header 0") != nil)
  }

  @Test func `the focus of a cell that lost its frame moves to one that has a frame`() {
    show { section, width in section == 1 && width > 300 }
    harness.resize(to: Size(width: 250, height: 300))
    goTo(1, 3)
    harness.click(at: Point(x: 30, y: 60))
    #expect(focused?.hasPrefix("1/") == true)
    goTo(6, 3)
    harness.resize(to: Size(width: 400, height: 300))
    harness.settle()
    harness.key(.down)
    harness.settle()
    #expect(focused == "2/0" && visibleTexts.contains("2/0"))
  }

  @Test func `layouts without room for any cell are skipped as well`() {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(100))
    let layouts: [SectionLayout] = [
      SectionLayout(group: .custom(size, LayoutCustomArrangement(key: 0) { _ in [] })),
      .table(columns: [], rowHeight: .absolute(20)), SectionLayout(group: .horizontal(size, once: [])),
      SectionLayout(group: .horizontal(size, equally: LayoutItem(size: .full), count: 0)),
    ]
    for layout in layouts {
      list.apply(
        List(sections: [
          Part("a", 20, .list(rowHeight: 40)).section, Part("b", 20, layout, header: "B").section,
        ]))
      harness.settle()
      harness.key(.end)
      harness.settle()
      goTo(1, 3, .center)
      harness.key(.pageUp)
      harness.key(.home)
      harness.settle()
      #expect(focused == "0/0")
    }
  }
}
