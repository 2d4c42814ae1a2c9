import ScrollworkLayout

extension NestedScrolling {
  /// Traps if the motions contradict each other or the list. Call after the passes of a frame.
  /// - Complexity: O(*m*) in the number of moving containers.
  package func checkInvariants(in list: List) {
    precondition(
      motions.count < 2 || Set(motions.map(\.container)).count == motions.count, "a container has two motions")
    for motion in motions {
      precondition(
        list.sections.indices.contains(motion.container.section), "section \(motion.container.section) moves")
      precondition(
        motion.scroller.offset.isFinite, "section \(motion.container.section) is at \(motion.scroller.offset)")
      precondition(!motion.around.contains(motion.container), "a container is around itself")
    }
    precondition(!isDragging || !dragged.isEmpty, "a gesture drags no container")
  }
}
