package import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkLayout

/// A position that a change of the list, of its layout or of the window keeps in place.
package enum Anchor {
  /// The distance of the viewport from the content's start.
  case offset
  /// The start of the content, which comes into view.
  case start
  /// An item, at a distance from the viewport's start.
  case item(Item)
  /// The end of the content, wherever it will be.
  case end(End)
  /// The items that were visible when an update removed all of them, until some return.
  case lostPosition(LostItems)
  /// The item at the leading side of a nested scroll container.
  case container(Container)

  /// An item that keeps its distance from the viewport's start.
  package struct Item {
    /// In the list that is laid out.
    package var path: ElementPath
    /// The distance of the item's start from the viewport's start, in logical pixels.
    package var position: Double
    /// Whether all of the item was visible and is to stay so in a smaller viewport.
    package var isWhole = false

    package init(path: ElementPath, position: Double) { (self.path, self.position) = (path, position) }
  }

  /// The end of the content.
  package struct End {
    /// The item that stays in place while the new end is not known.
    package var item: Item?
    /// Whether the view follows the end by its anchor policy.
    package var isFollowed = false
    /// Whether the focused item stands at the end, so that every layout of the same items shows the end.
    package var isShown = false
  }

  /// The item at the leading side of a nested scroll container.
  package struct Container {
    package let site: ScrollSite
    package let path: ElementPath
    /// The distance from the leading side, or between the centers where groups rest there, in logical pixels.
    let distance: Double
    let isCentered: Bool
    /// The container's offset; the anchor is valid until the user scrolls it elsewhere.
    var offset: Double
  }

  /// The item whose position the anchor names.
  package var item: Item? {
    switch self {
    case .item(let item): item
    case .end(let end): end.item
    case .offset, .start, .lostPosition, .container: nil
    }
  }

  /// Whether the view followed the end by its anchor policy.
  package var followsEnd: Bool {
    if case .end(let end) = self { end.isFollowed } else { false }
  }

  /// Whether the focused item stood at the end.
  var showsEnd: Bool {
    if case .end(let end) = self { end.isShown } else { false }
  }

  /// The nested scroll container that the anchor belongs to.
  var container: Container? {
    if case .container(let container) = self { container } else { nil }
  }

  /// The items of a lost position.
  var lostItems: LostItems? {
    if case .lostPosition(let items) = self { items } else { nil }
  }

  /// The anchor of an item, which also keeps the end in view if that is followed.
  static func item(_ item: Item?, followsEnd: Bool, showsEnd: Bool = false) -> Anchor {
    if followsEnd || showsEnd { return .end(End(item: item, isFollowed: followsEnd, isShown: showsEnd)) }
    return item.map { .item($0) } ?? .offset
  }

  /// Returns the item and its place in the layout and the viewport as they are now; `nil` to keep the distance from the
  /// content's start.
  ///
  /// An item that was wholly visible stays so in a smaller viewport.
  package func resolve(in layout: borrowing LayoutState) -> Item? {
    guard var item, item.isWhole else { return item }
    item.position = min(
      item.position, max(0, layout.length - layout.solver.frame(of: item.path).size[layout.axis]))
    return item
  }
}
