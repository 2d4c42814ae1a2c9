/// The rows and columns of a table at one moment. The value never changes and may be used on any thread.
package protocol TableSnapshot: Sendable {
  /// The columns, in the order of the source.
  var columns: [TableColumnInfo] { get }
  /// The number of known rows. An estimate while `isRowCountExact` is false.
  var rowCount: Int { get }
  /// Whether the whole source was read.
  var isRowCountExact: Bool { get }
  /// Reads some fields of a row. A value is `nil` if the row has no such field.
  func fields(of row: Int, columns: Range<Int>) -> [TableField?]
  /// Returns the bytes of a row in the source, without the line end.
  func sourceBytes(of row: Int) -> [UInt8]
}

/// A column of a table: its name, and the type that most of its values have.
package struct TableColumnInfo: Sendable, Hashable {
  package var name: String
  package var type: TableValueType
  package var style = TableValueStyle()

  package init(name: String, type: TableValueType, style: TableValueStyle = TableValueStyle()) {
    (self.name, self.type, self.style) = (name, type, style)
  }
}

/// The ways in which numbers and dates of a column are written.
package struct TableValueStyle: Sendable, Hashable {
  /// Whether numbers have a comma before their fraction, as in `1.234,5`.
  package var hasDecimalComma = false
  /// Whether the day comes first in `3/4/2026`.
  package var hasDayFirst = false

  package init(decimalComma: Bool = false, dayFirst: Bool = false) {
    (hasDecimalComma, hasDayFirst) = (decimalComma, dayFirst)
  }
}

/// The types of values that a column may have, detected from a sample and corrected as more is read.
package enum TableValueType: Sendable, Hashable { case text, number, date, boolean, path, address }

/// A value of a cell: the text that is shown.
package struct TableField: Sendable, Hashable {
  package var text: String
}
