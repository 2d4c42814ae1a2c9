import Scrollwork
import ScrollworkPlatform

/// Files that the user made or renamed and that are not shown.
extension FolderScreen {
  /// The largest number of files whose filter is told.
  private static let maximumTold = 1_000

  /// Returns the end of a sentence about files of this folder that says why none of them is shown; empty if one is.
  func hidingClause(of paths: [String]) -> String {
    if hidesByFilter(paths) { return ", which the filter hides" }
    guard let file = paths.first, paths.count == 1, isEntry(file) else { return "" }
    if !counts.includesHidden, FilePath.lastComponent(of: file).hasPrefix(".") { return ", which is hidden" }
    // Of the folders below, only the files are listed.
    return isDeep && (try? FileInfo(path: file))?.kind == .directory ? ", which has no files yet" : ""
  }

  /// Whether the filter hides all of these files of this folder.
  func hidesByFilter(_ paths: [String]) -> Bool {
    guard var filter, !paths.isEmpty, paths.count <= Self.maximumTold else { return false }
    return paths.allSatisfy { path in
      guard isEntry(path), let info = try? FileInfo(path: path) else { return false }
      return !filter.matches(FolderEntry(path: path, info: info))
    }
  }

  /// Whether a path is that of an entry of the folder, if nothing hides it.
  private func isEntry(_ file: String) -> Bool {
    guard let path else { return false }
    let parent = FilePath.parent(of: file)
    return parent == path || isDeep && parent.hasPrefix(FolderEntry.join(path, ""))
  }
}
