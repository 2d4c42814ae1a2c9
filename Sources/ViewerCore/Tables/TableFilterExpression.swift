import ScrollworkPlatform

/// A filter for the rows of a table, typed by the user: `column=value`, `column<5`, `column~text`, or a text or
/// expression for the whole row, as in `FilterExpression`. A leading `!` negates it.
///
/// The operators are `=` or `==`, `!=`, `<`, `<=`, `>`, `>=`, and `~` with a text or `/expression/`. Numbers and dates
/// are compared by value, other texts in natural order; `column=` finds empty values. A number with a currency or a
/// percent sign equals only numbers with the same one; without, and with `<`, `<=`, `>` and `>=`, these units are
/// ignored. If the text does not begin with a column name, it is searched in the whole row. The tags count as a column;
/// see `RowTags.columnName`.
package struct TableFilterExpression: Hashable, Sendable, CustomStringConvertible {
  /// The relation that must hold between a value and the bound.
  enum Relation: String, Sendable, CaseIterable {
    // The longer ones come first, because they begin with shorter ones.
    case atMost = "<="
    case atLeast = ">="
    case differs = "!="
    case equals = "="
    case less = "<"
    case greater = ">"
    case contains = "~"

    /// Whether the relation compares values by their order.
    var isOrder: Bool { [.atMost, .atLeast, .less, .greater].contains(self) }
  }

  /// The condition that a row must meet.
  enum Condition: Hashable, Sendable {
    case row(FilterExpression)
    case column(Int, Relation, Bound)
    case contains(Int, FilterExpression)
    /// A text in any of the first `count` fields, except the hidden ones.
    case anyField(FilterExpression, count: Int, hidden: Set<Int>)
    case tag(Relation, Bound)
  }

  /// The value that others are compared with.
  struct Bound: Hashable, Sendable {
    let text: [UInt8]
    let number: Double?
    /// The currency or percent sign of the number; empty if it has none.
    let unit: [UInt8]
    /// The keys of the times that the bound stands for; see `TableDate.range`. `nil` if it is not a date.
    let dates: Range<Int>?
    let style: TableValueStyle
    /// The type of the column. Booleans are compared without regard to case. In a column of texts, digits after a zero
    /// are no number, so that a postal code `01234` is not equal to 1234.
    let type: TableValueType
    /// The key for natural order.
    let folded: [UInt8]

    /// - Parameter column: The column with the values.
    init(_ text: Substring, for column: TableColumnInfo = TableColumnInfo(name: "", type: .text)) {
      self.text = OneLine.bytes(text.utf8).withUnsafeBytes { Array(TableValueType.trimmed($0)) }
      (style, type) = (column.style, column.type)
      // In a column of dates, a number is a year.
      dates = self.text.withUnsafeBytes { bytes in
        guard column.type == .date || TableDate.key(bytes, column.style) != nil else { return nil }
        return TableDate.range(of: bytes, column.style)
      }
      number =
        dates != nil
        ? nil : self.text.withUnsafeBytes { TableNumber.parse($0, column.style) ?? TableNumber.parse($0) }
      unit = number == nil ? [] : self.text.withUnsafeBytes { TableNumber.unit(of: $0) }
      var folded: [UInt8] = []
      NaturalKey.fold(String(text), into: &folded)
      self.folded = folded
    }
  }

  /// The expression as it was typed.
  package let source: String
  let condition: Condition
  /// Whether matching rows are hidden instead of shown.
  let isNegated: Bool

  /// Parses an expression.
  /// - Parameter hasTags: Whether the tags are a column too.
  /// - Throws: `ExpressionError` if a regular expression is invalid or too large, or if a column of numbers or dates is
  ///   compared with a text.
  package init(_ source: String, columns: [TableColumnInfo], hasTags: Bool = true) throws(ExpressionError) {
    self.source = source
    let tags = hasTags ? [TableColumnInfo(name: RowTags.columnName(beside: columns), type: .number)] : []
    // The name of a column may begin with the sign.
    let named = Self.parse(source[...], columns + tags)
    let isNegated = named == nil && source.hasPrefix("!")
    guard let (column, relation, value) = named ?? (isNegated ? Self.parse(source.dropFirst(), columns + tags) : nil)
    else {
      condition = .row(try FilterExpression(cell: source))
      self.isNegated = false
      return
    }
    self.isNegated = isNegated
    if column == columns.count {
      let bound = Bound(value, for: tags[0])
      if relation.isOrder { try Self.check(bound, value, for: tags[0]) }
      condition = .tag(relation == .contains ? .equals : relation, bound)
    } else if relation == .contains {
      condition = .contains(column, try FilterExpression(cell: String(value)))
    } else {
      let bound = Bound(value, for: columns[column])
      if relation.isOrder { try Self.check(bound, value, for: columns[column]) }
      condition = .column(column, relation, bound)
    }
  }

  /// Checks that values of a column can be smaller or greater than a bound.
  /// - Throws: `ExpressionError` if the column has numbers or dates and the bound is a text.
  private static func check(
    _ bound: Bound, _ value: Substring, for column: TableColumnInfo
  ) throws(ExpressionError) {
    let noun: (one: String, many: String)
    switch column.type {
    case .number where bound.number == nil: noun = ("a number", "numbers")
    case .date where bound.dates == nil: noun = ("a date", "dates")
    default: return
    }
    throw ExpressionError(
      value.isEmpty
        ? "Type \(noun.one) to compare “\(column.name)” with"
        : "“\(column.name)” is a column of \(noun.many), and “\(value)” is not \(noun.one)")
  }

  /// Creates an expression that matches rows with a text in one of their cells.
  /// - Parameter hidden: The indexes of columns whose cells are not searched.
  package init(finding text: FilterExpression, columnCount: Int, hidden: Set<Int> = []) {
    (source, isNegated) = (text.source, false)
    condition = .anyField(text.inCells, count: columnCount, hidden: hidden)
  }

  package var description: String { source }

  /// Whether the expression needs the tags.
  var needsTags: Bool {
    if case .tag = condition { return true }
    return false
  }

  /// The last column that the expression needs; `nil` for the whole row or its tag.
  var column: Int? {
    switch condition {
    case .row, .tag: nil
    case .column(let column, _, _), .contains(let column, _): column
    case .anyField(_, let count, _): count - 1
    }
  }

  /// Divides a text into column, relation and value; `nil` if it does not begin with the name of a column and a
  /// relation.
  static func parse(
    _ text: Substring, _ columns: [TableColumnInfo]
  ) -> (column: Int, relation: Relation, value: Substring)? {
    var best: (column: Int, relation: Relation, value: Substring)?
    var longest = 0
    for (column, info) in columns.enumerated() {
      guard let name = info.typedNames.first(where: { $0.utf8.count > longest && text.hasPrefix($0) }) else { continue }
      let rest = text.dropFirst(name.count).drop { $0 == " " }
      guard let relation = Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { continue }
      // Programs write two signs for equality.
      let signs = relation == .equals && rest.hasPrefix("==") ? 2 : relation.rawValue.count
      let value = rest.dropFirst(signs).drop { $0 == " " }
      best = (column, relation, value.last == " " ? value.dropLast(value.reversed().prefix { $0 == " " }.count) : value)
      longest = name.utf8.count
    }
    return best
  }
}

extension TableColumnInfo {
  /// The name, and the form of it that the title shows if that is another one, without spaces around it.
  fileprivate var typedNames: [String] {
    guard name.utf8.contains(where: OneLine.isBlank) || name.first == " " || name.last == " " else { return [name] }
    let shown = OneLine.text(name).drop { $0 == " " }
    return [name, String(shown.prefix(shown.count - shown.reversed().prefix { $0 == " " }.count))]
  }
}

/// Tests rows of a table with several expressions. A row passes if every expression accepts it.
///
/// The matcher builds tables while it is used, so keep it for all rows.
struct TableMatcher: Sendable {
  private let expressions: [TableFilterExpression]
  private let tags: RowTags
  /// The filter of whole rows.
  private var rowFilter: Filter
  /// The texts that the bytes of each passing row contain; `nil` until they are needed.
  private var rowTexts: [LiteralMatcher]?
  /// The numbers of the expressions that are for fields or tags.
  private let fieldExpressions: [Int]
  /// For each expression, the filter for the text or regular expression to find in fields.
  private var filters: [Filter]
  /// The number of fields to locate in each row for the expressions about fields.
  private let namedFieldCount: Int
  /// Whether `cellCount` counts the cells that contain the text to find.
  let countsCells: Bool
  /// The number of cells of the last passing row that contain the text to find; 1 if there is no such text.
  private(set) var cellCount = 1

  init(_ expressions: [TableFilterExpression], tags: RowTags = RowTags()) {
    self.expressions = expressions
    self.tags = tags
    filters = expressions.map { expression in
      switch expression.condition {
      case .contains(_, let filter), .anyField(let filter, _, _): Filter([filter])
      case .row, .column, .tag: Filter()
      }
    }
    let rowExpressions = expressions.map { expression -> FilterExpression? in
      if case .row(let filter) = expression.condition { filter } else { nil }
    }
    countsCells = expressions.contains { if case .anyField = $0.condition { true } else { false } }
    fieldExpressions = rowExpressions.indices.filter { rowExpressions[$0] == nil }
    rowFilter = Filter(rowExpressions.compactMap(\.self))
    namedFieldCount = expressions.compactMap { $0.column.map { $0 + 1 } }.max() ?? 0
  }

  /// Returns the number of fields to locate in each row. JSON rows need all, because they are searched as shown.
  func fieldCount(in snapshot: CSVSnapshot) -> Int {
    guard snapshot.dialect.form != .fields, !rowFilter.isEmpty else { return namedFieldCount }
    return max(1, namedFieldCount, snapshot.json.keys.count)
  }

  var isEmpty: Bool { expressions.isEmpty }

  /// Returns the finders of texts that the bytes of every passing row are known to contain. In JSON, this holds only
  /// for rows without escapes. Empty for a table in which fields have text after their quotes.
  func requiredTexts(in snapshot: CSVSnapshot) -> [LiteralMatcher] {
    let dialect = snapshot.dialect
    guard !snapshot.run.hasTextAfterQuotes else { return [] }
    return expressions.filter { !$0.isNegated }.flatMap { expression -> [LiteralMatcher] in
      switch expression.condition {
      case .row(let filter):
        filter.isNegated ? [] : filter.requiredTexts.flatMap { Self.rowParts(of: $0, in: dialect) }
      case .contains(_, let filter), .anyField(let filter, _, _):
        filter.isNegated ? [] : filter.requiredTexts.flatMap { Self.parts(of: $0, in: dialect) }
      // Numbers may be equal that are written in another way.
      case .column(_, .equals, let bound) where bound.number == nil && bound.dates == nil:
        // A space stands for a line end too.
        String(decoding: bound.text, as: UTF8.self).split(separator: " ")
          .compactMap { LiteralMatcher($0, ignoringCase: bound.type == .boolean) }
          .flatMap { Self.parts(of: $0, in: dialect) }
      case .column, .tag: []
      }
    }
  }

  /// Returns the texts that the bytes of each row must contain to pass the filter for whole rows.
  private mutating func texts(in dialect: CSVDialect) -> [LiteralMatcher] {
    if let rowTexts { return rowTexts }
    let texts = rowFilter.required.flatMap { Self.rowParts(of: $0, in: dialect) }
    rowTexts = texts
    return texts
  }

  /// Returns the parts of a text that occur unchanged in the bytes of a row if a field contains the text.
  private static func parts(of text: LiteralMatcher, in dialect: CSVDialect) -> [LiteralMatcher] {
    if dialect.form == .fields { return text.parts(without: dialect.alters) }
    return text.contains(where: dialect.alters) ? [] : [text]
  }

  /// Returns the parts of a text that occur unchanged in the bytes of a row if the shown row contains the text.
  private static func rowParts(of text: LiteralMatcher, in dialect: CSVDialect) -> [LiteralMatcher] {
    if dialect.form == .fields { return text.parts(without: dialect.altersRow) }
    return text.contains(where: dialect.altersRow) ? [] : [text]
  }

  /// Whether a row passes.
  /// - Parameters:
  ///   - number: The number of the row, counted without the header.
  ///   - isCancelled: Called from time to time; after it returned `true` the result has no meaning.
  mutating func matches(_ row: CSVRow, number: Int, isCancelled: () -> Bool) -> Bool {
    if !rowFilter.isEmpty {
      // Most rows lack a text, which costs less to see than to remove their quotes or to find their values.
      if row.isWorthChecking, !texts(in: row.dialect).allSatisfy({ row.withText($0.matches) }) { return false }
      guard row.withShownText({ rowFilter.matches(line: $0, isCancelled: isCancelled) }) else { return false }
    }
    return fieldExpressions.allSatisfy { place in
      fields(of: row, number: number, match: place, isCancelled) != expressions[place].isNegated
    }
  }

  /// Searches many rows at once. Calls `found` with the number of each passing row, counted from 0 in `lines`, and its
  /// range in `lines`. Returns the number of rows; `nil` if fields or tags are needed.
  /// - Parameter lines: Complete rows as they are shown, each a line.
  mutating func search(
    _ lines: UnsafeRawBufferPointer, isCancelled: () -> Bool, found: (_ number: Int, _ place: Range<Int>) -> Void
  ) -> Int? {
    fieldExpressions.isEmpty ? rowFilter.search(lines, isCancelled: isCancelled, found: found) : nil
  }

  /// Whether the fields or the tag of a row match the expression at index `place`, without regard to its negation.
  private mutating func fields(
    of row: CSVRow, number: Int, match place: Int, _ isCancelled: () -> Bool
  ) -> Bool {
    switch expressions[place].condition {
    case .row: false
    case .contains(let column, _):
      row.withField(column) {
        filters[place].matches(line: $0 ?? UnsafeRawBufferPointer(start: nil, count: 0), isCancelled: isCancelled)
      }
    case .anyField: countCells(of: row, place, isCancelled) > 0
    case .column(let column, let relation, let bound):
      row.withField(column) { Self.holds(relation, $0, bound) }
    case .tag(let relation, let bound): Self.holds(relation, tag: tags[number], bound)
    }
  }

  /// Returns the number of cells that contain the text of the expression at `place`, and stores it in `cellCount`.
  private mutating func countCells(of row: CSVRow, _ place: Int, _ isCancelled: () -> Bool) -> Int {
    guard case .anyField(let filter, let count, let hidden) = expressions[place].condition else { return 0 }
    cellCount = 0
    if let text = filter.literal, !filter.source.utf8.contains(where: row.alters), row.isVerbatim {
      // A text without quotes stands in the row as it stands in the field, and most rows do not have it.
      guard row.withText(text.matches) else { return 0 }
      if let known = row.cellCount(with: text, among: count, hidden: hidden) {
        cellCount = known
        return known
      }
    }
    for column in 0..<count where !hidden.contains(column) {
      let isMatch = row.withField(column) { field in
        field.map { filters[place].matches(line: $0, isCancelled: isCancelled) }
      }
      // A row of JSON may lack any key, others only the last fields.
      guard isMatch != nil || row.dialect.form != .fields else { break }
      if isMatch == true { cellCount += 1 }
    }
    return cellCount
  }

  /// Whether a relation holds between a tag and a bound. A row without a tag has an empty value.
  private static func holds(
    _ relation: TableFilterExpression.Relation, tag: UInt8, _ bound: TableFilterExpression.Bound
  ) -> Bool {
    withUnsafeBytes(of: UInt8(ascii: "0") + tag) {
      holds(relation, tag == 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : $0, bound)
    }
  }

  /// Whether a relation holds between a value and a bound.
  static func holds(
    _ relation: TableFilterExpression.Relation, _ value: UnsafeRawBufferPointer?, _ bound: TableFilterExpression.Bound
  ) -> Bool {
    let value = TableValueType.trimmed(value ?? UnsafeRawBufferPointer(start: nil, count: 0))
    switch relation {
    case .equals: return equals(value, bound)
    case .differs: return !equals(value, bound)
    case .contains: return false
    case .less, .atMost, .greater, .atLeast:
      guard let order = compare(value, bound) else { return false }
      switch relation {
      case .less: return order < 0
      case .atMost: return order <= 0
      case .greater: return order > 0
      default: return order >= 0
      }
    }
  }

  private static func equals(_ value: UnsafeRawBufferPointer, _ bound: TableFilterExpression.Bound) -> Bool {
    if value.elementsEqual(bound.text) { return true }
    if bound.text.contains(0x20), value.contains(where: OneLine.isBlank), OneLine.bytes(value) == bound.text {
      return true
    }
    if bound.type == .boolean { return value.elementsEqual(bound.text) { $0 | 0x20 == $1 | 0x20 } }
    if let dates = bound.dates { return TableDate.key(value, bound.style).map(dates.contains) ?? false }
    guard bound.number != nil, compare(value, bound) == 0 else { return false }
    guard bound.unit.isEmpty || TableNumber.unit(of: value) == bound.unit else { return false }
    return bound.type == .number || !isCode(value) && !bound.text.withUnsafeBytes(isCode)
  }

  /// Whether a text begins with a zero and another digit.
  private static func isCode(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count > 1 && text[0] == 0x30 && text[1] &- 0x30 < 10
  }

  /// Returns the order of a value and a bound: negative if the value is smaller; `nil` if they have different types.
  private static func compare(_ value: UnsafeRawBufferPointer, _ bound: TableFilterExpression.Bound) -> Int? {
    guard !value.isEmpty else { return nil }
    if let number = bound.number {
      guard let other = TableNumber.parse(value, bound.style) else { return nil }
      if other != number { return other < number ? -1 : 1 }
      // Large integers that differ may have the same value as `Double`.
      return number.magnitude < TableNumber.exactLimit
        ? 0 : bound.text.withUnsafeBytes { TableNumber.integerOrder(value, $0) } ?? 0
    }
    if let dates = bound.dates {
      return TableDate.key(value, bound.style).map { $0 < dates.lowerBound ? -1 : $0 >= dates.upperBound ? 1 : 0 }
    }
    var folded: [UInt8] = []
    NaturalKey.fold(String(decoding: value, as: UTF8.self), into: &folded)
    return folded.withUnsafeBytes { value in bound.folded.withUnsafeBytes { NaturalKey.compare(value, $0) } }
  }
}
