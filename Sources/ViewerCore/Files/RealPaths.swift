import ScrollworkPlatform

/// Resolves links in the folders of paths. It caches the folders that were resolved.
struct RealPaths {
  private var folders: [ExactText: String] = [:]

  /// Returns the path of a file in its folder without links. The file itself may be a link.
  mutating func path(of path: String) -> String {
    let folder = FilePath.parent(of: path)
    let real = folders[ExactText(folder)] ?? FilePath.resolved(folder) ?? folder
    folders[ExactText(folder)] = real
    return FolderEntry.join(real, FilePath.lastComponent(of: path))
  }

  /// Returns a path without links in the form known to the user, with the links in the path `neighbour` of a nearby
  /// file.
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
