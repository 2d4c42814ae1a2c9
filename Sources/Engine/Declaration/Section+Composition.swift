public import ScrollworkDiffing
import ScrollworkGeometry
public import ScrollworkLayout

/// The identity of a cell in a section of sections: which of them it belongs to, and who it is there.
public struct ComposedID: Hashable, CustomStringConvertible {
  /// The section that it belongs to, which may be a header or a footer of it too.
  public let section: ElementID
  /// The identity of the cell in that section; `nil` for the section's header or footer.
  public let item: ElementID?
  fileprivate let isFooter: Bool

  /// What was written there: `section/item`.
  public var description: String {
    item.map { "\(section)/\($0)" } ?? "\(section)/\(isFooter ? "footer" : "header")"
  }
}

/// Sections that hold sections.
extension Section {
  /// A section of sections: each lays out its cells by its own layout, and `layout` places them.
  ///
  /// All their cells follow each other as cells of this section, and are identified by a ``ComposedID``. Headers and
  /// footers of the inner sections are cells too. The inner sections may hold sections again; they do not scroll by
  /// themselves, and backgrounds and badges are those of the outer one.
  /// - Parameter layout: Gets the inner sections as if they were cells, each as large as its content.
  /// - Complexity: O(*s*) in the number of inner sections.
  public init(id: some Hashable, layout: some CollectionLayout, sections: [Section]) {
    let cells = ComposedCells(sections)
    self.init(
      id: id, rows: SectionRows(identities: IdentityColumn(cells, id: \.self)) { cells.row(at: $0) })
    self.layout = SectionLayout(
      NestedLayout(layout, parts: sections.flatMap(\.part)),
      sizes: .uniform(LayoutSize(width: .fractionalWidth(1), height: .estimated(44))))
  }

  /// A section of the sections that `content` lists. Cells listed there without a section are a section of their own at
  /// the end.
  public init(id: some Hashable, layout: some CollectionLayout, @ListBuilder content: () -> ListContent) {
    let content = content()
    let loose = content.cells.isEmpty ? [] : [Section(id: "scrollwork.cells", cells: content.cells)]
    self.init(id: id, layout: layout, sections: content.sections + loose)
  }

  /// This section as a part of another one.
  private var part: [NestedLayout.Part] {
    let effective = effectiveLayout
    let body = NestedLayout.Part(SectionPart(effective, provider: provider), count: count)
    guard header != nil || footer != nil else { return [body] }
    func row(_ size: LayoutSize) -> NestedLayout.Part {
      let insets = Insets(leading: effective.contentInsets.leading, trailing: effective.contentInsets.trailing)
      let group = LayoutGroup.vertical(size, repeating: LayoutItem(size: size), count: 1)
      return NestedLayout.Part(SectionPart(SectionLayout(group: group, contentInsets: insets)), count: 1)
    }
    let parts =
      (header == nil ? [] : [row(effective.header.size)]) + [body] + (footer == nil ? [] : [row(effective.footer.size)])
    return [NestedLayout.Part(NestedLayout(RowLayout().transposed(), parts: parts), count: parts.count - 1 + count)]
  }
}

/// The cells of several sections one after the other, with their headers and footers.
private struct ComposedCells: RandomAccessCollection {
  private let sections: [Section]
  /// The first cell of each section, and the number of all.
  private let starts: [Int]

  init(_ sections: [Section]) {
    self.sections = sections
    starts = sections.reduce(into: [0]) { starts, section in
      let extras = (section.header == nil ? 0 : 1) + (section.footer == nil ? 0 : 1)
      starts.append(starts[starts.count - 1] + section.count + extras)
    }
  }

  private enum Place {
    case header, footer
    case cell(Int)
  }

  private func find(_ position: Int) -> (section: Section, place: Place) {
    let section = sections[starts.partitioningIndex { $0 > position } - 1]
    let own = position - starts[starts.partitioningIndex { $0 > position } - 1] - (section.header == nil ? 0 : 1)
    if own < 0 { return (section, .header) }
    return (section, own < section.count ? .cell(own) : .footer)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { starts[starts.count - 1] }

  subscript(position: Int) -> ComposedID {
    let (section, place) = find(position)
    switch place {
    case .header: return ComposedID(section: section.id, item: nil, isFooter: false)
    case .footer: return ComposedID(section: section.id, item: nil, isFooter: true)
    case .cell(let item):
      return ComposedID(section: section.id, item: section.rows.identities.id(at: item), isFooter: false)
    }
  }

  func row(at position: Int) -> Row {
    let (section, place) = find(position)
    switch place {
    case .header: return section.header.map { Row(component: $0) } ?? .nothing
    case .footer: return section.footer.map { Row(component: $0) } ?? .nothing
    case .cell(let item):
      var row = section.rows.row(item)
      if let animator = section.animator, row.handlers?.animator == nil {
        row.handlers = row.handlers ?? CellHandlers()
        row.handlers?.animator = animator
      }
      return row
    }
  }
}
