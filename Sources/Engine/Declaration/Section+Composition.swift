public import ScrollworkDiffing
import ScrollworkGeometry
public import ScrollworkLayout

/// The identity of a cell in a section with subsections: the subsection's id and the cell's id there.
///
/// The identity names the subsection in which the cell is now. A cell that moves to another subsection remains the same
/// item, but gets another `ComposedID`.
public struct ComposedID: Hashable, CustomStringConvertible {
  /// The id of the subsection to which the cell, header or footer belongs.
  public let section: ElementID
  /// The identity of the cell in its subsection; `nil` for the subsection's header or footer.
  public let item: ElementID?
  fileprivate let isFooter: Bool

  /// Creates the identity of a cell in a subsection, for example to scroll to the cell or to select it.
  public init(section: some Hashable, item: some Hashable) {
    self.init(section: ElementID(section), item: ElementID(item), isFooter: false)
  }

  fileprivate init(section: ElementID, item: ElementID?, isFooter: Bool) {
    self.section = section
    self.item = item
    self.isFooter = isFooter
  }

  /// The two ids as `section/item`; `section/header` or `section/footer` without an item.
  public var description: String {
    item.map { "\(section)/\($0)" } ?? "\(section)/\(isFooter ? "footer" : "header")"
  }
}

/// Sections with subsections.
extension Section {
  /// Declares a section with subsections: each lays out its cells by its own layout, and `layout` places the
  /// subsections.
  ///
  /// For `layout`, each subsection is a cell that is measured: a row of estimated height becomes as tall as its
  /// subsection, and a subsection in a column gets the column's width. The layout may instead declare the extent of its
  /// cells along the main axis, as `.vertical()` does in a list that scrolls horizontally. Then a subsection that is
  /// longer overflows its cell. A layout given later by `withSectionLayout` places the same subsections.
  ///
  /// The insets, background, header, footer and other supplementaries of `layout` belong to the whole section. Its
  /// badges and separators belong to the subsections: they show the components of a subsection, or else of the section.
  ///
  /// The cells of all subsections follow one another as cells of this section and are identified by a ``ComposedID``.
  /// Ids need to be unique only within a subsection. A cell that moves to another subsection or section is matched by
  /// its own id: it remains the same item, and keeps selection, focus and measured size.
  ///
  /// Headers and footers of subsections are cells too. They are pinned if the layout of their subsection says so, and
  /// can be neither focused nor selected. Badges, backgrounds and other supplementaries of a subsection show its
  /// components, or else those of this section. Subsections may have subsections.
  ///
  /// A subsection whose layout declares its own scrolling is a nested scroll container, as wide as the room that it
  /// gets. The section around the subsections may be a nested scroll container too. Then groups of subsections follow
  /// one another along the cross axis. A nested container passes the part of a gesture that it cannot use to the
  /// container around it.
  /// - Complexity: O(*s*) in the number of subsections.
  public init(id: some Hashable, layout: SectionLayout = .vertical(), sections: [Section]) {
    let cells = ComposedCells(sections)
    self.init(id: id, rows: cells.rows)
    self.layout = cells.placed(by: layout)
    composition = cells
    composition?.place(by: layout, nil)
  }

  /// Declares a section whose subsections are placed by a custom layout. Each subsection is as large as its content.
  /// - Complexity: O(*s*) in the number of subsections.
  public init(id: some Hashable, layout: some CollectionLayout, sections: [Section]) {
    self.init(id: id, layout: SectionLayout(layout, sizes: .estimated(.zero)), sections: sections)
  }

  /// Declares a section of the cells in `content`, which `layout` places; or of subsections, if `content` has sections.
  /// Each run of cells between sections is a subsection of its own.
  /// - Complexity: O(*n*) in the number of cells and subsections.
  public init(id: some Hashable, layout: SectionLayout, @ListBuilder content: () -> ListContent) {
    self.init(id: id, content: content(), cells: { $0.withSectionLayout(layout) }, sections: layout)
  }

  /// Declares a section of the cells in `content`, which a custom layout places; or of subsections, each as large as
  /// its content, if `content` has sections. Each run of cells between sections is a subsection of its own.
  /// - Complexity: O(*n*) in the number of cells and subsections.
  public init(id: some Hashable, layout: some CollectionLayout, @ListBuilder content: () -> ListContent) {
    self.init(
      id: id, content: content(), cells: { $0.withSectionLayout(layout) },
      sections: SectionLayout(layout, sizes: .estimated(.zero)))
  }

  /// - Parameters:
  ///   - cells: Gives a section of cells its layout.
  ///   - sections: The layout of subsections.
  private init(
    id: some Hashable, content: ListContent, cells: (Section) -> Section, sections: SectionLayout
  ) {
    guard !content.sections.isEmpty else {
      self = cells(Section(id: id, cells: content.cells))
      return
    }
    self.init(id: id, layout: sections, sections: content.allSections())
  }

  /// The layout as the program declared it, without the subsections that it places.
  var declaredLayout: SectionLayout { composition?.layout ?? layout }

  /// The section as a child of the layout that places subsections.
  fileprivate var child: NestedLayout.Child {
    let extras = (header == nil ? 0 : 1) + (footer == nil ? 0 : 1)
    return NestedLayout.Child(
      ChildSection(effectiveLayout, provider: effectiveProvider, hasHeader: header != nil, hasFooter: footer != nil),
      count: count + extras, identifier: id.description)
  }
}

/// Lookups through all levels of subsections.
///
/// The number of a subsection is its position in depth-first order, counted from 1. The section itself has the number
/// 0.
extension Section {
  /// Returns the badge component for a cell that declares none itself: that of the innermost subsection around the cell
  /// that declares one, or else that of this section; `nil` if none declares one.
  func badge(_ kind: LayoutKind, of item: Int) -> AnyComponent? {
    let inner = composition?.find(item)
    return inner.flatMap { $0.section.badge(kind, of: $0.item) } ?? supplementaries[kind]
  }

  /// Returns the component of a background or other supplementary; `nil` if neither the subsections around it nor this
  /// section declare one.
  /// - Parameter subsection: The number of the subsection, as the layout counts them; zero for the section itself.
  func supplementary(_ kind: LayoutKind, ofSubsection subsection: Int) -> AnyComponent? {
    let inner = subsection > 0 ? composition?.find(subsection: subsection - 1) : nil
    return inner.flatMap { $0.section.supplementary(kind, ofSubsection: $0.number) } ?? supplementaries[kind]
  }

  /// Whether an item is the header or footer of a subsection: a cell for the layout, but nothing that the user can
  /// select or focus.
  func isHeaderOrFooter(_ item: Int) -> Bool {
    guard let composition, let (section, own) = composition.find(item) else { return false }
    return !section.rows.indices.contains(own) || section.isHeaderOrFooter(own)
  }

  /// The positions of the items, except headers and footers of subsections, as ascending ranges.
  /// - Complexity: O(*s*) in the number of subsections on all levels.
  var itemRanges: [Range<Int>] {
    guard let composition else { return count > 0 ? [0..<count] : [] }
    return composition.itemRanges
  }

  /// The number of items without headers and footers of subsections.
  /// - Complexity: O(*s*) in the number of subsections on all levels.
  var itemCount: Int { composition == nil ? count : itemRanges.reduce(0) { $0 + $1.count } }

  /// Returns the first item from a position on, forwards or backwards, that is not the header or footer of a
  /// subsection; `nil` if there is none.
  /// - Parameter step: 1 or -1.
  func item(from position: Int, by step: Int) -> Int? {
    guard composition != nil else { return rows.indices.contains(position) ? position : nil }
    return stride(from: position, through: step < 0 ? 0 : count - 1, by: step).first { !isHeaderOrFooter($0) }
  }

  /// Returns the innermost subsection that contains an item, and the item's position there: -1 for the subsection's
  /// header, the number of its items for its footer.
  func innermost(holding item: Int) -> (section: Section, item: Int) {
    guard let composition, let (section, own) = composition.find(item) else { return (self, item) }
    return section.rows.indices.contains(own) ? section.innermost(holding: own) : (section, own)
  }

  /// Returns the highlight of a cell, which its innermost section decides. Headers and footers have none.
  package func highlight(of item: Int) -> CellHighlight {
    guard let composition, let (section, own) = composition.find(item) else { return highlight }
    return section.rows.indices.contains(own) ? section.highlight(of: own) : .none
  }

  /// Returns the number, in this section, of a subsection that is numbered as in an older list; `nil` if this section
  /// lacks the subsection.
  /// - Parameters:
  ///   - subsection: The number of the subsection in `old`.
  ///   - old: This section, as it is in the older list.
  func number(ofSubsection subsection: Int, from old: Section) -> Int? {
    guard subsection > 0 else { return 0 }
    guard let composition, let before = old.composition, let (section, own) = before.find(subsection: subsection - 1),
      let (new, start) = composition.find(sectionOf: subsection - 1, in: before),
      let inner = new.number(ofSubsection: own, from: section)
    else { return nil }
    return start + 1 + inner
  }
}

/// The cells of a section's subsections, one after the other, with headers and footers.
struct ComposedCells: RandomAccessCollection {
  private let sections: [Section]
  /// The subsections, as children of the layout that places them.
  private let children: [NestedLayout.Child]
  /// The position of each subsection's first cell; the last entry is the number of all cells.
  private let starts: [Int]
  /// The number of subsections on all levels before each direct subsection; the last entry is the number of all of
  /// them.
  private let subsectionStarts: [Int]
  /// The layout as the program declared it, without subsections; `nil` if it declared a provider alone.
  private(set) var layout: SectionLayout?
  /// The provider as the program declared it; `nil` if there is a layout.
  private var provider: SectionProvider?

  init(_ sections: [Section]) {
    self.sections = sections
    children = sections.map(\.child)
    starts = children.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    subsectionStarts = children.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.subsectionCount) }
  }

  /// Records the layout or the provider that places the subsections.
  mutating func place(by layout: SectionLayout?, _ provider: SectionProvider?) {
    if let layout { self.layout = layout }
    self.provider = provider
  }

  /// The number of subsections on all levels.
  var subsectionCount: Int { subsectionStarts[subsectionStarts.count - 1] }

  /// Returns a copy of `layout` that places the subsections instead of cells.
  func placed(by layout: SectionLayout) -> SectionLayout { layout.placing(children) }

  /// Returns a copy of `provider` whose layouts place the subsections instead of cells. In the provider's context, the
  /// item count is the number of subsections.
  func placed(by provider: SectionProvider) -> SectionProvider {
    let children = children
    return SectionProvider(key: PlacedChildren(key: provider.key, children: children)) { context in
      var context = context
      context.itemCount = children.count
      return provider.body(context)?.placing(children)
    }
  }

  /// The key of a provider whose layouts place subsections. It includes the subsections, because providers with equal
  /// keys may share layouts.
  private struct PlacedChildren: Hashable, Sendable {
    let key: LayoutKey
    let children: [NestedLayout.Child]
  }

  /// Returns the direct subsection that contains the cell at a position, and the cell's position there: -1 for a
  /// header, the number of items for a footer.
  func find(_ position: Int) -> (section: Section, item: Int)? {
    Self.find(position, starts).map { (sections[$0], own(position, $0)) }
  }

  /// Returns a copy of `section` in which the direct subsection that contains an item is changed.
  /// - Parameter change: Returns the changed subsection. Gets the subsection and the item's position in it.
  func changing(_ item: Int, in section: Section, _ change: (Section, Int) -> Section) -> Section {
    guard let index = Self.find(item, starts) else { return section }
    return replacing(index, by: change(sections[index], own(item, index)), in: section)
  }

  /// Returns a copy of `section` with items inserted at a position; `nil` if no subsection has cells there.
  /// - Parameter isAfter: Whether to add the items at the end of the subsection that ends at the position, if another
  ///   subsection begins there.
  func inserting(_ rows: SectionRows, at position: Int, isAfter: Bool, in section: Section) -> Section? {
    for index in isAfter ? Array(sections.indices) : sections.indices.reversed() {
      let own = own(position, index)
      if let changed = sections[index].inserting(rows, at: own, isAfter: isAfter) {
        return replacing(index, by: changed, in: section)
      }
    }
    return nil
  }

  /// Returns a copy of `section` in which each direct subsection is changed.
  func changingAll(in section: Section, _ change: (Section) -> Section) -> Section {
    replacing(sections.map(change), in: section)
  }

  private func replacing(_ index: Int, by new: Section, in section: Section) -> Section {
    var parts = sections
    parts[index] = new
    return replacing(parts, in: section)
  }

  private func replacing(_ parts: [Section], in section: Section) -> Section {
    var cells = ComposedCells(parts)
    cells.place(by: layout, provider)
    var copy = section
    copy.rows = cells.rows
    if let layout { copy.layout = cells.placed(by: layout) }
    copy.provider = provider.map(cells.placed)
    copy.composition = cells
    return copy
  }

  /// The cells as rows of the section around the subsections.
  var rows: SectionRows {
    let identities = IdentityColumn(IdentityColumn(self, id: \.self), joining: identities)
    return SectionRows(identities: identities) { row(at: $0) }
  }

  /// The identities of the cells within their subsections, by which a diff finds cells that moved to another
  /// subsection.
  var identities: [IdentityColumn.Section] {
    sections.indices.map { index in
      IdentityColumn.Section(
        id: sections[index].id, start: starts[index] + (sections[index].header == nil ? 0 : 1),
        elements: sections[index].rows.identities)
    }
  }

  /// The positions of the cells, except headers and footers, as ascending ranges.
  var itemRanges: [Range<Int>] {
    sections.indices.flatMap { index in
      let start = starts[index] + (sections[index].header == nil ? 0 : 1)
      return sections[index].itemRanges.map { start + $0.lowerBound..<start + $0.upperBound }
    }
  }

  /// Converts a position in the whole section to one in the subsection at `index`; -1 for its header.
  private func own(_ position: Int, _ index: Int) -> Int {
    position - starts[index] - (sections[index].header == nil ? 0 : 1)
  }

  /// Returns the direct subsection that is or contains a subsection, and the number of the subsection within it: 0 for
  /// the direct subsection itself. `nil` if there is none.
  /// - Parameter subsection: The number among all subsections, depth first, counted from 0.
  func find(subsection: Int) -> (section: Section, number: Int)? {
    Self.find(subsection, subsectionStarts).map { (sections[$0], subsection - subsectionStarts[$0]) }
  }

  /// Returns the direct subsection that has the same id and occurrence as one of `others`, and its number among all
  /// subsections here.
  /// - Parameter subsection: The number of a subsection of `others`, depth first, counted from 0. If it is not a direct
  ///   subsection, the direct one that contains it is used.
  func find(sectionOf subsection: Int, in others: ComposedCells) -> (section: Section, number: Int)? {
    guard let other = Self.find(subsection, others.subsectionStarts) else { return nil }
    return find(
      ScrollContainerIdentity.Inner(
        id: others.sections[other].id, occurrence: others.occurrence(ofSubsection: subsection)))
  }

  /// Returns the occurrence of a direct subsection: the number of earlier direct subsections with the same id.
  /// - Parameter subsection: The number of the direct subsection, or of a subsection inside it.
  func occurrence(ofSubsection subsection: Int) -> Int {
    guard let index = Self.find(subsection, subsectionStarts) else { return 0 }
    return sections[..<index].count { $0.id == sections[index].id }
  }

  /// Returns the direct subsection with an identity, and its number, depth first; `nil` if there is none.
  func find(_ identity: ScrollContainerIdentity.Inner) -> (section: Section, number: Int)? {
    let same = sections.indices.lazy.filter { sections[$0].id == identity.id }.dropFirst(identity.occurrence)
    return same.first.map { (sections[$0], subsectionStarts[$0]) }
  }

  /// Returns the index of the range that contains `number`; `nil` if there is none.
  /// - Parameter starts: The ascending starts of the ranges, and the end of the last one.
  /// - Complexity: O(log *s*).
  private static func find(_ number: Int, _ starts: [Int]) -> Int? {
    let index = starts.partitioningIndex { $0 > number } - 1
    return index >= 0 && index + 1 < starts.count ? index : nil
  }

  var startIndex: Int { 0 }
  var endIndex: Int { starts[starts.count - 1] }

  subscript(position: Int) -> ComposedID {
    let index = starts.partitioningIndex { $0 > position } - 1
    let (section, item) = (sections[index], own(position, index))
    guard section.rows.indices.contains(item) else {
      return ComposedID(section: section.id, item: nil, isFooter: item >= 0)
    }
    return ComposedID(section: section.id, item: section.rows.identities.id(at: item), isFooter: false)
  }

  /// Returns the row at a position: an item's own row, or a row that shows the header or footer of a subsection.
  /// Returns an empty row if nothing is at the position.
  func row(at position: Int) -> Row {
    guard let (section, item) = find(position) else { return .empty }
    guard section.rows.indices.contains(item) else {
      return (item < 0 ? section.headerRow : section.footerRow) ?? .empty
    }
    let row = section.rows.row(item)
    // The engine knows only the outer section, so the row carries the animator of its subsection.
    if let animator = section.animator, row.animator == nil { return row.withAnimator(animator) }
    return row
  }
}
