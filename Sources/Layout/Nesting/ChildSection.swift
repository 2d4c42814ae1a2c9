import ScrollworkDiffing
import ScrollworkGeometry

/// A section layout for a subsection of a ``NestedLayout``: groups, grids, tables, or a layout that places items one by
/// one, with their insets.
///
/// The header and footer are the first and the last item, and are pinned if the layout says so. Badges, backgrounds,
/// boundary supplementaries and the handler of visible items work as in any section.
///
/// A subsection may be a scroll container, like a section of the list: it is as wide as its container, its groups
/// follow each other on the cross axis, and its sides clip them.
package struct ChildSection: CollectionLayout {
  /// The layout of the items.
  package var layout: SectionLayout
  /// The provider of the layout, called when the subsection comes near the viewport. With a provider, `layout` only
  /// declares the subsections inside this one.
  package var provider: SectionProvider?
  /// Whether the first item is the header.
  package var hasHeader: Bool
  /// Whether the last item is the footer.
  package var hasFooter: Bool
  var isTransposed = false
  /// Whether the groups follow each other on the cross axis, because they place the subsections of a scroll container.
  private(set) var spreadsAcross = false

  /// Creates a subsection whose first and last item may be its header and its footer.
  package init(
    _ layout: SectionLayout, provider: SectionProvider? = nil, hasHeader: Bool = false, hasFooter: Bool = false
  ) {
    self.layout = layout
    self.provider = provider
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
  }

  package func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    ChildSectionArrangement(layout: self, items: items)
  }

  /// Returns the solver's input for the subsection; the items include the header and footer.
  func input(_ items: LayoutItems) -> LayoutSolver.SectionInput {
    var input = declaredInput(items.count, in: items)
    let (before, position) = (extras(items.count).before, items.position)
    input.provider = provider.map { fitted($0, scrolls(in: items), position) }
    input.identify = items.identifiers.map { identify in { @Sendable item in identify(before + item) } }
    return input
  }

  /// Returns the solver's input without provider and identifiers.
  /// - Parameter items: The items of this subsection, or of the section around it; only container and scale matter.
  func declaredInput(_ count: Int, in items: LayoutItems) -> LayoutSolver.SectionInput {
    let extras = extras(count)
    return LayoutSolver.SectionInput(
      layout: fitted(layout, scrolls(in: items)), itemCount: count - extras.before - extras.after,
      hasHeader: extras.before > 0, hasFooter: extras.after > 0)
  }

  /// Returns whether the subsection may be a scroll container. Groups that only place subsections may not.
  private func scrolls(in items: LayoutItems) -> Bool { !items.hasAllSizes || spreadsAcross }

  /// A copy of this section whose groups follow each other on the cross axis.
  var spreadAcross: ChildSection {
    var copy = self
    copy.layout.orthogonalScrolling = .continuous
    copy.spreadsAcross = true
    return copy
  }

  /// Returns the number of header items and of footer items among `count` items: zero or one each.
  func extras(_ count: Int) -> (before: Int, after: Int) {
    let before = hasHeader && count > 0 ? 1 : 0
    return (before, hasFooter && count > before ? 1 : 0)
  }

  /// Returns a layout adapted to the subsection: with swapped axes if the subsection is transposed, and without
  /// scrolling if `scrolls` is false.
  private func fitted(_ layout: SectionLayout, _ scrolls: Bool) -> SectionLayout {
    let layout = scrolls ? layout : layout.orthogonalScrolling(.none)
    return isTransposed ? layout.transposed : layout
  }

  /// Returns a provider whose layouts are adapted to the subsection.
  /// - Parameter position: The position of the subsection among its siblings.
  private func fitted(_ provider: SectionProvider, _ scrolls: Bool, _ position: Int) -> SectionProvider {
    SectionProvider(key: provider.key) { context in
      var context = context
      context.section = position
      if isTransposed { context.environment = context.environment.transposed }
      return provider.body(context).map { fitted($0, scrolls) }
    }
  }
}
