/// The horizontal or the vertical direction.
///
/// Points, sizes and rectangles have a subscript or a function that takes an axis. So the same code can serve both rows
/// and columns.
public enum Axis: Hashable, Sendable {
  /// From left to right: x coordinates and widths.
  case horizontal
  /// From top to bottom: y coordinates and heights.
  case vertical

  /// The perpendicular direction.
  @inlinable
  package var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
