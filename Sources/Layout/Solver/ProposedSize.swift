/// The room that an element gets: a number of logical pixels on an axis that the layout decides, nothing on one that
/// the content decides.
package struct ProposedSize: Hashable, Sendable {
  package var width: Double?
  package var height: Double?

  package init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}
