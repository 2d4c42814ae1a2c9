import ScrollworkEngine
import ScrollworkLayout

/// The columns of a declared table with the code that makes cells.
class AnyTableSource {
  /// Whether rows of other components are measured, while the table's own rows have a fixed height.
  var set: ColumnSet?
  /// Whether rows have a fixed height among others that are measured.
  var measuresOtherRows = false

  /// The number of columns.
  var count: Int { 0 }
  /// The address of the array of columns, by which an unchanged array is recognised; `nil` if there is none.
  var address: UnsafeRawPointer? { nil }
  /// The layout of tiles; `nil` for rows.
  var tileLayout: SectionLayout? { nil }
  /// A number that changes when the values of equal items change.
  final var version = 0
  /// The columns whose cells show components.
  var componentColumns: [Int] { [] }
  /// Returns the declared properties of the columns, with invalid values not repaired.
  func makeSpecs() -> [ColumnSpec] { [] }
}

final class TableSource<Item>: AnyTableSource {
  let columns: [TableColumn<Item>]

  private lazy var withComponents = columns.indices.filter { columns[$0].component != nil }

  private let tiles: TableTiles<Item>?

  init(_ columns: [TableColumn<Item>], _ tiles: TableTiles<Item>?) { (self.columns, self.tiles) = (columns, tiles) }

  override var tileLayout: SectionLayout? { tiles?.layout }
  /// Makes the tile of an item; `nil` for a row.
  func tile(_ item: Item) -> AnyComponent? { tiles?.tile(item) }

  override var count: Int { columns.count }
  override var componentColumns: [Int] { withComponents }
  override var address: UnsafeRawPointer? { columns.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
  override func makeSpecs() -> [ColumnSpec] { columns.map(\.spec) }
}

/// The item of a row with the columns of its table.
class TableRowContent {
  let source: AnyTableSource

  init(source: AnyTableSource) { self.source = source }

  /// The item of the row.
  var anyItem: Any { () }
  /// The component that shows the item as a tile; `nil` for a row.
  var tile: AnyComponent? { nil }
  /// Returns the text of the cell in a column of the source; `nil` for a missing value.
  func text(_ column: Int) -> String? { nil }
  /// Makes the component of the cell in a column of the source; `nil` in a column of texts.
  func component(_ column: Int) -> AnyComponent? { nil }
  /// Whether the item differs from that of another row. Items of the same type that are not `Equatable` count as equal.
  func differs(from other: TableRowContent) -> Bool { true }

  /// Returns the source's index of the column with the index `column` in `set`; `nil` if the source lacks it.
  final func column(_ column: Int, of set: ColumnSet) -> Int? {
    guard let own = source.set, own !== set else { return column < source.count ? column : nil }
    return own.index(of: set.specs[column].id)
  }
}

final class TypedRowContent<Item>: TableRowContent {
  let item: Item
  private let columns: [TableColumn<Item>]
  private lazy var ownTile = (source as? TableSource<Item>)?.tile(item)

  init(_ item: Item, _ source: TableSource<Item>) {
    (self.item, columns) = (item, source.columns)
    super.init(source: source)
  }

  override var tile: AnyComponent? { ownTile }
  override var anyItem: Any { item }
  override func text(_ column: Int) -> String? { columns[column].text(item) }
  override func component(_ column: Int) -> AnyComponent? { columns[column].component?(item) }

  override func differs(from other: TableRowContent) -> Bool {
    guard let other = other as? TypedRowContent<Item> else { return true }
    guard let item = item as? any Equatable else { return false }
    return !Self.equals(item, other.item)
  }

  private static func equals<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { $0 == value } ?? false
  }
}

/// The repaired columns of a table. Never changes.
final class ColumnSet {
  let specs: [ColumnSpec]
  private let indices: [String: Int]

  /// The set of a table without columns.
  static var empty: ColumnSet { ColumnSet([]) { _ in } }

  /// Repairs the declarations of columns.
  /// - Parameter report: Called with the first problem of each kind.
  /// - Complexity: O(*n*)
  init(_ declared: [ColumnSpec], report: (TableProblem) -> Void) {
    var (specs, indices) = (declared, [String: Int](minimumCapacity: declared.count))
    var (reportedEmpty, reportedRepeated, reportedWidth) = (false, false, false)
    for index in specs.indices {
      if specs[index].id.isEmpty {
        if !reportedEmpty { report(.emptyColumnID(index)) }
        reportedEmpty = true
        specs[index].id = "column \(index + 1)"
      }
      if let first = indices[specs[index].id] {
        if !reportedRepeated { report(.repeatedColumn(specs[index].id, first: first, second: index)) }
        reportedRepeated = true
        specs[index].id = Self.free("\(specs[index].id) (column \(index + 1))", indices)
      }
      indices[specs[index].id] = index
      let repaired = specs[index].width.repaired
      // A width that is no number differs from itself.
      if repaired != specs[index].width {
        if !reportedWidth { report(.invalidWidth(specs[index].id, specs[index].width)) }
        reportedWidth = true
        specs[index].width = repaired
      }
    }
    (self.specs, self.indices) = (specs, indices)
  }

  private static func free(_ id: String, _ indices: [String: Int]) -> String {
    var id = id
    while indices[id] != nil { id += "'" }
    return id
  }

  /// Returns the index of the column with an identity; `nil` if there is none.
  func index(of id: String) -> Int? { indices[id] }
}
