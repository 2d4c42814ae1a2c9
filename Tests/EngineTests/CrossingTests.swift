import Scrollwork
import ScrollworkTesting
import Testing

/// What lies over what while things pass each other.
@MainActor
struct CrossingTests {
  private static let grid = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4)

  private func stage() -> Stage { Stage(Stage.items(0..<16), layout: Self.grid) }

  /// Which group draws which item; nothing moves.
  private func items(_ stage: Stage) -> [UInt64: Int] {
    var items: [UInt64: Int] = [:]
    for cell in stage.cells {
      guard let group = stage.harness.frame.groups.first(where: { $0.frame == cell.bounds }) else { continue }
      items[group.id] = Int(cell.id)
    }
    return items
  }

  /// Lets everything come to rest.
  /// - Parameter look: Is given the tiles that lie over each other, in each frame: the lower one first.
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

  @Test func `of tiles that cross the one that comes later in the newest list lies above`() throws {
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

  @Test func `what is deleted lies below what passes over it`() {
    let stage = stage()
    let items = items(stage)
    stage.apply(Stage.items([3, 7, 11, 15, 2, 6, 10, 14, 1, 5]))
    let gone: Set = [0, 4, 8, 9, 12, 13]
    var crossings = 0
    watch(stage) { lower, upper in
      let (below, above) = (items[lower.id] ?? 0, items[upper.id] ?? 0)
      if gone.contains(below), !gone.contains(above) { crossings += 1 }
      #expect(gone.contains(below) || !gone.contains(above))
    }
    #expect(crossings > 20)
  }

  @Test func `what comes in lies below what passes over it until nothing does`() {
    let stage = stage()
    let items = items(stage)
    // The last one goes to the start, over the new one beside it, which is all there before it has come there.
    stage.apply(Stage.items([15, 99] + Array(0..<15)))
    var crossings = 0
    watch(stage) { lower, upper in
      #expect(items[upper.id] != nil, "the new tile lies above another")
      if items[lower.id] == nil, lower.alpha == 1 { crossings += 1 }
    }
    #expect(crossings > 5)
  }
}
