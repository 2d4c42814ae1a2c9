/// One of the two directions of the plane.
///
/// Points, sizes and rectangles have a subscript or a function that takes an axis, so that one piece of code serves
/// both rows and columns.
public enum Axis: Hashable, Sendable {
  /// From left to right: x coordinates and widths.
  case horizontal
  /// From top to bottom: y coordinates and heights.
  case vertical

  /// The perpendicular direction.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
