import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct MotionPassTests {
  private func run(_ stage: PassStage) -> MotionReport {
    MotionPass.run(&stage.motion, &stage.items, stage.layout, stage.input(lastFrame: .zero))
  }

  @Test func `at rest nothing is in flight and nothing is blank`() {
    let stage = PassStage(count: 20)
    stage.settle()
    let report = run(stage)
    #expect(!report.isRunning && report.blankLength == 0 && !stage.motion.isRunning)
  }

  @Test func `an item off its target is in flight`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(2)?.placement.dy.value = 25
    #expect(run(stage).isRunning && stage.motion.isRunning)
  }

  @Test func `springs advance by the time since the last frame, until they rest`() throws {
    let stage = PassStage(count: 20)
    stage.settle()
    let item = try #require(stage.item(2))
    item.placement.dy.value = 25
    var values = [item.placement.dy.value]
    for frame in 1...120 where run(stage).isRunning {
      stage.now = Instant.zero.advanced(bySeconds: Double(frame) / 60)
      MotionPass.advance(
        stage.items, stage.motion,
        stage.input(lastFrame: Instant.zero.advanced(bySeconds: Double(frame - 1) / 60)))
      values.append(item.placement.dy.value)
    }
    #expect(item.placement.dy.isAtRest && values.count > 10 && values.count < 90)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 || abs($1) < 5 })
  }

  @Test func `nothing advances before anything runs`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(2)?.placement.dy.value = 25
    stage.now = Instant.zero.advanced(bySeconds: 1)
    MotionPass.advance(stage.items, stage.motion, stage.input(lastFrame: .zero))
    #expect(stage.item(2)?.placement.dy.value == 25)
  }

  @Test func `an exiting item is released when it has faded out`() throws {
    let stage = PassStage(count: 20)
    stage.settle()
    let item = try #require(stage.item(2))
    stage.exit(item)
    item.alpha.go(to: 0, at: .zero, for: 0.2)
    #expect(run(stage).isRunning && stage.items.exiting.count == 1)
    stage.now = Instant.zero.advanced(bySeconds: 0.3)
    _ = stage.log.take()
    #expect(!run(stage).isRunning && stage.items.exiting.isEmpty)
    #expect(stage.log.take() == ["end 2"])
  }

  @Test func `a viewport is blank while all of its items are drawn elsewhere`() {
    let stage = PassStage(count: 20)
    stage.settle()
    #expect(!stage.isBlank)
    for item in stage.items.bound { item.placement.dy.value = 1000 }
    #expect(stage.isBlank)
    #expect(run(stage).blankLength == 300)
  }

  @Test func `an empty viewport is not blank`() {
    let stage = PassStage(count: 0)
    stage.bind()
    #expect(!stage.isBlank && run(stage).blankLength == 0)
  }
}
