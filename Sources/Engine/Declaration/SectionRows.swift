public import ScrollworkDiffing
import ScrollworkLayout

/// The items of a section: the identities of all items, and a closure that makes the row of one item when it is needed.
@usableFromInline package struct SectionRows {
  let identities: IdentityColumn
  /// Makes the row of the item at a position.
  private(set) var row: (Int) -> Row
  /// The estimated height of a cell until it is measured, in logical pixels; `nil` to leave it to the layout.
  var estimatedHeight: Double?
  /// Whether the rows exist already, because the program declared each cell. Otherwise they are made lazily.
  var areDeclared = false
  /// The size that each cell declares, for layouts that place cells one by one; `nil` to leave the sizes to the layout.
  var declaredSizes: [LayoutSize]?
  /// The outline whose visible nodes the items are; `nil` for other items.
  var outline: OutlineRows?

  /// Makes the items of a section without making their rows.
  /// - Parameters:
  ///   - identities: The identity of each item, in order.
  ///   - row: Makes the row of the item at a position in `identities`. Called each time an item is bound.
  /// - Complexity: O(1).
  @usableFromInline package init(identities: IdentityColumn, row: @escaping (Int) -> Row) {
    self.identities = identities
    self.row = row
  }

  init(cells: [Cell]) {
    identities = IdentityColumn(ids: cells.map(\.id))
    row = { cells[$0].row }
    areDeclared = true
    // The whole section has one estimate, which is that of the first cell.
    estimatedHeight = cells.first?.component.layoutMode.estimatedHeight
    if cells.contains(where: { $0.size != nil }) { declaredSizes = cells.map { $0.size ?? LayoutSize(.fit, .fit) } }
  }

  /// The sizes that the cells declare; `nil` to leave them to the layout.
  /// - Complexity: O(*n*) in the number of cells.
  var sizes: LayoutItemSizes? {
    guard let declaredSizes else { return nil }
    // An equal declaration of the same cells has an equal key, and so keeps what was measured.
    let key = SizeKey(sizes: declaredSizes, identities: indices.map { identities.id(at: $0).hashValue })
    return .each(key: key) { item, _ in declaredSizes[item] }
  }

  /// The sizes and identities of cells. If two cells change places but not sizes, the key changes.
  private struct SizeKey: Hashable {
    let sizes: [LayoutSize]
    let identities: [Int]
  }

  /// Returns the same items with changed rows.
  func mapped(_ change: @escaping (Row) -> Row) -> SectionRows {
    var copy = self
    copy.row = { [row] in change(row($0)) }
    return copy
  }

  var count: Int { identities.count }
  var indices: Range<Int> { 0..<count }
}
