import ScrollworkDiffing
public import ScrollworkGeometry

extension CollectionLayout {
  /// Returns this layout in a smaller container: the original one inset at each edge.
  public func inset(by insets: Insets) -> some CollectionLayout { InsetLayout(base: self, insets: insets) }

  /// Returns this layout in a container that is inset at each edge, by amounts that depend on the container's size.
  /// - Parameter key: Identifies the closure when layouts are compared; different closures need different keys.
  public func inset(
    key: some Hashable & Sendable, by insets: @escaping @Sendable (_ container: Size) -> Insets
  ) -> some CollectionLayout {
    InsetLayout(base: self, insets: .zero, key: LayoutKey(key), closure: insets)
  }

  /// Returns this layout with its axes swapped.
  public func transposed() -> some CollectionLayout { TransposedLayout(base: self) }

  /// Returns this layout with an inset query rect, so that fewer items are bound than are visible. With negative insets
  /// more are bound: those that are about to become visible. Pinned elements keep their frames.
  public func insetVisibleFrame(by insets: Insets) -> some CollectionLayout {
    VisibleFrameInsetLayout(base: self, insets: insets)
  }

  /// Returns this layout with sticky items: each is pinned to the top of the viewport until the next one pushes it out.
  /// - Parameters:
  ///   - key: Identifies the closure when layouts are compared; different closures need different keys.
  ///   - isSticky: Returns whether the item at a position is sticky.
  public func sticky(
    key: some Hashable & Sendable, _ isSticky: @escaping @Sendable (_ item: Int) -> Bool
  ) -> some CollectionLayout {
    StickyLayout(base: self, key: LayoutKey(key)) { _, item in isSticky(item) }
  }

  /// Returns this layout with sticky items: each is pinned to the top of the viewport until the next one pushes it out.
  /// - Parameter identifiers: The string descriptions of the sticky items' ids.
  public func sticky(identifiers: Set<String>) -> some CollectionLayout {
    StickyLayout(base: self, key: LayoutKey(identifiers)) { items, item in
      items.identifier(of: item).map(identifiers.contains) ?? false
    }
  }
}

/// A layout in a container that is inset at each edge.
struct InsetLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let insets: Insets
  var key: LayoutKey?
  var closure: (@Sendable (Size) -> Insets)?

  static func == (a: InsetLayout, b: InsetLayout) -> Bool {
    a.base == b.base && a.insets == b.insets && a.key == b.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(insets)
    hasher.combine(key)
  }

  func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    let insets = insets(in: items.container)
    var inner = items
    inner.container = items.container.inset(by: insets)
    return WrappedArrangement(base: base.arrangement(of: inner), map: .inset(insets, closure))
  }

  fileprivate func insets(in container: Size) -> Insets { (closure?(container) ?? insets).sane }
}

/// A layout with its axes swapped.
struct TransposedLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base

  func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrangement(of: items.transposed), map: .transpose)
  }
}

/// A layout whose query rect is inset at each edge.
struct VisibleFrameInsetLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let insets: Insets

  func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrangement(of: items), map: .visibleFrame(insets))
  }
}

/// A layout with sticky items.
struct StickyLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let key: LayoutKey
  let isSticky: @Sendable (LayoutItems, Int) -> Bool

  static func == (a: StickyLayout, b: StickyLayout) -> Bool { a.base == b.base && a.key == b.key }

  func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(key)
  }

  func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrangement(of: items), map: .sticky(StickyItems(items, isSticky)))
  }
}

extension InsetLayout: WrappingLayout {
  func room(in container: Size) -> Size { base.room(in: container.inset(by: insets(in: container))) }
}

extension TransposedLayout: WrappingLayout {
  func room(in container: Size) -> Size { base.room(in: container.transposed).transposed }
}

extension VisibleFrameInsetLayout: WrappingLayout {}
extension StickyLayout: WrappingLayout {}
