package import ScrollworkGeometry
package import ScrollworkLayout

/// The surroundings of the viewport, for prefetching.
extension CollectionView {
  /// The viewport with the main axis as its vertical axis, whichever way the list scrolls: `y` is the distance from the
  /// content's start, the height is the extent along the main axis, in logical pixels.
  package var visibleRect: Rect { engine.layout.visibleRect(at: engine.scroll.presentedOffset) }

  /// The velocity, in logical pixels a second, and the remaining distance, in logical pixels, of a fling or animated
  /// scroll; `nil` at rest or while dragged.
  package var ownMotion: (velocity: Double, remaining: Double)? { engine.scroll.scroller.ownMotion }

  /// Replaces the contents of `result` by the cells, headers and footers that lie in the given ranges of the content.
  /// - Parameters:
  ///   - ranges: Positions along the main axis, in logical pixels. An element in several ranges is listed once.
  ///   - crossMargin: The distance from the sides of a nested scroll container, in logical pixels, up to which cells
  ///     outside its visible part are listed too.
  /// - Complexity: O(log *n* + *k*) in the number of elements found.
  package func neighbours(in ranges: [Range<Double>], crossMargin: Double = 0, into result: inout [Neighbour]) {
    result.removeAll(keepingCapacity: true)
    guard engine.document.hasApplied else { return }
    engine.layout.appendNeighbours(in: ranges, crossMargin: crossMargin, from: engine.scroll, to: &result)
  }

  /// Returns the innermost scroll container around a neighbour; `nil` if there is none, or while the section's layout
  /// is unknown.
  package func container(of neighbour: Neighbour) -> ScrollContainerID? { engine.layout.container(of: neighbour) }

  /// Returns the offset of a nested scroll container, in logical pixels; `nil` if `container` is not a container in the
  /// current layout.
  package func offset(of container: ScrollContainerID) -> Double? {
    engine.document.list.sections.indices.contains(container.section)
      ? engine.layout.solver.crossScroll(container)?.offset : nil
  }

  /// Returns the identity by which a nested scroll container is found again after an update; `nil` if `container` is
  /// not a container of the list.
  package func identity(of container: ScrollContainerID) -> ScrollContainerIdentity? {
    engine.document.list.identity(of: container)
  }

  /// Returns the identity of a neighbour.
  /// - Precondition: No update was shown since the neighbour was listed.
  package func identity(of neighbour: Neighbour) -> Neighbour.Identity {
    engine.document.list.identity(of: neighbour)
  }

  /// Returns the component of a neighbour; `nil` for a header or footer that does not exist.
  package func component(of neighbour: Neighbour) -> AnyComponent? { engine.row(for: neighbour.key)?.component }
}
