package import ScrollworkGeometry
package import ScrollworkLayout

/// The layout of the list that is shown.
package struct LayoutState: ~Copyable {
  /// Makes the layout of an empty list.
  package init() {}

  /// The solver that places all elements, lazily.
  package var solver = LayoutSolver()
  /// The size of the view, in logical pixels.
  package var size = Size.zero
  /// The environment that the list is laid out for; `nil` before the first frame.
  package var environment: LayoutEnvironment?
  /// Whether everything must be laid out and measured again.
  package var isStale = false
  /// Whether the environment changed in this frame.
  package var hasNewEnvironment = false
  /// Whether an element moved in this frame other than by scrolling.
  package var isRearranged = false
  /// The generation of the list in the last frame that had estimated section extents to resolve.
  package var resolvedGeneration = 0
  /// The elements of the last query; kept between frames so that a query allocates nothing.
  package var visible: [LayoutElement] = []

  /// The nested scroll containers that the last call of `findContainers(in:)` found.
  package private(set) var visibleContainers: [ScrollSite] = []

  /// Finds the nested scroll containers that intersect `rect`, in the sections of `visible`. The result is in
  /// `visibleContainers`.
  package mutating func findContainers(in rect: Rect) {
    visibleContainers.removeAll(keepingCapacity: true)
    var last = -1
    // A closure must not change a member while the solver is read, so the buffer is moved out and back: no copy, no
    // allocation.
    var found = visibleContainers
    visibleContainers = []
    // Reading order keeps the elements of a section together, so each section is asked once.
    for element in visible where element.key.section != last {
      last = element.key.section
      guard last >= 0 else { continue }
      solver.forEachScrollSite(inSection: last, rect) { site, _ in found.append(site) }
    }
    visibleContainers = found
  }

  /// Finds the elements that intersect `rect`, in reading order. The result is in `visible`.
  /// - Parameters:
  ///   - rect: The query rect, in content coordinates.
  ///   - viewport: The visible rectangle, at whose edges pinned elements stay.
  /// - Complexity: O(log *n* + *k*) for *n* items and *k* elements found.
  package mutating func findElements(in rect: Rect, pinnedIn viewport: Rect) {
    solver.elements(in: rect, pinnedIn: viewport, into: &visible)
  }
}
