import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct CorrectionPassTests {
  private let anchor = Anchor.Item(path: ElementPath(section: 0, item: 0), position: 0)

  /// Moves the target frame of a row between the two halves of the pass.
  private func correct(_ stage: PassStage, _ id: Int, by distance: Double, animates: Bool = true) {
    let input = stage.input(measuringAnchor: anchor, animatesCorrections: animates, lastFrame: .zero)
    CorrectionPass.begin(&stage.motion, stage.items, input)
    stage.item(id)?.placement.target.origin.y += distance
    CorrectionPass.run(&stage.motion, stage.items, stage.layout, input)
  }

  @Test func `an item whose target frame was corrected starts from where it was drawn`() {
    let stage = PassStage(count: 20)
    stage.settle()
    correct(stage, 3, by: 50)
    #expect(stage.item(3)?.presented.minY == 120 && stage.item(3)?.target.minY == 170)
    #expect(stage.motion.corrections.areInFlight)
  }

  @Test func `rounding to device pixels is no correction`() {
    let stage = PassStage(count: 20)
    stage.settle()
    correct(stage, 3, by: 0.5)
    #expect(stage.item(3)?.placement.dy.isAtRest == true && !stage.motion.corrections.areInFlight)
  }

  @Test func `nothing animates where the anchor itself moved`() {
    let stage = PassStage(count: 20)
    stage.settle()
    let input = stage.input(measuringAnchor: anchor, animatesCorrections: true, lastFrame: .zero)
    CorrectionPass.begin(&stage.motion, stage.items, input)
    for item in stage.items.bound { item.placement.target.origin.y += 50 }
    CorrectionPass.run(&stage.motion, stage.items, stage.layout, input)
    #expect(stage.items.bound.allSatisfy { $0.placement.dy.isAtRest })
  }

  @Test func `in an update's frame corrections are no motion of their own`() {
    let stage = PassStage(count: 20)
    stage.settle()
    correct(stage, 3, by: 50, animates: false)
    #expect(stage.item(3)?.placement.dy.isAtRest == true)
  }

  @Test func `a pinned item does not animate a correction`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(3)?.isPinned = true
    correct(stage, 3, by: 50)
    #expect(stage.item(3)?.placement.dy.isAtRest == true)
  }

  @Test func `an item in flight to a target outside the viewport stays where it is drawn`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(7)?.placement.dy.value = -40
    let drawn = stage.item(7)?.presented.minY
    correct(stage, 7, by: 400)
    #expect(stage.item(7)?.presented.minY == drawn)
  }

  @Test func `the pass leaves no recorded frames`() {
    let stage = PassStage(count: 20)
    stage.settle()
    correct(stage, 3, by: 50)
    #expect(stage.items.bound.allSatisfy { $0.placement.previous.target == nil })
  }
}
