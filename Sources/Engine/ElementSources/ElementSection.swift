public import ScrollworkContentViews
import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A section of an ``ElementList``: items that are added, inserted and deleted by the elements that they show.
@MainActor
public final class ElementSection {
  /// An item: its identity, and its definition by a closure of the program.
  private struct Entry {
    let id: ElementID
    let define: @MainActor () -> ElementDefinition
  }

  let id: ElementID
  private var entries: [Entry] = []
  private var supplementaries: [(kind: LayoutKind, component: ClosureComponent)] = []
  /// The insets around the items, in logical pixels.
  public var inset = Insets.zero
  /// The gap between lines of items, in logical pixels.
  public var minimumLineSpacing = 0.0
  /// The gap between the items of a line, in logical pixels.
  public var minimumInteritemSpacing = 0.0
  /// A layout that replaces the lines of items; `nil` for lines. It decides the sizes of the items, and ``inset`` and
  /// both spacings have no effect.
  public var layout: SectionLayout?

  init(id: ElementID) { self.id = id }

  /// The number of items.
  public var count: Int { entries.count }

  /// Appends an item for each element.
  /// - Parameter body: Defines the item of an element. Called whenever the item is shown or its size is needed, so it
  ///   may depend on values that change between updates.
  public func append<Element, Content: View>(
    for elements: [Element], items body: @escaping @MainActor (_ element: Element, _ item: ElementItem<Content>) -> Void
  ) {
    insert(for: elements, at: entries.count, items: body)
  }

  /// Inserts an item for each element.
  /// - Parameters:
  ///   - index: The position of the first new item.
  ///   - body: Defines the item of an element; see ``append(for:items:)``.
  /// - Precondition: `index` is at most the number of items.
  public func insert<Element, Content: View>(
    for elements: [Element], at index: Int,
    items body: @escaping @MainActor (_ element: Element, _ item: ElementItem<Content>) -> Void
  ) {
    precondition(index >= 0 && index <= entries.count, "item \(index) of \(entries.count)")
    let ids = IdentityColumn.of(elements, from: entries.count)
    let new = elements.enumerated().map { position, element in
      Entry(id: ids.id(at: position)) {
        let item = ElementItem<Content>()
        body(element, item)
        return item.definition
      }
    }
    entries.insert(contentsOf: new, at: index)
  }

  /// Deletes the items of elements. Elements without an item are ignored.
  public func delete<Element>(for elements: [Element]) {
    let ids = IdentityColumn.of(elements)
    let deleted = Set(elements.indices.map { ids.id(at: $0) })
    entries.removeAll { deleted.contains($0.id) }
  }

  /// Deletes the item at a position.
  /// - Precondition: There is such an item.
  public func delete(at index: Int) {
    precondition(entries.indices.contains(index), "item \(index) of \(entries.count)")
    entries.remove(at: index)
  }

  /// Sets the header, the footer or another supplementary. A kind that is set again is replaced.
  /// - Parameters:
  ///   - kind: `.header`, `.footer`, or a kind to which ``layout`` gives a place.
  ///   - body: Defines the supplementary. Called at once.
  public func append<Content: View>(
    _ kind: LayoutKind, headerOrFooter body: (_ supplementary: SectionHeaderFooter<Content>) -> Void
  ) {
    let supplementary = SectionHeaderFooter<Content>()
    body(supplementary)
    supplementaries.removeAll { $0.kind == kind }
    supplementaries.append((kind, supplementary.component(of: "the \(kind) of section \(id)")))
  }

  /// Returns the section as a value.
  func makeSection() -> Section {
    let entries = entries
    let ids = IdentityColumn(ids: entries.map(\.id))
    var section = Section(
      id: id,
      rows: SectionRows(identities: ids) { position in
        entries[position].define().row(of: "the item \(entries[position].id)")
      }
    )
    .withSectionLayout(layout ?? lines(of: entries))
    .withHighlight(.tile)
    for (kind, component) in supplementaries {
      switch kind {
      case .header: section = section.withHeader(component)
      case .footer: section = section.withFooter(component)
      default: section = section.withSupplementary(kind, component)
      }
    }
    return section
  }

  /// Returns a layout of lines with the sizes that the items declare.
  private func lines(of entries: [Entry]) -> SectionLayout {
    let sizes = MainActorSizes { item, container in entries[item].define().size?(container) }
    // The closures cannot be compared, so each list has sizes of its own. The layout keeps the object, so no other one
    // gets the same identifier meanwhile.
    return SectionLayout(
      FlowLayout(lineSpacing: minimumLineSpacing, interitemSpacing: minimumInteritemSpacing),
      sizes: .each(key: ObjectIdentifier(sizes)) { item, container in
        guard let size = sizes[item, in: container] else { return LayoutSize(.fit, .fit) }
        return LayoutSize(.absolute(size.width), .absolute(size.height))
      },
      contentInsets: inset)
  }
}
