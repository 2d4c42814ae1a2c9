import ScrollworkDiffing
public import ScrollworkGeometry

extension CollectionLayout {
  /// Returns this layout in a container inset at each edge.
  public func inset(by insets: Insets) -> InsetLayout<Self> { InsetLayout(base: self, insets: insets) }

  /// Returns this layout in a container inset at each edge by amounts that depend on its size.
  /// - Parameter key: Identifies the closure when layouts are compared; different closures need different keys.
  public func inset(
    key: some Hashable & Sendable, by insets: @escaping @Sendable (_ container: Size) -> Insets
  ) -> InsetLayout<Self> {
    InsetLayout(base: self, insets: .zero, key: LayoutKey(key), closure: insets)
  }

  /// Returns this layout with its axes swapped.
  public func transposed() -> TransposedLayout<Self> { TransposedLayout(base: self) }

  /// Returns this layout, queried for a rectangle smaller than the visible one. Negative insets query a larger one, so
  /// that items are bound before they become visible. Pinned elements keep their frames.
  public func insetVisibleFrame(by insets: Insets) -> VisibleFrameInsetLayout<Self> {
    VisibleFrameInsetLayout(base: self, insets: insets)
  }

  /// Returns this layout with sticky items, which are pinned to the top of the viewport until the next one pushes them
  /// out.
  /// - Parameters:
  ///   - key: Identifies the closure when layouts are compared; different closures need different keys.
  ///   - isSticky: Returns whether the item at a position is sticky.
  public func sticky(
    key: some Hashable & Sendable, _ isSticky: @escaping @Sendable (_ item: Int) -> Bool
  ) -> StickyLayout<Self> {
    StickyLayout(base: self, key: LayoutKey(key)) { _, item in isSticky(item) }
  }

  /// Returns this layout with sticky items, which are pinned to the top of the viewport until the next one pushes them
  /// out.
  /// - Parameter identifiers: The string descriptions of the sticky items' ids.
  public func sticky(identifiers: Set<String>) -> StickyLayout<Self> {
    StickyLayout(base: self, key: LayoutKey(identifiers)) { items, item in
      items.identifier(of: item).map(identifiers.contains) ?? false
    }
  }
}

/// A layout in an inset container.
public struct InsetLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let insets: Insets
  var key: LayoutKey?
  var closure: (@Sendable (Size) -> Insets)?

  public static func == (a: InsetLayout, b: InsetLayout) -> Bool {
    a.base == b.base && a.insets == b.insets && a.key == b.key
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(insets)
    hasher.combine(key)
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    let insets = insets(in: items.container)
    var inner = items
    inner.container = items.container.inset(by: insets)
    return WrappedArrangement(base: base.arrange(inner), map: .inset(insets, closure))
  }

  fileprivate func insets(in container: Size) -> Insets { (closure?(container) ?? insets).sane }
}

/// A layout with its axes swapped.
public struct TransposedLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrange(items.transposed), map: .transpose)
  }
}

/// A layout queried for a smaller or larger rectangle than the visible one.
public struct VisibleFrameInsetLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let insets: Insets

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrange(items), map: .visibleFrame(insets))
  }
}

/// A layout with sticky items.
public struct StickyLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let key: LayoutKey
  let isSticky: @Sendable (LayoutItems, Int) -> Bool

  public static func == (a: StickyLayout, b: StickyLayout) -> Bool { a.base == b.base && a.key == b.key }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
    hasher.combine(key)
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrange(items), map: .sticky(StickyItems(items, isSticky)))
  }
}

extension PartedLayout where Self: WrappingLayout {
  var partCount: Int { (base as? any PartedLayout)?.partCount ?? 0 }
  var mayHandleVisibleItems: Bool { (base as? any PartedLayout)?.mayHandleVisibleItems ?? false }
  var mayScroll: Bool { (base as? any PartedLayout)?.mayScroll ?? false }
}

/// A layout that modifies another one.
protocol WrappingLayout {
  associatedtype Base
  var base: Base { get }
}

extension InsetLayout: WrappingLayout, PartedLayout {}
extension TransposedLayout: WrappingLayout, PartedLayout {}
extension VisibleFrameInsetLayout: WrappingLayout, PartedLayout {}
extension StickyLayout: WrappingLayout, PartedLayout {}

/// A layout that may place its items in a container other than its own.
protocol RoomyLayout {
  func room(in container: Size) -> Size
}

extension CollectionLayout {
  /// Returns the container that items or subsections are placed in, after modifiers of the placing layout inset it.
  func room(in container: Size) -> Size { (self as? any RoomyLayout)?.room(in: container) ?? container }
}

extension AnyCollectionLayout: RoomyLayout {
  func room(in container: Size) -> Size { (base as? any RoomyLayout)?.room(in: container) ?? container }
}

extension InsetLayout: RoomyLayout {
  func room(in container: Size) -> Size { base.room(in: container.inset(by: insets(in: container))) }
}

extension TransposedLayout: RoomyLayout {
  func room(in container: Size) -> Size { base.room(in: container.transposed).transposed }
}

extension VisibleFrameInsetLayout: RoomyLayout {
  func room(in container: Size) -> Size { base.room(in: container) }
}

extension StickyLayout: RoomyLayout {
  func room(in container: Size) -> Size { base.room(in: container) }
}
