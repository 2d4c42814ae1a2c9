import ScrollworkDiffing
public import ScrollworkEngine
package import ScrollworkLayout

/// The declaration of a table: columns over the items of an ordinary list.
///
/// ```swift
/// table.apply(
///   Table(columns: columns, rows: people, id: \.id)
///     .didChangeSort { keys in model.sort(by: keys) })
/// ```
///
/// A table is a list whose rows share columns, so rows are declared like those of any list: with sections, headers,
/// handlers, menus, and everything else that a ``Section`` and a ``List`` have.
///
/// ```swift
/// Table(columns: columns) { row in
///   Section(id: "all", data: people, id: \.id) { row($0).didActivate { open($0.id) } }
///     .withHeader(Title("People"))
/// }
/// ```
public struct Table<Item> {
  /// The list that shows the rows.
  public var list: List
  /// The columns with the code that makes cells.
  let source: TableSource<Item>
  /// Called with the new keys when the user changes the sort.
  var sortHandler: (@MainActor ([TableSortKey]) -> Void)?
  /// The heights of the rows.
  var rowHeight = TableRowHeight.fixed(28)

  /// Declares a table of the sections and cells in `content`.
  /// - Parameters:
  ///   - columns: The columns, in the order that they have until the user changes it.
  ///   - content: Declares the rows. Its argument makes the row of an item.
  /// - Complexity: O(1) in the number of columns, apart from `content`. The next frame that shows other columns takes
  ///   O(*c*) in their number.
  public init(columns: [TableColumn<Item>], @ListBuilder content: (TableRows<Item>) -> ListContent) {
    self.init(columns: columns, tiles: nil, content: content)
  }

  /// Declares a table that shows its rows as tiles, unless `tiles` is `nil`. Header and copying still use the columns.
  /// - Parameter version: A number that changes when the values of equal items change.
  package init(
    columns: [TableColumn<Item>], tiles: TableTiles<Item>?, version: Int = 0,
    @ListBuilder content: (TableRows<Item>) -> ListContent
  ) {
    source = TableSource(columns, tiles)
    source.version = version
    let rows = TableRows(source: source)
    list = List { content(rows) }
  }

  /// Declares a table of one section with a row for each element of `rows`.
  /// - Parameter key: The property that identifies an item. Its values must be unique.
  /// - Complexity: O(1).
  public init<D: RandomAccessCollection, ID: Hashable>(
    columns: [TableColumn<Item>], rows: D, id key: KeyPath<Item, ID>
  ) where D.Element == Item {
    self.init(columns: columns) { row in Section(id: Self.sectionID, data: rows, id: key) { row($0) } }
  }

  /// Declares a table of one section, with identities that a diff may read on another thread.
  /// - Complexity: O(1).
  public init<D: RandomAccessCollection & Sendable, ID: Hashable & Sendable>(
    columns: [TableColumn<Item>], rows: D, id key: any KeyPath<Item, ID> & Sendable
  ) where D.Element == Item {
    self.init(columns: columns) { row in Section(id: Self.sectionID, data: rows, id: key) { row($0) } }
  }

  /// Declares a table of one section with a row for each element of `rows`.
  /// - Complexity: O(1).
  public init<D: RandomAccessCollection>(columns: [TableColumn<Item>], rows: D)
  where D.Element == Item, Item: Identifiable {
    self.init(columns: columns) { row in Section(id: Self.sectionID, data: rows) { row($0) } }
  }

  /// The identity of the section of a table that is declared without sections.
  private static var sectionID: String { "scrollwork.rows" }

  /// Returns a copy of the table that calls `handler` with all keys, the most important one first, when the user
  /// changes the sort. The table only shows the sort: the program sorts the items and applies them.
  public func didChangeSort(_ handler: @escaping @MainActor ([TableSortKey]) -> Void) -> Table {
    var copy = self
    copy.sortHandler = handler
    return copy
  }

  /// Returns a copy of the table with other row heights; the default is 28 logical pixels.
  public func rowHeight(_ height: TableRowHeight) -> Table {
    var copy = self
    copy.rowHeight = height
    return copy
  }

  /// Sets whether rows of other components, such as titles of groups, are as tall as their content, while the table's
  /// own rows keep their fixed height. Returns the table.
  package func measuringOtherRows(_ isOn: Bool) -> Table {
    source.measuresOtherRows = isOn
    return self
  }

  /// Returns a copy of the table with a changed list: for handlers and settings of the whole list.
  public func modifyingList(_ change: (List) -> List) -> Table {
    var copy = self
    copy.list = change(list)
    return copy
  }
}

/// The heights of a table's rows, in logical pixels. A section with a layout of its own keeps that layout.
public enum TableRowHeight: Hashable, Sendable {
  /// All rows are equally tall.
  case fixed(Double)
  /// A row is as tall as the tallest of its visible cells.
  case selfSizing(estimated: Double)
}

/// The form of a table whose rows are shown as tiles, as in a grid. Rows keep their identities, so that a table turns
/// into tiles and back with its selection, focus and position.
package struct TableTiles<Item> {
  /// The layout of the sections that declare none.
  let layout: SectionLayout
  /// Makes the component that shows an item.
  let tile: (Item) -> AnyComponent

  package init(_ layout: SectionLayout, tile: @escaping (Item) -> some Component) {
    self.layout = layout
    self.tile = { AnyComponent(tile($0)) }
  }
}

/// The maker of a table's rows, which a ``Table`` passes to its content.
public struct TableRows<Item> {
  let source: TableSource<Item>

  /// Makes the row of an item.
  public func callAsFunction(_ item: Item) -> some Component { TableRow(content: TypedRowContent(item, source)) }
}

/// A column by which a table is sorted.
public struct TableSortKey: Hashable, Sendable {
  /// The identity of the column.
  public var column: String
  /// Whether the largest item comes first.
  public var isDescending: Bool

  /// Creates a key.
  public init(_ column: String, isDescending: Bool = false) {
    (self.column, self.isDescending) = (column, isDescending)
  }
}

/// A mistake in the declaration of a table that the view repaired. See ``TableView/onProblem``.
public enum TableProblem: Hashable, Sendable, CustomStringConvertible {
  /// The column at an index has an empty identity. The view derives one from the index.
  case emptyColumnID(Int)
  /// Two columns have the same identity. The view changes the identity of the second.
  case repeatedColumn(String, first: Int, second: Int)
  /// The width of a column is negative, infinite, not a number, or outside the limits. The view corrects it.
  case invalidWidth(String, TableColumnWidth)

  /// A message for the programmer, in English.
  public var description: String {
    switch self {
    case .emptyColumnID(let index): "column \(index) of the table has no identity"
    case .repeatedColumn(let id, let first, let second):
      "columns \(first) and \(second) of the table have the same identity \(id)"
    case .invalidWidth(let id, let width): "the table's column \(id) has the impossible width \(width)"
    }
  }
}

extension List {
  /// Returns a copy of the list in which sections without a layout get that of the table's rows or tiles.
  /// - Parameters:
  ///   - tiles: The layout of tiles; `nil` for rows.
  ///   - measures: Whether to measure rows of other components although the table's own rows have a fixed height.
  func shownInTable(_ height: TableRowHeight, tiles: SectionLayout?, measures: Bool = false) -> List {
    func valid(_ height: Double) -> Double { height.isFinite ? min(max(height, 1), 10_000) : 28 }
    let rows: SectionLayout =
      switch height {
      case .fixed(let height) where measures: .list(estimatedRowHeight: valid(height)).headerPinToVisibleBounds()
      case .fixed(let height): .list(rowHeight: valid(height)).headerPinToVisibleBounds()
      case .selfSizing(let height): .list(estimatedRowHeight: valid(height)).headerPinToVisibleBounds()
      }
    return replacingSections(sections.map { $0.withStandardLayout(tiles ?? rows) })
  }
}
