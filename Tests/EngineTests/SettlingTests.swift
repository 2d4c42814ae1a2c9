import Scrollwork
import ScrollworkTesting
import Testing

/// Tests of rows that differ from their estimates, so that one frame measures them in several rounds, and of content
/// that ends between two device pixels.
@MainActor
struct SettlingTests {
  private let middle = Point(x: 50, y: 100)

  /// Returns a hundred rows of 50. The rows just above `first` have the given heights instead, the nearest row first.
  private func rows(before first: Int, _ heights: [Double]) -> [Item] {
    (0..<100).map { row in
      let distance = first - 1 - row
      return Item(row, height: heights.indices.contains(distance) ? heights[distance] : 50)
    }
  }

  @Test func `the focused item stays in place while unmeasured rows above it are measured one by one`() throws {
    var items = rows(before: 60, [10, 90])
    let stage = Stage(items, layout: .list(estimatedRowHeight: 44))
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 60)), at: .start, animated: false)
    stage.harness.settle()
    stage.click(64)
    stage.harness.settle()
    let before = try #require(stage.y(64))
    items[60] = Item(60, text: "shorter", height: 20)
    stage.apply(items)
    for _ in 0..<40 {
      #expect(stage.y(64) == before && stage.targetY(64) == before)
      stage.harness.advance(by: .milliseconds(16))
    }
  }

  @Test(arguments: [AnchorPolicy.item, .start, .end, .none])
  func `unmeasured rows that are shorter than estimated enter without a jump or a gap`(
    policy: AnchorPolicy
  ) throws {
    let items = rows(before: 60, Array(repeating: 10, count: 20))
    let stage = Stage(items, layout: .list(estimatedRowHeight: 44), policy: policy)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 60)), at: .start, animated: false)
    stage.harness.settle()
    for turn in 1...4 {
      stage.harness.send(.wheel(WheelDelta(x: 0, y: 0.5, isPrecise: true), at: middle, []))
      #expect(stage.y(60) == Double(turn) * 48)
      #expect(try #require(stage.visible.first).bounds.minY <= 0)
      #expect(stage.list.takeMetrics().blank == 0)
    }
  }

  @Test(arguments: [44.0, 150, 400])
  func `a jump shows its target in its first frame, however wrong the estimate was`(guess: Double) {
    let items = (0..<2000).map { Item($0, height: Double(10 + $0 * 7 % 9)) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: guess))
    for place in [9000.0, 3000, 17_000, 12_345] {
      stage.list.scroll(to: .offset(place), animated: false)
      stage.harness.show()
      let before = stage.visible.map(\.bounds)
      #expect(before.last.map { $0.maxY >= 300 } == true)
      stage.harness.settle()
      #expect(stage.visible.map(\.bounds) == before, "\(place)")
    }
  }

  @Test(arguments: [1.0, 2, 15, 4_000])
  func `a frame measures in at most three rounds and leaves the rest to the next`(height: Double) {
    let stage = Stage(layout: .list(estimatedRowHeight: height == 4_000 ? 2 : 4_000))
    var rounds: [Int] = []
    // Each measuring round has a bind phase. So have both rounds of the overscan, and the end of the frame.
    stage.harness.host.onPhase = { phase in
      if phase == .apply { rounds.append(0) }
      if phase == .bind { rounds[rounds.count - 1] += 1 }
    }
    stage.apply((0..<5_000).map { Item($0, height: height) }, strategy: .reloadData)
    stage.harness.settle()
    #expect(rounds.max() ?? 0 >= 2 && rounds.allSatisfy { $0 <= 6 }, "\(rounds)")
    #expect(stage.visible.count == Int((300 / height).rounded(.up)))
    #expect(stage.visible.allSatisfy { $0.bounds.height == height })
  }

  @Test func `each update anchors the first item that is fully visible by then`() throws {
    var items = (0..<100).map { Item($0) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: 40))
    stage.scroll(to: 410)
    stage.harness.settle()
    items[10] = Item(10, text: "shorter", height: 20)
    stage.apply(items)
    stage.harness.settle()
    #expect(stage.y(11) == 30 && stage.y(10) == 10)
    items[10] = Item(10, text: "taller", height: 70)
    stage.apply(items)
    stage.harness.settle()
    #expect(stage.y(10) == 10 && stage.y(11) == 80)
  }

  @Test func `a scroll target during a fling is reached, even if it was where the fling started`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.scroll(to: 4000)
    stage.fling()
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 105)))
    stage.harness.settle()
    #expect(stage.visible.contains { $0.id == "105" && $0.bounds.minY >= 0 && $0.bounds.maxY <= 300 })
  }

  @Test func `a focused item that an update brought into view is the anchor of the next one`() throws {
    var items = (0..<100).map { Item($0) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: 40))
    stage.click(4)
    stage.harness.key(.down)
    stage.harness.settle()
    for _ in 0..<9 { stage.harness.key(.down) }
    stage.harness.settle()
    stage.scroll(to: 250)
    stage.harness.settle()
    #expect(stage.focused == 14 && !stage.visible.contains { $0.id == "14" })
    items[9] = Item(9, text: "shorter", height: 20)
    stage.apply(items)
    stage.harness.settle()
    let before = try #require(stage.y(14))
    #expect(before == 290)
    items[9] = Item(9)
    stage.apply(items)
    stage.harness.settle()
    #expect(stage.y(14) == before)
  }

  @Test(arguments: [1, 1.5], [40.25, 40.5, 40.125, 40.3])
  func `the last row is visible to its last pixel though the content ends between two`(scale: Double, height: Double)
    throws
  {
    for count in 30..<40 {
      for way in ["end", "last", "key", "wheel"] {
        let stage = Stage(Stage.items(0..<count), layout: .list(rowHeight: height), scale: scale)
        switch way {
        case "end": stage.list.scroll(to: .end)
        case "last": stage.list.scroll(to: .item(ElementPath(section: 0, item: count - 1)), at: .start)
        case "key": for key in [Key.tab, .end] { stage.harness.key(key) }
        default: stage.harness.wheel(-99, at: middle)
        }
        stage.harness.settle()
        let last = try #require(stage.node(count - 1))
        #expect(abs(last.bounds.maxY - 300) < 1e-6, "\(count) \(way)")
        #expect(stage.list.isAtEnd)
      }
    }
  }

  @Test(arguments: [1, 1.5], [40.25, 40.5, 40.125, 40.3])
  func `at an end between two pixels no row steps when rows are inserted and deleted`(
    scale: Double, height: Double
  ) throws {
    let stage = Stage(Stage.items(0..<30), layout: .list(rowHeight: height), policy: .end, scale: scale)
    stage.harness.settle()
    for (round, count) in [31, 33, 32, 32, 35, 34, 37, 31, 36, 38].enumerated() {
      let before = stage.visible
      stage.apply(Stage.items(0..<count))
      for old in before {
        guard let new = stage.node(Int(old.id) ?? -1) else { continue }
        #expect(abs(new.bounds.minY - old.bounds.minY) <= 0.5 / scale, "\(old.id) in round \(round)")
      }
      if round % 2 == 0 { stage.harness.settle() } else { stage.harness.advance(by: .milliseconds(16)) }
    }
    stage.harness.settle()
    #expect(abs(try #require(stage.node(37)).bounds.maxY - 300) < 1e-6)
  }
}
