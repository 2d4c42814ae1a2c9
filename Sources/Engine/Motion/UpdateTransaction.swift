import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkLayout

/// What the frame that applies an update knows of the state before.
package struct UpdateTransaction {
  var mapping: ListMapping
  package var oldList: List
  package var oldSolver: LayoutSolver
  /// Where the viewport had its origin, with what the person scrolled until then, in content coordinates.
  var oldOrigin: Point
  package var isAnimated: Bool
  var reason = UpdateReason.program
  /// How this update is shown where nothing else says how.
  var animator: (any Animator)?
  /// How many came and went so far, for those who follow each other.
  var arrivals = 0
  var departures = 0
  /// True if things are on their way by it; false if they fade.
  var travels = false
  /// How much slower the view scrolls since, in logical pixels a second.
  var lostVelocity = 0.0
  /// How far the view scrolled in this frame.
  var scrolled = 0.0
  /// The same as it is seen: in whole device pixels.
  var seenScrolling = Point.zero
  /// How far sections were scrolled by themselves in this frame, towards their trailing ends.
  var scrolledAside: [ScrollSite: Double] = [:]
  /// How far the coordinates of the content moved since, other than by scrolling.
  var shift = Point.zero
  /// True if nothing was scrolled since.
  var isUnscrolled: Bool { seenScrolling == .zero && scrolledAside.isEmpty }
  /// Something that was seen, in the old list, and where the old layout had it then.
  var reference: (key: LayoutElement.Key, place: Point)?

  /// Where the viewport had its origin in the old content: what is measured since, there as well, has moved that.
  var oldOriginByNow: Point {
    guard let reference, let place = oldSolver.frame(for: reference.key)?.origin else { return oldOrigin }
    return oldOrigin + place - reference.place
  }

  /// Where the viewport would have its origin if nobody scrolled in this frame.
  var origin: Point { oldOrigin + shift }
}

extension UpdateTransaction {
  /// Returns the distance that the user scrolled an element in this frame, the nested containers around it included.
  func scrolling(of key: LayoutElement.Key, in layout: borrowing LayoutState) -> Point {
    seenScrolling + layout.scrolling(of: key, by: scrolledAside, in: layout.solver)
  }

  var spring: Spring { reason == .program ? .move : .filter }

  /// Where something was before the update, in the old content; `nil` if it is new.
  func oldFrame(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> Rect? {
    oldKey(of: key, in: solver, list).flatMap { oldSolver.frame(for: $0) }
  }

  /// What of the old content it was seen in; `nil` where nothing but the list cut it off.
  func oldClip(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> Rect? {
    oldKey(of: key, in: solver, list).flatMap(oldSolver.clip)
  }

  /// What names the same in the old list; `nil` if it is new.
  func oldKey(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> LayoutElement.Key? {
    if let path = key.path { return mapping.oldPath(ofNew: path).map { .item($0) } }
    guard let kind = solver.kind(of: key) else { return nil }
    if key.kind == .global { return oldSolver.key(key.kind, of: kind, section: -1) }
    if let host = key.host {
      guard let path = mapping.oldPath(ofNew: host) else { return nil }
      return oldSolver.key(key.kind, of: kind, section: path.section, item: path.item)
    }
    guard let section = mapping.sections.oldPosition(ofNew: key.section),
      let part = oldList.sections[section].number(ofPart: key.item, from: list.sections[key.section])
    else { return nil }
    return oldSolver.key(key.kind, of: kind, section: section, item: part)
  }

  /// Returns the key of an old element in the new list; `nil` if the update removed it.
  func newKey(of key: LayoutElement.Key, in solver: LayoutSolver, _ list: List) -> LayoutElement.Key? {
    if let path = key.path { return mapping.newPath(ofOld: path).map { .item($0) } }
    guard let kind = oldSolver.kind(of: key) else { return nil }
    if key.kind == .global { return solver.key(key.kind, of: kind, section: -1) }
    if let host = key.host {
      guard let path = mapping.newPath(ofOld: host) else { return nil }
      return solver.key(key.kind, of: kind, section: path.section, item: path.item)
    }
    guard let section = mapping.sections.newPosition(ofOld: key.section),
      let part = list.sections[section].number(ofPart: key.item, from: oldList.sections[key.section])
    else { return nil }
    return solver.key(key.kind, of: kind, section: section, item: part)
  }

  /// Returns the nested scroll container of the old list that is this one now; `nil` if it did not scroll by itself.
  func oldContainer(of container: ScrollSite, in list: List) -> ScrollSite? {
    guard let section = mapping.sections.oldPosition(ofNew: container.section),
      let part = oldList.sections[section].number(ofPart: container.part, from: list.sections[container.section])
    else { return nil }
    let old = ScrollSite(section: section, part: part)
    return oldSolver.orthogonal(old) == nil ? nil : old
  }

  /// Returns the old layout with the nested scrolling since the update applied to it as well.
  func oldSolverScrolled(to list: List) -> LayoutSolver {
    var solver = oldSolver
    for (container, distance) in scrolledAside {
      guard let old = oldContainer(of: container, in: list), let offset = solver.orthogonal(old)?.offset else {
        continue
      }
      _ = solver.setOrthogonalOffset(offset + distance, of: old)
    }
    return solver
  }
}
