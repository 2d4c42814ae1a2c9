import ScrollworkDiffing
import ScrollworkGeometry

/// A section's layout as a part of another section, for ``NestedLayout``: groups, grids, tables, or a layout that places
/// cell by cell, with their insets.
///
/// Its header and footer are its first and its last cell, and are kept in sight if the layout says so; it has badges,
/// backgrounds and other boundary items as any section, and its handler of visible items is called.
///
/// It scrolls by itself if its layout says so, as a section of the list does: it is as wide as the room that it gets, its
/// groups follow each other across, and what scrolls is seen between its sides. In a layout that is transposed it would
/// scroll along the list, which the list does: there it is laid out as one that does not scroll.
public struct SectionPart: CollectionLayout {
  /// How its cells are laid out.
  public var layout: SectionLayout
  /// Gives the layout when the part comes near what is seen; then `layout` says only which sections are in it.
  public var provider: SectionProvider?
  /// True if the first cell is the header.
  public var hasHeader: Bool
  /// True if the last cell is the footer.
  public var hasFooter: Bool
  private(set) var isTransposed = false
  /// True if its groups follow each other across so that somebody else scrolls them: they place other sections.
  private(set) var spreadsAcross = false

  /// A section whose first and last cell may be its header and its footer.
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
    var input = declaredInput(items.count, in: items)
    let (before, position) = (extras(items.count).before, items.position)
    input.provider = provider.map { fitted($0, scrolls(in: items), position) }
    input.identify = items.identifiers.map { identify in { @Sendable item in identify(before + item) } }
    return input
  }

  /// The same without provider and names.
  /// - Parameter items: What it stands in.
  func declaredInput(_ count: Int, in items: LayoutItems) -> LayoutSolver.SectionInput {
    let extras = extras(count)
    return LayoutSolver.SectionInput(
      layout: fitted(layout, scrolls(in: items)), itemCount: count - extras.before - extras.after,
      hasHeader: extras.before > 0, hasFooter: extras.after > 0)
  }

  private func scrolls(in items: LayoutItems) -> Bool { !items.isTransposed && !items.hasAllSizes || spreadsAcross }

  /// The same with groups that follow each other across.
  var spreadAcross: SectionPart {
    var copy = self
    copy.layout.orthogonalScrolling = .continuous
    copy.spreadsAcross = true
    return copy
  }

  /// How many of so many cells are its header and its footer.
  func extras(_ count: Int) -> (before: Int, after: Int) {
    let before = hasHeader && count > 0 ? 1 : 0
    return (before, hasFooter && count > before ? 1 : 0)
  }

  /// The layout in the plane that it is in.
  private func fitted(_ layout: SectionLayout, _ scrolls: Bool) -> SectionLayout {
    let layout = scrolls ? layout : layout.orthogonalScrolling(.none)
    return isTransposed ? layout.transposed : layout
  }

  /// - Parameter position: Which of the sections in the section it is.
  private func fitted(_ provider: SectionProvider, _ scrolls: Bool, _ position: Int) -> SectionProvider {
    SectionProvider(key: provider.key) { context in
      var context = context
      context.section = position
      if isTransposed { context.environment = context.environment.transposed }
      return provider.body(context).map { fitted($0, scrolls) }
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
