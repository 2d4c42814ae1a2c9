/// The data of one section's items beyond its template.
struct SectionStore: Sendable {
  /// The measured sizes of items in groups.
  private(set) var rows: MeasuredRows?
  /// The arrangement of a layout that places its items one by one.
  var arranged: (any LayoutArrangement)?

  init(rows: MeasuredRows? = nil, arranged: (any LayoutArrangement)? = nil) {
    self.rows = rows
    self.arranged = arranged
  }

  /// Changes the measured sizes of items in groups, after making a copy if they are shared; nil if there are none.
  mutating func changeRows<Result>(_ body: (MeasuredRows) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&rows) { rows = rows.map { MeasuredRows(copying: $0) } }
    return rows.map(body)
  }
}
