import ScrollworkPlatform

extension TreeWalker {
  /// Updates the entries of some files, which may have been created or deleted.
  /// - Returns: `false` if all folders must be listed to know the entries, as for files with several names.
  /// - Complexity: O(*n*) in the number of all files.
  mutating func update(_ paths: Set<ExactText>) -> Bool {
    // What was not listed yet will be listed with the change.
    guard snapshot.state == .complete else { return true }
    let root = FolderEntry.join(path, "")
    let paths = paths.filter { isShown($0.text, below: root) }
    guard !paths.isEmpty else { return true }
    guard snapshot.entries.count < Self.maximumFiles else { return false }
    var (found, identities) = ([FolderEntry](), Set<FolderEntryID>())
    for path in paths.map(\.text) {
      guard let info = try? FileInfo(path: path) else { continue }
      // A folder that took the place of a file, or that a link leads to.
      if info.kind == .directory { if info.isLink { continue } else { return false } }
      let entry = Self.entry(path, info, below: root)
      guard !entry.hasOtherNames, identities.insert(entry.id).inserted else { return false }
      found.append(entry)
    }
    var isAmbiguous = false
    // Hashes are compared first, because few of very many entries changed.
    let hashes = Set(paths.map { EntryName.hash(PathBytes.encode(FilePath.lastComponent(of: $0.text))) })
    let kept = snapshot.entries.filter { entry in
      let isNamed = hashes.contains(entry.label.hash) && paths.contains(ExactText(entry.path))
      isAmbiguous = isAmbiguous || (isNamed ? entry.hasOtherNames : identities.contains(entry.id))
      return !isNamed
    }
    guard !isAmbiguous else { return false }
    replaceEntries(by: kept, adding: found)
    return true
  }

  /// Whether a path is below the folder `root` and contains no hidden name that is not listed.
  private func isShown(_ path: String, below root: String) -> Bool {
    guard path.utf8.starts(with: root.utf8) else { return false }
    guard !includesHidden else { return true }
    return !path.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/"))
      .contains { $0.first == UInt8(ascii: ".") }
  }

  private static func entry(_ path: String, _ info: FileInfo, below root: String) -> FolderEntry {
    let (folder, name) = (FilePath.parent(of: path), FilePath.lastComponent(of: path))
    let relative = PathBytes.decode(PathBytes.encode(path).dropFirst(PathBytes.encode(root).count))
    let title = relative == name ? nil : PathBytes.display(relative)
    return FolderEntry(
      id: FolderEntryID(file: info.identity, generation: 0), rawName: name, folder: folder, info: info, title: title)
  }
}
