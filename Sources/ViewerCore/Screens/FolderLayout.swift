import Scrollwork

/// The layout of a folder, or of a table with pictures.
enum FolderLayout: Int, Hashable, CaseIterable {
  /// Everything as rows.
  case list
  /// Pictures and folders as tiles, other files as rows.
  case grid
  /// Everything as rows with columns.
  case table

  /// The selectable minimum widths of a tile, in logical pixels.
  static let tileSizes: [Double] = [120, 152, 200, 264, 344, 464]

  /// The title of the button that chooses the layout.
  var title: String {
    switch self {
    case .list: "List"
    case .grid: "Grid"
    case .table: "Table"
    }
  }

  var symbol: Symbol {
    switch self {
    case .list: .list
    case .grid: .grid
    case .table: .table
    }
  }
}
