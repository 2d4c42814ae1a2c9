import ScrollworkGeometry
import ScrollworkLayout

extension LayoutState {
  /// Traps if the layout contradicts itself. The solver has a check of its own, which takes O(*n*). Call after the
  /// passes of a frame.
  /// - Complexity: O(*v*) in the number of visible elements.
  package func checkInvariants(for list: List) {
    precondition(!isStale, "the frame did not lay out what was stale")
    precondition(
      environment.map { $0.container == size } ?? true, "laid out for another size than \(size.width) x \(size.height)")
    precondition(solver.sectionCount == list.sections.count, "\(solver.sectionCount) sections are laid out")
    // A program may declare spacings that are not numbers, which equal nothing.
    precondition(list.configuration.scrollDirection == axis, "the layout scrolls in another direction than the list")
    for (element, next) in zip(visible, visible.dropFirst()) {
      precondition(element.key < next.key, "\(element.key) is not before \(next.key)")
    }
  }
}
