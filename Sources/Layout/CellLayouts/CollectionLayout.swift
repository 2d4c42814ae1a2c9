public import ScrollworkDiffing
public import ScrollworkGeometry

/// A layout that places items one by one, for arrangements that no repeating group can express.
///
/// For a type of your own, conform to ``SimpleCollectionLayout`` and compute all frames at once. If that is too slow,
/// conform to this protocol and return an arrangement that answers queries without computing all frames. The layouts of
/// this module use the same protocol.
public protocol CollectionLayout: Hashable, Sendable {
  /// Returns the arrangement of the items, whose frames start at the top leading corner of the container.
  func arrange(_ items: LayoutItems) -> any LayoutArrangement
}

/// The frames of a section's items as a ``CollectionLayout`` computes them; it answers queries for frames.
///
/// Coordinates are logical pixels from the top leading corner of the section's content. Frames should not depend on the
/// order in which sizes were measured.
public protocol LayoutArrangement: Sendable {
  /// The size of the content, in logical pixels.
  var contentSize: Size { get }

  /// Returns the frame of an item.
  func frame(of item: Int) -> Rect

  /// Visits the items whose frames intersect `rect`, each once and in any order. It may visit further items.
  ///
  /// Items of a nested scroll container that are scrolled beyond its sides may be omitted.
  func forEachItem(in rect: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// Visits the items that are pinned while `viewport` is the visible part of the content, with their pinned frames.
  func forEachPinnedItem(in viewport: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void)

  /// The largest overflow of any element above the content or below it, in logical pixels.
  var overflow: Double { get }

  /// Returns the intrinsic axes of an item: those whose size its content decides.
  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool)

  /// Whether a measured size is recorded for an item.
  func isMeasured(_ item: Int) -> Bool

  /// Records the measured size of an item; nil discards it after the content changed. An implementation ignores axes
  /// that are not intrinsic.
  /// - Returns: Whether any frame changed.
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool

  /// Does the work that was deferred until `rect` comes near the viewport, such as laying out subsections.
  /// - Returns: Whether any frame changed.
  mutating func resolve(in rect: Rect) -> Bool

  /// Updates the arrangement to other items; measured sizes move with their items.
  /// - Returns: False if the arrangement cannot be updated, so that the caller has to arrange the items anew.
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool
}

extension LayoutArrangement {
  /// Visits nothing: no item is pinned.
  public func forEachPinnedItem(in viewport: Rect, _ body: (_ item: Int, _ frame: Rect) -> Void) {}
  /// Zero: no element overflows the content.
  public var overflow: Double { 0 }
  /// Returns false for both axes: no content decides a size.
  public func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { (false, false) }
  /// Returns true: nothing needs to be measured.
  public func isMeasured(_ item: Int) -> Bool { true }
  /// Does nothing and returns false.
  public mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { false }
  /// Does nothing and returns false: no work was deferred.
  public mutating func resolve(in rect: Rect) -> Bool { false }
  /// Returns false, so that the items are arranged anew.
  public mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool { false }
}

/// A layout of any type, so that layouts of different types can be stored in one place.
package struct AnyCollectionLayout: CollectionLayout {
  /// The erased layout.
  package let base: any CollectionLayout

  /// Wraps a layout; an `AnyCollectionLayout` is not wrapped again.
  package init(_ base: some CollectionLayout) {
    self.base = (base as? AnyCollectionLayout)?.base ?? base
  }

  /// Returns whether two layouts have the same type and are equal.
  package static func == (a: AnyCollectionLayout, b: AnyCollectionLayout) -> Bool {
    equals(a.base, b.base)
  }

  /// Returns whether two layouts are equal. A section that becomes visible compares its layout with the one used last,
  /// usually that of an adjacent section; comparing through `AnyHashable` would take many times as long.
  private static func equals<Base: CollectionLayout>(_ a: Base, _ b: any CollectionLayout) -> Bool {
    (b as? Base).map { $0 == a } ?? false
  }

  /// Hashes the erased layout.
  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  /// Returns the arrangement of the items by the erased layout.
  package func arrange(_ items: LayoutItems) -> any LayoutArrangement { base.arrange(items) }
}
