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
    var builder = ListMappingBuilder(sections: sections, elements: elements)
    LeftoverColumns(old: old, new: new, sections: sections, elements: elements).join(into: &builder)
    return builder.mapping { place in
      switch place {
      case .section(let section): new[section].id
      case .element(let path): new[path.section].elements.id(at: path.item)
      }
    }
  }
}

/// A mapping of a list while it is made.
@usableFromInline
struct ListMappingBuilder {
  @usableFromInline let sections: PositionMapping
  @usableFromInline let elements: [PositionMapping?]
  private var byNew: [ListMapping.Crossing] = []
  private var byOld: [ListMapping.Crossing] = []
  private var isSorted = true
  private var repetition: (first: RepeatedIdentity.Place, second: RepeatedIdentity.Place)?

  @usableFromInline
  init(sections: PositionMapping, elements: [PositionMapping?]) {
    self.sections = sections
    self.elements = elements
    if let ofSections = sections.repetition {
      repetition = (.section(ofSections.first), .section(ofSections.second))
    } else if let (section, repeated) = elements.lazy.enumerated().compactMap({ section, mapping in
      mapping?.repetition.map { (section, $0) }
    }).first {
      repetition = (
        .element(ElementPath(section: section, item: repeated.first)),
        .element(ElementPath(section: section, item: repeated.second))
      )
    }
  }

  /// What of the old list found no partner in its own section, section by section; `nil` stands
  /// for all of it.
  @usableFromInline
  func forEachOldLeftover(_ body: (Int, [Range<Int>]?) -> Void) {
    for section in 0..<sections.oldCount {
      let survivor = sections.newPosition(ofOld: section).flatMap { elements[$0] }
      guard let survivor else {
        body(section, nil)
        continue
      }
      if survivor.deleteCount > 0 { body(section, survivor.deletedRanges()) }
    }
  }

  /// What of the new list found no partner in its own section, section by section; `nil` stands
  /// for all of it.
  @usableFromInline
  func forEachNewLeftover(_ body: (Int, [Range<Int>]?) -> Void) {
    for (section, survivor) in elements.enumerated() {
      guard let survivor else {
        body(section, nil)
        continue
      }
      if survivor.insertCount > 0 { body(section, survivor.insertedRanges()) }
    }
  }

  /// Takes in the leftovers of one type of identity.
  @usableFromInline
  mutating func add(_ pairs: LeftoverPairs, old: Leftovers, new: Leftovers) {
    if repetition == nil, let repeated = pairs.repetition {
      // Within one section it is a mistake; the same identity in several sections is ordinary.
      let (first, second) = (new.path(at: repeated.first), new.path(at: repeated.second))
      if first.section == second.section { repetition = (.element(first), .element(second)) }
    }
    let crossings = pairs.crossings(old: old, new: new)
    if crossings.byNew.isEmpty { return }
    isSorted = byNew.isEmpty
    byNew += crossings.byNew
    byOld += crossings.byOld
  }

  /// - Parameter id: The identity at a place of the new list.
  @usableFromInline
  func mapping(id: (RepeatedIdentity.Place) -> ElementID) -> ListMapping {
    let repeated = repetition.map { RepeatedIdentity(id: "\(id($0.first))", first: $0.first, second: $0.second) }
    return ListMapping(
      sections: sections, elements: elements,
      crossings: isSorted ? byNew : byNew.sorted { $0.new < $1.new },
      crossingsByOld: isSorted ? byOld : byOld.sorted { $0.old < $1.old }, repetition: repeated)
  }
}

/// What found no partner in its own section, by the type of identity.
private struct LeftoverColumns {
  var old: [ObjectIdentifier: ColumnLeftovers] = [:]
  var new: [ObjectIdentifier: ColumnLeftovers] = [:]
  /// For each type what is done with it.
  var operations: [ObjectIdentifier: IdentityColumn.Operations] = [:]

  init(
    old oldSections: [SectionIdentity], new newSections: [SectionIdentity], sections: PositionMapping,
    elements: [PositionMapping?]
  ) {
    let builder = ListMappingBuilder(sections: sections, elements: elements)
    builder.forEachOldLeftover { section, ranges in
      let column = oldSections[section].elements
      let ranges = ranges ?? [0..<column.count]
      old[column.type, default: ColumnLeftovers()].add(ranges, of: column, section: section)
      operations[column.type] = column.operations
    }
    if old.isEmpty { return }
    builder.forEachNewLeftover { section, ranges in
      let column = newSections[section].elements
      let ranges = ranges ?? [0..<column.count]
      if old[column.type] != nil {
        new[column.type, default: ColumnLeftovers()].add(ranges, of: column, section: section)
      }
    }
  }

  /// Pairs across sections.
  func join(into builder: inout ListMappingBuilder) {
    for (type, new) in new {
      guard let old = old[type], let join = operations[type]?.join else { continue }
      // Beyond two thousand million elements of one type nothing pairs across sections.
      if max(old.positions.count, new.positions.count) >= Int(Int32.max) { continue }
      if old.positions.count == 0 || new.positions.count == 0 { continue }
      builder.add(join(old, new), old: old.positions, new: new.positions)
    }
  }
}
