import ScrollworkDiffing
public import ScrollworkGeometry

/// Sections in a section: each part lays out its cells, and another layout places the parts.
///
/// The cells of all parts follow each other as the cells of the one section that this is the layout of. A part may be
/// nested again; ``SectionPart`` is one that is laid out as a section. A part that the outer layout makes narrower, as a
/// waterfall does, is laid out in that width.
///
/// Only parts near what is seen are laid out. Where the size of another one does not follow from groups that are
/// declared, and there are many, it is a guess until somebody comes near or it has been looked at, a few at a time. A part
/// that the outer layout keeps in sight stays there with all its cells.
public struct NestedLayout: CollectionLayout {
  /// Some of the cells and their layout.
  public struct Part: Hashable, Sendable {
    /// How the cells are laid out.
    public var layout: AnyCollectionLayout
    /// The number of cells.
    public var count: Int
    /// What it is called, for a layout around it that treats some parts by name.
    public var identifier: String?

    /// So many cells in this layout.
    public init(_ layout: some CollectionLayout, count: Int, identifier: String? = nil) {
      self.layout = AnyCollectionLayout(layout)
      self.count = count
      self.identifier = identifier
    }
  }

  /// The sections, in the order of their cells.
  public var parts: [Part]
  /// Places the parts as if they were cells.
  public var layout: AnyCollectionLayout
  /// What the layout is told about the sizes of the parts. Estimated sides are those of their contents.
  public var sizes: LayoutItemSizes

  /// These parts, placed by `layout` as if they were cells.
  public init(_ layout: some CollectionLayout, parts: [Part], sizes: LayoutItemSizes = .estimated(.zero)) {
    self.layout = AnyCollectionLayout(layout)
    self.parts = parts
    self.sizes = sizes
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    NestedArrangement(layout: self, items: items)
  }

  /// The last of thousands of parts tell as much as all of them, and are soon read.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(layout)
    hasher.combine(sizes)
    hasher.combine(parts.count)
    for part in parts.suffix(4) { hasher.combine(part) }
  }
}

extension NestedLayout {
  /// True if groups place the parts: these get the sizes of the parts one after the other, as those of cells.
  var placesByGroups: Bool { layout.base is SectionPart }

  /// What the content of a part does not decide about its size.
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

/// A layout that holds sections.
protocol PartedLayout {
  /// How many of them there are, however deep.
  var partCount: Int { get }
  /// True if one of them may have a handler of visible items.
  var mayHandleVisibleItems: Bool { get }
  /// True if one of them may scroll by itself.
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
  /// Itself, and those in it. Where there is a provider, which is asked later, `layout` says them too.
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

  /// To find out about any type takes long; of these there may be thousands.
  private var parted: (any PartedLayout)? {
    if let part = base as? SectionPart { return part }
    if let nested = base as? NestedLayout { return nested }
    return base as? any PartedLayout
  }

  /// This layout in a section that scrolls by itself: groups that place sections follow each other across.
  var spreadAcross: AnyCollectionLayout {
    guard var nested = base as? NestedLayout, let groups = nested.layout.base as? SectionPart else { return self }
    nested.layout = AnyCollectionLayout(groups.spreadAcross)
    return AnyCollectionLayout(nested)
  }
}

/// A layout that says widths and heights itself, so that it is another one where the axes are swapped.
protocol PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout { get }
}

extension AnyCollectionLayout {
  var inTransposedPlane: AnyCollectionLayout { (base as? any PlaneLayout)?.inTransposedPlane ?? self }
}

extension SectionLayout {
  /// This layout of sections: it places them where it would place cells, and the rest of it belongs to all of them. Where
  /// it scrolls by itself, they follow each other across.
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
