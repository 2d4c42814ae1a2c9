public import ScrollworkDiffing

/// The items of a section: their identities as a typed column, their rows made one at a time.
public struct SectionRows {
  let identities: IdentityColumn
  let row: (Int) -> Row
  /// How tall a cell counts as before it was seen; `nil` to leave that to the layout.
  private(set) var estimatedHeight: Double?

  public init(identities: IdentityColumn, row: @escaping (Int) -> Row) {
    self.identities = identities
    self.row = row
  }

  init(cells: [Cell]) {
    identities = IdentityColumn(ids: cells.map(\.id))
    row = { cells[$0].row }
    estimatedHeight = cells.first?.component.layoutMode.estimatedHeight
  }

  var count: Int { identities.count }
  var indices: Range<Int> { 0..<count }
}
