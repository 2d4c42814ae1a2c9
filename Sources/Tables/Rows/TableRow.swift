public import ScrollworkContentViews
public import ScrollworkEngine
import ScrollworkGeometry

/// The row of a table: a component whose content view makes cells only for the visible columns.
///
/// A ``Table`` makes rows by its ``TableRows``. Like any component a row takes handlers, menus and actions.
public struct TableRow: Component {
  let content: TableRowContent

  /// The identifier that all rows of all tables share.
  public var reuseIdentifier: String { "scrollwork.table.row" }
  /// Rows are as tall as the layout of their section says. A self-sizing section measures them.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 28) }

  /// Makes an empty row.
  @MainActor public func renderContent() -> View { TableRowView() }
  /// Shows the item in `content`.
  @MainActor public func render(in content: View) { (content as? TableRowView)?.show(self.content) }
  /// The components in the cells of the row, also of columns that are out of sight.
  package var components: [AnyComponent] { content.source.componentColumns.compactMap { content.component($0) } }

  /// Returns whether the items or the columns differ. Items that are not `Equatable` count as equal.
  public func shouldContentUpdate(with next: TableRow) -> Bool {
    content.source.set !== next.content.source.set || content.differs(from: next.content)
  }
}
