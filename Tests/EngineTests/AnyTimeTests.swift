import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// The view of a row that the user drags by a handle. It reports the position of the pointer and records its events.
private final class HandleView: View {
  var text = ""
  var onDrag: (Point) -> Void = { _ in }
  var onDrop: () -> Void = {}
  private(set) var isHeld = false

  override var isInteractive: Bool { true }
  override var semanticsText: String { text }
  override func pointerDown(_ event: PointerEvent) -> Bool {
    isHeld = true
    return true
  }
  override func pointerDragged(_ event: PointerEvent) {
    onDrag(convertToRoot(Rect(origin: event.location, size: .zero)).origin)
  }
  override func pointerUp(_ event: PointerEvent) {
    isHeld = false
    onDrop()
  }
  override func pointerCancelled() { isHeld = false }
}

private struct HandleRow: Component {
  var id: Int
  var onDrag: @MainActor (Int, Point) -> Void
  var onDrop: @MainActor (Int) -> Void

  func renderContent() -> HandleView { HandleView() }
  func render(in content: HandleView) {
    content.text = "row \(id)"
    content.onDrag = { onDrag(id, $0) }
    content.onDrop = { onDrop(id) }
  }
}

/// A list of rows of 40 that the user reorders. At each movement the dragged row moves to the pointer's position.
@MainActor
private final class Reordering {
  let list = CollectionView()
  let harness: ViewHarness
  var ids: [Int]
  var dropped: [Int] = []
  var completions: [Int] = []

  init(_ ids: [Int]) {
    self.ids = ids
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    apply()
    harness.settle()
  }

  /// Applies the current order as a new list.
  /// - Parameter shows: Whether to make a frame at once.
  func apply(shows: Bool = true) {
    let call = completions.count
    completions.append(0)
    list.apply(
      List(sections: [
        Section(id: 0, data: ids, id: \.self) { [unowned self] id in
          HandleRow(id: id, onDrag: drag) { [unowned self] in dropped.append($0) }
        }
        .withSectionLayout(.list(rowHeight: 40))
      ])
    ) { [unowned self] _ in completions[call] += 1 }
    if shows { harness.showIfNeeded() }
  }

  private func drag(_ id: Int, to point: Point) {
    guard let index = ids.firstIndex(of: id) else { return }
    let place = Int((point.y + list.contentOffset.y) / 40)
    ids.remove(at: index)
    ids.insert(id, at: min(max(0, place), ids.count))
    apply(shows: false)
  }

  func place(of id: Int) -> Rect? { harness.semantics.first { $0.id == "\(id)" }?.bounds }
  func content(of id: Int) -> HandleView? {
    ids.firstIndex(of: id).flatMap { list.cell(at: ElementPath(section: 0, item: $0)).content as? HandleView }
  }
}

/// Lists applied in any state: while a row is dragged, and before there is a window.
@MainActor
struct AnyTimeTests {
  @Test(arguments: 0..<40)
  func `updates during a reordering drag neither drop the dragged row nor cause a jump`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let stage = Reordering(Array(0..<60))
    let held = 3
    stage.harness.press(at: Point(x: 50, y: 140))
    let content = try #require(stage.content(of: held))
    for step in 0..<60 {
      let y = Double(Int.random(in: 10...290, using: &random))
      let before = Dictionary(
        stage.harness.cells.map { ($0.id, $0.bounds.minY) }
      ) { first, _ in first }
      stage.harness.move(to: Point(x: 50, y: y))
      // The data changes after most movements. The new list gets a frame at once or the next time that one is needed.
      switch Int.random(in: 0...4, using: &random) {
      case 0: stage.ids.insert(1000 + step, at: Int.random(in: 0...stage.ids.count, using: &random))
      case 1:
        let others = stage.ids.filter { $0 != held }
        stage.ids.removeAll { $0 == others.randomElement(using: &random) }
      case 2: stage.ids.swapAt(0, stage.ids.count - 1)
      default: break
      }
      stage.apply(shows: Bool.random(using: &random))
      stage.harness.showIfNeeded()
      for node in stage.harness.semantics where node.role == .cell {
        guard let old = before[node.id] else { continue }
        #expect(abs(node.bounds.minY - old) <= 0.5, "row \(node.id) from \(old) to \(node.bounds.minY)")
      }
      let metrics = stage.list.takeMetrics()
      #expect(metrics.step <= 0.5 && metrics.anchorError <= 0.5)
      stage.harness.advance(by: .milliseconds(Int.random(in: 0...40, using: &random)))
      #expect(stage.content(of: held) === content && content.isHeld)
    }
    stage.harness.move(to: Point(x: 50, y: 100))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.dropped == [held] && stage.completions.allSatisfy { $0 == 1 })
    #expect(try #require(stage.place(of: held)).contains(Point(x: 50, y: 100)))
    let rest = stage.harness.cells.map(\.id)
    let first = Int(stage.list.contentOffset.y / 40)
    #expect(rest == stage.ids.dropFirst(first).prefix(rest.count).map(String.init))
  }

  @Test func `a dragged row that an update deletes is gone, and the drag continues without it`() throws {
    let stage = Reordering(Array(0..<20))
    stage.harness.press(at: Point(x: 50, y: 140))
    stage.harness.move(to: Point(x: 50, y: 180))
    stage.ids.removeAll { $0 == 3 }
    stage.apply()
    let order = stage.ids
    stage.harness.move(to: Point(x: 50, y: 20))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids == order && stage.place(of: 3) == nil)
    #expect(stage.completions.allSatisfy { $0 == 1 })
    // The content view of the dragged row may show row 0 by now, which must start a drag of its own.
    stage.harness.press(at: Point(x: 50, y: 20))
    stage.harness.move(to: Point(x: 50, y: 60))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids.prefix(2) == [1, 0])
  }

  @Test func `the first frame shows the newest list applied before the window opened`() throws {
    let list = CollectionView()
    var reports: [String] = []
    func apply(_ ids: [Int], _ strategy: UpdateStrategy) {
      list.apply(
        List(sections: [
          Section(id: 0, data: Stage.items(ids)) { Plate(text: $0.text) }.withSectionLayout(.list(rowHeight: 40))
        ]), updateStrategy: strategy
      ) { reports.append("\(ids.count) \($0)") }
    }
    apply([1], .animatedBatchUpdates)
    apply([1, 2], .reloadData)
    list.scroll(to: .offset(40), animated: true)
    apply([], .nonanimatedBatchUpdates)
    list.reloadData()
    list.setNeedsReload()
    apply(Array(0..<50), .animatedBatchUpdates)
    list.scroll(to: .item(20), at: .start, animated: true)
    #expect(list.snapshot().sections.first?.count == 50)
    let harness = ViewHarness(content: list)
    let cells = harness.cells
    #expect(cells.map(\.id) == (20..<28).map(String.init))
    #expect(cells.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
    #expect(
      list.report.animating == 0 && reports.sorted() == ["0 superseded", "1 superseded", "2 superseded", "50 applied"])
  }

  @Test func `a list applied to a view between two windows is shown in the second`() {
    let stage = Stage(Stage.items(0..<50))
    stage.scroll(to: 400)
    stage.harness.host.content = View()
    stage.harness.showIfNeeded()
    var reports = 0
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(5..<50)) { Plate(text: $0.text) }.withSectionLayout(.list(rowHeight: 40))
      ])
    ) { _ in reports += 1 }
    #expect(reports == 0)
    let other = ViewHarness(content: stage.list)
    let cells = other.cells
    #expect(cells.first?.id == "10" && cells.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
    #expect(reports == 1)
  }
}
