import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Saving the scroll position.
@MainActor
extension ScrollPosition {
  /// The number of items that a position names: enough that one of them is likely to exist when the position is
  /// restored.
  private static let remembered = 12

  /// The range of a bound item along the main axis, in logical pixels from the content's start.
  struct ItemRange {
    let key: LayoutElement.Key
    let start: Double
    let extent: Double

    @MainActor
    init(of item: BoundItem, in layout: borrowing LayoutState) {
      (key, start, extent) = (item.key, layout.lead(item.target), item.target.size[layout.axis])
    }
  }

  /// Saves the position of a view, without nested scroll containers. At the start of the content, the saved position
  /// names no item.
  /// - Parameter ranges: The ranges of the bound items, in reading order.
  init(of ranges: [ItemRange], at place: ScrollPlace, _ list: List) {
    self.init(places: [], isAtEnd: place.isAtEnd && place.hasRoom)
    if place.isAtStart { return }
    let offset = place.presentedOffset
    var seen = 0
    for range in ranges where range.key.kind == .item && range.start + range.extent > offset {
      guard seen < Self.remembered else { break }
      seen += 1
      guard let path = range.key.path, list.contains(path), range.extent > 0 else { continue }
      places.append(
        Place(
          section: list.sections[path.section].id.description, item: list.id(at: path).description,
          path: [path.section, path.item], fraction: (offset - range.start) / range.extent))
    }
  }

  /// Returns the nested containers that were scrolled, with their offsets. For a container in motion, this is the
  /// offset at which it will rest.
  static func sections(
    of list: List, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling
  ) -> [SectionPlace] {
    guard layout.solver.hasOwnOffsets else { return [] }
    var places: [SectionPlace] = []
    for index in list.sections.indices.prefix(layout.solver.sectionCount) {
      let section = list.sections[index]
      for (container, _) in layout.solver.offsets(in: index) {
        var place = SectionPlace(
          section: section.id.description, index: index, offset: nested.destination(of: container, in: layout))
        if container.subsection > 0 {
          place.inner = .init(
            identities: section.names(ofSubsection: container.subsection) ?? [], number: container.subsection)
        }
        places.append(place)
      }
    }
    return places
  }
}

extension List {
  /// Finds the item to restore for a saved position: the first of the saved items that is in the list. If none is, the
  /// item nearest to the path of the first saved one.
  /// - Returns: The item, and whether it is one of the saved items; `nil` if the list is empty or no item is saved.
  /// - Complexity: O(1) if the items are at their saved paths, else O(*n*).
  func item(toRestore position: ScrollPosition) -> (request: RestoreRequest, isFound: Bool)? {
    guard let first = position.places.first else { return nil }
    let found = self.first(of: position.places)
    // Each fraction belongs to one item. If an item after the first one is restored, it returns to its own place,
    // farther down.
    guard let path = found?.path ?? nearestPath(to: first.path) else { return nil }
    let request = RestoreRequest(
      path: path, id: id(at: path), section: sections[path.section].id, fraction: found?.place.fraction ?? 0)
    return (request, found != nil)
  }

  /// Returns the target of the scroll that restores an item; `nil` if the list lacks the item, or if the saved fraction
  /// is no finite number.
  func target(restoring request: RestoreRequest) -> ActiveScrollTarget? {
    guard request.fraction.isFinite else { return nil }
    let isThere = contains(request.path) && id(at: request.path) == request.id
    let path = isThere ? request.path : self.path(of: request.id, in: request.section)
    return path.map { ActiveScrollTarget(.fraction($0, request.fraction), animated: false) }
  }
}
