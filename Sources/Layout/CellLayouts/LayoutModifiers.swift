import ScrollworkDiffing
public import ScrollworkGeometry

extension CollectionLayout {
  /// Returns this layout in a smaller container: the original one inset at each edge.
  public func inset(by insets: Insets) -> some CollectionLayout {
    ModifiedLayout(self, .inset(LayoutInsets(insets: insets)))
  }

  /// Returns this layout in a container that is inset at each edge, by amounts that depend on the container's size.
  /// - Parameter key: Identifies the closure when layouts are compared; different closures need different keys.
  public func inset(
    key: some Hashable & Sendable, by insets: @escaping @Sendable (_ container: Size) -> Insets
  ) -> some CollectionLayout {
    ModifiedLayout(self, .inset(LayoutInsets(closure: Keyed(key, insets))))
  }

  /// Returns this layout with its axes swapped.
  public func transposed() -> some CollectionLayout { ModifiedLayout(self, .transposed) }

  /// Returns this layout with an inset query rect, so that fewer items are bound than are visible. With negative insets
  /// more are bound: those that are about to become visible. Pinned elements keep their frames.
  public func insetVisibleFrame(by insets: Insets) -> some CollectionLayout {
    ModifiedLayout(self, .visibleFrame(insets))
  }

  /// Returns this layout with sticky items: each is pinned to the top of the viewport until the next one pushes it out.
  /// - Parameters:
  ///   - key: Identifies the closure when layouts are compared; different closures need different keys.
  ///   - isSticky: Returns whether the item at a position is sticky.
  public func sticky(
    key: some Hashable & Sendable, _ isSticky: @escaping @Sendable (_ item: Int) -> Bool
  ) -> some CollectionLayout {
    ModifiedLayout(self, .sticky(StickyRule(key) { _, item in isSticky(item) }))
  }

  /// Returns this layout with sticky items: each is pinned to the top of the viewport until the next one pushes it out.
  /// - Parameter identifiers: The string descriptions of the sticky items' ids.
  public func sticky(identifiers: Set<String>) -> some CollectionLayout {
    let rule = StickyRule(identifiers) { items, item in
      items.identifier(of: item).map(identifiers.contains) ?? false
    }
    return ModifiedLayout(self, .sticky(rule))
  }
}

/// A layout whose container, query rect or pinned items a modifier changes.
struct ModifiedLayout: CollectionLayout {
  let base: AnyCollectionLayout
  let modifier: LayoutModifier

  init(_ base: some CollectionLayout, _ modifier: LayoutModifier) {
    (self.base, self.modifier) = (AnyCollectionLayout(base), modifier)
  }

  func arrange(_ items: LayoutItems) -> any LayoutArrangement { WrappedArrangement(self, items) }
}

/// A change of the container, of the query rect or of the pinned items of a layout.
enum LayoutModifier: Hashable, Sendable {
  case inset(LayoutInsets)
  case transposed
  /// Insets of the query rect.
  case visibleFrame(Insets)
  case sticky(StickyRule)

  /// Returns the items for the base layout, in the inset container or with swapped axes as the modifier requires.
  func inner(_ items: LayoutItems) -> LayoutItems {
    switch self {
    case .inset(let insets):
      var inner = items
      inner.container = items.container.inset(by: insets.resolved(in: items.container))
      return inner
    case .transposed: return items.transposed
    case .visibleFrame, .sticky: return items
    }
  }
}

/// Insets of a container, which a closure may compute from its size.
struct LayoutInsets: Hashable, Sendable {
  var insets = Insets.zero
  var closure: Keyed<@Sendable (Size) -> Insets>?

  func resolved(in container: Size) -> Insets { (closure?.value(container) ?? insets).sane }
}

/// A closure that tells which items are sticky.
typealias StickyRule = Keyed<@Sendable (LayoutItems, Int) -> Bool>
