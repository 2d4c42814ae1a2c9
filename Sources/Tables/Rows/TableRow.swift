package import ScrollworkContentViews
package import ScrollworkEngine
import ScrollworkGeometry

/// The row of a table: a component whose content view makes cells only for the visible columns.
///
/// A ``Table`` makes rows by its ``TableRows``. Like any component a row takes handlers, menus and actions.
package struct TableRow: Component {
  let content: TableRowContent

  /// The reuse identifier that all rows of all tables share; for a row that is shown as a tile, that of the tile.
  package var reuseIdentifier: String { content.tile?.reuseIdentifier ?? "scrollwork.table.row" }
  /// The layout mode: the section's layout decides the height, and a self-sizing section measures rows.
  package var layoutMode: ContentLayoutMode {
    content.tile?.layoutMode
      ?? (content.source.measuresOtherRows ? .fitContainer : .flexibleHeight(estimatedHeight: 28))
  }

  /// Makes an empty row.
  @MainActor package func renderContent() -> View { content.tile?.renderContent() ?? TableRowView() }
  /// Shows the item in `content`.
  @MainActor package func render(in content: View) {
    if let tile = self.content.tile { return tile.render(in: content) }
    (content as? TableRowView)?.show(self.content)
  }
  /// The components in the cells of the row, also of columns that are off screen; for a row that is shown as a tile,
  /// only the tile.
  package var components: [AnyComponent] {
    content.tile.map { [$0] } ?? content.source.componentColumns.compactMap { content.component($0) }
  }

  /// Returns whether the items, their values or the columns differ. Items that are not `Equatable` count as equal.
  package func shouldContentUpdate(with next: TableRow) -> Bool {
    if let tile = content.tile { return next.content.tile.map { tile.shouldContentUpdate(with: $0) } ?? true }
    return content.source.set !== next.content.source.set || content.source.version != next.content.source.version
      || content.differs(from: next.content)
  }
  /// Tells the tile that the display of its content view begins.
  @MainActor package func contentWillDisplay(_ content: View) { self.content.tile?.contentWillDisplay(content) }
  /// Tells the tile that the display of its content view ends.
  @MainActor package func contentDidEndDisplay(_ content: View) { self.content.tile?.contentDidEndDisplay(content) }
}
