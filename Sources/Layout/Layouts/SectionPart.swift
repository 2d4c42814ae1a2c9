import ScrollworkDiffing
import ScrollworkGeometry

/// A section's layout as a part of another section, for ``NestedLayout``: groups, grids, tables, or a layout that places
/// cell by cell, with their insets.
///
/// Its header and footer are its first and its last cell, and are kept in sight if the layout says so; its badges,
/// backgrounds and other boundary items are as large as they declare, and its handler of visible items is called. It does
/// not scroll by itself: what its layout says about ``OrthogonalScrolling`` is passed over, and its groups follow each
/// other along the list.
public struct SectionPart: CollectionLayout {
  public var layout: SectionLayout
  /// Gives the layout when the part comes near what is seen; then `layout` says only which sections are in it.
  public var provider: SectionProvider?
  /// True if the first cell is the header.
  public var hasHeader: Bool
  /// True if the last cell is the footer.
  public var hasFooter: Bool
  private var isTransposed = false

  public init(
    _ layout: SectionLayout, provider: SectionProvider? = nil, hasHeader: Bool = false, hasFooter: Bool = false
  ) {
    self.layout = layout
    self.provider = provider
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    SectionPartArrangement(layout: self, items: items)
  }

  /// The section that it is, of so many cells with its header and footer.
  func input(_ items: LayoutItems) -> LayoutSolver.SectionInput {
    let extras = extras(items.count)
    let identify = items.identifiers.map { identify in { @Sendable item in identify(extras.before + item) } }
    return LayoutSolver.SectionInput(
      layout: inPlane(layout.orthogonalScrolling(.none)), provider: provider.map(inPlane),
      itemCount: items.count - extras.before - extras.after, hasHeader: extras.before > 0,
      hasFooter: extras.after > 0, identify: identify)
  }

  /// How many of so many cells are its header and its footer.
  func extras(_ count: Int) -> (before: Int, after: Int) {
    let before = hasHeader && count > 0 ? 1 : 0
    return (before, hasFooter && count > before ? 1 : 0)
  }

  private func inPlane(_ layout: SectionLayout) -> SectionLayout { isTransposed ? layout.transposed : layout }

  private func inPlane(_ provider: SectionProvider) -> SectionProvider {
    guard isTransposed else { return provider }
    return SectionProvider(key: provider.key) { context in
      var context = context
      context.environment = context.environment.transposed
      return provider.body(context)?.orthogonalScrolling(.none).transposed
    }
  }
}

extension SectionPart: PlaneLayout {
  var inTransposedPlane: AnyCollectionLayout {
    var copy = self
    copy.isTransposed.toggle()
    return AnyCollectionLayout(copy)
  }
}
