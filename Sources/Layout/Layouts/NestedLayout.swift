import ScrollworkDiffing
import ScrollworkGeometry

/// Sections in a section: each part lays out its cells, and another layout places the parts.
///
/// The cells of all parts follow each other as the cells of the one section that this is the layout of. A part may be
/// nested again; ``SectionPart`` is one that is laid out as a section. A part that the outer layout makes narrower, as a
/// waterfall does, is laid out in that width.
public struct NestedLayout: CollectionLayout {
  /// Some of the cells and their layout.
  public struct Part: Hashable, Sendable {
    public var layout: AnyCollectionLayout
    /// The number of cells.
    public var count: Int

    public init(_ layout: some CollectionLayout, count: Int) {
      self.layout = AnyCollectionLayout(layout)
      self.count = count
    }
  }

  public var parts: [Part]
  /// Places the parts; their sizes are those of their contents.
  public var layout: AnyCollectionLayout

  public init(_ layout: some CollectionLayout, parts: [Part]) {
    self.layout = AnyCollectionLayout(layout)
    self.parts = parts
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    NestedArrangement(layout: self, items: items)
  }
}

extension NestedLayout: PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout {
    var copy = self
    copy.layout = layout.inTransposedPlane
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
}

extension NestedLayout: PartedLayout {
  package var partCount: Int { parts.reduce(0) { $0 + $1.partCount } }
  var mayHandleVisibleItems: Bool { parts.contains { $0.layout.mayHandleVisibleItems } }
}

extension NestedLayout.Part {
  package var partCount: Int { layout.partCount }
}

extension SectionPart: PartedLayout {
  /// Itself, and those in it.
  package var partCount: Int {
    guard provider == nil, case .layout(let inner, _) = layout.content else { return 1 }
    return 1 + inner.partCount
  }

  var mayHandleVisibleItems: Bool {
    if provider != nil || layout.visibleItemsHandler != nil { return true }
    guard case .layout(let inner, _) = layout.content else { return false }
    return inner.mayHandleVisibleItems
  }
}

extension AnyCollectionLayout {
  package var partCount: Int { (base as? any PartedLayout)?.partCount ?? 0 }
  var mayHandleVisibleItems: Bool { (base as? any PartedLayout)?.mayHandleVisibleItems ?? false }
}

/// A layout that says widths and heights itself, so that it is another one where the axes are swapped.
protocol PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout { get }
}

extension AnyCollectionLayout {
  var inTransposedPlane: AnyCollectionLayout { (base as? any PlaneLayout)?.inTransposedPlane ?? self }
}
