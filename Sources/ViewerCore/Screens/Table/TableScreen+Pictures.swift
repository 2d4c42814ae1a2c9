import Scrollwork
import ScrollworkPlatform

/// The pictures that a column of a table names.
extension TableScreen {
  /// Connects the pictures with the table and its menus.
  func preparePictures() {
    pictures.onFind = { [weak self] in self?.picturesDidChange() }
    pictureRows.onChange = { [weak self] in self?.onEntriesChange?() }
    holder.onNarrowChange = { [weak self] in self?.refresh() }
  }

  /// Declares the column of pictures.
  /// - Parameter text: Returns the value of a row.
  func pictureColumn(_ name: String, text: @escaping (Int) -> String?) -> TableColumn<Int> {
    let (pictures, loads, marks) = (pictures, loads, captionMarks)
    let width = TablePictures.usualWidth(showing: (0..<TablePictures.widthSample).compactMap(text))
    return TableColumn<Int>(name, title: OneLine.text(name), width: .fixed(width), text: text) { row in
      PictureCell(
        row: row, picture: pictures.picture(of: row), value: text(row).map { TablePictures.shown($0) }, loads: loads,
        marks: marks)
    }
  }

  /// Makes a column of texts.
  func textColumn(_ info: TableColumnInfo, text: @escaping (Int) -> String?) -> TableColumn<Int> {
    TableColumn(
      info.name, title: OneLine.text(info.name), width: .fitted(minimum: 56, maximum: 320),
      alignment: info.type == .number ? .end : .start, text: text)
  }

  /// Loads the pictures of rows in the prefetch window.
  func prefetchPictures() {
    guard list.prefetchingPlugins.isEmpty, let pipeline = list.host?.environment.images as? ImagePipeline else {
      return
    }
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }

  // MARK: The column

  /// The largest number of columns that the menu lists.
  private static let maximumListed = 200

  /// The title of the menu in the status bar; `nil` if there is nothing to choose from.
  var pictureWords: String? {
    if let name = pictures.columnName { return "Pictures: \(name)" }
    return pictures.choice == .automatic ? nil : "Pictures: none"
  }

  /// The menu of the columns that may contain pictures; `nil` before the columns are known.
  var statusMenu: Menu? {
    guard let snapshot else { return nil }
    let shown = pictures.columnName
    let columns = snapshot.columns.prefix(Self.maximumListed).map { column in
      MenuElement.action(
        MenuAction(column.name, isOn: column.name == shown) { [weak self] in
          self?.choosePictures(.column(column.name))
        })
    }
    let none = MenuAction("None", isOn: shown == nil) { [weak self] in self?.choosePictures(.off) }
    let captions = captionMenu.map { [.separator, MenuElement.submenu($0)] } ?? []
    return Menu(elements: columns + [.separator, .action(none)] + captions)
  }

  /// Shows the pictures of another column, or of none.
  func choosePictures(_ choice: TablePictures.Choice) {
    guard choice != pictures.choice else { return }
    pictures.choose(choice)
    picturesDidChange()
    onEntriesChange?()
  }

  /// The actions in the menu of a title.
  func pictureActions(ofColumn name: String) -> [MenuElement] {
    guard let column = snapshot?.columns.firstIndex(where: { $0.name == name }) else { return [] }
    let isShown = pictures.columnName == name
    let show = MenuAction("Show as pictures", symbol: .picture, isOn: isShown) { [weak self] in
      self?.choosePictures(isShown ? .off : .column(name))
    }
    guard hasLayouts else { return [.action(show)] }
    let isCaption = pictures.captionColumns.contains(column)
    let caption = MenuAction("Show in captions", isOn: isCaption) { [weak self] in
      self?.pictures.toggleCaption(column)
      self?.refresh()
    }
    return [.action(show), .action(caption)]
  }

  // MARK: Opening

  /// Opens the picture of a row. If the picture is refused, shows the reason instead.
  func openPicture(of row: Int) {
    switch pictures.picture(of: row) {
    case .picture(_, let path):
      pictures.openRow = row
      onOpen?(path)
    case .refused(let reason): pictures.onRefusal?("The picture is not shown: \(reason)")
    case .none:
      if pictures.column != nil { pictures.onRefusal?("This row names no picture") }
    }
  }
}

extension TableScreen: PictureNeighbours {
  var neighbours: PictureSequence {
    let pictures = pictures
    return PictureSequence(rows: pictureRows.numbers ?? .all(0), noun: pictureRows.hasOthers ? "row" : "picture") {
      row in
      pictures.entry(of: row)
    }
  }

  /// Whether the rows with pictures are known. If they are not, starts to find them.
  var isListed: Bool {
    guard let shown, let snapshot, let column = pictures.column else { return false }
    let input = PictureRows.Input(
      generation: snapshot.source.generation, change: shownChange, column: column)
    pictureRows.update(input, shown, hasPicture: pictures.finder(in: snapshot, column: column))
    return pictureRows.numbers != nil
  }

  var isReading: Bool { isBusy || pictureRows.isBusy }

  /// Returns the index of the row whose picture is open; `nil` if the open picture does not have this path. Several
  /// rows may have the same picture.
  func position(of path: String) -> Int? { openRow(of: path).flatMap { pictureRows.place(of: $0) } }

  /// Returns the row whose picture is open; `nil` if the picture does not have this path.
  private func openRow(of path: String) -> Int? {
    guard let row = pictures.openRow, pictures.picture(of: row).path == path else { return nil }
    return row
  }

  func didWalk(to index: Int) {
    guard let numbers = pictureRows.numbers, index >= 0, index < numbers.count else { return }
    pictures.openRow = numbers[index]
  }

  func didReturn(to path: String) {
    // The file may have been looked up while it was gone.
    pictures.reload()
    guard let row = pictures.openedRows[path] else { return }
    pictures.openRow = row
    // The rows may have been searched while the file was gone.
    if pictureRows.place(of: row) == nil { pictureRows.stop() }
  }

  func holder(of path: String) -> (any PictureProviding)? {
    guard let row = openRow(of: path), list.host != nil else { return nil }
    return list.content(of: ElementID(row))?.shownPicture
  }

  func reveal(_ path: String) {
    guard let item = openRow(of: path).flatMap({ shown?.position(of: $0) }) else { return }
    let path = ElementPath(section: 0, item: item)
    // The list may be about to show other rows.
    guard list.contains(path) else { return }
    list.select(path)
    list.scroll(to: .item(path), animated: false)
  }
}
