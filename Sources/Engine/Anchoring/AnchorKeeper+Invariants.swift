import ScrollworkDiffing
import ScrollworkLayout

extension AnchorKeeper {
  /// Traps if an anchor refers to an item that is not in the list. Call after the passes of a frame.
  /// - Complexity: O(*c*) in the number of containers with anchors.
  package func checkInvariants(in list: List) {
    for (name, item) in [("standing", standing?.item), ("update", update?.item), ("measuring", measuring)] {
      guard let item else { continue }
      precondition(list.contains(item.path), "the \(name) anchor is at \(item.path), which is not in the list")
      precondition(item.position.isFinite, "the \(name) anchor is at the position \(item.position)")
    }
    for (id, anchor) in containers {
      precondition(
        anchor.container?.id == id, "the anchor of another container is kept for section \(id.section)")
      precondition(
        anchor.container.map { list.contains($0.path) } ?? false, "an anchor in section \(id.section) is lost")
    }
    precondition(visibleFocus.map(list.contains) ?? true, "the visible focus is not in the list")
    precondition(lostPosition.map { $0.lostItems != nil } ?? true, "a lost position has no items")
  }
}
