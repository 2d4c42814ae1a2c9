/// One of the two directions of the plane.
///
/// Points, sizes and rectangles are subscripted by an axis, so that what holds for rows is not written again for columns.
public enum Axis: Hashable, Sendable {
  case horizontal
  case vertical

  /// The other direction.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
