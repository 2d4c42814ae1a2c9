/// A column to sort the rows of a table by, with its direction.
package struct RowSortKey: Hashable, Sendable {
  /// The number of the column, or `tagColumn`.
  package var column: Int
  /// The order of the values: numbers and dates by their value, all others in natural order.
  package var type: TableValueType
  /// Whether larger values come first. Empty values, and those of another type, come last in both directions.
  package var isDescending: Bool

  /// The way in which the values are written.
  package var style: TableValueStyle

  package init(
    column: Int, type: TableValueType, style: TableValueStyle = TableValueStyle(), descending: Bool = false
  ) {
    self.column = column
    self.style = style
    self.type = type
    isDescending = descending
  }

  /// The column of the rows' tags, which is not in the file.
  package static let tagColumn = -1
}
