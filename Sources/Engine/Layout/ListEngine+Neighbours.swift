import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// An observer of the surroundings of a viewport, for prefetching.
@MainActor
package protocol NeighbourhoodObserving: AnyObject {
  /// Called when a frame of the view is complete, before the program's handlers of that frame run.
  func collectionViewDidMakeFrame(_ view: CollectionView, at now: Instant)
  /// Called when the view leaves its window.
  func collectionViewDidLeaveWindow(_ view: CollectionView)
}

/// A cell, header or footer in or around the viewport.
///
/// Two neighbours are equal if they have the same position in the list. To recognise a neighbour after an update, store
/// its `identity(of:)` before the update.
package struct Neighbour: Hashable {
  /// The identity of a neighbour, which updates do not change.
  package struct Identity: Hashable {
    let kind: LayoutElement.Key.Kind
    let section: ElementID
    /// The identity of the cell, or that of the section for its header and footer.
    package let id: ElementID
  }

  /// The frame as if the list scrolled vertically: `y` and height are along the main axis. For a cell in a nested
  /// scroll container, `x` is as if the container were as wide as the view.
  package let frame: Rect
  /// The size on screen, in logical pixels.
  package let size: Size
  let key: LayoutElement.Key

  /// The index of the neighbour's section in the list.
  package var section: Int { key.section }

  package static func == (a: Neighbour, b: Neighbour) -> Bool { a.key == b.key }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key.section)
    hasher.combine(key.item)
  }
}

extension ListEngine {
  /// The viewport as if the list scrolled vertically: `y` and height are along the main axis, in logical pixels.
  package var visibleRect: Rect {
    Rect(x: 0, y: scroll.presentedOffset, width: layout.size[layout.axis.cross], height: layout.length)
  }

  /// The velocity and remaining distance of a fling or animated scroll, in logical pixels and seconds; `nil` at rest or
  /// while dragged.
  package var ownMotion: (velocity: Double, remaining: Double)? {
    guard scroll.scroller.isMoving, !scroll.scroller.isHeld else { return nil }
    return (scroll.scroller.velocity, scroll.scroller.remaining)
  }

  /// Replaces the contents of `result` by the cells, headers and footers that lie in some ranges of the content.
  package func neighbours(in ranges: [Range<Double>], crossMargin: Double = 0, into result: inout [Neighbour]) {
    result.removeAll(keepingCapacity: true)
    guard document.hasApplied else { return }
    layout.appendNeighbours(in: ranges, crossMargin: crossMargin, from: scroll, to: &result)
  }

  /// Returns the innermost scroll container around a neighbour; `nil` if there is none, or while the section's layout
  /// is unknown.
  package func container(of neighbour: Neighbour) -> ScrollSite? {
    guard layout.solver.isSettled(neighbour.section) else { return nil }
    return neighbour.key.path.flatMap { layout.innermostContainer(around: $0) }
      ?? (layout.solver.isOrthogonal(neighbour.section)
        ? ScrollSite(section: neighbour.section) : nil)
  }

  /// Returns the offset of a nested scroll container, in logical pixels; `nil` if `container` is not a container in the
  /// current layout.
  package func offset(of container: ScrollSite) -> Double? {
    document.list.sections.indices.contains(container.section) ? layout.solver.orthogonal(container)?.offset : nil
  }

  package func identity(of container: ScrollSite) -> ScrollContainerIdentity? { document.list.identity(of: container) }

  /// Returns the identity of a neighbour.
  /// - Precondition: No update was shown since the neighbour was listed.
  package func identity(of neighbour: Neighbour) -> Neighbour.Identity {
    let section = document.list.sections[neighbour.section]
    let isCell = neighbour.key.kind == .item
    return Neighbour.Identity(
      kind: neighbour.key.kind, section: section.id,
      id: isCell ? section.rows.identities.id(at: neighbour.key.item) : section.id)
  }

  /// Returns the component of a neighbour; `nil` for a header or footer that does not exist.
  package func component(of neighbour: Neighbour) -> AnyComponent? { row(for: neighbour.key)?.component }
}
