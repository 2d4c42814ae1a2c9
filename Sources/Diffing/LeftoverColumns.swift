/// What found no partner in its own section, by the type of identity.
struct LeftoverColumns {
  var old: [ObjectIdentifier: ColumnLeftovers] = [:]
  var new: [ObjectIdentifier: ColumnLeftovers] = [:]
  /// For each type what is done with it.
  var operations: [ObjectIdentifier: IdentityColumn.Operations] = [:]

  init(
    old oldSections: [SectionIdentity], new newSections: [SectionIdentity], sections: PositionMapping,
    elements: [PositionMapping?]
  ) {
    let builder = ListMappingBuilder(sections: sections, elements: elements)
    let types = builder.crossingTypes(oldSections, newSections)
    if types.isEmpty { return }
    let isOldAsked = { types.contains(oldSections[$0].elements.type) }
    builder.forEachOldLeftover(where: isOldAsked) { section, range in
      let column = oldSections[section].elements
      old[column.type, default: ColumnLeftovers()].add(range ?? 0..<column.count, of: column, section: section)
      operations[column.type] = column.operations
    }
    let isNewAsked = { types.contains(newSections[$0].elements.type) }
    builder.forEachNewLeftover(where: isNewAsked) { section, range in
      let column = newSections[section].elements
      new[column.type, default: ColumnLeftovers()].add(range ?? 0..<column.count, of: column, section: section)
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
