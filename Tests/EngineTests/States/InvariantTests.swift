import Scrollwork
import ScrollworkTesting
import Testing

/// Tests that the `checkInvariants` functions of the states find contradictions. The engine calls these functions after
/// each frame in debug builds.
@MainActor
struct InvariantTests {
  private func stage() -> PassStage {
    let stage = PassStage(count: 20)
    stage.showOffset(0)
    stage.settle()
    stage.settle()
    return stage
  }

  @Test func `states at rest contradict neither themselves nor the list`() {
    let stage = stage()
    stage.select(3)
    stage.focus(3)
    stage.items.checkInvariants(in: stage.list)
    stage.layout.checkInvariants(for: stage.list)
    stage.scroll.checkInvariants(in: stage.layout, stage.list)
    stage.nested.checkInvariants(in: stage.list)
    stage.anchors.checkInvariants(in: stage.list)
    stage.motion.checkInvariants()
    stage.interaction.checkInvariants(in: stage.list)
    Document().checkInvariants()
    Chrome().checkInvariants()
  }

  @Test func `an item that is bound and exits is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.settle()
      stage.items.startExit(of: stage.items.bound[0])
      stage.items.checkInvariants(in: stage.list)
    }
  }

  @Test func `an item that waits to be recycled after the frame is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.settle()
      stage.items.postponeRecycling(of: stage.items.bound[0])
      stage.items.checkInvariants(in: stage.list)
    }
  }

  @Test func `a selected item beyond the end of the list is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.select(20)
      stage.interaction.checkInvariants(in: stage.list)
    }
  }

  @Test func `an anchor that is not in the list is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.anchors.keepThroughUpdate(Anchor.Item(path: ElementPath(section: 0, item: 20), position: 0))
      stage.anchors.checkInvariants(in: stage.list)
    }
  }

  @Test func `an offset that is not the one drawn is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.showOffset(0)
      stage.jump(to: 200)
      stage.scroll.checkInvariants(in: stage.layout, stage.list)
    }
  }

  @Test func `a layout that was not laid out for its list is found`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stage = PassStage(count: 20)
      stage.layout.setNeedsLayout()
      stage.layout.checkInvariants(for: stage.list)
    }
  }
}
