/// What found no partner in its own section, by the type of identity.
struct LeftoverColumns {
  var old: [ObjectIdentifier: ColumnLeftovers] = [:]
  var new: [ObjectIdentifier: ColumnLeftovers] = [:]
  /// How many old elements there are of each type.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// For each type what is done with it.
  var operations: [ObjectIdentifier: IdentityColumn.Operations] = [:]

  init(
    old oldColumns: [IdentityColumn], new newColumns: [IdentityColumn], sections: PositionMapping,
    elements: [PositionMapping?]
  ) {
    let builder = ListMappingBuilder(sections: sections, elements: elements)
    let types = builder.crossingTypes(oldColumns, newColumns)
    if types.isEmpty { return }
    for column in oldColumns where types.contains(column.type) {
      counts[column.type, default: 0] += column.count
    }
    let isOldAsked = { types.contains(oldColumns[$0].type) }
    builder.forEachOldLeftover(where: isOldAsked) { section, range in
      let column = oldColumns[section]
      old[column.type, default: ColumnLeftovers()].add(range ?? 0..<column.count, of: column, section: section)
      operations[column.type] = column.operations
    }
    let isNewAsked = { types.contains(newColumns[$0].type) }
    builder.forEachNewLeftover(where: isNewAsked) { section, range in
      let column = newColumns[section]
      new[column.type, default: ColumnLeftovers()].add(range ?? 0..<column.count, of: column, section: section)
    }
  }

  /// Pairs across sections.
  func join(into builder: inout ListMappingBuilder) {
    for (type, new) in new {
      guard var old = old[type], let join = operations[type]?.join else { continue }
      // Beyond two thousand million elements of one type nothing pairs across sections.
      guard old.positions.areNumbered, new.positions.areNumbered else { continue }
      if old.positions.count == 0 || new.positions.count == 0 { continue }
      old.room = LeftoverPairs.room(count: counts[type] ?? 0)
      builder.add(join(old, new), old: old.positions, new: new.positions)
    }
  }
}
