import ScrollworkDiffing

/// Identities that are in no list now but keep their selection or focus, for example behind a filter.
struct AbsentItems {
  /// The identities that one update removed from one section.
  private struct Removal {
    var section: ElementID
    /// The identities of the section's items before the update, or only the removed ones if they are few.
    var column: IdentityColumn
    /// The positions in `column` of the removed identities that have not come back.
    var positions: PositionSet
  }

  private var removals: [Removal] = []

  /// The largest number of removals. With one more, the oldest removal is forgotten.
  private static let maximumRemovals = 8

  var isEmpty: Bool { removals.isEmpty }

  mutating func removeAll() {
    removals.removeAll()
  }

  /// Remembers the identities at some positions of a column. If they are few, only these identities are stored and not
  /// the whole column.
  mutating func add(_ positions: PositionSet, of column: IdentityColumn, section: ElementID) {
    guard !positions.isEmpty else { return }
    let isFew = positions.count < column.count / 8
    let removal =
      isFew
      ? Removal(section: section, column: column.part(positions.ranges), positions: PositionSet(0..<positions.count))
      : Removal(section: section, column: column, positions: positions)
    removals.append(removal)
    if removals.count > Self.maximumRemovals { removals.removeFirst() }
  }

  /// Removes the identities that are in the list again, and returns their positions in the list.
  /// - Parameter mapping: The mapping of the update that may have brought identities back.
  /// - Returns: The positions by section, in the order in which the identities were added.
  /// - Complexity: O(*s*) in the number of sections, if nothing was inserted in the sections of the identities.
  mutating func takeReturned(to list: List, by mapping: ListMapping) -> [(section: Int, positions: PositionSet)] {
    var returned: [(section: Int, positions: PositionSet)] = []
    for index in removals.indices {
      guard let section = list.sections.firstIndex(where: { $0.id == removals[index].section }) else { continue }
      let column = list.sections[section].rows.identities
      let inserted = mapping.elements[section].map { $0.insertedRanges() } ?? [0..<column.count]
      if inserted.allSatisfy(\.isEmpty) { continue }
      let places = removals[index].column.mapping(to: column, among: inserted)
      let positions = removals[index].positions.mapped(by: places).intersection(inserted)
      guard !positions.isEmpty else { continue }
      removals[index].positions = removals[index].positions.intersection(places.deletedRanges())
      returned.append((section, positions))
    }
    removals.removeAll { $0.positions.isEmpty }
    return returned
  }
}
