import ScrollworkDiffing
import ScrollworkGeometry

/// A layout of subsections: each arranges its own items, and an outer layout places the subsections.
///
/// The section's items are divided among the subsections in order. A subsection may contain subsections in turn, if the
/// layout of its ``ChildSection`` is a nested one. If the outer layout makes a subsection narrower, as a waterfall does,
/// the subsection is laid out in that width.
///
/// Only subsections near the viewport are laid out. The sizes of the others are known if they follow from declared
/// groups, or if the subsections are few. Otherwise they are estimates, and a few at a time are replaced by computed
/// sizes. If the outer layout pins a subsection, all of its items stay in place with it.
package struct NestedLayout: CollectionLayout {
  /// A subsection: a number of consecutive items and their layout.
  package struct Child: Hashable, Sendable {
    /// The layout of the items.
    package var layout: ChildSection
    /// The number of items.
    package var count: Int
    /// The identifier of the subsection in the outer layout, which treats subsections as items.
    package var identifier: String?

    /// Creates a subsection of `count` items.
    package init(_ layout: ChildSection, count: Int, identifier: String? = nil) {
      self.layout = layout
      self.count = count
      self.identifier = identifier
    }
  }

  /// The subsections, in the order of their items.
  package var subsections: [Child]
  /// The outer layout, which places the subsections as if they were items.
  package var layout: AnyCollectionLayout
  /// The sizes of the subsections in the outer layout. On estimated axes a subsection is as large as its content.
  package var sizes: LayoutItemSizes

  /// Creates a layout of subsections that `layout` places as if they were items.
  package init(_ layout: some CollectionLayout, subsections: [Child], sizes: LayoutItemSizes = .estimated(.zero)) {
    self.layout = AnyCollectionLayout(layout)
    self.subsections = subsections
    self.sizes = sizes
  }

  package func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    NestedArrangement(layout: self, items: items)
  }

  /// Hashes at most four subsections, the last ones: hashing thousands would be slow, and a few distinguish layouts
  /// well enough.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(layout)
    hasher.combine(sizes)
    hasher.combine(subsections.count)
    for subsection in subsections.suffix(4) { hasher.combine(subsection) }
  }
}

extension NestedLayout {
  /// Whether groups place the subsections. Groups get the sizes of subsections one after the other, like measured sizes
  /// of items.
  var placesByGroups: Bool { layout.base is ChildSection }

  /// Returns the declared size of a subsection, in logical pixels; nil on intrinsic axes.
  func declaredSize(of subsection: Int, in container: Size) -> (width: Double?, height: Double?) {
    let intrinsic = sizes.intrinsicAxes(of: subsection, in: container)
    guard !intrinsic.width || !intrinsic.height,
      let size = sizes.provided(subsection, in: container) ?? sizes.common(in: container)
    else { return (nil, nil) }
    return (intrinsic.width ? nil : size.width, intrinsic.height ? nil : size.height)
  }
}

extension NestedLayout {
  /// The number of subsections at all depths.
  var subsectionCount: Int { subsections.reduce(0) { $0 + $1.subsectionCount } }

  /// Returns whether a condition holds for a subsection at any depth.
  func contains(where isWanted: (ChildSection) -> Bool) -> Bool {
    subsections.contains { $0.layout.contains(where: isWanted) }
  }

  /// Whether a subsection may have a handler of visible items.
  var mayHandleVisibleItems: Bool { contains(where: \.mayHandleVisibleItems) }
  /// Whether a subsection may be a scroll container.
  var mayScroll: Bool { contains(where: \.mayScroll) }
}

extension NestedLayout.Child {
  /// The number of subsections at all depths in this one, including itself.
  package var subsectionCount: Int { layout.subsectionCount }
}

extension ChildSection {
  /// The layout of the subsections inside this one; nil if there are none. If there is a provider, `layout` declares
  /// the same subsections, so they are known before the provider is called.
  private var inner: NestedLayout? {
    guard layout.placesCellByCell, case .layout(let inner, _) = layout.content else { return nil }
    return inner.base as? NestedLayout
  }

  /// The number of subsections at all depths in this one, including itself.
  var subsectionCount: Int { 1 + (inner?.subsectionCount ?? 0) }

  /// Returns whether a condition holds for this subsection, or for one inside it.
  func contains(where isWanted: (ChildSection) -> Bool) -> Bool {
    isWanted(self) || inner?.contains(where: isWanted) ?? false
  }

  fileprivate var mayHandleVisibleItems: Bool { provider != nil || layout.visibleItemsHandler != nil }
  fileprivate var mayScroll: Bool { provider != nil || layout.orthogonalScrolling != .none }
  /// Whether this subsection, or one inside it, may have a handler of visible items or be a scroll container.
  var mayNeedUpdate: Bool { contains { $0.mayScroll || $0.mayHandleVisibleItems } }
}

extension CollectionLayout {
  /// Returns the container that remains for subsections after the insets that layout modifiers apply.
  func room(in container: Size) -> Size {
    let layout: any CollectionLayout = (self as? AnyCollectionLayout)?.base ?? self
    guard let layout = layout as? ModifiedLayout else { return container }
    switch layout.modifier {
    case .inset(let insets): return layout.base.room(in: container.inset(by: insets.resolved(in: container)))
    case .transposed: return layout.base.room(in: container.transposed).transposed
    case .visibleFrame, .sticky: return layout.base.room(in: container)
    }
  }
}

extension AnyCollectionLayout {
  /// This layout with width and height swapped in all sizes that subsections declare.
  var inTransposedPlane: AnyCollectionLayout {
    if var section = base as? ChildSection {
      section.isTransposed.toggle()
      return AnyCollectionLayout(section)
    }
    guard var nested = base as? NestedLayout else { return self }
    nested.layout = nested.layout.inTransposedPlane
    nested.sizes = nested.sizes.transposed
    for index in nested.subsections.indices { nested.subsections[index].layout.isTransposed.toggle() }
    return AnyCollectionLayout(nested)
  }

  /// This layout for use in a scroll container. If groups place its subsections, these groups follow each other on the
  /// cross axis.
  var spreadAcross: AnyCollectionLayout {
    guard var nested = base as? NestedLayout, let groups = nested.layout.base as? ChildSection else { return self }
    nested.layout = AnyCollectionLayout(groups.spreadAcross)
    return AnyCollectionLayout(nested)
  }
}

extension SectionLayout {
  /// Returns this layout with subsections in place of items. The other properties of the layout, such as insets, apply
  /// to the subsections as a whole. In a scroll container, the subsections follow each other on the cross axis.
  package consuming func placing(_ subsections: [NestedLayout.Child]) -> SectionLayout {
    let nested =
      if case .layout(let layout, let sizes) = content {
        NestedLayout(layout, subsections: subsections, sizes: sizes)
      } else {
        NestedLayout(
          ChildSection(SectionLayout(content: content, interGroupSpacing: interGroupSpacing)), subsections: subsections)
      }
    var copy = consume self
    copy.content = .layout(
      AnyCollectionLayout(nested), sizes: .uniform(LayoutSize(width: .fractionalWidth(1), height: .estimated(44))))
    copy.interGroupSpacing = 0
    return copy
  }
}
