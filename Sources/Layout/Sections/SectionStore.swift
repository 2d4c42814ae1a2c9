/// The data of a section's items that its template does not contain.
struct SectionStore: Sendable {
  /// The measured sizes of items in groups; nil if the items are placed one by one.
  private(set) var rows: MeasuredRows?
  /// The arrangement of the items, if a layout places them one by one.
  var arranged: (any NestingArrangement)?

  init(rows: MeasuredRows? = nil, arranged: (any NestingArrangement)? = nil) {
    self.rows = rows
    self.arranged = arranged
  }

  /// Changes the measured sizes of items in groups and returns the result of `body`; nil if there are none. If the
  /// sizes are shared, they are copied first.
  mutating func changeRows<Result>(_ body: (MeasuredRows) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&rows) { rows = rows.map { MeasuredRows(copying: $0) } }
    return rows.map(body)
  }
}
