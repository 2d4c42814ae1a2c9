import ScrollworkPlatform

/// The programs that the desktop knows, and the types of files that they open: the desktop entries and the files
/// `mimeapps.list` of freedesktop.org.
package struct DesktopPrograms: Sendable {
  /// The folders of data, the most important one first.
  private let dataFolders: [String]
  /// The folders of settings, the most important one first.
  private let configFolders: [String]

  /// Creates access to the programs.
  /// - Parameters:
  ///   - dataFolders: The folders that have `applications` and `mime`, the most important one first.
  ///   - configFolders: The folders that have `mimeapps.list`, the most important one first.
  package init(dataFolders: [String], configFolders: [String]) {
    (self.dataFolders, self.configFolders) = (dataFolders, configFolders)
  }

  /// The programs of the current user.
  package static var current: DesktopPrograms {
    DesktopPrograms(
      dataFolders: currentDataFolders,
      configFolders: folders(own: "XDG_CONFIG_HOME", ".config", "XDG_CONFIG_DIRS", "/etc/xdg"))
  }

  /// The folders of data of the current user, the most important one first.
  static var currentDataFolders: [String] {
    folders(own: "XDG_DATA_HOME", ".local/share", "XDG_DATA_DIRS", "/usr/local/share:/usr/share")
  }

  private static func folders(own: String, _ inHome: String, _ shared: String, _ usual: String) -> [String] {
    let given = Variables.value(of: own).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let others = Variables.value(of: shared).flatMap { $0.isEmpty ? nil : $0 } ?? usual
    return [given ?? FilePath.home.map { FolderEntry.join($0, inHome) }].compactMap { $0 }
      + others.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// A program that can open some files.
  struct Choice: Hashable, Sendable {
    var entry: DesktopEntry
    /// Whether the program is the default one for these files.
    var isDefault = false
    /// Whether the program is associated with the type of the files, by its entry or by the user.
    var isSuggested: Bool
  }

  /// Returns the programs for files: those for the types of all of them, the default one first, and then all others.
  func choices(for paths: [String]) -> [Choice] {
    let (known, entries) = (FileTypes(folders: dataFolders), entries())
    let lists = associationLists
    var suggested: [String]?
    var first: String?
    for (place, path) in paths.enumerated() {
      let (ids, usual) = Self.programs(for: known.types(of: path), entries, lists)
      suggested = suggested.map { former in former.filter(ids.contains) } ?? ids
      if place == 0 || usual == first { first = usual } else { first = nil }
    }
    let ids = suggested ?? []
    var choices = ids.compactMap { id in
      entries[id].map { Choice(entry: $0, isDefault: id == first, isSuggested: true) }
    }
    if let place = choices.firstIndex(where: \.isDefault) { choices.insert(choices.remove(at: place), at: 0) }
    let others = entries.values.filter { !$0.isHiddenInMenus && !ids.contains($0.id) }
      .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    return choices + others.map { Choice(entry: $0, isSuggested: false) }
  }

  /// Returns the programs for the types of a file, in the order of the types, and the default one.
  private static func programs(for types: [String], _ entries: [String: DesktopEntry], _ lists: [AssociationList])
    -> (ids: [String], usual: String?)
  {
    var (ids, usual): ([String], String?) = ([], nil)
    for type in types {
      let removed = Set(lists.flatMap { $0.removed[type] ?? [] })
      let named = lists.flatMap { ($0.defaults[type] ?? []) + ($0.added[type] ?? []) }
      if usual == nil { usual = lists.flatMap { $0.defaults[type] ?? [] }.first { entries[$0] != nil } }
      let own = entries.values.filter { $0.types.contains(type) }.sorted { $0.name < $1.name }.map(\.id)
      for id in named + own where entries[id] != nil && !ids.contains(id) && !removed.contains(id) { ids.append(id) }
    }
    return (ids, usual ?? ids.first)
  }

  // MARK: Files

  /// Returns the programs by the names of their entries. More important folders override others with the same name.
  private func entries() -> [String: DesktopEntry] {
    var (entries, done): ([String: DesktopEntry], Set<String>) = ([:], [])
    let hasTerminal = DesktopEntry.isInstalled("x-terminal-emulator")
    for folder in dataFolders {
      var pending = [(folder + "/applications", "")]
      while let (folder, prefix) = pending.popLast() {
        for name in (try? TreeCopy.names(in: folder)) ?? [] {
          let path = FolderEntry.join(folder, name)
          guard name.hasSuffix(".desktop") else {
            if (try? FileInfo(path: path))?.kind == .directory, prefix.count < 64 {
              pending.append((path, prefix + name + "-"))
            }
            continue
          }
          guard done.insert(prefix + name).inserted, let text = SmallFile.text(of: path),
            let entry = DesktopEntry(id: prefix + name, text: text), hasTerminal || !entry.needsTerminal
          else { continue }
          entries[entry.id] = entry
        }
      }
    }
    return entries
  }

  /// The associations in a file `mimeapps.list`: the identifiers of entries by type.
  private struct AssociationList {
    var defaults: [String: [String]]
    var added: [String: [String]]
    var removed: [String: [String]]

    init(_ text: String) {
      func lists(_ group: String) -> [String: [String]] {
        DesktopEntry.values(in: text, group: group).mapValues { DesktopEntry.list($0) }
      }
      defaults = lists("Default Applications")
      added = lists("Added Associations")
      removed = lists("Removed Associations")
    }
  }

  /// The contents of the files `mimeapps.list`, the most important one first. The current desktop's precede common
  /// ones.
  private var associationLists: [AssociationList] {
    let desktops = (Variables.value(of: "XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map {
      $0.lowercased() + "-"
    }
    return (configFolders + dataFolders.map { $0 + "/applications" }).flatMap { folder in
      (desktops + [""]).compactMap { SmallFile.text(of: "\(folder)/\($0)mimeapps.list") }.map(AssociationList.init)
    }
  }
}
