import Scrollwork

/// The grid of a table's pictures, and the sizes of the pictures.
extension TableScreen: LayoutChoosing, MenuShowing {
  /// Whether there are several layouts. Groups can be shown as rows only.
  var hasLayouts: Bool { objectionToGrid == nil }

  /// The reason why the pictures cannot be shown as a grid; `nil` if they can.
  var objectionToGrid: String? {
    if pictures.column == nil { return "no column of this table names pictures" }
    return groups.column == nil ? nil : "groups are shown as rows only"
  }

  var layout: FolderLayout { hasLayouts ? pictures.layout : .list }

  var chosenLayout: FolderLayout? {
    get { hasLayouts ? pictures.layout : nil }
    set {
      guard hasLayouts, let newValue, newValue != pictures.layout else { return }
      pictures.layout = newValue
      // Tiles have no cells.
      table.focusColumn(nil)
      refresh()
    }
  }

  var shownZoom: Int? { pictures.column == nil ? nil : zoom }

  /// The index of the size of rows in `TablePictures.heights`, or of tiles in `FolderLayout.tileSizes`.
  private var zoom: Int {
    layout == .list ? pictures.height : pictures.tileSize ?? (holder.isNarrow ? 0 : 2)
  }

  func zoom(by steps: Int) { setZoom(zoom + steps) }

  func setZoom(_ value: Int) {
    let count = layout == .list ? TablePictures.heights.count : FolderLayout.tileSizes.count
    let next = min(max(0, value), count - 1)
    guard shownZoom != nil, next != zoom else { return }
    if layout == .list { setHeight(next) } else { pictures.tileSize = next }
    refresh()
  }

  /// Changes the height of rows. The column of pictures keeps the width of its texts.
  private func setHeight(_ index: Int) {
    let change = TablePictures.pictureWidth(index) - TablePictures.pictureWidth(pictures.height)
    pictures.height = index
    guard let name = pictures.columnName, let width = table.width(ofColumn: name) else { return }
    table.setWidth(width + change, ofColumn: name)
  }

  func resetZoom() {
    if layout == .list { setZoom(TablePictures.usualHeight) } else { resetTiles() }
  }

  private func resetTiles() {
    pictures.tileSize = nil
    refresh()
  }

  // MARK: Tiles

  /// The tiles of the rows; `nil` in a layout with columns.
  var pictureTiles: TableTiles<Int>? {
    guard layout == .grid, let column = pictures.column else { return nil }
    let tags = tags.tags
    let (cells, pictures, loads, captions) = (cells, pictures, loads, pictures.captionColumns)
    let marks = captionMarks
    let edge = holder.isNarrow ? 4.0 : 12
    let hasMeta = captions.count > 1
    let row = Size(width: list.bounds.width, height: TablePictures.heights[pictures.height])
    let cell = pictures.columnName.flatMap { table.place(ofColumn: $0, rowHeight: row.height) }
    let rowPlace = cell.map { RowPicturePlace(row: row, cell: $0) }
    let layout = SectionLayout.grid(
      minimumItemWidth: FolderLayout.tileSizes[zoom], aspectRatio: 4.0 / 3,
      extraHeight: PictureTileView.lines(showsMeta: hasMeta) - 4, spacing: 8,
      insets: Insets(top: 8, leading: edge, bottom: 16, trailing: edge))
    table.tileShape = PictureTileView.shape(showsMeta: hasMeta)
    return TableTiles(layout) { row in
      func text(_ column: Int) -> String? { cells.text(row: row, column: column) }
      let value = text(column).map { TablePictures.shown($0) } ?? "—"
      let others = captions.dropFirst().map { text($0) ?? "—" }
      return TableTile(
        row: row, picture: pictures.picture(of: row), name: captions.first.map { text($0) ?? "—" } ?? value,
        isValue: captions.first.map { $0 != column } ?? false, meta: hasMeta ? others.joined(separator: " · ") : "",
        tag: tags[row], rowPlace: rowPlace, loads: loads,
        marks: marks)
    }
  }
}

extension TableScreen: DensityFollowing {
  var density: Density {
    get { pictures.density }
    set {
      guard newValue != density else { return }
      pictures.density = newValue
      table.headerHeight = newValue.tableHeader
      holder.listTop = table.headerHeight
      refresh()
    }
  }
}
