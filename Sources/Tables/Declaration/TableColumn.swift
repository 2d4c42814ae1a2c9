public import ScrollworkContentViews
public import ScrollworkEngine

/// A column of a table, declared as a value: its identity, title and width, and how a cell shows an item.
///
/// A cell shows a text or a component. Text is the fast path: the row draws it without a view for each cell.
public struct TableColumn<Item> {
  /// The properties that do not depend on the items.
  private(set) var spec: ColumnSpec
  /// Returns the text of an item's cell, which is drawn and copied; `nil` for a missing value.
  let text: (Item) -> String?
  /// Makes the component of an item's cell; `nil` for a column of texts.
  let component: ((Item) -> AnyComponent)?

  /// The identity of the column in its table. The user's changes of width, order and visibility are kept by it.
  public var id: String {
    get { spec.id }
    set { spec.id = newValue }
  }

  /// Whether the texts matter less than those of other columns, as the numbers of rows do. They are small and pale.
  package var isQuiet: Bool {
    get { spec.isQuiet }
    set { spec.isQuiet = newValue }
  }

  /// Declares a column of texts.
  /// - Parameters:
  ///   - id: The identity, unique in the table.
  ///   - title: The title; `nil` to use the identity.
  ///   - width: The width, until the user changes it.
  ///   - alignment: The horizontal position of title and text. Numbers are aligned to the trailing edge.
  ///   - isPinned: Whether the column stays at the start of the table while the others scroll. Pinned columns come
  ///     first.
  ///   - isSortable: Whether a click on the title sorts by the column.
  ///   - isHidden: Whether the column is hidden, until the user or the program shows it.
  ///   - text: Returns the text of an item; `nil` for a missing value, which is shown as a dash.
  public init(
    _ id: String, title: String? = nil, width: TableColumnWidth = .fixed(140), alignment: TextAlignment = .start,
    isPinned: Bool = false, isSortable: Bool = true, isHidden: Bool = false, text: @escaping (Item) -> String?
  ) {
    spec = ColumnSpec(
      id: id, title: title, width: width, alignment: alignment, isPinned: isPinned, isSortable: isSortable,
      isHidden: isHidden)
    (self.text, component) = (text, nil)
  }

  /// Declares a column whose cells show components, such as pictures, buttons and text fields.
  /// - Parameters:
  ///   - id: The identity, unique in the table.
  ///   - title: The title; `nil` to use the identity.
  ///   - width: The width, until the user changes it.
  ///   - alignment: The horizontal position of the title and of components narrower than the column.
  ///   - isPinned: Whether the column stays at the start of the table while the others scroll. Pinned columns come
  ///     first.
  ///   - isSortable: Whether a click on the title sorts by the column.
  ///   - isHidden: Whether the column is hidden, until the user or the program shows it.
  ///   - text: Returns the text that is copied; `nil` for a missing value.
  ///   - cell: Makes the component of an item's cell. Called when the cell is bound.
  public init(
    _ id: String, title: String? = nil, width: TableColumnWidth = .fixed(140), alignment: TextAlignment = .start,
    isPinned: Bool = false, isSortable: Bool = true, isHidden: Bool = false, text: @escaping (Item) -> String?,
    cell: @escaping (Item) -> some Component
  ) {
    spec = ColumnSpec(
      id: id, title: title, width: width, alignment: alignment, isPinned: isPinned, isSortable: isSortable,
      isHidden: isHidden, isText: false)
    (self.text, component) = (text, { AnyComponent(cell($0)) })
  }
}

/// The rule for the width of a table's column. Lengths are in logical pixels.
///
/// No column is narrower than 32 or wider than 10,000. Other values are limited and reported as a ``TableProblem``.
public enum TableColumnWidth: Hashable, Sendable {
  /// A fixed width.
  case fixed(Double)
  /// A share, by weight, of the width that the other columns leave, but at least `minimum`.
  ///
  /// Once the user resizes any column, flexible columns keep the widths that they have at that moment.
  case flexible(minimum: Double, weight: Double = 1)
  /// The width that the title and the first visible cells need, within limits. It is measured when the column first
  /// becomes visible.
  ///
  /// In a table without flexible columns, the remaining width goes to the fitted columns whose cells need more than the
  /// maximum.
  case fitted(minimum: Double = 48, maximum: Double = 480)
}

/// The properties of a column that do not depend on the items, as a ``TableColumn`` declares them. In a `ColumnSet`,
/// invalid values are already repaired.
package struct ColumnSpec: Equatable, Sendable {
  var id: String
  let title: String
  var width: TableColumnWidth
  let alignment: TextAlignment
  let isPinned: Bool
  let isSortable: Bool
  let isHidden: Bool
  /// Whether the cells show texts, not components.
  let isText: Bool
  /// Whether the texts are small and pale.
  var isQuiet = false

  /// Creates the properties of a column; see ``TableColumn``.
  package init(
    id: String, title: String? = nil, width: TableColumnWidth, alignment: TextAlignment = .start,
    isPinned: Bool = false, isSortable: Bool = true, isHidden: Bool = false, isText: Bool = true
  ) {
    (self.id, self.title, self.width, self.alignment) = (id, title ?? id, width, alignment)
    (self.isPinned, self.isSortable, self.isHidden, self.isText) = (isPinned, isSortable, isHidden, isText)
  }
}

extension TableColumnWidth {
  /// The smallest and the largest width of a column.
  package static let limits = 32.0...10_000.0
  /// The width that replaces one that is not a number, in logical pixels.
  static let standard = 140.0

  /// The rule with invalid widths and weights replaced by valid ones.
  package var repaired: TableColumnWidth {
    switch self {
    case .fixed(let width): return .fixed(Self.repaired(width))
    case .flexible(let minimum, let weight):
      let isValid = weight.isFinite && weight > 0
      return .flexible(minimum: Self.repaired(minimum), weight: isValid ? min(max(weight, 1e-6), 1e6) : 1)
    case .fitted(let minimum, let maximum):
      let low = Self.repaired(minimum)
      return .fitted(minimum: low, maximum: max(low, Self.repaired(maximum)))
    }
  }

  /// Returns the width limited to `limits`; `standard` if it is not a number.
  package static func repaired(_ width: Double) -> Double {
    width.isNaN ? standard : min(max(width, limits.lowerBound), limits.upperBound)
  }
}
