import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// An object that learns after each frame what is in and around a collection view's viewport, for prefetching.
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
  /// The index of a cell in its section; `nil` for a header or footer.
  package var item: Int? { key.kind == .item ? key.item : nil }

  package static func == (a: Neighbour, b: Neighbour) -> Bool { a.key == b.key }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key.section)
    hasher.combine(key.item)
  }
}

extension List {
  /// Returns the identity of a neighbour.
  func identity(of neighbour: Neighbour) -> Neighbour.Identity {
    let section = sections[neighbour.section]
    let isCell = neighbour.key.kind == .item
    return Neighbour.Identity(
      kind: neighbour.key.kind, section: section.id,
      id: isCell ? section.rows.identities.id(at: neighbour.key.item) : section.id)
  }
}
