import Scrollwork
import ScrollworkTesting

/// A list for nested scrolling, with a row above and rows below a section in two columns.
///
/// The columns are 190 wide and 20 apart. The first has rows. The second has twelve cards of 150 by 80, which scroll
/// horizontally: they are 1,910 wide together, so they scroll by 1,720.
@MainActor
struct InnerScrollStage: ListStage {
  static let onCards = Point(x: 300, y: 80)
  static let columns = SectionLayout.waterfall(columns: 2, spacing: 20, sizes: .estimated(.zero))

  let list = CollectionView()
  let harness: ViewHarness

  init(
    _ behavior: OrthogonalScrolling = .continuous, motion: MotionPolicy = .full,
    size: Size = Size(width: 400, height: 300),
    direction: LayoutDirection = .leftToRight
  ) {
    harness = ViewHarness(content: list, size: size, motion: motion)
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    show([Self.cards(behavior)])
    harness.settle()
  }

  static func cards(_ behavior: OrthogonalScrolling, _ numbers: [Int] = Array(0..<12), id: String = "cards") -> Section
  {
    Section(id: id, data: numbers, id: \.self) { Plate(text: "\(id) \($0)") }
      .withSectionLayout(Part.cards(behavior))
  }

  static func rows(_ id: String, _ count: Int) -> Section { Part(id, count, .list(rowHeight: 40)).section }

  static func page(_ sections: [Section], layout: SectionLayout = columns) -> Section {
    Section(id: "page", layout: layout, sections: sections)
  }

  /// Shows the list with `sections` in the second column.
  func show(
    _ sections: [Section], before: [Section] = [], strategy: UpdateStrategy = .animatedBatchUpdates
  ) {
    let page = Self.page([Self.rows("row", 4)] + sections)
    list.apply(
      List(sections: before + [Self.rows("top", 1), page, Self.rows("more", 40)]), updateStrategy: strategy)
    harness.showIfNeeded()
  }

  func path(of id: String) -> ElementPath? {
    for (section, declared) in list.snapshot().sections.enumerated() {
      for item in 0..<declared.count where list.id(at: .init(section: section, item: item)).description == id {
        return ElementPath(section: section, item: item)
      }
    }
    return nil
  }

  /// Returns the offset of the scroll container that contains a card.
  func offset(of id: String = "cards/0") -> Double? { path(of: id).map { list.sectionOffset(holding: $0) } }

  func scroll(_ id: String = "cards/0", to offset: Double) {
    guard let path = path(of: id) else { return }
    list.scrollSection(holding: path, to: offset, animated: false)
    harness.settle()
  }

  /// Returns the rectangle of the window to which an element is clipped; `nil` if the element is not bound.
  func clip(of text: String) -> Rect? {
    guard let bounds = frame(text) else { return nil }
    return harness.frame.groups.first { $0.frame == bounds }?.clip
  }

  /// Turns the wheel over the cards.
  @discardableResult
  func wheel(x: Double = 0, y: Double = 0, precise: Bool = false, modifiers: Modifiers = []) -> Bool {
    wheel(x: x, y: y, at: Self.onCards, precise: precise, modifiers: modifiers)
  }

  /// Drags horizontally by touch, step by step.
  func touch(from start: Point, by step: Double, steps: Int) {
    harness.touch(.began, at: start)
    for index in 1...steps {
      harness.advance(by: .milliseconds(10), framesPerSecond: 100)
      harness.touch(.moved, at: Point(x: start.x + Double(index) * step, y: start.y))
    }
  }
}
