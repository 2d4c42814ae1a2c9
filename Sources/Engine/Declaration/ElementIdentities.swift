import ScrollworkDiffing

extension IdentityColumn {
  /// Creates the identities of elements of any type: the ids of `Identifiable` elements, else the elements themselves
  /// if they are `Hashable`, else their positions.
  /// - Parameter start: The position of the first element.
  /// - Complexity: O(1) for `Identifiable` or `Hashable` elements; else O(*n*).
  static func of<Element>(_ elements: [Element], from start: Int = 0) -> IdentityColumn {
    if let type = Element.self as? any Identifiable.Type { return identifiable(elements, type) }
    if let type = Element.self as? any Hashable.Type { return hashable(elements, type) }
    return IdentityColumn(ids: elements.indices.map { ElementID(start + $0) })
  }

  private static func identifiable<Element, Known: Identifiable>(
    _ elements: [Element], _ type: Known.Type
  ) -> IdentityColumn {
    // Both types are the same, so the cast is free and succeeds.
    IdentityColumn(elements as? [Known] ?? [])
  }

  private static func hashable<Element, Known: Hashable>(_ elements: [Element], _ type: Known.Type) -> IdentityColumn {
    IdentityColumn(elements as? [Known] ?? [], id: \.self)
  }
}
