import ScrollworkPlatform

/// Finds the paths of files without the links on the way to them. It remembers the folders that it has looked at.
struct RealPaths {
  private var folders: [ExactText: String] = [:]

  /// Returns the path of a file, which may be a link itself, in its folder without links.
  mutating func path(of path: String) -> String {
    let folder = FilePath.parent(of: path)
    let real = folders[ExactText(folder)] ?? FilePath.resolved(folder) ?? folder
    folders[ExactText(folder)] = real
    return FolderEntry.join(real, FilePath.lastComponent(of: path))
  }

  /// Returns a path without links as the user sees it, who came to a neighbouring file by links.
  static func seen(_ path: String, from neighbour: String) -> String {
    var folder = FilePath.parent(of: neighbour)
    while folder.utf8.count > 1 {
      if let start = FilePath.resolved(folder).map({ FolderEntry.join($0, "") }), path.utf8.starts(with: start.utf8) {
        return FolderEntry.join(folder, String(Substring(path.utf8.dropFirst(start.utf8.count))))
      }
      folder = FilePath.parent(of: folder)
    }
    return path
  }
}
