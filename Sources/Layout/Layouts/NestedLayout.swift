import ScrollworkDiffing
public import ScrollworkGeometry

/// A layout of subsections: each arranges its own items, and an outer layout places the subsections.
///
/// The section's items are divided among the subsections in order. A subsection may contain subsections in turn; a
/// ``SectionPart`` is a subsection with the layout of a section. If the outer layout makes a subsection narrower, as a
/// waterfall does, the subsection is laid out in that width.
///
/// Only subsections near the viewport are laid out. The sizes of the others are known if they follow from declared
/// groups, or if the subsections are few. Otherwise they are estimates, and a few at a time are replaced by computed
/// sizes. If the outer layout pins a subsection, all of its items stay in place with it.
public struct NestedLayout: CollectionLayout {
  /// A subsection: a number of consecutive items and their layout.
  public struct Part: Hashable, Sendable {
    /// The layout of the items.
    public var layout: AnyCollectionLayout
    /// The number of items.
    public var count: Int
    /// An identifier by which the outer layout recognises the subsection, as by that of an item.
    public var identifier: String?

    /// Creates a subsection of `count` items.
    public init(_ layout: some CollectionLayout, count: Int, identifier: String? = nil) {
      self.layout = AnyCollectionLayout(layout)
      self.count = count
      self.identifier = identifier
    }
  }

  /// The subsections, in the order of their items.
  public var parts: [Part]
  /// The outer layout, which places the subsections as if they were items.
  public var layout: AnyCollectionLayout
  /// The sizes of the subsections in the outer layout. On estimated axes a subsection is as large as its content.
  public var sizes: LayoutItemSizes

  /// Creates a layout of subsections that `layout` places as if they were items.
  public init(_ layout: some CollectionLayout, parts: [Part], sizes: LayoutItemSizes = .estimated(.zero)) {
    self.layout = AnyCollectionLayout(layout)
    self.parts = parts
    self.sizes = sizes
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    NestedArrangement(layout: self, items: items)
  }

  /// Hashes at most four subsections, the last ones: hashing thousands would be slow, and a few distinguish layouts
  /// well enough.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(layout)
    hasher.combine(sizes)
    hasher.combine(parts.count)
    for part in parts.suffix(4) { hasher.combine(part) }
  }
}

extension NestedLayout {
  /// Whether groups place the subsections. Groups get the sizes of subsections one after the other, like measured sizes
  /// of items.
  var placesByGroups: Bool { layout.base is SectionPart }

  /// Returns the declared size of a subsection, in logical pixels; nil on intrinsic axes.
  func declaredSize(of part: Int, in container: Size) -> (width: Double?, height: Double?) {
    let free = sizes.isFree
    guard !free.width || !free.height, let size = sizes.provided(part, in: container) ?? sizes.common(in: container)
    else { return (nil, nil) }
    return (free.width ? nil : size.width, free.height ? nil : size.height)
  }
}

extension NestedLayout: PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout {
    var copy = self
    copy.layout = layout.inTransposedPlane
    copy.sizes = sizes.transposed
    for index in parts.indices { copy.parts[index].layout = parts[index].layout.inTransposedPlane }
    return AnyCollectionLayout(copy)
  }
}

/// A layout that may contain subsections.
protocol PartedLayout {
  /// The number of subsections at all depths.
  var partCount: Int { get }
  /// Whether a subsection may have a handler of visible items.
  var mayHandleVisibleItems: Bool { get }
  /// Whether a subsection may be a scroll container.
  var mayScroll: Bool { get }
}

extension NestedLayout: PartedLayout {
  package var partCount: Int { parts.reduce(0) { $0 + $1.partCount } }
  var mayHandleVisibleItems: Bool { parts.contains { $0.layout.mayHandleVisibleItems } }
  var mayScroll: Bool { parts.contains { $0.layout.mayScroll } }
}

extension NestedLayout.Part {
  package var partCount: Int { layout.partCount }
}

extension SectionPart: PartedLayout {
  /// The subsection itself and those inside it. If there is a provider, `layout` declares the same subsections, so they
  /// can be counted before it is called.
  package var partCount: Int {
    guard layout.placesCellByCell, case .layout(let inner, _) = layout.content else { return 1 }
    return 1 + inner.partCount
  }

  var mayHandleVisibleItems: Bool {
    if provider != nil || layout.visibleItemsHandler != nil { return true }
    guard layout.placesCellByCell, case .layout(let inner, _) = layout.content else { return false }
    return inner.mayHandleVisibleItems
  }

  var mayScroll: Bool {
    if provider != nil || layout.orthogonalScrolling != .none { return true }
    guard layout.placesCellByCell, case .layout(let inner, _) = layout.content else { return false }
    return inner.mayScroll
  }
}

extension AnyCollectionLayout {
  package var partCount: Int { parted?.partCount ?? 0 }
  var mayHandleVisibleItems: Bool { parted?.mayHandleVisibleItems ?? false }
  var mayScroll: Bool { parted?.mayScroll ?? false }

  /// The base layout as one that may contain subsections. The common types are checked first, because a cast to a
  /// protocol is slow and there may be thousands of layouts.
  private var parted: (any PartedLayout)? {
    if let part = base as? SectionPart { return part }
    if let nested = base as? NestedLayout { return nested }
    return base as? any PartedLayout
  }

  /// This layout inside a scroll container: if groups place its subsections, they follow each other on the cross axis.
  var spreadAcross: AnyCollectionLayout {
    guard var nested = base as? NestedLayout, let groups = nested.layout.base as? SectionPart else { return self }
    nested.layout = AnyCollectionLayout(groups.spreadAcross)
    return AnyCollectionLayout(nested)
  }
}

/// A layout that declares widths and heights, which change places when the axes are swapped.
protocol PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout { get }
}

extension AnyCollectionLayout {
  var inTransposedPlane: AnyCollectionLayout { (base as? any PlaneLayout)?.inTransposedPlane ?? self }
}

extension SectionLayout {
  /// Returns this layout with subsections in place of items. The other properties of the layout, such as insets, apply
  /// to the subsections as a whole. In a scroll container, the subsections follow each other on the cross axis.
  package consuming func placing(_ parts: [NestedLayout.Part]) -> SectionLayout {
    let nested =
      if case .layout(let layout, let sizes) = content {
        NestedLayout(layout, parts: parts, sizes: sizes)
      } else {
        NestedLayout(
          SectionPart(SectionLayout(content: content, interGroupSpacing: interGroupSpacing)), parts: parts)
      }
    var copy = consume self
    copy.content = .layout(
      AnyCollectionLayout(nested), sizes: .uniform(LayoutSize(width: .fractionalWidth(1), height: .estimated(44))))
    copy.interGroupSpacing = 0
    return copy
  }
}
