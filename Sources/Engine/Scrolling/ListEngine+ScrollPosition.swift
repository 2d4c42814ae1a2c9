import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Saving and restoring the scroll position.
extension ListEngine {
  /// The number of items that a position names: enough that one of them is likely to exist when it is restored.
  private static let remembered = 12

  /// The scroll position of the view. At the start of the list it names no item.
  var scrollPosition: ScrollPosition {
    let seen = boundItems.filter { $0.key.kind == .item && layout.trail($0.target) > scroll.presentedOffset }
    let places = seen.prefix(Self.remembered).compactMap { item -> ScrollPosition.Place? in
      guard let path = item.key.path, contains(path), item.target.size[layout.axis] > 0 else { return nil }
      return ScrollPosition.Place(
        section: document.list.sections[path.section].id.description, item: id(at: path).description,
        path: [path.section, path.item],
        fraction: (scroll.presentedOffset - layout.lead(item.target)) / item.target.size[layout.axis]
      )
    }
    var position = ScrollPosition(
      places: scroll.isAtStart ? [] : places, isAtEnd: scroll.endTracking.isAtEnd && scroll.scroller.maximum > 0)
    position.sections = sectionPlaces
    return position
  }

  /// The offsets of the nested containers that were scrolled. For a container in motion, the offset at which it will
  /// rest.
  private var sectionPlaces: [ScrollPosition.SectionPlace] {
    guard layout.solver.hasOwnOffsets else { return [] }
    return document.list.sections.indices.prefix(layout.solver.sectionCount).flatMap { index in
      layout.solver.offsets(in: index).map { container, _ in
        let section = document.list.sections[index]
        var place = ScrollPosition.SectionPlace(
          section: section.id.description, index: index, offset: nested.destination(of: container, in: layout))
        if container.part > 0 {
          place.inner = .init(identities: section.names(ofSubsection: container.part) ?? [], number: container.part)
        }
        return place
      }
    }
  }

  /// Returns to a saved position in the list that was applied last.
  /// - Returns: Whether any of the saved items is in the list. If not, the view scrolls to the item that is now at the
  ///   path of the first saved item.
  /// - Complexity: O(1) if the items are at their saved paths, else O(*n*).
  func restore(_ position: ScrollPosition) -> Bool {
    let list = snapshot()
    let offsets = list.offsets(of: position.sections)
    request {
      $0.inbox.restore(offsets)
      $0.host?.setNeedsFrame()
    }
    if position.isAtEnd, inbox.settings.anchorPolicy == .end {
      request { $0.scroll(to: .end, animated: false) }
      return true
    }
    guard let first = position.places.first else {
      request { $0.scroll(to: .start, animated: false) }
      return true
    }
    let found = list.first(of: position.places)
    // Each fraction belongs to one item. If an item after the first one is restored, it returns to its own place,
    // farther down.
    let restored = found.map { ($0.path, $0.place.fraction) } ?? list.nearestPath(to: first.path).map { ($0, 0) }
    if let (path, fraction) = restored {
      let section = list.sections[path.section]
      let item = RestoreRequest(
        path: path, id: section.rows.identities.id(at: path.item), section: section.id, fraction: fraction)
      request { $0.inbox.restore(item) }
    }
    return found != nil
  }

  /// Restores the position that the program asked for: sets the offsets of nested containers and scrolls to the saved
  /// item. Waits while the list of that position is not shown yet.
  func restorePositions() {
    guard inbox.update == nil else { return }
    for (container, offset) in inbox.takeNestedOffsets() where container.section < layout.solver.sectionCount {
      nested.stop(container)
      layout.scroll(container, to: offset)
    }
    guard let request = inbox.takeRestore() else { return }
    let isThere = contains(request.path) && id(at: request.path) == request.id
    guard let path = isThere ? request.path : path(of: request.id, in: request.section), request.fraction.isFinite
    else { return }
    scroll.go(to: ActiveScrollTarget(.fraction(path, request.fraction), animated: false))
  }
}
