import Scrollwork
import ScrollworkTesting
import Testing

private typealias Inner = InnerScrollStage

/// Returns a stage with a section that scrolls along the cross axis and contains four subsections, 10 apart.
///
/// At a width of 300, the cards of the first subsection scroll by 650, and the section itself scrolls by 830.
@MainActor
private func stage(
  inner: OrthogonalScrolling = .continuous, outer: OrthogonalScrolling = .continuous, motion: MotionPolicy = .full,
  width: Double = 300
) -> Inner {
  let layout = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .absolute(width), height: .estimated(80)), once: [LayoutItem(size: .full)]),
    interGroupSpacing: 10
  ).orthogonalScrolling(outer)
  let stage = Inner(motion: motion)
  let cards = Inner.cards(inner, Array(0..<6))
  let page = Inner.page([cards] + ["a", "b", "c"].map { Inner.rows($0, 2) }, layout: layout)
  // A reload, so that the state of the stage's first list is dropped.
  stage.list.apply(List(sections: [page, Inner.rows("more", 40)]), updateStrategy: .reloadData)
  stage.harness.settle()
  return stage
}

private let onCards = Point(x: 100, y: 40)

@MainActor @Test func `a section with subsections scrolls along the cross axis and takes inner containers along`() {
  let stage = stage()
  #expect(stage.frame("a 0") == Rect(x: 310, y: 0, width: 300, height: 40))
  #expect(stage.wheel(x: -2, at: Point(x: 350, y: 20)))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(0) == 192 && stage.offset() == 0)
  #expect(stage.frame("a 0")?.minX == 118 && stage.frame("cards 1")?.minX == -32)
  #expect(stage.clip(of: "cards 1").map { $0.minX == 0 && $0.maxX == 108 } == true)
}

@MainActor @Test func `the wheel scrolls the inner container to its end, then the one around it, then nothing`() {
  let stage = stage()
  stage.scroll(to: 10_000)
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 0)
  #expect(stage.wheel(x: -1, at: onCards))
  stage.harness.settle()
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 96)
  #expect(stage.wheel(x: 1, at: onCards))
  stage.harness.settle()
  #expect(stage.offset() == 554 && stage.list.sectionOffset(0) == 96)
  stage.list.scrollSection(0, to: 10_000, animated: false)
  stage.harness.settle()
  #expect(stage.list.sectionOffset(0) == 830 && !stage.wheel(x: -1, at: Point(x: 350, y: 20)))
}

@MainActor @Test func `an end between two pixels counts as an end`() {
  // The cards can scroll by 650.3, which is rounded to 650.
  let stage = stage(width: 299.7)
  stage.scroll(to: 10_000)
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 0)
  #expect(stage.wheel(x: -1, at: onCards))
  stage.harness.settle()
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 96)
  stage.list.scrollSection(0, to: 10_000, animated: false)
  stage.harness.settle()
  // The section can scroll by 828.8, which is rounded to 829.
  #expect(stage.list.sectionOffset(0) == 829 && !stage.wheel(x: -1, at: Point(x: 350, y: 20)))
}

@MainActor @Test func `each container takes the part of one touchpad movement that it can use`() {
  let stage = stage()
  stage.scroll(to: 600)
  #expect(stage.wheel(x: -1, at: onCards, precise: true))
  #expect(stage.offset() == 650 && abs(stage.list.sectionOffset(0) - 46) < 0.01)
}

@MainActor @Test func `a touch drags the inner container to its end, then the one around it, and back`() {
  let stage = stage()
  stage.scroll(to: 600)
  stage.harness.touch(.began, at: onCards)
  stage.harness.touch(.moved, at: Point(x: 60, y: 40))
  stage.harness.showIfNeeded()
  #expect(stage.offset() == 640 && stage.list.sectionOffset(0) == 0)
  stage.harness.touch(.moved, at: Point(x: 10, y: 40))
  stage.harness.showIfNeeded()
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 40)
  stage.harness.touch(.moved, at: Point(x: 90, y: 40))
  stage.harness.showIfNeeded()
  #expect(stage.offset() == 610 && stage.list.sectionOffset(0) == 0)
  stage.harness.advance(by: .milliseconds(300))
  stage.harness.touch(.ended, at: Point(x: 90, y: 40))
  stage.harness.settle()
  #expect(stage.offset() == 610 && stage.list.sectionOffset(0) == 0)
}

@MainActor @Test func `a fling that the inner container cannot use continues in the one around it`() {
  let stage = stage()
  stage.scroll(to: 400)
  stage.touch(from: Point(x: 250, y: 40), by: -20, steps: 8)
  stage.harness.touch(.ended, at: Point(x: 90, y: 40))
  stage.harness.settle()
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) > 100)
}

@MainActor @Test func `after a touch both containers end at their snap points`() {
  let stage = stage(inner: .groupPaging, outer: .groupPaging)
  stage.scroll(to: 10_000)
  stage.touch(from: Point(x: 250, y: 40), by: -20, steps: 8)
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 160)
  stage.harness.touch(.ended, at: Point(x: 90, y: 40))
  stage.harness.settle()
  #expect(stage.offset() == 650 && stage.list.sectionOffset(0) == 310)
}

@MainActor @Test func `a key reveals a cell in both containers`() {
  let stage = stage(inner: .groupPaging, outer: .groupPaging)
  stage.harness.click(at: onCards)
  stage.harness.key(.right, count: 8)
  stage.harness.settle()
  #expect(stage.list.focusedItem == stage.path(of: "b/0"))
  #expect(stage.frame("b 0")?.minX == 0 && stage.list.sectionOffset(0) == 620)
  stage.harness.key(.left, count: 5)
  stage.harness.settle()
  #expect(stage.list.focusedItem == stage.path(of: "cards/3"))
  #expect(stage.frame("cards 3").map { $0.minX >= 0 && $0.maxX <= 300 } == true && stage.list.sectionOffset(0) == 0)
}

@MainActor @Test func `with reduced motion both containers jump to their offsets`() {
  let stage = stage(motion: .off)
  stage.wheel(x: -1, at: onCards)
  stage.harness.showIfNeeded()
  #expect(stage.offset() == 96)
}
