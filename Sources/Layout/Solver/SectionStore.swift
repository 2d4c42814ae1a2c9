/// What is known of one section's cells beyond its template.
struct SectionStore: Sendable {
  /// What was measured of cells in groups.
  private(set) var rows: MeasuredRows?
  /// Where a layout that places cell by cell has put them.
  var arranged: (any LayoutArrangement)?

  init(rows: MeasuredRows? = nil, arranged: (any LayoutArrangement)? = nil) {
    self.rows = rows
    self.arranged = arranged
  }

  /// Changes what was measured of cells in groups, after making it this store's own; nil if there is nothing.
  mutating func changeRows<Result>(_ body: (MeasuredRows) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&rows) { rows = rows.map { MeasuredRows(copying: $0) } }
    return rows.map(body)
  }
}
