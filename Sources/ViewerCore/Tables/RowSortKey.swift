/// A column by which the rows of a table are sorted, with the direction.
package struct RowSortKey: Hashable, Sendable {
  /// The number of the column, or `tagColumn`.
  package var column: Int
  /// The type by which values are compared: numbers and dates by value, all others in natural order.
  package var type: TableValueType
  /// Whether larger values come first. Empty values, and those of another type, come last in both directions.
  package var isDescending: Bool

  /// The way in which the values are written.
  package var style: TableValueStyle

  /// Whether the values are compared as integers, because `Double` does not tell large ones apart.
  var comparesIntegers = false

  package init(
    column: Int, type: TableValueType, style: TableValueStyle = TableValueStyle(), descending: Bool = false
  ) {
    self.column = column
    self.style = style
    self.type = type
    isDescending = descending
  }

  /// The value of `column` for the tags of the rows, which are not in the file.
  package static let tagColumn = -1
}
