import ScrollworkLayout

/// The offsets and motions of nested scroll containers.
struct NestedScrolling: ~Copyable {
  /// Containers that move or are held.
  var motions: [SectionMotion] = []
  /// Scratch: the containers in the viewport.
  var visibleContainers: [ScrollSite] = []
  /// Offsets of containers whose sections are absent, for their return.
  var absentOffsets = AbsentOffsets()
  /// The containers under a finger or under the pressed pointer, the innermost first.
  var dragged: [ScrollSite] = []
  /// Whether the gesture drags these containers and not the list.
  var isDragging = false
}
