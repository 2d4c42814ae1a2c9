import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Updates during animations. Everything drawn continues from its presented frame, opacity and size.
@MainActor
struct InterruptionTests {
  private static let layouts: [SectionLayout] = [
    .list(rowHeight: 40), .list(estimatedRowHeight: 50), .grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4),
  ]
  private static let animators: [(any Animator)?] = [
    nil, FadeAnimator(), ScaleAnimator(), RowAnimator(.left), RowAnimator(.middle), CascadeAnimator(),
  ]

  /// A list of items that changes at random.
  private struct Data {
    var random: SeededGenerator
    var items = (0..<40).map { Item($0, height: Double(20 + $0 * 7 % 50)) }
    var removed: [Item] = []
    var next = 100

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func change() -> String {
      switch number(0...5) {
      case 0:
        for _ in 0..<number(1...4) {
          next += 1
          items.insert(Item(next, height: Double(number(20...70))), at: number(0...items.count))
        }
        return "insert"
      case 1 where items.count > 8:
        let start = number(0...items.count - 5)
        removed += items[start..<start + 4]
        items.removeSubrange(start..<start + 4)
        return "delete"
      case 2:
        items.shuffle(using: &random)
        return "shuffle"
      case 3:
        items.insert(contentsOf: removed, at: number(0...items.count))
        removed = []
        return "return of removed items"
      case 4:
        items[number(0...items.count - 1)].height = Double(number(20...70))
        return "height"
      default:
        let item = items.remove(at: number(0...items.count - 1))
        items.insert(item, at: number(0...items.count))
        return "move"
      }
    }
  }

  @Test(arguments: [SectionLayout.list(estimatedRowHeight: 50), .list(rowHeight: 30)])
  func `an item revived while exiting reaches its full height`(first: SectionLayout) {
    let stage = Stage(Stage.items(1...9), layout: first)
    stage.apply(Stage.items([1, 2, 4, 5]))
    stage.harness.advance(by: .milliseconds(50))
    stage.layout = .list(estimatedRowHeight: 50)
    stage.apply(Stage.items(1...5))
    stage.harness.settle()
    #expect(stage.cells.map(\.bounds.height) == [40, 40, 40, 40, 40])
  }

  @Test(arguments: seeds(rounds))
  func `every drawn item continues from its presented frame`(seed: Int) {
    var data = Data(random: SeededGenerator(seed: UInt64(seed)))
    let stage = Stage(data.items, layout: Self.layouts[seed % 3])
    stage.list.animator = Self.animators[seed / 3 % Self.animators.count]
    stage.scroll(to: Double(data.number(0...600)))
    stage.harness.settle()
    for step in 0..<25 {
      stage.harness.show()
      let before = stage.harness.frame.groups
      let change = data.change()
      stage.apply(data.items)
      compare(before, with: stage.harness.frame.groups, "step \(step), \(change)")
      stage.harness.advance(by: .milliseconds(data.number(0...90)), framesPerSecond: 240)
    }
    stage.harness.settle()
    #expect(stage.visible.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
  }

  /// Checks that groups which overlap keep their drawing order.
  private func compareOrder(_ before: [DrawGroup], with after: [DrawGroup], _ change: String) {
    let places = Dictionary(after.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for (index, upper) in before.enumerated() {
      guard let place = places[upper.id] else { continue }
      for lower in before[..<index] {
        let common = lower.frame.intersection(lower.clip).intersection(upper.frame.intersection(upper.clip))
        guard common.width > 1, common.height > 1, let below = places[lower.id] else { continue }
        #expect(below < place, "\(change): \(upper.frame) was above \(lower.frame)")
      }
    }
  }

  @Test func `tiles that overlap in flight keep their order through another update`() {
    let layout = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 70, spacing: 4)
    var ids = Array(0..<16)
    var random = SeededGenerator(seed: 7)
    let stage = Stage(Stage.items(ids), layout: layout)
    for step in 0..<12 {
      ids.shuffle(using: &random)
      if step % 3 == 2 { ids.removeFirst() }
      stage.harness.show()
      let before = stage.harness.frame.groups
      stage.apply(Stage.items(ids))
      compareOrder(before, with: stage.harness.frame.groups, "step \(step)")
      stage.harness.advance(by: .milliseconds(60))
    }
    stage.harness.settle()
    stage.harness.show()
    #expect(stage.harness.frame.groups.map(\.frame.minY) == stage.harness.frame.groups.map(\.frame.minY).sorted())
  }

  private func compare(_ before: [DrawGroup], with after: [DrawGroup], _ change: String) {
    compareOrder(before, with: after, change)
    let after = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
    for old in before where old.frame.width > 20 && old.alpha * old.scale > 0.03 {
      let visiblePart = old.frame.intersection(old.clip)
      guard visiblePart.width > 1, visiblePart.height > 1 else { continue }
      guard let new = after[old.id] else {
        Issue.record("\(change): \(old.frame) is missing, its opacity was \(old.alpha)")
        continue
      }
      #expect(abs(new.alpha - old.alpha) < 0.02, "\(change): alpha \(old.alpha) to \(new.alpha)")
      #expect(abs(new.scale - old.scale) < 0.02, "\(change): scale \(old.scale) to \(new.scale)")
      let place = new.frame.intersection(new.clip)
      #expect(new.frame.origin.distance(to: old.frame.origin) <= 0.5, "\(change): \(old.frame) to \(new.frame)")
      #expect(abs(place.maxY - visiblePart.maxY) <= 0.5, "\(change): \(visiblePart) to \(place)")
    }
  }

  @Test func `a row that moves while it enters continues to enter`() throws {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([0, 9, 1, 2, 3, 4]))
    stage.harness.advance(by: .milliseconds(80))
    let before = try #require(stage.node(9)).alpha
    #expect(before > 0.1 && before < 0.9)
    stage.apply(Stage.items([0, 1, 2, 3, 4, 9]))
    #expect(try #require(stage.node(9)).alpha == before)
    stage.harness.advance(by: .milliseconds(70))
    #expect(try #require(stage.node(9)).alpha == 1)
  }

  @Test func `items that entered while motion was off start from their presented frames when it is on again`() {
    func items(_ ids: [Int]) -> [Item] { ids.map { Item($0, height: Double(20 + $0 * 37 % 70)) } }
    let stage = Stage(items(Array(0..<60)), layout: .list(estimatedRowHeight: 30))
    stage.scroll(to: 900)
    stage.apply(items((0..<60).filter { $0 < 30 || $0 % 3 != 0 }))
    stage.harness.advance(by: .milliseconds(30))
    stage.harness.changeEnvironment { $0.motion = .off }
    stage.harness.send(.wheel(WheelDelta(x: 0, y: -1.5, isPrecise: true), at: Point(x: 50, y: 100), []))
    stage.harness.settle()
    stage.harness.changeEnvironment { $0.motion = .full }
    stage.harness.settle()
    _ = stage.list.takeMetrics()
    // The item that becomes the first was above the viewport and never visible.
    stage.apply(items(Array(15..<25) + (0..<15) + (25..<60)), reason: .sort)
    #expect(stage.list.takeMetrics().step <= 0.5)
  }

  @Test func `a row that becomes shorter while its start is outside the viewport stays visible to its end`() throws {
    let stage = Stage((0..<20).map { Item($0, height: 60) }, layout: .list(estimatedRowHeight: 60))
    stage.scroll(to: 210)
    let id = try #require(stage.harness.frame.groups.first { $0.frame.minY == -30 }).id
    func visibleExtent() throws -> ClosedRange<Double> {
      let group = try #require(stage.harness.frame.groups.first { $0.id == id })
      let rect = group.frame.intersection(group.clip)
      return rect.minY...rect.maxY
    }
    #expect(try visibleExtent() == 0...30)
    stage.apply((0..<20).map { Item($0, height: $0 == 3 ? 20 : 60) })
    #expect(try visibleExtent() == 0...30)
    stage.harness.settle()
    #expect(try visibleExtent() == 10...30)
    #expect(stage.list.takeMetrics().step == 0)
  }

  @Test func `a row of which only the end is visible becomes shorter without motion of its end`() throws {
    let stage = Stage(
      [Item(0, height: 150)] + (1..<20).map { Item($0, height: 60) }, layout: .list(estimatedRowHeight: 60))
    stage.scroll(to: 100)
    stage.apply([Item(0, height: 70)] + (1..<20).map { Item($0, height: 60) })
    for _ in 0..<40 {
      #expect(try abs(#require(stage.node(0)).bounds.maxY - 50) < 1e-9 && stage.y(1) == 50)
      stage.harness.advance(by: .milliseconds(8), framesPerSecond: 250)
    }
  }

  @Test func `a growing row that is deleted exits at its current height`() throws {
    let stage = Stage((0..<20).map { Item($0) }, layout: .list(estimatedRowHeight: 40))
    let plate = try #require(stage.list.cell(at: ElementPath(section: 0, item: 1)).content as? PlateView)
    plate.wantedHeight = 140
    stage.harness.showIfNeeded()
    stage.harness.advance(by: .milliseconds(50))
    let id = try #require(stage.harness.frame.groups.first { $0.frame.minY == stage.y(1) }).id
    func visibleExtent() throws -> Rect {
      let group = try #require(stage.harness.frame.groups.first { $0.id == id })
      return group.frame.intersection(group.clip)
    }
    let before = try visibleExtent()
    #expect(before.height > 41 && before.height < 100)
    stage.apply(Stage.items([0] + Array(2..<20)))
    #expect(try visibleExtent() == before)
  }

  @Test func `an update of a reloaded list that no frame has shown is not animated`() {
    let stage = Stage(Stage.items(0..<50))
    stage.scroll(to: 800)
    stage.harness.settle()
    stage.list.reloadData()
    stage.apply(Stage.items((0..<50).reversed()))
    #expect(stage.list.takeMetrics().blank == 0 && stage.list.report.animating == 0)
    #expect(stage.visible.count == 8 && stage.visible.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
    // Later updates are animated again.
    stage.apply(Stage.items([100] + (0..<50).reversed()))
    stage.apply(Stage.items(0..<50))
    #expect(stage.list.report.animating > 0)
  }

  @Test func `a header that enters when sections before it are deleted in mid-update joins the motion`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
    func show(_ sections: [Int], reversed: Bool) {
      list.apply(
        List(
          sections: sections.map { section in
            Section(id: section, data: reversed ? (0..<10).reversed() : Array(0..<10), id: \.self) {
              Plate(text: "\($0)")
            }
            .withHeader(Plate(text: "header"))
          }))
      harness.showIfNeeded()
    }
    show(Array(0..<6), reversed: false)
    harness.settle()
    show(Array(0..<6), reversed: true)
    harness.advance(by: .milliseconds(40))
    show([5], reversed: true)
    #expect(harness.semantics.contains { $0.role == .header })
    harness.settle()
    #expect(list.itemCount == 10)
    #expect(harness.semantics.first { $0.role == .header }?.bounds == Rect(x: 0, y: 0, width: 300, height: 40))
  }
}
