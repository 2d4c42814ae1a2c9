package import ScrollworkDiffing
import ScrollworkLayout

/// The rows of the elements that the layout places.
extension List {
  /// Returns the row of an element; `nil` for a supplementary that the list does not have.
  func row(for key: LayoutElement.Key, in solver: LayoutSolver) -> Row? {
    guard key.kind != .listBoundary else { return supplementary(of: key, in: solver) }
    guard sections.indices.contains(key.section) else { return nil }
    switch key.kind {
    case .item: return sections[key.section].rows.row(key.item).contained(in: container(of: key))
    case .header: return sections[key.section].headerRow?.contained(in: containers?.headers)
    case .footer: return sections[key.section].footerRow?.contained(in: containers?.footers)
    case .listBoundary, .decoration, .badge, .boundary: return supplementary(of: key, in: solver)
    }
  }

  /// Returns the container of an item, which may be the header or footer of a subsection; `nil` for none.
  private func container(of key: LayoutElement.Key) -> ContentContainer.Type? {
    guard let containers else { return nil }
    guard isHeaderOrFooter(key) else { return containers.cells }
    return sections[key.section].innermost(holding: key.item).item < 0 ? containers.headers : containers.footers
  }

  /// Returns the row of a badge, decoration or boundary element, as declared by the cell, its section or the list;
  /// `nil` if none of them declares one.
  func supplementary(of key: LayoutElement.Key, in solver: LayoutSolver) -> Row? {
    guard let kind = solver.kind(of: key) else { return nil }
    if sections.indices.contains(key.section) {
      let section = sections[key.section]
      // The nearest declaration wins: the cell, its section, the list.
      if key.kind == .badge, key.item < section.count,
        let own = section.rows.row(key.item).supplementaries[kind]
      {
        return Row(component: own)
      }
      let own =
        key.kind == .badge ? section.badge(kind, of: key.item) : section.supplementary(kind, ofSubsection: key.item)
      if let own { return Row(component: own) }
    }
    if let own = supplementaries[kind] { return Row(component: own) }
    // Separators need no declaration; any other kind without a component stays empty.
    return kind == .separator ? Row(component: SeparatorLine()) : nil
  }

  /// Returns the highlight that marks an element as hovered, pressed, selected or focused; `none` if the element is not
  /// an item.
  func highlight(of key: LayoutElement.Key) -> CellHighlight {
    key.path.map { sections[$0.section].highlight(of: $0.item) } ?? .none
  }

  /// Whether an element is the header or footer of a subsection, which is a cell only for the layout.
  func isHeaderOrFooter(_ key: LayoutElement.Key) -> Bool {
    key.path.map { sections[$0.section].isHeaderOrFooter($0.item) } ?? false
  }

  /// Returns the path of the first item with an id; `nil` if there is none.
  /// - Parameter section: The id of the item's section; `nil` to search all sections.
  /// - Complexity: O(*n*) in the number of items in the sections that are searched, without those whose identities are
  ///   consecutive integers.
  func path(of id: ElementID, in section: ElementID?) -> ElementPath? {
    for (index, candidate) in sections.enumerated() where section == nil || candidate.id == section {
      if let item = candidate.rows.identities.firstPosition(of: id) {
        return ElementPath(section: index, item: item)
      }
    }
    return nil
  }

  /// Returns the identity of an item.
  func id(at path: ElementPath) -> ElementID { sections[path.section].rows.identities.id(at: path.item) }

  /// Returns the component of an item; `nil` if the list has no such item. A row that is made lazily is made again.
  package func component(at path: ElementPath) -> AnyComponent? {
    contains(path) ? sections[path.section].rows.row(path.item).component : nil
  }
}
