import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The drawing order of items that pass each other.
@MainActor
struct CrossingTests {
  private static let grid = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4)

  private func stage() -> Stage { Stage(Stage.items(0..<16), layout: Self.grid) }

  /// Returns the ids of the items, by the ids of their draw groups. Call this at rest.
  private func items(_ stage: Stage) -> [UInt64: Int] {
    var items: [UInt64: Int] = [:]
    for cell in stage.cells {
      guard let group = stage.harness.frame.groups.first(where: { $0.frame == cell.bounds }) else { continue }
      items[group.id] = Int(cell.id)
    }
    return items
  }

  /// Advances until everything is at rest.
  /// - Parameter look: Called in each frame with every two overlapping tiles, the lower one first.
  private func watch(_ stage: Stage, _ look: (DrawGroup, DrawGroup) -> Void) {
    while stage.list.report.animating > 0 {
      let tiles = stage.harness.frame.groups.filter { $0.frame.height == 70 }
      for (index, upper) in tiles.enumerated() {
        for lower in tiles[..<index] {
          let common = upper.frame.intersection(lower.frame)
          if common.width > 0, common.height > 0 { look(lower, upper) }
        }
      }
      stage.harness.advance(by: .milliseconds(5), framesPerSecond: 200)
    }
  }

  @Test func `where two moving tiles cross, the one later in the newest list is drawn above`() throws {
    let stage = stage()
    let items = items(stage)
    #expect(items.count == 16)
    var random = SeededGenerator(seed: 7)
    var order = Array(0..<16)
    var crossings = 0
    for _ in 0..<5 {
      order.shuffle(using: &random)
      stage.apply(Stage.items(order))
      let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      watch(stage) { lower, upper in
        let (below, above) = (items[lower.id].flatMap { places[$0] }, items[upper.id].flatMap { places[$0] })
        crossings += 1
        #expect((below ?? .max) < (above ?? -1))
      }
    }
    #expect(crossings > 1_000)
  }

  @Test func `a deleted item is drawn below items that pass over it`() {
    let stage = stage()
    let items = items(stage)
    stage.apply(Stage.items([3, 7, 11, 15, 2, 6, 10, 14, 1, 5]))
    let deleted: Set = [0, 4, 8, 9, 12, 13]
    var crossings = 0
    watch(stage) { lower, upper in
      let (below, above) = (items[lower.id] ?? 0, items[upper.id] ?? 0)
      if deleted.contains(below), !deleted.contains(above) { crossings += 1 }
      #expect(deleted.contains(below) || !deleted.contains(above))
    }
    #expect(crossings > 20)
  }

  @Test func `an entering item is drawn below items that pass over it until nothing moves`() {
    let stage = stage()
    let items = items(stage)
    // Item 15 moves from the end to the start. Meanwhile the new item 99 fades in beside the start, and 15 passes over
    // it.
    stage.apply(Stage.items([15, 99] + Array(0..<15)))
    var crossings = 0
    watch(stage) { lower, upper in
      #expect(items[upper.id] != nil, "the new tile lies above another")
      if items[lower.id] == nil, lower.alpha == 1 { crossings += 1 }
    }
    #expect(crossings > 5)
  }
}
