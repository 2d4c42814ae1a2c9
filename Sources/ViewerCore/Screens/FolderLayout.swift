/// The layout of a folder.
enum FolderLayout: Int, Hashable, CaseIterable {
  /// Everything as rows.
  case list
  /// Pictures and folders as tiles, other files as rows.
  case grid

  /// The selectable minimum widths of a tile, in logical pixels.
  static let tileSizes: [Double] = [120, 152, 200, 264, 344, 464]
}
