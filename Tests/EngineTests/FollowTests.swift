import Scrollwork
import ScrollworkTesting
import Testing

private struct Lines: Animator {
  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0.12))
  }

  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0))
  }
}

/// Following the end of a list that grows faster than the user can read.
@MainActor
struct FollowTests {
  /// Returns how much of the viewport's height visible cells cover.
  private func covered(_ stage: Stage) -> Double {
    stage.visible.filter { $0.alpha > 0.5 }.reduce(0) { sum, cell in
      sum + cell.bounds.intersection(stage.window).size.height
    }
  }

  @Test(arguments: [3, 20, 60, 200, 1000])
  func `a followed end is never blank, however fast it grows`(step: Int) {
    let stage = Stage(Stage.items(0..<100), layout: .list(rowHeight: 20), policy: .end)
    stage.harness.settle()
    var count = 100
    for frame in 0..<60 {
      // The list stops growing from time to time, so that the animated scroll reaches the end.
      if frame % 9 < 5 { count += step }
      // Time passes before the list is applied, so the frame that shows the new list also scrolls.
      stage.harness.clock.advance(by: .milliseconds(frame % 3 == 0 ? 33 : 16))
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: Stage.items(0..<count)) { Plate(text: $0.text, height: $0.height) }
            .withSectionLayout(stage.layout).withHighlight(.line).withAnimator(Lines())
        ]))
      stage.harness.showIfNeeded()
      #expect(covered(stage) > 280, "frame \(frame): \(covered(stage)) of 300, at \(stage.offset) of \(stage.maximum)")
      #expect(stage.offset <= stage.maximum, "and never beyond the end")
      #expect(stage.list.takeMetrics().blank == 0)
    }
    stage.harness.settle()
    #expect(stage.offset == stage.maximum)
  }
}
