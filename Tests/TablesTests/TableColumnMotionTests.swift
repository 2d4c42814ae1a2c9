import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Columns that are moved, hidden and resized while others still move.
@MainActor
struct TableColumnMotionTests {
  private static let names = ["a", "b", "c", "d", "e"]

  private static func stage() -> TableStage {
    let stage = TableStage()
    let columns = names.map { name in TableColumn<Person>(name, title: name, width: .fixed(100)) { name + $0.name } }
    stage.show(Table(columns: columns, rows: [Person(1), Person(2)]))
    return stage
  }

  /// Returns the left edges of the visible titles, by the ids of their columns.
  private func places(_ stage: TableStage) -> [String: Double] {
    Dictionary(stage.titles.map { ($0.id, $0.bounds.minX) }, uniquingKeysWith: { first, _ in first })
  }

  /// Makes a frame, and returns the largest distance that a title moved since `before`, which it updates.
  private func step(_ stage: TableStage, _ before: inout [String: Double]) -> Double {
    stage.harness.advance(by: .milliseconds(16))
    stage.harness.show()
    let now = places(stage)
    let farthest = now.compactMap { name, place in before[name].map { abs($0 - place) } }.max() ?? 0
    before = now
    return farthest
  }

  @Test func `a column that is moved on while it moves goes on from where it is`() {
    let stage = Self.stage()
    var places = places(stage)
    stage.table.moveColumn("a", to: 4)
    var steps = (0..<6).map { _ in step(stage, &places) }
    let middle = places["a"] ?? 0
    #expect(middle > 20 && middle < 380)
    stage.table.moveColumn("a", to: 0)
    steps += (0..<3).map { _ in step(stage, &places) }
    stage.table.moveColumn("c", to: 0)
    steps += (0..<60).map { _ in step(stage, &places) }
    #expect((steps.max() ?? 0) < 60, "a title jumps: \(steps)")
    stage.harness.settle()
    #expect(stage.titleTexts == ["c", "a", "b", "d", "e"])
    #expect(stage.titles.map(\.bounds.minX) == [0, 100, 200, 300, 400])
    #expect(stage.rows.first == "cperson 1 aperson 1 bperson 1 dperson 1 eperson 1")
  }

  @Test func `a title is grabbed while it flies to its place, and follows the pointer`() throws {
    let stage = Self.stage()
    let start = try #require(stage.title("a")).bounds.center
    stage.harness.press(at: start)
    for x in stride(from: start.x, through: 390, by: 20) {
      stage.harness.move(to: Point(x: x, y: start.y))
      stage.harness.advance(by: .milliseconds(16))
    }
    stage.harness.release()
    stage.harness.advance(by: .milliseconds(32))
    let flying = try #require(stage.title("a")).bounds
    #expect(stage.table.columnOrder == ["b", "c", "d", "a", "e"])
    stage.harness.press(at: flying.center)
    stage.harness.move(to: Point(x: flying.center.x - 8, y: start.y))
    stage.harness.advance(by: .milliseconds(16))
    let held = try #require(stage.title("a")).bounds
    #expect(abs(held.midX - (flying.midX - 8)) < 1, "the title is under the pointer")
    stage.harness.move(to: Point(x: 40, y: start.y))
    for _ in 0..<20 { stage.harness.advance(by: .milliseconds(16)) }
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.table.columnOrder == ["a", "b", "c", "d", "e"])
    #expect(stage.titles.map(\.bounds.minX) == [0, 100, 200, 300, 400])
  }

  @Test func `a title that jumps with the pointer passes all columns between, and no pinned one`() throws {
    let stage = TableStage()
    let columns = Self.names.map { name in
      TableColumn<Person>(name, title: name, width: .fixed(100), isPinned: name == "a") { $0.name }
    }
    stage.show(Table(columns: columns, rows: [Person(1)]))
    func drag(_ id: String, to x: Double) throws {
      let start = try #require(stage.title(id)).bounds.center
      stage.harness.press(at: start)
      stage.harness.move(to: Point(x: start.x + 8, y: start.y))
      stage.harness.move(to: Point(x: x, y: start.y))
      stage.harness.release()
      stage.harness.settle()
    }
    try drag("b", to: 480)
    #expect(stage.table.columnOrder == ["a", "c", "d", "e", "b"])
    try drag("e", to: 10)
    #expect(stage.table.columnOrder == ["a", "e", "c", "d", "b"])
    try drag("a", to: 400)
    #expect(stage.table.columnOrder == ["a", "e", "c", "d", "b"])
  }

  @Test func `columns make room for one that a new declaration adds, and close the gap when it goes`() {
    let stage = Self.stage()
    func columns(_ names: [String]) -> [TableColumn<Person>] {
      names.map { name in TableColumn<Person>(name, title: name, width: .fixed(100)) { name + $0.name } }
    }
    var places = places(stage)
    for names in [["a", "new", "b", "c", "d"], ["a", "b", "c", "d"]] {
      stage.table.apply(Table(columns: columns(names), rows: [Person(1), Person(2)]))
      let steps = (0..<40).map { _ in step(stage, &places) }
      #expect((steps.max() ?? 0) < 40 && steps.count { $0 > 1 } > 5, "\(names): \(steps)")
      stage.harness.settle()
      #expect(stage.titleTexts == names && stage.titles.map(\.bounds.minX) == names.indices.map { Double($0) * 100 })
    }
    // Other columns replace them at once.
    stage.table.apply(Table(columns: columns(["x", "y", "a"]), rows: [Person(1)]))
    stage.harness.show()
    #expect(stage.titles.map(\.bounds.minX) == [0, 100, 200])
  }

  @Test(arguments: 0..<UInt64(perBuild(debug: 20, optimized: 200)))
  func `any changes in the middle of others end in the declared places, without a jump`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage()
    var (order, hidden) = (Self.names, Set<String>())
    var places = places(stage)
    for _ in 0..<30 {
      let name = Self.names.randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let place = Int.random(in: 0..<5, using: &random)
        order.removeAll { $0 == name }
        order.insert(name, at: place)
        stage.table.moveColumn(name, to: place)
      case 1 where hidden.count < 4 && !hidden.contains(name):
        hidden.insert(name)
        stage.table.setColumn(name, hidden: true)
      default:
        hidden.remove(name)
        stage.table.setColumn(name, hidden: false)
      }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        #expect(step(stage, &places) < 200, "seed \(seed)")
      }
    }
    stage.harness.settle()
    #expect(stage.table.columnOrder == order, "seed \(seed)")
    #expect(stage.titleTexts == order.filter { !hidden.contains($0) }, "seed \(seed)")
    #expect(stage.titles.map(\.bounds.minX) == stage.titles.indices.map { Double($0) * 100 }, "seed \(seed)")
  }
}
