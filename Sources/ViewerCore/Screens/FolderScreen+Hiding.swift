import Scrollwork
import ScrollworkPlatform

/// Files that the user created or renamed, and that the list hides.
extension FolderScreen {
  /// The largest number of files that are checked against the filter.
  private static let maximumTold = 1_000

  /// Returns a clause for a message that says why the files of this folder are not shown; empty if one is shown.
  func hidingClause(of paths: [String]) -> String {
    if hidesByFilter(paths) { return ", which the filter hides" }
    guard let file = paths.first, paths.count == 1, isEntry(file) else { return "" }
    if !counts.includesHidden, FilePath.lastComponent(of: file).hasPrefix(".") { return ", which is hidden" }
    // Of the folders below, only the files are listed.
    return isDeep && (try? FileInfo(path: file))?.kind == .directory ? ", which has no files yet" : ""
  }

  /// Returns whether the filter hides all of the files.
  func hidesByFilter(_ paths: [String]) -> Bool {
    guard var filter, !paths.isEmpty, paths.count <= Self.maximumTold else { return false }
    return paths.allSatisfy { path in
      guard isEntry(path), let info = try? FileInfo(path: path) else { return false }
      return !filter.matches(FolderEntry(path: path, info: info))
    }
  }

  /// Returns whether a path is that of an entry of the folder, shown or hidden.
  private func isEntry(_ file: String) -> Bool {
    guard let path else { return false }
    let parent = FilePath.parent(of: file)
    return parent == path || isDeep && parent.hasPrefix(FolderEntry.join(path, ""))
  }
}
