import Scrollwork
import ScrollworkTesting

/// Sections of items in a window of 400 x 300, in which the user draws rubber bands.
@MainActor
final class BandStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  var sections: [[Item]]
  var layout: SectionLayout
  var configuration = LayoutConfiguration()

  init(
    _ sections: [[Item]], layout: SectionLayout, motion: MotionPolicy = .full, scale: Double = 1,
    configuration: LayoutConfiguration = LayoutConfiguration()
  ) {
    (self.sections, self.layout, self.configuration) = (sections, layout, configuration)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), scale: scale, motion: motion)
    apply()
  }

  /// Creates a stage of rows of 40 with an empty margin of 100 at their trailing side.
  convenience init(_ count: Int) {
    self.init([Stage.items(0..<count)], layout: .list(rowHeight: 40).insets(Insets(trailing: 100)))
  }

  func apply(strategy: UpdateStrategy = .animatedBatchUpdates) {
    let parts = sections.enumerated().map { index, items in
      Section(id: index, data: items) { Plate(text: "\($0.id)", height: $0.height) }.withSectionLayout(layout)
    }
    list.apply(List(sections: parts).withLayoutConfiguration(configuration), updateStrategy: strategy)
    harness.showIfNeeded()
  }

  /// The ids of the selected items, in the order of the list.
  var selected: [Int] {
    list.list.sections.indices.flatMap { section in
      list.selectedRanges(inSection: section).joined().compactMap {
        Int(list.id(at: ElementPath(section: section, item: $0)).description)
      }
    }
  }

  /// Presses a point and drags to another one, in small steps with a frame after each.
  func begin(_ start: Point, to end: Point, modifiers: Modifiers = []) {
    harness.press(at: start, modifiers: modifiers)
    move(from: start, to: end, modifiers: modifiers)
  }

  func move(from start: Point, to end: Point, modifiers: Modifiers = []) {
    for step in 1...5 {
      let share = Double(step) / 5
      harness.move(
        to: Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share),
        modifiers: modifiers)
      harness.advance(by: .milliseconds(16))
    }
  }

  /// Draws a whole band.
  func draw(_ start: Point, to end: Point, modifiers: Modifiers = []) {
    begin(start, to: end, modifiers: modifiers)
    harness.release(modifiers: modifiers)
    harness.showIfNeeded()
  }

  /// The frame of the drawn band, which may be clipped near the window's edges; `nil` without a band.
  var band: Rect? {
    let color = Theme.light.colors.accentFill
    return harness.frame.groups.first { group in
      group.canvas.commands.contains { if case .border(_, _, _, color) = $0 { true } else { false } }
    }?.frame
  }
}
