public import ScrollworkDiffing

/// The item, section or offset that a view scrolls to.
public enum ScrollTarget: Hashable {
  /// An item of the list.
  case item(ElementPath)
  /// The start of a section, its header included.
  case section(Int)
  /// The start of the content.
  case start
  /// The end of the content.
  case end
  /// A distance from the content's start in logical pixels.
  case offset(Double)
  /// An item by its identity and that of its section; without a section, all sections are searched.
  case id(ElementID, section: ElementID?)

  /// Returns the target of an item by its identity, in one section or in all.
  public static func item(_ id: some Hashable, in section: (some Hashable)? = ElementID?.none) -> ScrollTarget {
    .id(ElementID(id), section: section.map { ElementID($0) })
  }

  /// A name that programs may look for. Unavailable: use `item(_:in:)`.
  @available(*, unavailable, renamed: "item(_:in:)")
  public static func id(_ id: some Hashable) -> ScrollTarget { .item(id) }
}

/// The position of an item in the viewport after a scroll to it.
public enum ScrollAlignment: Hashable, Sendable {
  /// At the start of the viewport.
  case start
  /// In the middle of the viewport.
  case center
  /// At the end of the viewport.
  case end
  /// The nearest position at which the whole item is visible.
  case nearest
}

/// The target of a running scroll, and the way in which the view scrolls to it.
package struct ActiveScrollTarget {
  package enum Kind {
    case end
    case item(ElementPath, ScrollAlignment)
    /// A saved position: an item, with the fraction of its extent that is before the viewport's start. It is a target
    /// and not an anchor, because the view is not there yet: the extent to which the fraction refers is known only when
    /// the item is measured on arrival.
    case fraction(ElementPath, Double)
  }

  package var kind: Kind
  var spring = Spring.key
  var animated = true

  package init(_ kind: Kind, animated: Bool = true) { (self.kind, self.animated) = (kind, animated) }

  /// The item that the view scrolls to; `nil` if it scrolls to the end.
  var path: ElementPath? {
    switch kind {
    case .item(let path, _), .fraction(let path, _): path
    case .end: nil
    }
  }
}

/// A call of `scroll(to:at:animated:)` that waits until the list that it refers to is shown.
struct ScrollRequest {
  var target: ScrollTarget
  var alignment = ScrollAlignment.nearest
  var animated = true
  /// Whether the arrival at the start is reported to the program.
  var isToTop = false
}
