import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
struct BindPassTests {
  @Test func `each visible element gets an item with its row at its target frame`() {
    let stage = PassStage(count: 100)
    stage.bind()
    #expect(stage.bound == Array(0...7))
    #expect(stage.items.bound.map(\.target.minY) == (0...7).map { Double($0) * 40 })
    #expect(stage.log.take() == (0...7).map { "render \($0)" })
  }

  @Test func `items that stay visible are not rendered again`() {
    let stage = PassStage(count: 100)
    stage.bind()
    let item = stage.item(5)
    _ = stage.log.take()
    stage.offset = 80
    stage.bind()
    #expect(stage.bound == Array(2...9) && stage.item(5) === item)
    #expect(stage.log.take() == ["render 8", "render 9"])
  }

  @Test func `the content views of items that went are used again`() {
    let stage = PassStage(count: 100)
    stage.bind()
    BindPass.finish(&stage.items, stage.input())
    let contents = Set(stage.items.bound.map { ObjectIdentifier($0.content) })
    stage.offset = 2000
    stage.bind()
    stage.bind()
    BindPass.finish(&stage.items, stage.input())
    let reused = stage.items.bound.filter { contents.contains(ObjectIdentifier($0.content)) }
    // A pass binds the first new items before it recycles the old ones, so some content views are reused only on the
    // way back.
    stage.offset = 0
    stage.bind()
    #expect(reused.count + stage.items.bound.count { contents.contains(ObjectIdentifier($0.content)) } >= 8)
  }

  @Test func `items bound for the first time are listed as entered`() {
    let stage = PassStage(count: 100)
    stage.bind()
    #expect(stage.items.entered.count == 8)
    stage.offset = 40
    stage.bind()
    #expect(stage.items.entered.map { $0.key.item } == [8])
    stage.bind()
    #expect(stage.items.entered.isEmpty)
  }

  @Test func `display begins when the frame's rounds are over, once for each item`() {
    let stage = PassStage(count: 100)
    stage.bind()
    _ = stage.log.take()
    BindPass.finish(&stage.items, stage.input())
    #expect(stage.log.take() == (0...7).map { "display \($0)" })
    BindPass.finish(&stage.items, stage.input())
    #expect(stage.log.take().isEmpty)
  }

  @Test func `display ends when a resting item leaves the viewport`() {
    let stage = PassStage(count: 100)
    stage.settle()
    _ = stage.log.take()
    stage.offset = 120
    stage.bind()
    #expect(stage.log.take().filter { $0.hasPrefix("end") } == ["end 0", "end 1", "end 2"])
  }

  @Test func `an item that was only measured in the overscan is never displayed`() {
    let stage = PassStage(count: 100)
    stage.bind(overscan: 200)
    #expect(stage.bound.count == 13)
    stage.bind()
    BindPass.finish(&stage.items, stage.input())
    #expect(!stage.log.take().contains { $0 == "display 12" || $0 == "end 12" })
  }

  @Test func `an item in flight through the viewport keeps its content view`() {
    let stage = PassStage(count: 100)
    stage.settle()
    stage.item(0)?.placement.dy.value = 300
    stage.item(0)?.placement.dy.target = 0
    stage.offset = 200
    stage.bind()
    #expect(stage.bound.first == 0)
  }

  @Test func `an item in flight outside the viewport is kept for later rounds of the frame, then recycled`() {
    let stage = PassStage(count: 100)
    stage.settle()
    let item = stage.item(0)
    item?.placement.dy.value = 20
    stage.offset = 2000
    stage.bind()
    #expect(!stage.bound.contains(0) && stage.items.recycleCandidates.first === item)
    stage.offset = 0
    stage.bind()
    #expect(stage.item(0) === item && stage.items.recycleCandidates.allSatisfy { $0 !== item })
    stage.offset = 2000
    stage.bind()
    BindPass.finish(&stage.items, stage.input())
    #expect(stage.items.recycleCandidates.isEmpty)
  }

  @Test func `nothing at the old position is bound after a jump`() {
    let stage = PassStage(count: 10_000)
    stage.settle()
    stage.offset = 200_000
    stage.bind()
    #expect(stage.bound == Array(5000...5007))
  }

  @Test(arguments: 0..<20)
  func `any walk binds exactly what is visible`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let stage = PassStage(count: 200)
    for _ in 0..<60 {
      stage.offset = Double(Int.random(in: 0...7700, using: &random))
      stage.bind()
      BindPass.finish(&stage.items, stage.input())
      let first = Int(stage.offset / 40)
      let last = Int(((stage.offset + 300) / 40).rounded(.up)) - 1
      #expect(stage.bound == Array(first...min(last, 199)))
    }
  }
}
