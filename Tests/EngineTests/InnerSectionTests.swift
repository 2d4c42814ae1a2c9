import Scrollwork
import ScrollworkTesting
import Testing

/// Supplementaries of subsections in a running view: badges, backgrounds, pinned headers.
@MainActor
struct InnerSectionTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 200)) }

  /// Rows of 40 with a badge of 20 x 10 over the top trailing corner, on a background, below a header.
  private static let dressed: SectionLayout = {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(40))
    let badge = LayoutSupplementary(
      kind: "badge", size: LayoutSize(width: .absolute(20), height: .absolute(10)),
      containerAnchor: LayoutAnchor([.top, .trailing]))
    let row = LayoutItem(size: size, supplementaries: [badge])
    return SectionLayout(group: .vertical(size, repeating: row, count: 1)).background("back", insets: Insets(2))
      .headerPinToVisibleBounds()
  }()

  private func rows(_ id: String, _ count: Int, back: UInt32? = nil, badge: String? = nil) -> Section {
    Section(id: id, data: Array(0..<count), id: \.self) { number in
      Plate(text: "\(id) \(number)", height: 40)
        .withSupplementary("badge", number == 0 ? Plate(text: "own \(id)") : nil)
    }
    .withSectionLayout(Self.dressed).withHeader(Plate(text: id, height: 20))
    .withSupplementary("back", back.map { Patch(color: $0) })
    .withSupplementary("badge", badge.map { Plate(text: $0) })
  }

  private func page(_ sections: [Section]) -> List {
    List(sections: [
      Section(id: "page", layout: RowLayout().transposed(), sections: sections)
        .withSupplementary("back", Patch(color: 0x111111))
    ])
  }

  private func show(_ sections: [Section]) {
    list.apply(page(sections))
    harness.showIfNeeded()
  }

  @Test func `badges of subsections show the component of their cell, else of their section`() {
    show([rows("a", 2, badge: "more"), rows("b", 2)])
    harness.settle()
    #expect(harness.bounds(of: "own a") == Rect(x: 380, y: 20, width: 20, height: 10))
    #expect(harness.bounds(of: "more") == Rect(x: 380, y: 60, width: 20, height: 10))
    #expect(harness.bounds(of: "own b") == Rect(x: 380, y: 120, width: 20, height: 10))
    #expect(harness.semantics.count { $0.text == "more" } == 1)
  }

  @Test func `each subsection has its background, and its header is pinned`() {
    show([rows("a", 3, back: 0xAA0000), rows("b", 20)])
    harness.settle()
    #expect(harness.fills(of: 0xAA0000) == [Rect(x: 2, y: 2, width: 396, height: 136)])
    #expect(harness.fills(of: 0x111111) == [Rect(x: 2, y: 142, width: 396, height: 816)])
    list.scroll(to: .offset(100), animated: false)
    harness.settle()
    #expect(harness.fills(of: 0xAA0000) == [Rect(x: 2, y: -98, width: 396, height: 136)])
    #expect(harness.bounds(of: "a") == Rect(x: 0, y: 0, width: 400, height: 20))
    list.scroll(to: .offset(130), animated: false)
    harness.settle()
    #expect(harness.bounds(of: "a")?.minY == -10 && harness.bounds(of: "b")?.minY == 10)
    list.scroll(to: .offset(400), animated: false)
    harness.settle()
    #expect(harness.bounds(of: "a") == nil && harness.bounds(of: "b") == Rect(x: 0, y: 0, width: 400, height: 20))
  }

  @Test func `rows inserted between a pinned header and the anchor move nothing`() throws {
    func page(_ numbers: [Int]) -> List {
      let rows = Section(id: "a", data: numbers, id: \.self) { Plate(text: "a \($0)", height: 40) }
        .withSectionLayout(.vertical().headerPinToVisibleBounds()).withHeader(Plate(text: "a", height: 20))
      return List(sections: [Section(id: "page", sections: [rows])])
    }
    list.apply(page(Array(0..<30)))
    list.scroll(to: .offset(500), animated: false)
    harness.settle()
    let before = try #require(harness.bounds(of: "a 13"))
    #expect(harness.bounds(of: "a")?.minY == 0)
    list.apply(page([100, 101] + Array(0..<30)))
    harness.settle()
    #expect(harness.bounds(of: "a")?.minY == 0 && harness.bounds(of: "a 13") == before)
  }

  @Test func `an exiting header goes below the headers of the sections around it`() throws {
    let pinned = SectionLayout.vertical().headerPinToVisibleBounds()
    let deep = Section(id: "deep", layout: pinned, sections: [rows("a", 3), rows("b", 20)])
      .withHeader(Plate(text: "deep", height: 20))
    list.apply(
      List(sections: [
        Section(id: "page", layout: pinned, sections: [deep]).withHeader(Plate(text: "page", height: 30))
      ]))
    harness.showIfNeeded()
    list.scroll(to: .offset(132), animated: false)
    harness.settle()
    // Rows end 8 below the headers of their sections.
    #expect(harness.bounds(of: "page")?.minY == 0 && harness.bounds(of: "deep")?.minY == 30)
    #expect(harness.bounds(of: "a") == Rect(x: 0, y: 38, width: 400, height: 20))
    func level(_ text: String) throws -> Int {
      let bounds = try #require(harness.bounds(of: text))
      return try #require(harness.frame.groups.lastIndex { $0.frame == bounds })
    }
    #expect(try level("a") < level("deep") && level("deep") < level("page"))
    list.scroll(to: .offset(138), animated: false)
    harness.settle()
    #expect(harness.bounds(of: "a")?.minY == 32)
    #expect(try level("a") < level("deep") && level("deep") < level("page"))
  }

  @Test func `a background moves with its subsection`() throws {
    show([rows("a", 1, back: 0xAA0000), rows("b", 1, back: 0xBB0000)])
    harness.settle()
    #expect(harness.fills(of: 0xBB0000) == [Rect(x: 2, y: 62, width: 396, height: 56)])
    show([rows("b", 1, back: 0xBB0000), rows("c", 1, back: 0xCC0000), rows("a", 1, back: 0xAA0000)])
    harness.advance(by: .milliseconds(48))
    let (a, b) = (try #require(harness.fills(of: 0xAA0000).first), try #require(harness.fills(of: 0xBB0000).first))
    #expect(a.minY > 2 && a.minY < 122 && b.minY > 2 && b.minY < 62)
    harness.settle()
    #expect(harness.fills(of: 0xAA0000).map(\.minY) == [122] && harness.fills(of: 0xBB0000).map(\.minY) == [2])
    #expect(harness.fills(of: 0xCC0000).map(\.minY) == [62])
    show([rows("a", 1, back: 0xAA0000)])
    harness.settle()
    #expect(
      harness.fills(of: 0xAA0000).map(\.minY) == [2] && harness.fills(of: 0xBB0000).isEmpty
        && harness.fills(of: 0xCC0000).isEmpty)
  }

  @Test func `deeper subsections have backgrounds too, and their own section's highlight`() {
    let inner = Section(
      id: "inner", layout: RowLayout().transposed(), sections: [rows("b", 1, back: 0xBB0000), rows("c", 1)]
    ).withSupplementary("back", Patch(color: 0x222222))
    show([rows("a", 1), inner])
    harness.settle()
    #expect(harness.fills(of: 0xBB0000).map(\.minY) == [62] && harness.fills(of: 0x222222).map(\.minY) == [122])
    #expect(harness.bounds(of: "own c")?.minY == 140)
    let composed = Section(
      id: 0, layout: RowLayout().transposed(), sections: [rows("a", 1).withHighlight(.tile), rows("b", 1)])
    #expect((0..<4).map { composed.highlight(of: $0) } == [.none, .tile, .none, .line])
  }
}
