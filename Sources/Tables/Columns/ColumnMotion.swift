import ScrollworkEngine
import ScrollworkHostInterface

/// A column as a frame draws it. `x` is the distance from the table's leading edge, in logical pixels.
struct ColumnSlot: Equatable {
  var column: Int
  var x: Double
  var width: Double
  var isPinned: Bool

  var end: Double { x + width }
}

/// The motion of columns to new positions and widths. Header and rows of a table read it in each frame.
///
/// Each value is a distance from the target, so a change during a motion only adds to the distance and keeps the
/// velocity.
struct ColumnMotion {
  private struct Moving {
    var column: Int
    var x = SpringValue(0, spring: .move)
    var width = SpringValue(0, spring: .move)
    var isAtRest: Bool { x.isAtRest && width.isAtRest }
  }

  private var moving: [Moving] = []

  var isAtRest: Bool { moving.isEmpty }
  /// The columns in motion.
  var columns: [Int] { moving.map(\.column) }

  /// Returns the current distance of a column's drawn position and width from their targets; zero at rest.
  func distance(of column: Int) -> (x: Double, width: Double) {
    guard let item = moving.first(where: { $0.column == column }) else { return (0, 0) }
    return (item.x.value, item.width.value)
  }

  /// Starts or continues the motion of a column that is now at a distance from its target.
  mutating func set(_ column: Int, x: Double, width: Double) {
    let index = moving.firstIndex { $0.column == column }
    guard index != nil || x != 0 || width != 0 else { return }
    var item = index.map { moving[$0] } ?? Moving(column: column)
    item.x.shift(by: x - item.x.value)
    item.width.shift(by: width - item.width.value)
    if let index { moving[index] = item } else { moving.append(item) }
  }

  /// Replaces the indices of columns. The motion of a column for which `find` returns `nil` ends.
  mutating func follow(_ find: (Int) -> Int?) {
    moving = moving.compactMap { item in
      find(item.column).map {
        var item = item
        item.column = $0
        return item
      }
    }
  }

  mutating func advance(by seconds: Double) {
    for index in moving.indices {
      moving[index].x.advance(by: seconds)
      moving[index].width.advance(by: seconds)
    }
    moving.removeAll(where: \.isAtRest)
  }

  mutating func stop() { moving.removeAll() }
}
