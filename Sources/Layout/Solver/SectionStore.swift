/// What is known of one section's cells beyond its template.
struct SectionStore: Sendable {
  /// What was measured of cells in groups.
  var rows: MeasuredRows?
  /// Where a layout that places cell by cell has put them.
  var arranged: (any LayoutArrangement)?
}
