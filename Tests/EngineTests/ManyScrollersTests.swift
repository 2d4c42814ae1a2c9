import Scrollwork
import ScrollworkTesting
import Testing

/// Lists with more different nested scroll containers than one update resolves.
@MainActor
struct ManyScrollersTests {
  /// The ways in which the sections are declared.
  enum Kind: CaseIterable {
    /// Each section has a layout of its own.
    case plain
    /// Each section has a layout provider.
    case provided
    /// Each section has subsections, the second of which scrolls.
    case composed
  }

  private let list = CollectionView()
  private let harness: ViewHarness

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  /// Returns a layout with pages side by side, as wide as the list, and with a different height in each section.
  private nonisolated static func pages(_ number: Int) -> SectionLayout {
    let page = LayoutSize(width: .fractionalWidth(1), height: .absolute(60 + Double(number) / 4))
    return SectionLayout(group: .horizontal(page, once: [LayoutItem(size: .full)])).orthogonalScrolling(.paging)
  }

  private func section(_ number: Int, _ kind: Kind) -> Section {
    let cards = Section(id: number, data: Array(0..<6), id: \.self) { Plate(text: "\(number) \($0)") }
    switch kind {
    case .plain:
      return cards.withSectionLayout(Self.pages(number)).withHeader(Plate(text: "head \(number)", height: 20))
    case .provided:
      return cards.withSectionLayout { _ in Self.pages(number) }
        .withHeader(Plate(text: "head \(number)", height: 20))
    case .composed:
      let head = Section(id: "head", data: [0], id: \.self) { _ in Plate(text: "head \(number)", height: 20) }
        .withSectionLayout(.list(rowHeight: 20))
      return Section(id: number, sections: [head, cards.withSectionLayout(Self.pages(number))])
    }
  }

  private func apply(_ numbers: [Int], _ kind: Kind, strategy: UpdateStrategy = .animatedBatchUpdates) {
    list.apply(List(sections: numbers.map { section($0, kind) }), updateStrategy: strategy)
    harness.showIfNeeded()
  }

  private func path(_ section: Int, _ kind: Kind, _ card: Int = 0) -> ElementPath {
    ElementPath(section: section, item: kind == .composed ? card + 1 : card)
  }

  /// Shows a hundred sections of a kind, scrolled to section 90.
  private func begin(_ kind: Kind) {
    apply(Array(0..<100), kind)
    harness.settle()
    list.scroll(to: .item(path(90, kind)), at: .start, animated: false)
    harness.settle()
  }

  @Test(arguments: Kind.allCases)
  func `the current page stays at another width`(kind: Kind) {
    begin(kind)
    list.scrollSection(holding: path(90, kind), to: 800, animated: false)
    harness.settle()
    #expect(harness.bounds(of: "90 2")?.minX == 0 && harness.bounds(of: "91 0")?.minX == 0)
    harness.resize(to: Size(width: 300, height: 300))
    harness.settle()
    #expect(harness.bounds(of: "90 2").map { $0.minX == 0 && $0.width == 300 } == true)
    #expect(list.sectionOffset(holding: path(90, kind)) == 600)
  }

  @Test(arguments: Kind.allCases)
  func `an animated scroll continues while the window's height changes`(kind: Kind) {
    begin(kind)
    list.scrollSection(holding: path(90, kind), to: 400)
    harness.advance(by: .milliseconds(50))
    let before = list.sectionOffset(holding: path(90, kind))
    #expect(before > 0 && before < 200)
    harness.resize(to: Size(width: 400, height: 290))
    harness.advance(by: .milliseconds(17))
    #expect(list.sectionOffset(holding: path(90, kind)) > before)
    harness.settle()
    #expect(list.sectionOffset(holding: path(90, kind)) == 400 && harness.bounds(of: "90 1")?.minX == 0)
  }

  @Test(arguments: Kind.allCases)
  func `an animated scroll continues through an update, and a header keeps its identity`(kind: Kind) {
    begin(kind)
    list.scrollSection(holding: path(90, kind), to: 400)
    harness.advance(by: .milliseconds(50))
    let before = list.sectionOffset(holding: path(90, kind))
    #expect(before > 0 && before < 200)
    apply([1_000] + Array(0..<100), kind)
    harness.advance(by: .milliseconds(17))
    #expect(list.sectionOffset(holding: path(91, kind)) > before)
    let heads = harness.semantics.filter { $0.text == "head 91" }
    #expect(heads.count == 1 && heads.first?.alpha == 1)
    harness.settle()
    #expect(list.sectionOffset(holding: path(91, kind)) == 400 && harness.bounds(of: "90 1")?.minX == 0)
  }

  @Test(arguments: Kind.allCases)
  func `an animated scroll continues in a list with another layout`(kind: Kind) {
    begin(kind)
    list.scrollSection(holding: path(90, kind), to: 400)
    harness.advance(by: .milliseconds(50))
    let before = list.sectionOffset(holding: path(90, kind))
    let sections = (0..<100).map { section($0, kind) }
    list.apply(
      List(sections: sections).withLayoutConfiguration(LayoutConfiguration(interSectionSpacing: 5)))
    harness.showIfNeeded()
    #expect(list.sectionOffset(holding: path(90, kind)) >= before)
    harness.settle()
    #expect(list.sectionOffset(holding: path(90, kind)) == 400)
  }

  @Test(arguments: Kind.allCases)
  func `an unprepared section can be scrolled and reports its offset`(kind: Kind) {
    apply(Array(0..<100), kind)
    list.scrollSection(holding: path(90, kind), to: 810, animated: false)
    harness.settle()
    #expect(list.sectionOffset(holding: path(90, kind)) == 800)
    apply([1_000] + Array(0..<100), kind)
    harness.settle()
    #expect(list.sectionOffset(holding: path(91, kind)) == 800)
    if kind != .composed { #expect(list.sectionOffset(91) == 800) }
    list.scroll(to: .item(path(91, kind)), at: .start, animated: false)
    harness.settle()
    #expect(harness.bounds(of: "90 0")?.minX == 0)
  }

  @Test(arguments: Kind.allCases, [true, false])
  func `a card far along the cross axis in an unprepared section is revealed`(kind: Kind, animated: Bool) {
    apply(Array(0..<100), kind)
    harness.settle()
    list.scroll(to: .item(path(90, kind, 4)), at: .start, animated: animated)
    harness.settle()
    #expect(harness.bounds(of: "90 4")?.minX == 0 && list.sectionOffset(holding: path(90, kind)) == 1_600)
  }
}
