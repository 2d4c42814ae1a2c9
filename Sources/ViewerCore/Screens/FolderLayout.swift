/// How a folder is laid out.
enum FolderLayout: Int, Hashable, CaseIterable {
  /// Everything as rows.
  case list
  /// Pictures and folders as tiles, other files as rows.
  case grid

  /// Smallest widths of a tile in logical pixels, as they can be chosen.
  static let tileSizes: [Double] = [120, 152, 200, 264, 344, 464]
}
