import Dispatch
import Scrollwork
import ScrollworkPlatform

/// The tags of the files in a folder or in a list of paths.
extension FolderScreen: FileTagShowing {
  /// The tags that are known now.
  var tags: FileTags { tagging?.tags ?? FileTags() }

  /// Reads the tags of the folder in the background.
  func readTags() {
    guard let tagging else { return }
    tagging.add(self)
    if let path { tagging.read(path, isDeep: isDeep) }
    taggedFolders = []
    readTagsOfPaths()
  }

  /// The largest number of folders of a list of paths whose tags are read.
  private static let maximumFolders = 1_000

  /// Reads the tags of the folders that contain the files of a list of paths.
  func readTagsOfPaths() {
    guard let tagging, path == nil, addresses == nil, let snapshot else { return }
    for entry in snapshot.entries where taggedFolders.count < Self.maximumFolders {
      if taggedFolders.insert(ExactText(entry.label.folder)).inserted { tagging.read(FilePath.parent(of: entry.path)) }
    }
  }

  /// A closure that gives the tags of renamed entries to their new paths, whichever program renamed them. It may be
  /// called from any thread.
  var moveFollower: @Sendable ([(old: String, new: String)]) -> Void {
    { [weak self] moves in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.tagging?.followTagged(moves.map { FileTransfer.Item(source: $0.old, target: $0.new) })
        }
      }
    }
  }

  func fileTagsDidChange() {
    if filter?.needsTags == true { useFilter() }
    if FolderOrder(sortKeys).needsTags { pick(inOrder: FolderOrder(sortKeys)) }
    // The column of tags is shown while there are any.
    if columnsOfTable.hasTags != hasTags { refresh() } else { table.textsDidChange() }
    onChange?()
  }

  /// Whether any file of the folder, or of those of a list of paths, is tagged.
  var hasTags: Bool {
    let tags = tags
    guard !tags.isEmpty else { return false }
    if let path { return tags.areIn(path, orBelow: isDeep) }
    return taggedFolders.contains { tags.areIn($0.text, orBelow: false) }
  }

  /// Shows or hides the column of tags.
  func updateTagColumn() { columnsOfTable.hasTags = hasTags }

  /// The files that a tag key applies to: the selected ones, or else the focused one.
  var filesToTag: [FolderEntry] {
    guard addresses == nil else { return [] }
    guard list.selectedCount == 0 else { return selectedEntries }
    guard let focused = list.focusedItem, applied.indices.contains(focused.section),
      applied[focused.section].indices.contains(focused.item)
    else { return [] }
    return [applied[focused.section][focused.item]]
  }
}
