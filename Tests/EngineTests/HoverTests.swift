import Scrollwork
import ScrollworkTesting
import Testing

/// Hover follows the pointer at rest and ends while anything moves.
@MainActor
struct HoverTests {
  private static let place = Point(x: 50, y: 100)

  /// Returns the vertical positions of rows that are drawn as hovered.
  private func hovered(_ stage: Stage) -> [Double] {
    let fill = stage.harness.host.environment.theme.colors.hover
    return stage.harness.frame.groups.filter { group in
      group.canvas.commands.contains { if case .fill(_, fill) = $0 { true } else { false } }
    }.map(\.frame.minY)
  }

  /// Advances until everything is at rest, and checks that no row is hovered until then.
  private func settle(_ stage: Stage) {
    for _ in 0..<1_000 {
      guard stage.cells.contains(where: { $0.bounds != $0.target || $0.alpha != 1 }) else { break }
      #expect(hovered(stage).isEmpty)
      stage.harness.advance(by: .milliseconds(4), framesPerSecond: 250)
    }
    stage.harness.settle()
  }

  @Test func `rows are hovered at rest, and again when the content comes to rest below the pointer`() {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.move(to: Self.place)
    #expect(hovered(stage) == [80])
    stage.harness.wheel(-1, at: Self.place)
    stage.harness.advance(by: .milliseconds(50))
    #expect(hovered(stage).isEmpty)
    stage.harness.settle()
    // The content has scrolled by 96, so the row from 64 to 104 is under the pointer.
    #expect(hovered(stage) == [64])
    stage.harness.leave()
    #expect(hovered(stage).isEmpty)
  }

  @Test(arguments: [MotionPolicy.full, .reduced])
  func `while an update moves rows none is hovered, then the one below the pointer`(
    motion: MotionPolicy
  ) {
    let stage = Stage(Stage.items(0..<100), motion: motion)
    stage.harness.move(to: Self.place)
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items([0, 1, 3, 4, 2] + Array(5..<100)))
    settle(stage)
    #expect(hovered(stage) == [80] && stage.y(3) == 80)
    stage.apply(Stage.items([0, 1] + Array(4..<100)))
    settle(stage)
    #expect(hovered(stage) == [80] && stage.y(4) == 80)
  }

  @Test func `scrolling by keys leaves no hover behind`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(1)
    stage.harness.move(to: Self.place)
    stage.harness.key(.end)
    for _ in 0..<5 {
      #expect(hovered(stage).isEmpty)
      stage.harness.advance(by: .milliseconds(10), framesPerSecond: 200)
    }
    stage.harness.settle()
    // The content has scrolled by 3,700, so the row from 100 to 140 is under the pointer.
    #expect(hovered(stage) == [100])
  }

  @Test func `after an update without motion the row below the pointer is hovered in the same frame`() {
    let stage = Stage(Stage.items(0..<2))
    stage.harness.move(to: Self.place)
    stage.apply(Stage.items(0..<100), strategy: .nonanimatedBatchUpdates)
    stage.harness.showIfNeeded()
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items([9, 8, 2, 7, 6]), strategy: .nonanimatedBatchUpdates)
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items([1]), strategy: .nonanimatedBatchUpdates)
    #expect(hovered(stage).isEmpty)
    stage.apply(Stage.items([4, 5, 6]), strategy: .reloadData)
    stage.harness.showIfNeeded()
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items([7, 8, 9]), strategy: .reloadData)
    #expect(hovered(stage) == [80])
  }

  @Test func `an update that moves nothing visible keeps the hover`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 1000)
    stage.harness.settle()
    stage.harness.move(to: Self.place)
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items(0..<120))
    #expect(hovered(stage) == [80])
    stage.apply(Stage.items(-5..<120))
    #expect(hovered(stage) == [80] && stage.offset == 1200)
  }

  @Test func `after a resize the row below the pointer is hovered`() {
    let stage = Stage(Stage.items(0..<100), layout: .grid(minimumItemWidth: 90, itemHeight: 70, spacing: 0))
    func hoveredItem() -> [String] {
      let fill = stage.harness.host.environment.theme.colors.hover
      let places = stage.harness.frame.groups.filter { group in
        group.canvas.commands.contains { if case .fill(_, fill) = $0 { true } else { false } }
      }.map(\.frame)
      return stage.cells.filter { places.contains($0.bounds) }.map(\.id)
    }
    stage.harness.move(to: Self.place)
    #expect(hoveredItem() == ["4"])
    stage.harness.resize(to: Size(width: 200, height: 300))
    stage.harness.settle()
    #expect(hoveredItem() == ["2"])
  }

  @Test func `a row that resizes itself moves the hover to the row below the pointer`() throws {
    let stage = Stage(Stage.items(0..<100), layout: .list(estimatedRowHeight: 40))
    stage.harness.move(to: Self.place)
    let plate = try #require(stage.list.cell(at: ElementPath(section: 0, item: 1)).content as? PlateView)
    plate.wantedHeight = 110
    stage.harness.showIfNeeded()
    settle(stage)
    #expect(hovered(stage) == [40])
  }

  @Test func `a button in a row in flight is not hovered`() throws {
    struct Pressable: Component {
      var number: Int
      func renderContent() -> Button { Button("Press") }
      func render(in content: Button) { content.title = "Press \(number)" }
    }
    let stage = Stage()
    func apply(_ numbers: [Int]) {
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: numbers, id: \.self) { Pressable(number: $0) }
            .withSectionLayout(.list(rowHeight: 40))
        ]))
      stage.harness.showIfNeeded()
    }
    func button(_ item: Int) throws -> Button {
      let button = stage.list.cell(at: ElementPath(section: 0, item: item)).content as? Button
      return try #require(button)
    }
    apply(Array(0..<10))
    stage.harness.settle()
    stage.harness.move(to: Self.place)
    let moved = try button(2)
    #expect(moved.isHovered)
    apply([2, 0, 1] + Array(3..<10))
    #expect(!moved.isHovered)
    stage.harness.move(to: Point(x: 51, y: 101))
    stage.harness.advance(by: .milliseconds(50))
    #expect(try (0..<7).allSatisfy { try !button($0).isHovered })
    stage.harness.settle()
    #expect(try button(2).isHovered && !moved.isHovered)
    // A row at rest may be hovered while other rows move.
    apply([2, 0, 1] + (3..<10).reversed())
    for _ in 0..<10 {
      #expect(try button(2).isHovered)
      stage.harness.advance(by: .milliseconds(20))
    }
  }
}

/// A content view that records the state of its cell.
private final class WatchedContent: View, StateObserving {
  private(set) var isHovered = false

  func cellStateDidChange(_ state: CellState) { isHovered = state.isHovered }
}

/// A row of one of two kinds, each with its own content view.
private struct WatchedRow: Component, Equatable {
  var kind: String
  var reuseIdentifier: String { kind }

  func renderContent() -> WatchedContent { WatchedContent() }
  func render(in content: WatchedContent) {}
}

@MainActor @Test
func `a content view that was hovered when its item changed kind is reused without hover`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 200, height: 200))
  func show(_ kind: String) {
    let cells = (0..<5).map { Cell(id: $0, component: WatchedRow(kind: kind)) }
    list.apply(List(sections: [Section(id: 0, cells: cells).withSectionLayout(.list(rowHeight: 40))]))
    harness.settle()
  }
  func hovered() -> [Int] {
    (0..<5).filter { (list.content(of: ElementID($0)) as? WatchedContent)?.isHovered == true }
  }
  show("row")
  harness.move(to: Point(x: 50, y: 100))
  harness.settle()
  #expect(hovered() == [2])
  show("tile")
  #expect(hovered() == [2])
  harness.leave()
  show("row")
  #expect(hovered() == [])
  show("tile")
  #expect(hovered() == [])
}
