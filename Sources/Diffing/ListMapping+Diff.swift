/// A section as the diff sees it: its identity and those of its elements.
public struct SectionIdentity {
  public var id: ElementID
  public var elements: IdentityColumn

  public init(id: ElementID, elements: IdentityColumn) {
    self.id = id
    self.elements = elements
  }
}

extension ListMapping {
  /// Finds which section and which element became which.
  ///
  /// Sections pair by identity, elements by identity within sections that pair; what is left over then pairs across
  /// sections, in the order of the list, where the identities have one type. Of equal identities the k-th pairs with
  /// the k-th, each time.
  /// - Complexity: O(*n*) on average; sections whose storage or edits tell what changed cost only that.
  public static func between(_ old: [SectionIdentity], and new: [SectionIdentity]) -> ListMapping {
    let sections = IdentityColumn(ids: old.map(\.id)).mapping(to: IdentityColumn(ids: new.map(\.id)))
    let elements = new.indices.map { index in
      sections.oldPosition(ofNew: index).map { old[$0].elements.mapping(to: new[index].elements) }
    }
    let leftovers = LeftoverElements(old: old, new: new, sections: sections, elements: elements)
    return ListMapping(sections: sections, elements: elements, crossings: leftovers.crossings())
  }
}

/// What found no partner in its own section, sorted by the type of identity.
private struct LeftoverElements {
  /// The leftovers of one column and where it is.
  struct Part {
    var section: Int
    var column: IdentityColumn
    var ranges: [Range<Int>]

    var leftover: Leftover { Leftover(identities: column.identities, ranges: ranges) }
  }

  var old: [ObjectIdentifier: [Part]] = [:]
  var new: [ObjectIdentifier: [Part]] = [:]

  init(
    old oldSections: [SectionIdentity], new newSections: [SectionIdentity], sections: PositionMapping,
    elements: [PositionMapping?]
  ) {
    let types = Self.crossingTypes(oldSections, newSections, sections, elements)
    if types.isEmpty { return }
    for (index, section) in oldSections.enumerated() where types.contains(section.elements.type) {
      let survivor = sections.newPosition(ofOld: index).flatMap { elements[$0] }
      let ranges = survivor.map { $0.deletedRanges() } ?? [0..<section.elements.count]
      Self.add(ranges, of: section.elements, at: index, to: &old)
    }
    if old.isEmpty { return }
    for (index, section) in newSections.enumerated() where old[section.elements.type] != nil {
      let ranges = elements[index].map { $0.insertedRanges() } ?? [0..<section.elements.count]
      Self.add(ranges, of: section.elements, at: index, to: &new)
    }
  }

  /// Where elements of one type left or came in.
  private struct Places {
    /// The first of them.
    var first: Int?
    var hasMore = false

    mutating func add(_ section: Int) {
      if first == nil { first = section } else if first != section { hasMore = true }
    }
  }

  /// The types of which something left one section and something came into another one: a large section that lost some
  /// and got others has been compared with itself already.
  private static func crossingTypes(
    _ old: [SectionIdentity], _ new: [SectionIdentity], _ sections: PositionMapping, _ elements: [PositionMapping?]
  ) -> Set<ObjectIdentifier> {
    var leaving: [ObjectIdentifier: Places] = [:]
    for (index, section) in old.enumerated() {
      let survivor = sections.newPosition(ofOld: index).flatMap { elements[$0] }
      guard (survivor?.deleteCount ?? section.elements.count) > 0 else { continue }
      leaving[section.elements.type, default: Places()].add(index)
    }
    if leaving.isEmpty { return [] }
    var types: Set<ObjectIdentifier> = []
    for (index, section) in new.enumerated() {
      guard (elements[index]?.insertCount ?? section.elements.count) > 0, let places = leaving[section.elements.type]
      else { continue }
      if places.hasMore || places.first != sections.oldPosition(ofNew: index) { types.insert(section.elements.type) }
    }
    return types
  }

  private static func add(
    _ ranges: [Range<Int>], of column: IdentityColumn, at section: Int, to parts: inout [ObjectIdentifier: [Part]]
  ) {
    if ranges.allSatisfy(\.isEmpty) { return }
    parts[column.type, default: []].append(Part(section: section, column: column, ranges: ranges))
  }

  /// The pairs across sections.
  func crossings() -> [(old: ElementPath, new: ElementPath)] {
    var crossings: [(old: ElementPath, new: ElementPath)] = []
    for (type, newParts) in new {
      guard let oldParts = old[type], let join = oldParts.first?.column.operations.join else { continue }
      let oldLeftovers = oldParts.map(\.leftover)
      let newLeftovers = newParts.map(\.leftover)
      // Beyond two thousand million elements of one type nothing pairs across sections.
      if (oldLeftovers + newLeftovers).reduce(0, { $0 + $1.count }) >= Int(Int32.max) { continue }
      let pairs = join(oldLeftovers, newLeftovers)
      if pairs.oldOfNew.allSatisfy({ $0 < 0 }) { continue }
      let oldPaths = Self.paths(oldParts)
      for (index, path) in Self.paths(newParts).enumerated() where pairs.oldOfNew[index] >= 0 {
        crossings.append((oldPaths[Int(pairs.oldOfNew[index])], path))
      }
    }
    return crossings
  }

  private static func paths(_ parts: [Part]) -> [ElementPath] {
    parts.flatMap { part in
      part.ranges.joined().map { ElementPath(section: part.section, item: $0) }
    }
  }
}
