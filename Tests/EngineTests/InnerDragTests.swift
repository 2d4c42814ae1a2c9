import Scrollwork
import ScrollworkTesting
import Testing

private typealias Inner = InnerScrollStage

@MainActor @Test(arguments: [true, false])
func `a nested container dragged by touch follows it while every frame applies an update`(isInner: Bool) throws {
  let stage = Inner()
  func show(_ step: Int) {
    let cards = Inner.cards(.continuous)
    let more = Inner.rows("row", 3 + step % 2)
    let sections = isInner ? [Inner.page([more, cards])] : [more, cards]
    stage.list.apply(List(sections: sections + [Inner.rows("more", 40)]))
  }
  show(0)
  stage.harness.settle()
  let start = try #require(stage.frame("cards 0"))
  let place = start.center
  stage.harness.touch(.began, at: place)
  for step in 1...12 {
    stage.harness.clock.advance(by: .milliseconds(16))
    show(step)
    stage.harness.host.handle(
      .touch(.moved, id: 0, at: Point(x: place.x - 5 * Double(step), y: place.y)), at: stage.harness.now)
    stage.harness.show()
    #expect(stage.list.takeMetrics().step <= 0.5)
    // The first few pixels do not yet count as a drag.
    if step > 2 { #expect(stage.frame("cards 0")?.minX == start.minX - 5 * Double(step), "\(step)") }
  }
}

@MainActor @Test func `if an update removes the container that a finger drags, the list follows the finger from there`()
  throws
{
  let stage = Inner()
  let start = try #require(stage.frame("cards 0")).center
  func moveFinger(_ phase: TouchPhase, x: Double, y: Double) {
    stage.harness.touch(phase, at: Point(x: start.x + x, y: start.y + y))
  }
  moveFinger(.began, x: 0, y: 0)
  moveFinger(.moved, x: -60, y: 20)
  stage.show([])
  moveFinger(.moved, x: -60, y: 80)
  #expect(stage.list.contentOffset.y == 0)
  // Held content moves beyond its start and returns when it is released.
  moveFinger(.moved, x: -60, y: 200)
  #expect(stage.list.contentOffset.y < 0)
  moveFinger(.ended, x: -60, y: 200)
  stage.harness.settle()
  #expect(stage.list.contentOffset.y == 0)
}
