import Scrollwork

/// The pictures that a column of a table names.
extension TableScreen {
  /// Declares the column of pictures.
  /// - Parameter text: Returns the value of a row.
  func pictureColumn(_ name: String, text: @escaping (Int) -> String?) -> TableColumn<Int> {
    let (pictures, loads) = (pictures, loads)
    return TableColumn<Int>(
      name, width: .fixed(TablePictures.width(forHeight: pictures.height)), text: text
    ) { row in
      PictureCell(
        picture: pictures.picture(of: row), value: text(row).map { TablePictures.shown($0) }, loads: loads)
    }
  }

  /// Loads the pictures of rows that are about to be seen.
  func prefetchPictures() {
    guard list.prefetchingPlugins.isEmpty, let pipeline = list.host?.environment.images as? ImagePipeline else {
      return
    }
    list.prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }

  /// Opens the picture of a row. A refused one stays closed.
  func openPicture(of row: Int) {
    if let path = pictures.picture(of: row).path { onOpen?(path) }
  }

  /// The column of pictures, for the status line; `nil` without one.
  var pictureWords: String? { pictures.columnName.map { "Pictures: \($0)" } }
}
