import Scrollwork
import ScrollworkTesting
import Testing

/// Subsections pinned by the outer layout, and thousands of subsections in one section, in the running view.
@MainActor
struct ManyInnerSectionsTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  private func rows(_ id: Int, _ count: Int) -> Section {
    Section(id: "\(id)", data: Array(0..<count), id: \.self) {
      Plate(text: "\(id) \($0)", height: Double(20 + (id + $0) % 3 * 15))
    }
  }

  private func frame(_ text: String) -> Rect? { harness.semantics.first { $0.text == text }?.target }

  @Test func `a subsection pinned by name stays at the top, and the focused cell is revealed below it`() {
    let title = Section(id: "title", data: ["title"], id: \.self) { Plate(text: $0, height: 40) }
    list.apply(
      List(sections: [
        Section(id: "page", layout: FlowLayout().sticky(identifiers: ["title"]), sections: [title, rows(0, 60)])
      ]))
    harness.settle()
    #expect(frame("title") == Rect(x: 0, y: 0, width: 400, height: 40))
    list.scroll(to: .offset(500), animated: false)
    harness.settle()
    #expect(frame("title") == Rect(x: 0, y: 0, width: 400, height: 40))
    // A click there hits the pinned cell and not the row below it.
    let hidden = harness.semantics.filter { $0.target.minY < 40 && $0.text != "title" }
    #expect(!hidden.isEmpty)
    list.scroll(to: .item(ComposedID(section: "0", item: 3)), at: .nearest, animated: false)
    harness.settle()
    #expect(frame("0 3")?.minY == 40)
  }

  @Test func `an item among thousands of subsections is reached exactly`() throws {
    let sections = (0..<3_000).map { id in
      rows(id, 3).withSectionLayout { context in
        .vertical(spacing: Double(context.section % 7))
      }
    }
    list.apply(List(sections: [Section(id: "page", layout: .vertical(), sections: sections)]))
    harness.settle()
    for (section, item) in [(1_700, 1), (2_999, 2), (40, 0), (2_300, 0)] {
      list.scroll(to: .item(ComposedID(section: "\(section)", item: item)), at: .start, animated: false)
      harness.settle()
      let place = try #require(frame("\(section) \(item)"))
      #expect(section == 2_999 ? place.maxY == 300 : place.minY == 0, "\(section) at \(place)")
    }
    // Resolving further extents meanwhile moves nothing visible.
    let first = try #require(harness.semantics.first { $0.target.minY >= 0 && $0.text.contains(" ") })
    harness.advance(by: .seconds(1))
    #expect(frame(first.text)?.minY == first.target.minY)
  }

  @Test(arguments: [false, true])
  func `the last of many rows is reached though its section's extent was underestimated`(isShown: Bool) throws {
    let sections = (0..<1_000).map { id in
      rows(id, id == 700 ? 30 : 1).withSectionLayout { _ in .vertical() }
    }
    list.apply(List(sections: [Section(id: "page", layout: .vertical(), sections: sections)]))
    if isShown { harness.show() }
    list.scroll(to: .item(ComposedID(section: "700", item: 29)), at: .start, animated: false)
    harness.show()
    #expect(try #require(frame("700 29")).minY == 0)
    harness.settle()
    #expect(try #require(frame("700 29")).minY == 0)
  }
}
