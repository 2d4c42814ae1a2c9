package import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkLayout

/// A position that stays in place while the list, its layout or the window changes.
package enum Anchor {
  /// The distance of the viewport from the content's start.
  case offset
  /// The start of the content, to which the view jumps.
  case start
  /// An item, at a distance from the viewport's start.
  case item(Item)
  /// The end of the content, even if the content becomes longer or shorter.
  case end(End)
  /// The items that were visible before an update removed all of them, or before a filter moved the view to the start.
  /// The view returns to them when they come back.
  case lostPosition(LostItems)
  /// An item that keeps its distance from the leading side of a nested scroll container, or from the container's
  /// centre.
  case container(Container)

  /// An item that keeps its distance from the viewport's start.
  package struct Item {
    /// The item's path, in the list that is laid out when the anchor is applied.
    package var path: ElementPath
    /// The distance of the item's start from the viewport's start, in logical pixels.
    package var position: Double
    /// Whether the whole item was visible inside the content insets, and must stay so in a smaller viewport.
    package var isWhole = false

    package init(path: ElementPath, position: Double) { (self.path, self.position) = (path, position) }
  }

  /// The facts of an anchor at the end of the content.
  package struct End {
    /// The item that stays in place until the new end is known; `nil` if no item was found.
    package var item: Item?
    /// Whether the view stays at the end as content grows: because its anchor policy says so, or because the user holds
    /// the scroll bar's thumb there.
    package var isFollowed = false
    /// Whether the view is at rest at the end, with the focused item in the last line. Such a view also shows the end
    /// in a new layout of the same items.
    package var isShown = false
  }

  /// The anchor of a nested scroll container: the item at its leading side, or at its centre if `isCentered`.
  package struct Container {
    package let id: ScrollContainerID
    package let path: ElementPath
    /// The distance of the item's start from the container's leading side, in logical pixels; with `isCentered`, the
    /// distance between the centres of the item and the container.
    let distance: Double
    let isCentered: Bool
    /// The container's offset, in logical pixels. The anchor is valid until the user scrolls to another offset.
    var offset: Double
  }

  /// The item that the anchor keeps in place; `nil` if the anchor names no item.
  package var item: Item? {
    switch self {
    case .item(let item): item
    case .end(let end): end.item
    case .offset, .start, .lostPosition, .container: nil
    }
  }

  /// Whether the view was following the end when the anchor was captured.
  package var followsEnd: Bool {
    if case .end(let end) = self { end.isFollowed } else { false }
  }

  /// Whether the view stays at the end in a new layout of the same items, because it was there with the focused item in
  /// the last line when the anchor was captured.
  var showsEnd: Bool {
    if case .end(let end) = self { end.isShown } else { false }
  }

  /// The anchor of a nested scroll container; `nil` for other anchors.
  var container: Container? {
    if case .container(let container) = self { container } else { nil }
  }

  /// The items of a lost position; `nil` for other anchors.
  var lostItems: LostItems? {
    if case .lostPosition(let items) = self { items } else { nil }
  }

  /// Returns an `end` anchor if the view follows or shows the end; otherwise an `item` anchor, or an `offset` anchor if
  /// `item` is `nil`.
  static func item(_ item: Item?, followsEnd: Bool, showsEnd: Bool = false) -> Anchor {
    if followsEnd || showsEnd { return .end(End(item: item, isFollowed: followsEnd, isShown: showsEnd)) }
    return item.map { .item($0) } ?? .offset
  }

  /// Returns the item with the position that it must have in `layout`; `nil` if the anchor names no item.
  ///
  /// If the item was wholly visible, and the viewport became smaller or its content insets larger, the position changes
  /// so that the item stays wholly visible.
  package func resolve(in layout: borrowing LayoutState) -> Item? {
    guard var item, item.isWhole else { return item }
    item.position = layout.wholePosition(of: item.path, near: item.position)
    return item
  }
}
