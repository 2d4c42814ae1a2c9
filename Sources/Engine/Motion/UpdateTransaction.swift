import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkLayout

/// The state before an update, and facts that are collected while frames apply and show the update.
package struct UpdateTransaction {
  /// The mapping from the old list to the new one.
  var mapping: ListMapping
  package var oldList: List
  /// The layout of the old list. A value copy: layouts share storage until one of them changes.
  package var oldSolver: LayoutSolver
  /// The viewport's origin when the update was applied, in the old content's coordinates.
  var oldOrigin: Point
  /// Whether the update is shown with motion.
  package var isAnimated: Bool
  /// The cause of the update.
  var reason = UpdateReason.program
  /// The number of insertions and removals started so far. Animators use it to stagger their animations.
  var insertionCount = 0
  var removalCount = 0
  /// Whether items move to their new frames; `false` if they crossfade.
  var movesItems = false
  /// The scroll velocity before the update minus the one after it, in logical pixels a second.
  var lostVelocity = 0.0
  /// The distance that the view scrolled in the frame that applies the update, in logical pixels.
  var scrolled = 0.0
  /// The scrolling since the update.
  var scrolling = UpdateScrolling()
  /// The change of the viewport's origin since the update was applied, in content coordinates. Changes by scrolling do
  /// not count.
  var shift = Point.zero
  /// An element of both lists, and the origin of its frame in the old layout when the update was applied.
  ///
  /// Sizes that are measured later move the element in the old layout. The distance by which the element has moved
  /// tells how far the old content around it has moved. The reference is no anchor: it never moves the viewport.
  var reference: (key: LayoutElement.Key, place: Point)?

  /// The viewport's origin when the update was applied, in the present coordinates of the old content. Sizes measured
  /// since then are recorded in the old layout too, so old content that follows a measured item has moved.
  var oldOriginAfterMeasuring: Point {
    guard let reference, let place = oldSolver.frame(for: reference.key)?.origin else { return oldOrigin }
    return oldOrigin + place - reference.place
  }

  /// The viewport's origin as it would be without the scrolling since the update, in current content coordinates.
  var origin: Point { oldOrigin + shift }
}

extension UpdateTransaction {
  /// The spring of moves for which no animator declares a timing.
  var spring: Spring { reason == .program ? .move : .filter }

  /// Returns the clip of an element before the update, in coordinates of the old content; `nil` if no nested scroll
  /// container clipped it.
  func oldClip(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> Rect? {
    oldKey(of: key, in: solver, list).flatMap(oldSolver.clip)
  }

  /// Returns the key that an element had in the old list; `nil` if the update inserted the element.
  func oldKey(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> LayoutElement.Key? {
    if let path = key.path { return mapping.oldPath(ofNew: path).map { .item($0) } }
    // Supplementaries have no identity of their own: they match by kind, in the matching section or of the matching
    // host item.
    guard let kind = solver.kind(of: key) else { return nil }
    if key.kind == .listBoundary { return oldSolver.key(key.kind, of: kind, section: -1) }
    if let host = key.host {
      guard let path = mapping.oldPath(ofNew: host) else { return nil }
      return oldSolver.key(key.kind, of: kind, section: path.section, item: path.item)
    }
    guard let section = mapping.sections.oldPosition(ofNew: key.section),
      let subsection = oldList.sections[section].number(ofSubsection: key.item, from: list.sections[key.section])
    else { return nil }
    return oldSolver.key(key.kind, of: kind, section: section, item: subsection)
  }

  /// Returns the key of an old element in the new list; `nil` if the update removed it.
  func newKey(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> LayoutElement.Key? {
    if let path = key.path { return mapping.newPath(ofOld: path).map { .item($0) } }
    guard let kind = oldSolver.kind(of: key) else { return nil }
    if key.kind == .listBoundary { return solver.key(key.kind, of: kind, section: -1) }
    if let host = key.host {
      guard let path = mapping.newPath(ofOld: host) else { return nil }
      return solver.key(key.kind, of: kind, section: path.section, item: path.item)
    }
    guard let section = mapping.sections.newPosition(ofOld: key.section),
      let subsection = list.sections[section].number(ofSubsection: key.item, from: oldList.sections[key.section])
    else { return nil }
    return solver.key(key.kind, of: kind, section: section, item: subsection)
  }

  /// Returns the nested scroll container of the old list that matches `container` of the new list; `nil` if there is
  /// none.
  func oldContainer(of container: ScrollContainerID, in list: List) -> ScrollContainerID? {
    guard let section = mapping.sections.oldPosition(ofNew: container.section),
      let subsection = oldList.sections[section].number(
        ofSubsection: container.subsection, from: list.sections[container.section])
    else { return nil }
    let old = ScrollContainerID(section: section, subsection: subsection)
    return oldSolver.crossScroll(old) == nil ? nil : old
  }

  /// Returns the old layout with its nested containers scrolled by the distances that they scrolled since the update.
  func oldSolverScrolled(to list: List) -> LayoutSolver {
    var solver = oldSolver
    for (container, distance) in scrolling.nested {
      guard let old = oldContainer(of: container, in: list), let offset = solver.crossScroll(old)?.offset else {
        continue
      }
      _ = solver.setCrossOffset(offset + distance, of: old)
    }
    return solver
  }
}
