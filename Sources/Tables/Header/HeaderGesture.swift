import ScrollworkGeometry

/// The gesture of the pointer in the header of a table.
enum HeaderGesture: Equatable {
  case none
  /// A press on a title, which becomes a click or a drag.
  case pressed(column: Int, start: Point)
  /// A drag of a title; `grip` is the distance of the pointer from the start of the title, in logical pixels.
  case moving(column: Int, grip: Double, pointer: Double)
  /// A drag of the edge of a title; `width` and `start` are the column's width and the pointer's place at the press.
  case resizing(column: Int, width: Double, start: Double)

  var column: Int? {
    switch self {
    case .none: nil
    case .pressed(let column, _), .moving(let column, _, _), .resizing(let column, _, _): column
    }
  }

  /// Whether the title is held down and not dragged.
  var isPress: Bool { if case .pressed = self { true } else { false } }
}
