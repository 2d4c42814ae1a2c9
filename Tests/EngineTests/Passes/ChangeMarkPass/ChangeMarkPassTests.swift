import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ChangeMarkPassTests {
  private func run(_ stage: PassStage, fades: Bool = true, at seconds: Double) -> Bool {
    ChangeMarkPass.run(&stage.motion, &stage.items, fades: fades, at: Instant.zero.advanced(bySeconds: seconds))
  }

  private func mark(_ stage: PassStage, _ item: Int, at seconds: Double = 0) {
    guard let item = stage.item(item) else { return }
    stage.items.startChangeMark(of: item, at: Instant.zero.advanced(bySeconds: seconds))
  }

  @Test func `without marks nothing is to do`() {
    let stage = PassStage(count: 20)
    stage.settle()
    #expect(!run(stage, at: 0))
  }

  @Test func `a mark fades and then ends`() throws {
    let stage = PassStage(count: 20)
    stage.settle()
    mark(stage, 2)
    #expect(run(stage, at: 0) && stage.item(2)?.shownChangeMark == 1)
    #expect(run(stage, at: 0.3))
    let faded = try #require(stage.item(2)?.shownChangeMark)
    #expect(faded > 0 && faded < 1)
    #expect(!run(stage, at: 1) && stage.item(2)?.shownChangeMark == 0)
  }

  @Test func `with reduced motion a mark keeps its opacity until it ends`() {
    let stage = PassStage(count: 20)
    stage.settle()
    mark(stage, 2)
    #expect(run(stage, fades: false, at: 0.5) && stage.item(2)?.shownChangeMark == 1)
    #expect(!run(stage, fades: false, at: 1) && stage.item(2)?.shownChangeMark == 0)
  }

  @Test func `only marked cells are recorded again`() {
    let stage = PassStage(count: 20)
    stage.settle()
    for item in stage.items.bound { item.group.isDirty = false }
    mark(stage, 3)
    _ = run(stage, at: 0)
    #expect(stage.items.bound.filter(\.group.isDirty).map { $0.key.item } == [3])
  }

  @Test func `marks that began at different times end at theirs`() {
    let stage = PassStage(count: 20)
    stage.settle()
    mark(stage, 1)
    _ = run(stage, at: 0.5)
    mark(stage, 2, at: 0.5)
    #expect(run(stage, at: 1))
    #expect(stage.item(1)?.shownChangeMark == 0 && (stage.item(2)?.shownChangeMark ?? 0) > 0)
    #expect(!run(stage, at: 1.5))
  }
}
