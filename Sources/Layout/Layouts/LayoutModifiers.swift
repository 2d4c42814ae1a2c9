import ScrollworkDiffing
public import ScrollworkGeometry

extension CollectionLayout {
  /// This layout in a room that is smaller at each edge.
  public func inset(by insets: Insets) -> InsetLayout<Self> { InsetLayout(base: self, insets: insets) }

  /// This layout in a room that is smaller at each edge, depending on its size.
  /// - Parameter key: Another one for another closure.
  public func inset(
    key: some Hashable & Sendable, by insets: @escaping @Sendable (_ container: Size) -> Insets
  ) -> InsetLayout<Self> {
    InsetLayout(base: self, insets: .zero, key: LayoutKey(key), closure: insets)
  }

  /// This layout with across and down swapped.
  public func transposed() -> TransposedLayout<Self> { TransposedLayout(base: self) }

  /// This layout, of which less than what is seen is asked for; with negative insets more, so that cells are made before
  /// they come in sight. What stays in sight stands where it does without that.
  public func insetVisibleFrame(by insets: Insets) -> VisibleFrameInsetLayout<Self> {
    VisibleFrameInsetLayout(base: self, insets: insets)
  }

  /// This layout with some cells that stay at the top of what is seen until the next of them comes.
  /// - Parameters:
  ///   - key: Another one for another closure.
  ///   - isSticky: Says whether the cell at a position stays.
  public func sticky(
    key: some Hashable & Sendable, _ isSticky: @escaping @Sendable (_ item: Int) -> Bool
  ) -> StickyLayout<Self> {
    StickyLayout(base: self, key: LayoutKey(key)) { _, item in isSticky(item) }
  }

  /// This layout with the cells of some names that stay at the top of what is seen until the next of them comes.
  /// - Parameter identifiers: What the identities of the cells describe themselves as.
  public func sticky(identifiers: Set<String>) -> StickyLayout<Self> {
    StickyLayout(base: self, key: LayoutKey(identifiers)) { items, item in
      items.identifier(of: item).map(identifiers.contains) ?? false
    }
  }
}

/// A layout in a smaller room.
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

/// A layout with across and down swapped.
public struct TransposedLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrange(items.transposed), map: .transpose)
  }
}

/// A layout of which more or less than what is seen is asked for.
public struct VisibleFrameInsetLayout<Base: CollectionLayout>: CollectionLayout {
  let base: Base
  let insets: Insets

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WrappedArrangement(base: base.arrange(items), map: .visibleFrame(insets))
  }
}

/// A layout with cells that are kept in sight.
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

/// A layout that may have another room for its cells than that which it gets.
protocol RoomyLayout {
  func room(in container: Size) -> Size
}

extension CollectionLayout {
  /// The room that cells, or sections in a section, are placed in: what modifies the layout that places them may have
  /// taken some of it.
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
