import Scrollwork
import ScrollworkTesting
import Testing

/// The animations of updates. The amount of motion that the user allows is a parameter, so no test needs a view or a
/// window.
@MainActor
struct UpdateMotionTests {
  private func stage(count: Int, motion: MotionPolicy = .full) -> PassStage {
    let stage = PassStage(count: count)
    stage.motionPolicy = motion
    stage.showOffset(0)
    stage.settle()
    return stage
  }

  /// Makes frames until nothing is in flight, and returns their number.
  private func rest(_ stage: PassStage) -> Int {
    var frames = 0
    while frames < 200, stage.animate(after: 1 / 60).isRunning { frames += 1 }
    return frames
  }

  @Test func `a moved row starts at its old frame and comes to rest at the new one`() throws {
    let stage = stage(count: 6)
    #expect(stage.animateUpdate(to: [5, 1, 2, 3, 4, 0]).isRunning)
    let item = try #require(stage.item(0))
    #expect(item.target.minY == 200 && item.presented.minY == 0)
    var last = item.presented.minY
    for _ in 0..<10 {
      stage.animate(after: 1 / 60)
      #expect(item.presented.minY > last)
      last = item.presented.minY
    }
    #expect(rest(stage) > 5)
    #expect(stage.items.bound.allSatisfy { $0.presented == $0.target } && stage.motion.ongoing.isEmpty)
  }

  @Test func `rows that keep their frames do not move`() {
    let stage = stage(count: 6)
    stage.animateUpdate(to: [5, 1, 2, 3, 4, 0])
    #expect([1, 2, 3, 4].allSatisfy { stage.item($0)?.isAtRest(at: stage.now) == true })
  }

  @Test func `an inserted row fades in and the rows below make room`() throws {
    let stage = stage(count: 4)
    stage.animateUpdate(to: [0, 9, 1, 2, 3])
    let new = try #require(stage.item(9))
    #expect(new.alpha.value(at: stage.now) == 0 && new.target.minY == 40)
    #expect(stage.item(1)?.presented.minY == 40 && stage.item(1)?.target.minY == 80)
    #expect(rest(stage) > 5 && new.alpha.value(at: stage.now) == 1)
  }

  @Test func `a removed row fades out and then leaves`() {
    let stage = stage(count: 4)
    _ = stage.log.take()
    stage.animateUpdate(to: [0, 2, 3])
    #expect(stage.items.exiting.count == 1 && stage.bound == [0, 2, 3])
    #expect(rest(stage) > 5)
    #expect(stage.items.exiting.isEmpty && stage.log.take().contains("end 1"))
  }

  @Test func `a removed row that returns while it fades is revived`() throws {
    let stage = stage(count: 4)
    let item = try #require(stage.item(1))
    stage.animateUpdate(to: [0, 2, 3])
    stage.animate(after: 1 / 60)
    stage.animateUpdate(to: [0, 1, 2, 3])
    #expect(stage.item(1) === item && !item.isExiting && stage.items.exiting.isEmpty)
  }

  @Test func `a second update continues from where the rows are drawn`() throws {
    let stage = stage(count: 6)
    stage.animateUpdate(to: [5, 1, 2, 3, 4, 0])
    for _ in 0..<6 { stage.animate(after: 1 / 60) }
    let item = try #require(stage.item(0))
    let (place, speed) = (item.presented.minY, item.placement.dy.velocity)
    stage.animateUpdate(to: [0, 1, 2, 3, 4, 5])
    #expect(abs(item.presented.minY - place) < 1e-9 && item.placement.dy.velocity == speed && speed > 0)
    #expect(item.target.minY == 0 && stage.motion.ongoing.count == 2)
  }

  @Test func `with less motion moved rows crossfade in place`() throws {
    let stage = stage(count: 6, motion: .reduced)
    let old = try #require(stage.item(0))
    #expect(stage.animateUpdate(to: [5, 1, 2, 3, 4, 0]).isRunning)
    #expect(stage.items.exiting.count == 2 && old.isCrossfadeCopy && old.presented.minY == 0)
    #expect(stage.item(0) !== old && stage.item(0)?.presented.minY == 200)
    #expect(stage.items.bound.allSatisfy { $0.presented == $0.target })
    #expect((1...15).contains(rest(stage)) && stage.items.exiting.isEmpty)
  }

  @Test func `after a sort with many visible moves the rows crossfade`() {
    let rows = PassStage(heights: Array(repeating: 2, count: 150), layout: .list(rowHeight: 2))
    rows.motionPolicy = .full
    rows.showOffset(0)
    rows.settle()
    rows.animateUpdate(to: (0..<150).reversed(), reason: .sort)
    #expect(rows.items.exiting.count > 120 && rows.items.bound.allSatisfy { $0.presented == $0.target })
  }

  @Test func `after a sort that shows mostly other rows the rows crossfade`() {
    let rows = stage(count: 300)
    rows.animateUpdate(to: (0..<300).reversed(), reason: .sort)
    #expect(rows.items.exiting.count >= 7 && rows.items.bound.allSatisfy { $0.presented == $0.target })
  }

  @Test func `after a sort that keeps most rows in view the rows move`() {
    let rows = stage(count: 300)
    rows.animateUpdate(to: [2, 1, 0, 200, 201] + Array(3..<200) + Array(202..<300), reason: .sort)
    #expect(rows.items.exiting.isEmpty && rows.items.bound.contains { $0.presented != $0.target })
  }

  @Test func `a row from far away starts just beyond the edge`() throws {
    let stage = stage(count: 200)
    stage.animateUpdate(to: [199] + Array(0..<199))
    let item = try #require(stage.item(199))
    #expect(item.target.minY == 0 && item.presented.minY >= 300 && item.presented.minY <= 600)
  }

  @Test func `a row that leaves by an update with a scroll is bound while it passes`() {
    let stage = stage(count: 100)
    // In the old layout the scroll would show rows 5 to 12. The update moves row 12 far away.
    stage.animateUpdate(to: Array(0..<12) + Array(13..<100) + [12], scrollingBy: 200)
    #expect(stage.item(12) != nil && stage.item(12)?.isAtRest(at: stage.now) == false)
    #expect(rest(stage) > 5)
    #expect(stage.item(12) == nil)
  }

  @Test func `without motion nothing is bound that only passes`() {
    let stage = stage(count: 100, motion: .reduced)
    stage.animateUpdate(to: Array(0..<12) + Array(13..<100) + [12], scrollingBy: 200)
    #expect(stage.item(12) == nil)
  }
}
