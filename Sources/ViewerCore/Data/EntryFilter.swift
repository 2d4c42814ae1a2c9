import Scrollwork
import ScrollworkPlatform

/// A combination of filters for files: texts to find in the names, and conditions on the columns of a folder's table,
/// such as `size>1MB`, `kind=picture`, `date>=2026-03-01`, `width>1000` or `tag=3`. An entry passes if all filters
/// accept it.
///
/// Conditions are written as for tables; see `TableFilterExpression`. A size may have a unit. A kind is given as in the
/// kind column, by its general word such as `picture`, or by a file name extension of the kind, whatever the name of the file
/// is. A date without a time equals every
/// time of that day.
package struct EntryFilter: Sendable {
  /// A column of files.
  enum Column: String, CaseIterable {
    case name, kind, size, date, width, height, tag
  }

  /// A condition on a column.
  private struct Condition {
    var column: Column
    var relation: TableFilterExpression.Relation
    var bound: TableFilterExpression.Bound
    /// The filter that finds the text of a `contains` condition; empty for other relations.
    var text: Filter
    var isNegated: Bool
  }

  /// The sizes of pictures in pixels that are known. Pictures that are missing have no width or height.
  package var pixels = PixelTable()
  /// The tags of files that are known.
  package var tags = FileTags()
  /// The filter for the texts to find in names.
  private var names: Filter
  private var conditions: [Condition] = []
  /// The patterns that mark the found texts in the names.
  let patterns: [FindPattern]
  private let formats = Formats.local(now: .now)

  static let columns = Column.allCases.map { column in
    TableColumnInfo(
      name: column.rawValue,
      // A size may have a unit.
      type: [.name, .kind, .size].contains(column) ? .text : column == .date ? .date : .number)
  }

  /// Parses the filters that the user typed.
  /// - Throws: `ExpressionError` if a regular expression is invalid or too large, or the bound of a size is not a size.
  package init(_ texts: [String] = []) throws(ExpressionError) {
    var (found, marks) = ([FilterExpression](), [FindPattern]())
    for text in texts {
      let expression = try TableFilterExpression(text, columns: Self.columns, hasTags: false)
      switch expression.condition {
      case .row(let name):
        found.append(name)
        if !name.isNegated, !name.isEmpty { marks.append(FindPattern(name)) }
      case .column(let column, let relation, let bound):
        conditions.append(
          Condition(
            column: Column.allCases[column], relation: relation,
            bound: try Self.bound(bound, of: Column.allCases[column]), text: Filter(),
            isNegated: expression.isNegated))
      case .contains(let column, let text):
        if Column.allCases[column] == .name, !expression.isNegated, !text.isNegated { marks.append(FindPattern(text)) }
        conditions.append(
          Condition(
            column: Column.allCases[column], relation: .contains, bound: TableFilterExpression.Bound(""),
            text: Filter([text]), isNegated: expression.isNegated))
      case .anyField, .tag: break
      }
    }
    (names, patterns) = (Filter(found), marks)
  }

  /// Whether every entry passes.
  package var isEmpty: Bool { names.isEmpty && conditions.isEmpty }
  /// Whether a condition needs the sizes of pictures in pixels.
  package var needsPixels: Bool { conditions.contains { $0.column == .width || $0.column == .height } }

  /// Whether a condition needs the contents of files: a condition on the kind, which names do not tell reliably, or on
  /// the size of a picture.
  package var needsContents: Bool { needsPixels || conditions.contains { $0.column == .kind } }

  /// Whether a condition needs the tags of files.
  package var needsTags: Bool { conditions.contains { $0.column == .tag } }

  /// Returns a bound in the form of the column's values: a size as a number of bytes, a kind in lower case.
  private static func bound(
    _ bound: TableFilterExpression.Bound, of column: Column
  ) throws(ExpressionError) -> TableFilterExpression.Bound {
    let text = String(decoding: bound.text, as: UTF8.self)
    switch column {
    case .size where !text.isEmpty:
      guard let bytes = Formats.byteCount(text) else {
        throw ExpressionError("“\(text)” is not a size, such as 800, 64KB or 1.5MB")
      }
      return TableFilterExpression.Bound(String(bytes)[...])
    case .kind: return TableFilterExpression.Bound(text.lowercased()[...])
    default: return bound
    }
  }

  /// Whether an entry passes.
  /// - Parameters:
  ///   - name: The name in which texts are found; `nil` for that of the entry.
  ///   - isCancelled: Called from time to time; after it returned `true` the result has no meaning.
  package mutating func matches(
    _ entry: FolderEntry, named name: String? = nil, isCancelled: () -> Bool = { false }
  ) -> Bool {
    if !names.isEmpty, !names.matches(name ?? entry.name, isCancelled: isCancelled) { return false }
    for place in conditions.indices {
      if holds(place, entry, name, isCancelled) == conditions[place].isNegated { return false }
    }
    return true
  }

  /// Whether the condition at index `place` holds for an entry, without regard to its negation.
  private mutating func holds(
    _ place: Int, _ entry: FolderEntry, _ name: String?, _ isCancelled: () -> Bool
  ) -> Bool {
    let (column, relation, bound) = (
      conditions[place].column, conditions[place].relation, conditions[place].bound
    )
    let value = column == .name ? name ?? entry.name : value(of: entry, column) ?? ""
    if relation == .contains { return conditions[place].text.matches(value, isCancelled: isCancelled) }
    if relation == .equals || relation == .differs {
      let isEqual: Bool? =
        switch column {
        case .kind: Self.kinds(of: entry).contains { $0.utf8.elementsEqual(bound.text) }
        // A day without a time of day.
        case .date where bound.text.count == 10: value.utf8.prefix(10).elementsEqual(bound.text)
        default: nil
        }
      if let isEqual { return isEqual == (relation == .equals) }
    }
    var text = value
    return text.withUTF8 { TableMatcher.holds(relation, UnsafeRawBufferPointer($0), bound) }
  }

  /// Returns the value of a column as text; `nil` if the entry has none.
  private func value(of entry: FolderEntry, _ column: Column) -> String? {
    switch column {
    case .name: return entry.name
    case .kind: return entry.kindTitle
    case .size: return entry.kind == .folder || entry.isAddress ? nil : String(entry.size)
    // Without the offset from UTC, because the user writes local times.
    case .date: return entry.isAddress ? nil : String(formats.iso(entry.modified).prefix(19))
    case .width: return pixels.size(of: entry).map { String($0.width) }
    case .height: return pixels.size(of: entry).map { String($0.height) }
    case .tag: return tags[entry] == 0 ? nil : String(tags[entry])
    }
  }

  /// Returns the words that stand for the kind of an entry, in lower case: the general word, that of the kind column,
  /// and the file name extensions of the kind. The name of the file counts only as far as its content agrees.
  private static func kinds(of entry: FolderEntry) -> [String] {
    [entry.kind.rawValue, entry.kindTitle.lowercased()] + entry.kindExtensions
  }
}
