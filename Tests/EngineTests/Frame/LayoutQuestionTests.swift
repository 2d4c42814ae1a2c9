import Scrollwork
import ScrollworkTesting
import Synchronization
import Testing

/// Section providers that ask the view for its state while the layout is being computed, and get an answer.
@MainActor
struct LayoutQuestionTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private let log = Log()

  /// The answers that providers got.
  private final class Log: Sendable {
    let offsets = Mutex<[Double]>([])
    var count: Int { offsets.withLock { $0.count } }
  }

  init() { harness = ViewHarness(content: list, size: Size(width: 400, height: 300)) }

  /// Asks the view every question, and logs the offset of the first section.
  private static func ask(_ list: CollectionView, _ log: Log) {
    #expect(list.contentOffset.y >= 0 && list.contentSize.height >= 0 && list.itemCount >= 0)
    // A scroll has its new offset at once, but presents it in the next frame.
    #expect(!(list.isAtStart && list.contentOffset.y > 0) && list.unseenCount == 0)
    #expect(list.selectedCount <= 1 && list.focusedItem?.section ?? 0 < 2_000)
    #expect(!list.pageState(at: .end).isLoading && list.selectionMode == .multiple)
    #expect(list.scrollPosition.places.count <= 12 && list.snapshot().sections.count >= 40)
    #expect(list.sectionOffset(holding: ElementPath(section: 0, item: 1)) == list.sectionOffset(0))
    #expect(list.hitTest(Point(x: list.frame.width - 5, y: 50)) != nil && list.focusableChildren.count <= 40)
    if list.itemCount > 0 { #expect(list.cell(at: ElementPath(section: 0, item: 0)).id == ElementID(0)) }
    log.offsets.withLock { $0.append(list.sectionOffset(0)) }
  }

  /// Returns sections of which every third is a nested scroll container.
  private func sections(count: Int = 40, asks: Bool = true, generation: Int = 0) -> List {
    let (list, log) = (list, log)
    return List(
      sections: (0..<count).map { number in
        Section(id: number, data: 0..<10 + generation % 2, id: \.self) { Plate(text: "\(number)/\($0)") }
          .withSectionLayout(
            SectionProvider(key: [number, generation]) { _ in
              if asks { MainActor.assumeIsolated { Self.ask(list, log) } }
              return number.isMultiple(of: 3) ? Part.cards(.continuous) : .list(estimatedRowHeight: 40)
            })
      })
  }

  /// Returns the number of answers that providers log during a change.
  private func questions(_ change: () -> Void) -> Int {
    let before = log.count
    change()
    harness.settle()
    return log.count - before
  }

  @Test func `a provider may ask the view when the program scrolls to a section that was never near`() {
    list.apply(sections(count: 2_000))
    harness.showIfNeeded()
    let before = log.count
    list.scroll(to: .item(ElementPath(section: 1_501, item: 4)), animated: false)
    #expect(log.count > before)
    harness.settle()
    #expect(harness.semantics.contains { $0.text == "1501/4" })
  }

  @Test func `a provider may ask the view when the program scrolls inside a section that was never near`() {
    list.apply(sections(count: 2_000))
    harness.settle()
    #expect(questions { list.scrollSection(1_500, to: 70, animated: false) } > 0)
    #expect(
      questions { list.scrollSection(holding: ElementPath(section: 1_200, item: 1), to: 70, animated: false) } > 0)
  }

  @Test func `a provider may ask the view when the focus moves to a section that was never near`() {
    list.apply(sections(count: 2_000))
    harness.settle()
    list.select(ElementPath(section: 0, item: 0))
    harness.host.focus(list)
    #expect(questions { harness.key(.end) } > 0)
    #expect(list.focusedItem?.section == 1_999)
  }

  @Test func `a provider may ask the view when an update moves the anchor to a section that was never near`() {
    list.apply(sections(count: 2_000))
    harness.settle()
    list.scroll(to: .item(ElementPath(section: 1_000, item: 3)), animated: false)
    harness.settle()
    let visible = harness.semantics.filter { $0.bounds.minY >= 0 && $0.role != .list }.map(\.text)
    let newList = sections(count: 2_000, generation: 2)
    #expect(questions { list.apply(List(sections: Array(newList.sections.reversed()))) } > 0)
    #expect(harness.semantics.contains { visible.contains($0.text) })
  }

  @Test func `an arrangement of the program may ask the view whenever it is asked`() {
    let layout = SectionLayout(
      AskingLayout(list: list), sizes: .uniform(LayoutSize(width: .absolute(100), height: .absolute(40))))
    func sections(_ count: Int) -> [Section] {
      (0..<40).map { number in
        Section(id: number, data: 0..<count, id: \.self) { Plate(text: "\(number)/\($0)") }.withSectionLayout(layout)
      }
    }
    list.apply(List(sections: sections(10)))
    harness.settle()
    list.scroll(to: .item(ElementPath(section: 30, item: 4)), animated: true)
    harness.settle()
    list.select(ElementPath(section: 30, item: 4))
    harness.host.focus(list)
    harness.key(.down)
    list.apply(List(sections: sections(11)))
    harness.settle()
    harness.resize(to: Size(width: 300, height: 300))
    harness.settle()
    #expect(list.focusedItem == ElementPath(section: 30, item: 5))
    #expect(harness.semantics.contains { $0.text == "30/5" })
  }

  /// A layout of items one below the other, which asks the view for its state in each query.
  private struct AskingLayout: CollectionLayout {
    let list: CollectionView

    func arrange(_ items: LayoutItems) -> any LayoutArrangement { Arrangement(list: list, count: items.count) }

    static func == (a: Self, b: Self) -> Bool { a.list === b.list }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(list)) }

    private struct Arrangement: LayoutArrangement {
      let list: CollectionView
      let count: Int

      private func ask() {
        MainActor.assumeIsolated {
          #expect(list.contentOffset.y >= 0 && list.contentSize.height >= 0 && list.sectionOffset(0) == 0)
          #expect(
            list.scrollPosition.places.count <= 20 && list.sectionOffset(holding: ElementPath(section: 0, item: 1)) == 0
          )
          #expect(!(list.isAtStart && list.contentOffset.y > 0) && list.selectedCount <= 1)
          #expect(list.hitTest(Point(x: list.frame.width - 5, y: 50)) != nil && list.focusableChildren.count <= 40)
        }
      }

      var contentSize: Size {
        ask()
        return Size(width: 100, height: Double(count) * 40)
      }

      func frame(of item: Int) -> Rect {
        ask()
        return Rect(x: 0, y: Double(item) * 40, width: 100, height: 40)
      }

      func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
        for item in 0..<count where frame(of: item).intersects(rect) { body(item, frame(of: item)) }
      }
    }
  }

  @Test func `a provider may ask the view in the frame that shows the list, scrolls, resizes or updates it`() {
    #expect(questions { list.apply(sections()) } > 0)
    list.select(ElementPath(section: 0, item: 2))
    list.scrollSection(0, to: 70, animated: false)
    harness.settle()
    #expect(questions { harness.resize(to: Size(width: 380, height: 300)) } > 0)
    #expect(log.offsets.withLock { $0.last } == 70)
    // The narrower view has revealed the focused card.
    let offset = list.sectionOffset(0)
    #expect(questions { list.apply(sections(generation: 1)) } > 0)
    #expect(offset > 70 && log.offsets.withLock { $0.last } == offset)
    #expect(questions { list.apply(sections(generation: 2)) } > 0)
    list.scroll(to: .item(ElementPath(section: 39, item: 4)), animated: true)
    harness.settle()
    #expect(questions { list.apply(sections(generation: 3), updateStrategy: .reloadData) } > 0)
  }

  @Test func `a provider may ask the view while a reload between frames lays the list out`() {
    list.apply(sections(generation: 1))
    harness.settle()
    #expect(questions { list.reloadData() } > 0)
    #expect(list.sectionOffset(0) == 0 && list.itemCount == 440)
  }
}
