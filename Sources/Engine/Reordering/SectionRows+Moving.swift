import ScrollworkDiffing
import ScrollworkLayout

extension SectionRows {
  /// Returns the rows in a range of positions.
  func part(_ range: Range<Int>) -> SectionRows { joined([(self, range)]) }

  /// Returns the rows without the one at a position.
  fileprivate func removing(_ item: Int) -> SectionRows { joined([(self, 0..<item), (self, item + 1..<count)]) }

  /// Returns the rows with other rows inserted at a position.
  fileprivate func inserting(_ other: SectionRows, at position: Int) -> SectionRows {
    joined([(self, 0..<position), (other, other.indices), (self, position..<count)])
  }

  /// Returns parts of rows, one after the other, with this section's estimated height.
  private func joined(_ parts: [(rows: SectionRows, range: Range<Int>)]) -> SectionRows {
    let parts = parts.filter { !$0.range.isEmpty }
    let starts = parts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.range.count) }
    let identities = IdentityColumn.joining(parts.map { IdentityColumn.Part($0.rows.identities, $0.range) })
    var joined = SectionRows(identities: identities) { position in
      let index = starts.partitioningIndex { $0 > position } - 1
      return parts[index].rows.row(parts[index].range.lowerBound + position - starts[index])
    }
    (joined.estimatedHeight, joined.areDeclared) = (estimatedHeight, areDeclared)
    if declaredSizes != nil {
      joined.declaredSizes = parts.flatMap { part in
        part.rows.declaredSizes.map { Array($0[part.range]) }
          ?? [LayoutSize](repeating: LayoutSize(.fit, .fit), count: part.range.count)
      }
    }
    return joined
  }
}

extension Section {
  /// Returns the section without an item.
  func removing(_ item: Int) -> Section {
    if let composition { return composition.changing(item, in: self) { $0.removing($1) } }
    var copy = self
    copy.rows = rows.removing(item)
    return copy
  }

  /// Returns the section with an item at a position; `nil` if the position is out of bounds or no subsection has cells
  /// there.
  /// - Parameter isAfter: Whether the item belongs to the subsection that ends at the position, if another one begins
  ///   there.
  func inserting(_ other: SectionRows, at position: Int, isAfter: Bool) -> Section? {
    if let composition { return composition.inserting(other, at: position, isAfter: isAfter, in: self) }
    guard position >= 0, position <= count else { return nil }
    var copy = self
    copy.rows = rows.inserting(other, at: position)
    return copy
  }
}
