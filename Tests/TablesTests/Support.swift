import Scrollwork
import ScrollworkTesting

/// A row of a table in tests.
struct Person: Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
  var age: Int?

  init(_ id: Int, _ name: String? = nil, age: Int? = nil) {
    (self.id, self.name, self.age) = (id, name ?? "person \(id)", age ?? id * 7 % 90)
  }
}

/// A table in a window, with queries for its visible content.
@MainActor
final class TableStage {
  let table = TableView()
  let harness: ViewHarness

  init(size: Size = Size(width: 640, height: 320), motion: MotionPolicy = .full) {
    harness = ViewHarness(content: table, size: size, motion: motion)
  }

  func show<Item>(_ table: Table<Item>) {
    self.table.apply(table)
    harness.settle()
  }

  /// The titles on screen, from left to right.
  var titles: [SemanticsNode] {
    harness.semantics.filter { $0.role == .header }.sorted { $0.bounds.minX < $1.bounds.minX }
  }

  var titleTexts: [String] { titles.map(\.text) }

  /// The texts of the rows on screen, from the top.
  var rows: [String] {
    harness.semantics.filter { $0.role == .cell }.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text)
  }

  /// Returns the title of a column.
  func title(_ id: String) -> SemanticsNode? { titles.first { $0.id == id } }

  /// Clicks a title.
  func click(_ id: String, modifiers: Modifiers = []) {
    guard let title = title(id) else { return }
    harness.click(at: title.bounds.center, modifiers: modifiers)
    harness.settle()
  }

  /// Returns the point at the end of a title where the user begins to resize its column.
  func edge(_ id: String) -> Point {
    let bounds = title(id)?.bounds ?? .zero
    return Point(x: bounds.maxX - 1, y: bounds.midY)
  }

  /// Returns the centre of a cell, by the index of its row among the visible rows and the id of its column.
  func cell(_ row: Int, _ id: String) -> Point {
    Point(x: title(id)?.bounds.midX ?? 0, y: 32 + 28 * Double(row) + 14)
  }
}

extension TableColumn<Person> {
  static var standard: [TableColumn<Person>] {
    [
      TableColumn("number", title: "Number", width: .fixed(80), alignment: .end) { "\($0.id)" },
      TableColumn("name", title: "Name", width: .fixed(160)) { $0.name },
      TableColumn("age", title: "Age", width: .fixed(100), alignment: .end) { $0.age.map(String.init) },
    ]
  }
}
