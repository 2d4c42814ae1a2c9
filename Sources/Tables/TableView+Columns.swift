import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkEngine
package import ScrollworkGeometry
import ScrollworkHostInterface

/// The columns, by their identities. Changes are animated, and may interrupt each other.
extension TableView {
  /// The identities of all columns in their order on screen, hidden ones included.
  /// - Complexity: O(*c*) in the number of columns.
  public var columnOrder: [String] {
    (0..<columns.count).map { columns.set.specs[columns.geometry.column(at: $0)].id }
  }

  /// Returns the width of a column in logical pixels; `nil` for an unknown or hidden one.
  public func width(ofColumn id: String) -> Double? {
    columns.set.index(of: id).flatMap { columns.geometry.isHidden($0) ? nil : columns.geometry.width(of: $0) }
  }

  /// Returns the rectangle of the content of a cell, in the row's coordinates; `nil` for an unknown or hidden column.
  package func place(ofColumn id: String, rowHeight: Double) -> Rect? {
    guard let column = columns.set.index(of: id), !columns.geometry.isHidden(column) else { return nil }
    let (target, padding) = (columns.target(of: column), TableRowView.padding)
    let place = Rect(
      x: target.x + padding, y: 0, width: max(0, target.width - 2 * padding), height: rowHeight)
    return host?.environment.direction == .rightToLeft ? place.mirrored(inWidth: columns.viewport) : place
  }

  /// Whether a column is hidden; `true` for an unknown one.
  public func isColumnHidden(_ id: String) -> Bool {
    columns.set.index(of: id).map { columns.geometry.isHidden($0) } ?? true
  }

  /// Shows or hides a column. Does nothing for an unknown one.
  public func setColumn(_ id: String, hidden isHidden: Bool) {
    guard let column = columns.set.index(of: id), columns.geometry.isHidden(column) != isHidden else { return }
    columns.setHidden(isHidden, column, animated: animates)
    columnsDidChange()
  }

  /// Changes the width of a column, in logical pixels. Widths are limited to 32...10,000.
  public func setWidth(_ width: Double, ofColumn id: String) {
    guard let column = columns.set.index(of: id) else { return }
    setWidth(width, of: column, animated: animates)
  }

  /// Moves a column to a position in ``columnOrder``. Pinned columns stay before the others.
  /// - Complexity: O(*k* log *c*) for *k* columns in between.
  public func moveColumn(_ id: String, to position: Int) {
    guard let column = columns.set.index(of: id) else { return }
    move(column, to: position)
  }

  /// Makes a column as wide as its title and those of its cells that are on screen or in a sample of all rows.
  package func fitColumn(_ id: String) {
    guard let column = columns.set.index(of: id) else { return }
    setWidth(measuredWidth(of: column, rows: 200), of: column, animated: animates)
  }

  /// Scrolls horizontally until a column is visible.
  package func revealColumn(_ id: String, animated: Bool = true) {
    guard let column = columns.set.index(of: id), !columns.geometry.isHidden(column) else { return }
    reveal(column, animated: animated)
  }

  /// The drawn horizontal offset of the columns, in logical pixels.
  package var sidewaysOffset: Double { columns.offset }

  /// The horizontal offset at which the columns come to rest, in logical pixels. Setting it scrolls the table there.
  package var sidewaysTarget: Double {
    get { columns.scroller.destination }
    set {
      guard let host, newValue != sidewaysTarget else { return }
      columns.scroll(to: newValue, animated: animates, at: host.now)
      host.setNeedsFrame()
    }
  }

  /// The number of times that the user or the program scrolled horizontally.
  package var sidewaysScrollCount: Int { columns.scrollCount }

  /// The distance of the texts in the first and the last column from the edges of the table, in logical pixels.
  package var textMargin: Double {
    get { columns.geometry.margin + TableRowView.padding }
    set { setSpace { $0.margin = max(0, newValue - TableRowView.padding) } }
  }

  /// The largest total width to which flexible and fitted columns are widened, in logical pixels.
  package var widestColumns: Double {
    get { columns.geometry.widest }
    set { setSpace { $0.widest = newValue } }
  }

  private func setSpace(_ change: (inout ColumnGeometry) -> Void) {
    let old = (textMargin, widestColumns)
    columns.change(animated: false, change)
    if old != (textMargin, widestColumns) { host?.setNeedsFrame() }
  }

  /// The order, widths and visibility of all columns, in their order on screen; empty if the user and the program
  /// changed none of them.
  /// - Complexity: O(*c*) in the number of columns.
  package var columnLooks: [TableColumnLook] {
    let (geometry, specs) = (columns.geometry, columns.set.specs)
    let isChanged = zip(geometry.columns, specs).contains { $0.isSized || $0.isHidden != $1.isHidden }
    guard geometry.isReordered || isChanged else { return [] }
    return geometry.order.map { index in
      let column = geometry.columns[Int(index)]
      return TableColumnLook(
        column: specs[Int(index)].id, width: column.isSized ? column.width : nil, isHidden: column.isHidden)
    }
  }

  /// Sets the order, widths and visibility of columns. Ignores columns that the table does not have.
  package func apply(_ looks: [TableColumnLook]) {
    let known = looks.compactMap { look in columns.set.index(of: look.column).map { (index: $0, look: look) } }
    guard !known.isEmpty else { return }
    columns.change(animated: false) { geometry in
      for (place, entry) in known.enumerated() where geometry.position(of: entry.index) != place {
        geometry.move(entry.index, to: place)
      }
      for entry in known {
        if let width = entry.look.width { geometry.setWidth(width, of: entry.index) }
        if entry.look.isHidden != geometry.isHidden(entry.index) {
          geometry.setHidden(entry.look.isHidden, entry.index)
        }
      }
    }
    columnsDidChange()
  }

  // MARK: By index

  func setWidth(_ width: Double, of column: Int, animated: Bool) {
    columns.change(animated: animated) { $0.setWidth(width, of: column) }
    columnsDidChange()
  }

  func move(_ column: Int, to position: Int) {
    columns.change(animated: animates) { $0.move(column, to: position) }
    columnsDidChange()
  }

  /// Moves a column past its visible neighbour, and brings it into view.
  /// - Returns: Whether there is a neighbour.
  func move(_ column: Int, forward: Bool) -> Bool {
    let position = columns.geometry.position(of: column)
    let next = forward ? columns.geometry.next(after: position) : columns.geometry.previous(before: position)
    guard let next else { return false }
    move(column, to: next)
    reveal(column, animated: animates)
    return true
  }

  func reveal(_ column: Int, animated: Bool) {
    guard let host else { return }
    columns.reveal(column, animated: animated && animates, at: host.now)
    host.setNeedsFrame()
  }

  /// Scrolls horizontally by a distance, in logical pixels.
  /// - Returns: Whether the table can scroll in that direction.
  func scrollSideways(by distance: Double, isPrecise: Bool) -> Bool {
    guard let host, distance != 0 else { return false }
    let current = columns.scroller.destination
    guard distance < 0 ? current > 0 : current < columns.maximum else { return false }
    columns.scroll(by: distance, animated: !isPrecise && animates, at: host.now)
    host.setNeedsFrame()
    return true
  }

  /// Widens fitted columns for the rows on screen, and for a sample of all rows if there are many new ones.
  /// - Returns: Whether a column became wider.
  func widenFittedColumns() -> Bool {
    let count = newestList.sections.reduce(0) { $0 + $1.count }
    let isSampled = count > sampledCount + sampledCount / 4
    if isSampled { sampledCount = count }
    var wider: [(column: Int, width: Double)] = []
    for slot in columns.slots where columns.isFitted(slot.column) && !columns.isCutAtStart(slot) {
      let width = neededWidth(of: slot.column, rows: isSampled ? Self.fittedRows : 0)
      if width > columns.geometry.need(of: slot.column) { wider.append((slot.column, width)) }
    }
    guard !wider.isEmpty else { return false }
    columns.change(animated: animates) { geometry in
      for (column, width) in wider { geometry.setFit(width, of: column) }
    }
    return true
  }

  /// The number of rows at the start of each section that are read to fit a column while no row is on screen.
  private static let firstRows = 32
  /// The number of rows that are sampled to fit a column.
  static let fittedRows = 24

  /// The number of texts, the longest by an estimate, that are shaped to measure the width of a column.
  private static let shapedTexts = 4

  /// Returns the width that the title and some cells of a column need, within the limits of the column.
  /// - Parameter count: The number of sampled rows of each section, besides those on screen.
  func measuredWidth(of column: Int, rows count: Int) -> Double {
    let width = neededWidth(of: column, rows: count)
    if case .fitted(let minimum, let maximum) = columns.set.specs[column].width {
      return min(max(width, minimum), maximum)
    }
    return width
  }

  /// Returns the width that the title and some cells of a column need, without regard to the limits of the column.
  /// - Parameter count: The number of sampled rows of each section, besides those on screen.
  func neededWidth(of column: Int, rows count: Int) -> Double {
    guard let environment = host?.environment else { return 0 }
    let spec = columns.set.specs[column]
    var width = header.titleWidth(of: column, environment)
    if spec.isText {
      for text in longestTexts(of: column, rows: count) {
        let line = environment.text.line(
          text, font: TextStyle.body.font, width: TableColumnWidth.limits.upperBound, truncation: .end,
          scale: environment.scale, reusing: nil)
        width = max(width, line.width)
      }
    } else {
      for row in rows { width = max(width, row.cells.width(of: column, environment) ?? 0) }
    }
    let room = environment.roundedUp(min(width, TableColumnWidth.limits.upperBound)) + 2 * TableRowView.padding
    // The geometry keeps widths in its own unit, and a rounding down would cut the widest text.
    return (room * ColumnGeometry.perPixel).rounded(.up) / ColumnGeometry.perPixel
  }

  /// Returns the distinct texts that are probably the widest among the rows on screen and a sample of all rows. Only
  /// these are shaped.
  private func longestTexts(of column: Int, rows count: Int) -> [String] {
    var texts = rows.compactMap { $0.text(of: column, in: columns.set) }
    let list = newestList
    for (section, content) in list.sections.enumerated() where content.count > 0 && count > 0 {
      let step = max(1, content.count / count)
      // The first rows will be on screen, and the last ones have the largest numbers if rows are counted.
      let ends = [content.count - 1] + (rows.isEmpty ? 0..<min(Self.firstRows, content.count) : 0..<0)
      for item in ends + stride(from: 0, to: content.count, by: step).prefix(count) {
        guard let row = self.content(at: ElementPath(section: section, item: item), in: list),
          wholeRowText?(row.anyItem) == nil, let own = row.column(column, of: columns.set)
        else { continue }
        if let text = row.text(own) { texts.append(text) }
      }
    }
    return Set(texts).map { (text: $0, width: Self.estimatedWidth($0)) }
      .sorted { ($0.width, $0.text) > ($1.width, $1.text) }.prefix(Self.shapedTexts).map { $0.text }
  }

  /// Returns an estimate of a text's width, in letters: characters from U+1100 on, as in East Asia, count twice.
  private static func estimatedWidth(_ text: String) -> Int {
    text.unicodeScalars.prefix(maximumScalars).reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
  }

  /// The number of scalars of a text that are counted. Longer texts are wider than any column.
  private static let maximumScalars = 1_000
}

/// The width and visibility that the user or the program gave a column.
package struct TableColumnLook: Hashable, Sendable {
  /// The identity of the column.
  package var column: String
  /// The width in logical pixels; `nil` for the declared one.
  package var width: Double?
  package var isHidden: Bool

  package init(column: String, width: Double?, isHidden: Bool) {
    (self.column, self.width, self.isHidden) = (column, width, isHidden)
  }
}
