import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct LayoutPassTests {
  private func rows(_ stage: borrowing PassStage) -> [Int] { stage.layout.visible.map(\.key.item) }

  @Test func `the elements in the viewport are found in reading order`() {
    let stage = PassStage(count: 100)
    stage.offset = 100
    stage.layOut()
    #expect(rows(stage) == Array(2...9))
  }

  @Test func `an element that only touches the viewport's edge is not found`() {
    let stage = PassStage(count: 100)
    stage.offset = 80
    stage.layOut()
    #expect(rows(stage).first == 2 && rows(stage).last == 9)
  }

  @Test func `overscan finds elements beyond both edges`() {
    let stage = PassStage(count: 100)
    stage.offset = 400
    stage.layOut(overscan: 80)
    #expect(rows(stage) == Array(8...19))
  }

  @Test func `a viewport beyond the content finds nothing`() {
    let stage = PassStage(count: 5)
    stage.offset = 4000
    stage.layOut()
    #expect(rows(stage).isEmpty)
  }

  @Test func `an empty list has no elements`() {
    let stage = PassStage(count: 0)
    stage.layOut()
    #expect(rows(stage).isEmpty)
  }

  @Test func `the pass finds the same again`() {
    let stage = PassStage(count: 30)
    stage.layOut()
    let first = rows(stage)
    stage.layOut()
    #expect(rows(stage) == first && first == Array(0...7))
  }

  @Test func `a carousel that rests between two snap points moves to the nearer one`() throws {
    let stage = PassStage(heights: Array(repeating: 100, count: 20), layout: .carousel)
    let container = ScrollContainerID(section: 0)
    stage.layout.scroll(container, to: 70)
    stage.layOut()
    #expect(stage.layout.solver.crossOffset(container) == 100)
  }

  @Test func `a carousel at a snap point stays`() {
    let stage = PassStage(heights: Array(repeating: 100, count: 20), layout: .carousel)
    let container = ScrollContainerID(section: 0)
    stage.layout.scroll(container, to: 300)
    stage.layOut()
    #expect(stage.layout.solver.crossOffset(container) == 300)
  }
}
