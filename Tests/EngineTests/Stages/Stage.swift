import Scrollwork
import ScrollworkTesting

/// A collection view of items in a harness of 400 x 300.
@MainActor
final class Stage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  var layout: SectionLayout
  /// The provider of the sections' layouts. If it is set, all sections are subsections of one section.
  var provider: SectionProvider?

  init(
    _ items: some RandomAccessCollection<Item> = [Item](), layout: SectionLayout = .list(rowHeight: 40),
    policy: AnchorPolicy = .item, size: Size = Size(width: 400, height: 300), scale: Double = 1,
    motion: MotionPolicy = .full
  ) {
    self.layout = layout
    harness = ViewHarness(content: list, size: size, scale: scale, motion: motion)
    list.anchorPolicy = policy
    apply(items)
  }

  static func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

  /// Applies one section of items and shows a frame at the current time.
  func apply(
    _ items: some RandomAccessCollection<Item>, strategy: UpdateStrategy = .animatedBatchUpdates,
    reason: UpdateReason = .program
  ) {
    apply(sections: [Array(items)], strategy: strategy, reason: reason)
  }

  func apply(
    sections: [[Item]], strategy: UpdateStrategy = .animatedBatchUpdates, reason: UpdateReason = .program
  ) {
    let (layout, provider) = (self.layout, self.provider)
    let parts = sections.enumerated().map { index, items in
      let section = Section(id: index, data: items) { Plate(text: $0.text, height: $0.height) }
      return provider.map { section.withSectionLayout($0) } ?? section.withSectionLayout(layout)
    }
    list.apply(
      List(sections: provider == nil ? parts : [Section(id: "all", layout: .vertical(), sections: parts)]),
      updateStrategy: strategy, reason: reason)
    harness.showIfNeeded()
  }

  func node(_ id: Int) -> SemanticsNode? { cells.first { $0.number == "\(id)" } }

  /// Returns the presented top edge of an item, as a distance from the top of the viewport.
  func y(_ id: Int) -> Double? { node(id)?.bounds.minY }

  /// Returns the top edge of an item's target frame, as a distance from the top of the viewport.
  func targetY(_ id: Int) -> Double? { node(id)?.target.minY }

  /// Flings the list upwards by touch.
  func fling() {
    harness.touch(.began, at: Point(x: 50, y: 250))
    for step in 1...8 {
      harness.advance(by: .milliseconds(10))
      harness.touch(.moved, at: Point(x: 50, y: 250 - Double(step) * 15))
    }
    harness.touch(.ended, at: Point(x: 50, y: 130))
  }

  /// Scrolls to `offset` without animation.
  func scroll(to offset: Double) {
    list.scroll(to: .offset(offset), animated: false)
    harness.showIfNeeded()
  }

  func click(_ id: Int, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1) {
    guard let node = node(id) else { return }
    harness.click(
      at: Point(x: min(node.target.midX, node.target.minX + 60), y: node.target.midY), button: button,
      modifiers: modifiers, count: count)
  }

  /// Returns the selected positions in a section.
  func selected(_ section: Int = 0) -> [Int] { list.selectedRanges(inSection: section).flatMap { Array($0) } }

  /// The focused position, in the only section.
  var focused: Int? { list.focusedItem?.item }
}
