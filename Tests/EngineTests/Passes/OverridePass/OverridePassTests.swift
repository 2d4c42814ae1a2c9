import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OverridePassTests {
  private func stage(_ handler: @escaping @Sendable (LayoutVisibleItem) -> LayoutVisibleItem) -> PassStage {
    let layout = SectionLayout.list(rowHeight: 40).visibleItemsHandler(key: 1) { items, _, _ in
      for index in items.indices { items[index] = handler(items[index]) }
    }
    let stage = PassStage(heights: Array(repeating: 40, count: 50), layout: layout)
    stage.settle()
    return stage
  }

  private func run(_ stage: PassStage) {
    OverridePass.run(&stage.paint, stage.items, stage.layout, contentOffset: Point(x: 0, y: stage.offset))
  }

  @Test func `without handlers no item is overridden`() {
    let stage = PassStage(count: 20)
    stage.settle()
    run(stage)
    #expect(stage.items.bound.allSatisfy { $0.attributeOverride == nil } && !stage.paint.hasOverrides)
  }

  @Test func `a handler's values reach the items`() {
    let stage = stage { item in
      var item = item
      item.alpha = 0.5
      item.center.x += 10
      return item
    }
    run(stage)
    #expect(stage.items.bound.allSatisfy { $0.attributeOverride?.alpha == 0.5 })
    #expect(stage.items.bound.allSatisfy { $0.attributeOverride?.offset == Point(x: 10, y: 0) })
  }

  @Test func `values that are no numbers are ignored`() {
    let stage = stage { item in
      var item = item
      (item.alpha, item.scale, item.center.x) = (.nan, .infinity, .nan)
      item.size.width = -1
      return item
    }
    run(stage)
    for item in stage.items.bound {
      #expect(item.attributeOverride?.alpha == 1 && item.attributeOverride?.scale == 1)
      #expect(item.attributeOverride?.offset == .zero && item.attributeOverride?.size == item.target.size)
    }
  }

  @Test func `an opacity beyond its range is clamped`() {
    let stage = stage { item in
      var item = item
      item.alpha = 3
      return item
    }
    run(stage)
    #expect(stage.items.bound.allSatisfy { $0.attributeOverride?.alpha == 1 })
  }

  @Test func `overrides end when the handler is gone`() {
    let stage = stage { item in
      var item = item
      item.alpha = 0.5
      return item
    }
    run(stage)
    stage.show(Array(0..<50), heights: Array(repeating: 40, count: 50), layout: .list(rowHeight: 40))
    stage.bind()
    run(stage)
    #expect(stage.items.bound.allSatisfy { $0.attributeOverride == nil })
  }
}
