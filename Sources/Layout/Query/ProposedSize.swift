/// The size proposed to an element's content, in logical pixels; nil on an intrinsic axis, whose size the content
/// decides.
public struct ProposedSize: Hashable, Sendable {
  /// The width in logical pixels; nil if the content decides it.
  public var width: Double?
  /// The height in logical pixels; nil if the content decides it.
  public var height: Double?

  package init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}
