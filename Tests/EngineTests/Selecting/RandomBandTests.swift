import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private func randomLayout(_ generator: inout SeededGenerator) -> SectionLayout {
  switch generator.below(8) {
  case 0: .list(rowHeight: 40).insets(Insets(trailing: 80))
  case 1: .vertical(spacing: 5).insets(Insets(top: 6, leading: 20, bottom: 10, trailing: 60))
  case 2: .grid(minimumItemWidth: 75, itemHeight: 44, spacing: 12, insets: Insets(16))
  case 3: .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 14, lineSpacing: 9).insets(Insets(trailing: 50))
  case 4: .waterfall(columns: 4, spacing: 10, sizes: .estimated(Size(width: 80, height: 40)), insets: Insets(12))
  case 5:
    .flow(
      sizes: .uniform(LayoutSize(width: .absolute(60), height: .absolute(30))), lineSpacing: 6, interitemSpacing: 15)
  case 6: Part.cards(.none).insets(Insets(horizontal: 10, vertical: 10))
  default: .list(estimatedRowHeight: 33).interGroupSpacing(4).insets(Insets(trailing: 120))
  }
}

@MainActor
@Test(arguments: seeds(rounds))
func `a band selects the items whose target frames it touches, whatever happens meanwhile`(seed: Int) {
  var generator = SeededGenerator(seed: seed)
  var id = 0
  func items(_ count: Int) -> [Item] {
    (0..<count).map { _ in
      id += 1
      return Item(id, height: Double(20 + id * 37 % 50))
    }
  }
  let stage = BandStage(
    (0..<generator.below(4) + 1).map { _ in items(generator.below(40)) }, layout: randomLayout(&generator),
    scale: generator.pick([1, 1.25, 2]))
  for _ in 0..<4 {
    let before = Set(stage.selected)
    // Left of the scroll bar.
    let start = Point(x: Double(generator.below(380)), y: Double(generator.below(300)))
    let modifiers: Modifiers = generator.pick([[], .control, .shift])
    let isOnItem = stage.list.path(at: start) != nil
    stage.harness.press(at: start, modifiers: modifiers)
    let pressed = Set(stage.selected)
    var hasBand = false
    for _ in 0..<6 {
      switch generator.below(5) {
      case 0:
        stage.wheel(y: Double(generator.below(5) - 2), at: start, precise: true)
        stage.harness.advance(by: .milliseconds(16))
        stage.harness.settle()
      default:
        // Away from the edges, where the list would scroll.
        let point = Point(x: Double(generator.below(400)), y: Double(60 + generator.below(180)))
        hasBand = hasBand || point.distance(to: start) > 8
        stage.harness.move(to: point, modifiers: modifiers)
        stage.harness.settle()
      }
      if isOnItem, modifiers.isEmpty {
        #expect(Set(stage.selected) == pressed)
        continue
      }
      guard hasBand, stage.sections.contains(where: { !$0.isEmpty }) else { continue }
      guard let band = stage.band else {
        Issue.record("\(seed): no band is drawn")
        continue
      }
      expectSelection(of: stage, touchedBy: band, modifiers, before: before, "\(seed)")
    }
    stage.harness.release(modifiers: modifiers)
    stage.harness.settle()
  }
}

/// Expects that exactly the visible items are selected that a band selects with these modifiers.
/// - Parameters:
///   - band: The rectangle that the band has covered, which touches some items.
///   - before: The ids that were selected before the press.
@MainActor
private func expectSelection(
  of stage: BandStage, touchedBy band: Rect, _ modifiers: Modifiers, before: Set<Int>, _ comment: Comment
) {
  let selected = Set(stage.selected)
  for cell in stage.visible {
    guard let id = Int(cell.number) else { continue }
    let isTouched = cell.target.intersects(band)
    // The band is drawn in whole pixels.
    if cell.target.insetBy(-1).intersects(band) != cell.target.insetBy(1).intersects(band) { continue }
    let wasSelected = before.contains(id)
    let expected =
      modifiers == .control ? wasSelected != isTouched : modifiers == .shift ? wasSelected || isTouched : isTouched
    #expect(selected.contains(id) == expected, comment)
  }
}
