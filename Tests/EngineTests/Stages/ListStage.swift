import Scrollwork
import ScrollworkTesting

/// A collection view in a test's window, with the queries and actions that all test stages share.
@MainActor
protocol ListStage {
  var list: CollectionView { get }
  var harness: ViewHarness { get }
}

extension ListStage {
  var window: Rect { Rect(origin: .zero, size: harness.host.size) }

  /// The semantics nodes of the list.
  var nodes: [SemanticsNode] { harness.semantics.filter { $0.role != .list } }

  /// The bound cells, in list order.
  var cells: [SemanticsNode] { harness.cells }

  /// The cells visible in the viewport, in list order.
  var visible: [SemanticsNode] { cells.filter { $0.bounds.intersects(window) } }

  /// The texts of the bound cells, in list order.
  var texts: [String] { cells.map(\.text) }

  /// The texts of the visible cells, in list order.
  var visibleTexts: [String] { visible.map(\.text) }

  /// Returns the presented frame, in the window, of the element with a text.
  func frame(_ text: String) -> Rect? { harness.bounds(of: text) }

  var offset: Double { list.contentOffset.y }
  var maximum: Double { max(0, list.contentSize.height - harness.host.size.height) }

  @discardableResult
  func wheel(x: Double = 0, y: Double = 0, at point: Point, precise: Bool = false, modifiers: Modifiers = []) -> Bool {
    harness.send(.wheel(WheelDelta(x: x, y: y, isPrecise: precise), at: point, modifiers))
  }
}

extension ViewHarness {
  /// The nodes of the bound cells, in list order.
  var cells: [SemanticsNode] { semantics.filter { $0.role == .cell } }

  /// Presses the button at a point and begins to drag.
  func lift(at start: Point) {
    press(at: start)
    move(to: start + Point(x: 0, y: 10))
    show()
  }

  /// Moves the pointer in small steps, and shows a frame after each.
  func movePointer(to end: Point) {
    guard let start = host.pointerLocation else { return }
    for step in 1...10 {
      let share = Double(step) / 10
      move(to: Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
      advance(by: .milliseconds(16))
    }
    advance(by: .milliseconds(50))
  }
}
