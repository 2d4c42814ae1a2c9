public import ScrollworkDiffing
import ScrollworkGeometry
public import ScrollworkLayout

/// The identity of a cell in a section of sections: which of them it belongs to, and who it is there.
///
/// It says where the cell is now. A cell that goes to another of the sections stays the same and has another `ComposedID`
/// from then on.
public struct ComposedID: Hashable, CustomStringConvertible {
  /// The section that it belongs to, which may be a header or a footer of it too.
  public let section: ElementID
  /// The identity of the cell in that section; `nil` for the section's header or footer.
  public let item: ElementID?
  fileprivate let isFooter: Bool

  /// A cell by the identity of the inner section and its own there: to go to it, or to select it.
  public init(section: some Hashable, item: some Hashable) {
    self.init(section: ElementID(section), item: ElementID(item), isFooter: false)
  }

  fileprivate init(section: ElementID, item: ElementID?, isFooter: Bool) {
    self.section = section
    self.item = item
    self.isFooter = isFooter
  }

  /// What was written there: `section/item`.
  public var description: String {
    item.map { "\(section)/\($0)" } ?? "\(section)/\(isFooter ? "footer" : "header")"
  }
}

/// Sections that hold sections.
extension Section {
  /// A section of sections: each lays out its cells by its own layout, and `layout` places them.
  ///
  /// The layout gets the inner sections where it would get cells, and their sizes as those that the cells would have
  /// said: rows are as tall as their sections where their height is estimated, and columns lay theirs out in their width.
  /// Insets, background, header, footer and other boundary items that it declares are those of this section. Badges that
  /// it declares, separators too, belong to the inner sections and show what these say, else what this section says.
  /// Another layout given by `withSectionLayout` places the same sections. Where the layout declares how long its cells are
  /// along the list, as `.vertical()` does in a list that scrolls sideways, a longer section sticks out of its place: there
  /// an estimated width lets each be as long as it is.
  ///
  /// All their cells follow each other as cells of this section, and are identified by a ``ComposedID``. Each inner section
  /// keeps its own cells, whatever cells are called in others. What has left one is looked for in all other sections by its
  /// own identity, as in the sections of a list: it is the same cell there, moves, and takes along selection, focus and
  /// what was measured.
  ///
  /// Headers and footers of the inner sections are cells too, which stay in sight where the layout of their section says
  /// so, and which neither get the focus nor are selected: pointer and keys take them as those of any section. Badges,
  /// backgrounds and other boundary items of the inner sections show what those say, else what this section says. The
  /// inner sections may hold sections again. One whose layout says so scrolls by itself, as wide as the room that it gets,
  /// and so may the section of sections: then the groups of inner sections follow each other across. What an inner one
  /// cannot use of a gesture goes to the one around it.
  /// - Complexity: O(*s*) in the number of inner sections.
  public init(id: some Hashable, layout: SectionLayout = .vertical(), sections: [Section]) {
    let cells = ComposedCells(sections)
    let identities = IdentityColumn(IdentityColumn(cells, id: \.self), joining: cells.identities)
    self.init(id: id, rows: SectionRows(identities: identities) { cells.row(at: $0) })
    self.layout = cells.placed(by: layout)
    composition = cells
  }

  /// A section of sections that a layout of cells places, each as large as its content.
  /// - Complexity: O(*s*) in the number of inner sections.
  public init(id: some Hashable, layout: some CollectionLayout, sections: [Section]) {
    self.init(id: id, layout: SectionLayout(layout, sizes: .estimated(.zero)), sections: sections)
  }

  /// A section of the sections that `content` lists. Cells listed there without a section are a section of their own at
  /// the end.
  public init(id: some Hashable, layout: SectionLayout, @ListBuilder content: () -> ListContent) {
    let content = content()
    let loose = content.cells.isEmpty ? [] : [Section(id: "scrollwork.cells", cells: content.cells)]
    self.init(id: id, layout: layout, sections: content.sections + loose)
  }

  /// A section of the sections that `content` lists, placed by a layout of cells, each as large as its content.
  public init(id: some Hashable, layout: some CollectionLayout, @ListBuilder content: () -> ListContent) {
    self.init(id: id, layout: SectionLayout(layout, sizes: .estimated(.zero)), content: content)
  }

  /// This section as a part of another one.
  fileprivate var part: NestedLayout.Part {
    let extras = (header == nil ? 0 : 1) + (footer == nil ? 0 : 1)
    return NestedLayout.Part(
      SectionPart(effectiveLayout, provider: provider, hasHeader: header != nil, hasFooter: footer != nil),
      count: count + extras, identifier: id.description)
  }
}

/// What belongs to one of the sections in a section, to one in these, or to the section itself.
extension Section {
  /// What a cell's badge of a kind shows where the cell does not say so.
  func badge(_ kind: LayoutKind, of item: Int) -> AnyComponent? {
    let inner = composition?.find(item)
    return inner.flatMap { $0.section.badge(kind, of: $0.item) } ?? supplementaries[kind]
  }

  /// What a background or a boundary item of a kind shows.
  /// - Parameter part: The number of a section in this one, as the layout counts them; zero for its own.
  func supplementary(_ kind: LayoutKind, ofPart part: Int) -> AnyComponent? {
    let inner = part > 0 ? composition?.find(part: part - 1) : nil
    return inner.flatMap { $0.section.supplementary(kind, ofPart: $0.part) } ?? supplementaries[kind]
  }

  /// True for the header or the footer of a section in this one: a cell for the layout, and nothing that a person could
  /// choose.
  func isHeaderOrFooter(_ item: Int) -> Bool {
    guard let composition, let (section, own) = composition.find(item) else { return false }
    return !section.rows.indices.contains(own) || section.isHeaderOrFooter(own)
  }

  /// The items without those headers and footers, as ascending ranges.
  /// - Complexity: O(*s*) in the number of sections in it, however deep.
  var itemRanges: [Range<Int>] {
    guard let composition else { return count > 0 ? [0..<count] : [] }
    return composition.itemRanges
  }

  /// The number of items without them.
  /// - Complexity: O(*s*) in the number of sections in it, however deep.
  var countOfItems: Int { composition == nil ? count : itemRanges.reduce(0) { $0 + $1.count } }

  /// The first item from a position on, or back from it, that is none of those headers and footers.
  func item(from position: Int, by step: Int) -> Int? {
    guard composition != nil else { return rows.indices.contains(position) ? position : nil }
    return stride(from: position, through: step < 0 ? 0 : count - 1, by: step).first { !isHeaderOrFooter($0) }
  }

  /// The innermost section that an item belongs to, and its number among that one's items; -1 for its header, their
  /// number for its footer.
  func innermost(holding item: Int) -> (section: Section, item: Int) {
    guard let composition, let (section, own) = composition.find(item) else { return (self, item) }
    return section.rows.indices.contains(own) ? section.innermost(holding: own) : (section, own)
  }

  /// How a cell is marked: as its own section says. Headers and footers are not.
  package func highlight(of item: Int) -> CellHighlight {
    guard let composition, let (section, own) = composition.find(item) else { return highlight }
    return section.rows.indices.contains(own) ? section.highlight(of: own) : .none
  }

  /// The number that a section in this one has in another list, where it may have another place; nil if it is not there.
  func number(ofPart part: Int, from old: Section) -> Int? {
    guard part > 0 else { return 0 }
    guard let composition, let before = old.composition, let (section, own) = before.find(part: part - 1),
      let (new, start) = composition.find(sectionOf: part - 1, in: before),
      let inner = new.number(ofPart: own, from: section)
    else { return nil }
    return start + 1 + inner
  }
}

/// The cells of several sections one after the other, with their headers and footers.
struct ComposedCells: RandomAccessCollection {
  private let sections: [Section]
  /// The sections as parts of a layout.
  private let parts: [NestedLayout.Part]
  /// The first cell of each section, and the number of all.
  private let starts: [Int]
  /// The number of each section as the layout counts them with those in them, and that of all.
  private let partStarts: [Int]

  init(_ sections: [Section]) {
    self.sections = sections
    parts = sections.map(\.part)
    starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    partStarts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.partCount) }
  }

  /// How many sections there are, however deep.
  var partCount: Int { partStarts[partStarts.count - 1] }

  /// A layout that places the sections.
  func placed(by layout: SectionLayout) -> SectionLayout { layout.placing(parts) }

  /// A layout given later that does. It knows how many sections there are, and nothing of their sizes.
  func placed(by provider: SectionProvider) -> SectionProvider {
    let parts = parts
    return SectionProvider(key: PlacedParts(key: provider.key, parts: parts)) { context in
      var context = context
      context.itemCount = parts.count
      context.sizes = .init()
      return provider.body(context)?.placing(parts)
    }
  }

  private struct PlacedParts: Hashable, Sendable {
    let key: LayoutKey
    let parts: [NestedLayout.Part]
  }

  /// The section that a cell belongs to and its position there: -1 for a header, the number of cells for a footer.
  func find(_ position: Int) -> (section: Section, item: Int)? {
    Self.find(position, starts).map { (sections[$0], own(position, $0)) }
  }

  /// The identities that the cells have in their sections.
  var identities: [IdentityColumn.Section] {
    sections.indices.map { index in
      IdentityColumn.Section(
        id: sections[index].id, start: starts[index] + (sections[index].header == nil ? 0 : 1),
        elements: sections[index].rows.identities)
    }
  }

  /// The cells that are no headers and footers, as ascending ranges.
  var itemRanges: [Range<Int>] {
    sections.indices.flatMap { index in
      let start = starts[index] + (sections[index].header == nil ? 0 : 1)
      return sections[index].itemRanges.map { start + $0.lowerBound..<start + $0.upperBound }
    }
  }

  private func own(_ position: Int, _ index: Int) -> Int {
    position - starts[index] - (sections[index].header == nil ? 0 : 1)
  }

  /// The section that has a number, or holds the one that has it, and its number there.
  func find(part: Int) -> (section: Section, part: Int)? {
    Self.find(part, partStarts).map { (sections[$0], part - partStarts[$0]) }
  }

  /// The section that one in other cells has become, and its number: of those with its identity the first is that of the
  /// first there, and so on.
  func find(sectionOf part: Int, in others: ComposedCells) -> (section: Section, part: Int)? {
    guard let other = Self.find(part, others.partStarts) else { return nil }
    return find(SiteIdentity.Inner(id: others.sections[other].id, occurrence: others.occurrence(ofPart: part)))
  }

  /// How many sections with the same identity come before the one that has a number, or holds the one that has it.
  func occurrence(ofPart part: Int) -> Int {
    guard let index = Self.find(part, partStarts) else { return 0 }
    return sections[..<index].count { $0.id == sections[index].id }
  }

  /// A section by its identity, and its number.
  func find(_ identity: SiteIdentity.Inner) -> (section: Section, part: Int)? {
    let same = sections.indices.lazy.filter { sections[$0].id == identity.id }.dropFirst(identity.occurrence)
    return same.first.map { (sections[$0], partStarts[$0]) }
  }

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

  func row(at position: Int) -> Row {
    guard let (section, item) = find(position) else { return .nothing }
    guard section.rows.indices.contains(item) else {
      return (item < 0 ? section.header : section.footer).map { Row(component: $0) } ?? .nothing
    }
    var row = section.rows.row(item)
    if let animator = section.animator, row.handlers?.animator == nil {
      row.handlers = row.handlers ?? CellHandlers()
      row.handlers?.animator = animator
    }
    return row
  }
}
