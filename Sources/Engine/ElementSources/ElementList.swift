import ScrollworkDiffing

/// A definition of a list by typed closures for each element: sections that are added, inserted and deleted by the
/// elements that they stand for.
///
/// Elements are identified by their ids if they are `Identifiable`, else by themselves if they are `Hashable`, else by
/// their positions. A change is shown by ``ElementSource/update(completion:)``.
@MainActor
public final class ElementList {
  /// The sections, from the first to the last.
  public private(set) var sections: [ElementSection] = []
  private var change: (List) -> List = { $0 }

  /// Creates a definition without sections.
  public init() {}

  /// Appends a section for each element.
  /// - Parameter body: Defines the section of an element. Called at once.
  @discardableResult
  public func append<Element>(
    for elements: [Element], sections body: (_ element: Element, _ section: ElementSection) -> Void
  ) -> ElementList {
    insert(for: elements, at: sections.count, sections: body)
  }

  /// Inserts a section for each element.
  /// - Parameters:
  ///   - index: The position of the first new section.
  ///   - body: Defines the section of an element. Called at once.
  /// - Precondition: `index` is at most the number of sections.
  @discardableResult
  public func insert<Element>(
    for elements: [Element], at index: Int, sections body: (_ element: Element, _ section: ElementSection) -> Void
  ) -> ElementList {
    precondition(index >= 0 && index <= sections.count, "section \(index) of \(sections.count)")
    let ids = IdentityColumn.of(elements, from: sections.count)
    let new = elements.indices.map { ElementSection(id: ids.id(at: $0)) }
    for (element, section) in zip(elements, new) { body(element, section) }
    sections.insert(contentsOf: new, at: index)
    return self
  }

  /// Returns the section of an element; `nil` if there is none.
  public func section<Element>(for element: Element) -> ElementSection? {
    let id = IdentityColumn.of([element]).id(at: 0)
    return sections.first { $0.id == id }
  }

  /// Deletes the sections of elements. Elements without a section are ignored.
  public func delete<Element>(for elements: [Element]) {
    let ids = IdentityColumn.of(elements)
    let deleted = Set(elements.indices.map { ids.id(at: $0) })
    sections.removeAll { deleted.contains($0.id) }
  }

  /// Deletes the section at a position.
  /// - Precondition: There is such a section.
  public func delete(at index: Int) {
    precondition(sections.indices.contains(index), "section \(index) of \(sections.count)")
    sections.remove(at: index)
  }

  /// Sets the handlers and settings of the whole list, for example ``List/didScroll(_:)``.
  @discardableResult
  public func modifyList(_ change: @escaping (List) -> List) -> ElementList {
    self.change = change
    return self
  }

  func makeList() -> List { change(List(sections: sections.map { $0.makeSection() })) }
}
