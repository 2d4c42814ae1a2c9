/// The size proposed to an element's content, in logical pixels; nil on an intrinsic axis, whose size the content
/// decides.
package struct ProposedSize: Hashable, Sendable {
  package var width: Double?
  package var height: Double?

  package init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}
