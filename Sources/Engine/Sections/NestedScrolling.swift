import ScrollworkLayout

/// The offsets and motions of nested scroll containers.
package struct NestedScrolling: ~Copyable {
  package init() {}

  /// Containers that move or are held.
  var motions: [SectionMotion] = []
  /// Offsets of containers whose sections are absent, for their return.
  var absentOffsets = AbsentOffsets()
  /// The containers under a finger or under the pressed pointer, the innermost first.
  var dragged: [ScrollSite] = []
  /// Whether the gesture drags these containers and not the list.
  var isDragging = false

  /// Whether a container moves or is held.
  func isMoving(_ container: ScrollSite) -> Bool { motions.contains { $0.site == container } }

  /// Returns the offset that a container has, or will have when its motion ends.
  func destination(of container: ScrollSite, in layout: borrowing LayoutState) -> Double {
    motions.first { $0.site == container }?.destination ?? layout.solver.orthogonalOffset(container)
  }
}
