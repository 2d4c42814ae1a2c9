import Scrollwork
import ScrollworkPlatform

/// The table layout of a folder, and the sort order in its header.
extension FolderScreen {
  /// Connects the columns with the folder.
  func prepareTable() {
    table.showsHeader = false
    table.tileShape = PictureTileView.shape(showsMeta: true)
    table.widestColumns = 1_600
    nameEditor.folder = self
    holder.addChild(nameEditor)
    holder.onHostChange = { [weak self] in self?.prefetchPictures() }
    table.isPaleRow = { [weak self] item in (item as? FolderEntry).map { self?.isCut($0) ?? false } ?? false }
    table.leavesKey = { [weak self] key in key == .escape && self?.showsCutFiles == true }
    table.copiesCells = { [weak self] in self?.hasCellRange ?? false }
    sizes.onChange = { [weak self] in
      self?.table.textsDidChange()
      self?.onChange?()
    }
    counts.onChange = { [weak self] in
      self?.table.textsDidChange()
      self?.onChange?()
    }
    counts.onContentChange = { [weak self] in self?.filesDidChange($0) }
    thumbnails.onRest = { [weak self] in self?.onChange?() }
    sizes.onProgress = { [weak self] in self?.onChange?() }
    showSortInHeader()
  }

  /// Loads the pictures of rows in the prefetch window.
  private func prefetchPictures() {
    guard list.prefetchingPlugins.isEmpty, let pipeline = holder.host?.environment.images as? ImagePipeline else {
      return
    }
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }

  /// Whether cells of columns other than the name are selected. Names are copied as paths, as in the other layouts.
  var hasCellRange: Bool {
    guard layout == .table, let columns = table.rangeColumns else { return false }
    return columns != [SortKey.Field.name.rawValue]
  }

  func showSortInHeader() {
    table.sortKeys = sortKeys.map { TableSortKey($0.field.rawValue, isDescending: $0.isDescending) }
  }

  /// Sorts by keys that the user chose in the header. Without keys, the folder has its default order.
  func setSort(_ keys: [TableSortKey]) {
    let chosen = keys.compactMap { key in
      SortKey.Field(rawValue: key.column).map { SortKey($0, descending: key.isDescending) }
    }
    let usual = ownOrder == nil ? FolderOrder.byName.keys : []
    do { try setSort(chosen.isEmpty ? usual : chosen) } catch { preconditionFailure("offered and refused: \(error)") }
    showSortInHeader()
  }
}

extension FolderScreen: MenuShowing {}

extension FolderScreen: SortableScreen {
  var sortFields: [SortKey.Field] {
    [.name, .size, .date, .kind] + (shown.hasPictures && addresses == nil ? [.width, .height] : [])
      + (columnsOfTable.hasTags ? [.tag] : [])
  }

  var ownOrder: String? { path == nil ? "As listed" : nil }

  /// The order as text for the status line; `nil` for the default order.
  var sortWords: String? {
    guard let first = sortKeys.first, ownOrder != nil || sortKeys != FolderOrder.byName.keys else { return nil }
    return first.words
  }
}

extension FolderScreen: LayoutChoosing {
  var hasLayouts: Bool { true }
  var layouts: [FolderLayout] { [.list, .table, .grid] }

  var shownZoom: Int? {
    switch layout {
    case .list: nil
    case .grid: zoom
    case .table: columnsOfTable.height
    }
  }

  /// Changes the size of tiles or the height of table rows by a number of steps.
  func zoom(by steps: Int) {
    if let shownZoom { setZoom(shownZoom + steps) }
  }

  func setZoom(_ value: Int) {
    let count = layout == .table ? FolderColumns.heights.count : FolderLayout.tileSizes.count
    let next = min(max(0, value), count - 1)
    guard let shownZoom, next != shownZoom else { return }
    if layout == .table { columnsOfTable.height = next } else { chosenZoom = next }
    refresh()
  }

  func resetZoom() {
    switch layout {
    case .list: return
    case .grid: chosenZoom = nil
    case .table: columnsOfTable.height = FolderColumns.usualHeight
    }
    refresh()
  }
}
