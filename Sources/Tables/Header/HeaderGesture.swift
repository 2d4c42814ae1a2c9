import ScrollworkGeometry

/// The gesture of the pointer in the header of a table.
enum HeaderGesture: Equatable {
  case none
  /// A press on a title, which becomes a click or a drag.
  case pressed(column: Int, start: Point)
  /// A drag of a title. `grip` is the distance of the pointer from the title's start, in logical pixels.
  case moving(column: Int, grip: Double, pointer: Double)
  /// A drag of a title's edge, with the column's width and the pointer's x coordinate at the press.
  case resizing(column: Int, width: Double, start: Double)

  var column: Int? {
    switch self {
    case .none: nil
    case .pressed(let column, _), .moving(let column, _, _), .resizing(let column, _, _): column
    }
  }

  /// Whether a title is pressed but not dragged yet.
  var isPress: Bool { if case .pressed = self { true } else { false } }
}
