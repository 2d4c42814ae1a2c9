import ScrollworkPlatform

/// The known entries of a folder. It interprets events, and reads files only through a function that is passed in.
struct FolderState: Sendable {
  /// The effect of applying events.
  struct Change {
    /// The names whose entries were added, changed or removed.
    var names: Set<String> = []
    /// Whether events were lost and the folder has to be listed again.
    var needsListing = false
    /// Whether the folder itself was deleted.
    var vanished = false
  }

  let path: String
  let includesHidden: Bool
  /// The known entries.
  private(set) var entries = EntryTable()
  /// Entries deleted since the last event of another kind. If the deletion of the folder follows, they are restored,
  /// because the folder then shows its last content.
  private var recentlyDeleted: [String: FolderEntry] = [:]
  /// The former identities by name, in a folder that was deleted and created again. Each is kept until an entry with
  /// its name comes back.
  private var formerIdentities: [String: FolderEntryID] = [:]
  /// The number of removals so far, which distinguishes a deleted file from a new one with the same inode.
  private var generation: UInt32 = 0
  /// The generations to try first for new names of files with several names, so that adding many names is fast.
  private var nextGenerations: [FileIdentity: UInt32] = [:]

  init(path: String, includesHidden: Bool) {
    self.path = path
    self.includesHidden = includesHidden
  }

  /// Whether an entry with this name is shown; names that begin with a dot may be hidden.
  func isShown(_ name: String) -> Bool { includesHidden || !name.hasPrefix(".") }

  /// Adds or updates the entry with a name. An existing entry keeps its identity.
  mutating func enter(_ name: String, _ info: FileInfo) {
    enter(entries[name]?.label ?? EntryName(name, folder: path), info)
  }

  /// Adds or updates the entry with a name. An existing entry keeps its identity.
  /// - Returns: The new entry.
  @discardableResult
  mutating func enter(_ name: EntryName, _ info: FileInfo) -> FolderEntry {
    let id = entries[name]?.id ?? formerIdentity(of: name) ?? newID(for: info.identity)
    let entry = FolderEntry(id: id, label: name, info: info)
    entries.put(entry)
    return entry
  }

  /// Applies events in their order. An event only says that something happened; the current status is read from the
  /// file system.
  /// - Parameter look: Returns the status of the file with a name; `nil` if there is none.
  /// - Complexity: O(*k*), where *k* is the number of events; O(*n*) if a file with several names is among them.
  mutating func apply(_ events: [DirectoryEvent], look: (String) -> FileInfo?) -> Change {
    var change = Change()
    var deleted: [String: FolderEntry] = [:]
    var linked: Set<FileIdentity> = []
    for event in events {
      for name in event.names {
        change.names.insert(name)
        if let entry = entries[name], entry.hasOtherNames { linked.insert(entry.file) }
      }
      switch event {
      case .created(let name):
        // Some programs save by deleting and creating a file, which is still the same item for the user.
        if let entry = deleted.removeValue(forKey: name) { restore(entry, as: name) }
      case .deleted(let name): if let entry = remove(name) { deleted[name] = entry }
      case .moved(let old, let new): move(old, to: new)
      case .changed: break
      case .overflow: change.needsListing = true
      case .vanished: change.vanished = true
      }
    }
    recordDeleted(deleted, after: events)
    if change.vanished { restoreDeleted(&change) }
    change.names = change.names.filter(isShown)
    for name in change.names {
      // A name that does not exist was deleted or renamed just now; the event that reports this will follow.
      guard let info = look(name) else { continue }
      enter(name, info)
      if entries[name]?.hasOtherNames == true { linked.insert(info.identity) }
    }
    updateOtherNames(of: linked, look: look, &change)
    return change
  }

  /// Updates the other names of changed files, because an event mentions only one of them.
  private mutating func updateOtherNames(
    of files: Set<FileIdentity>, look: (String) -> FileInfo?, _ change: inout Change
  ) {
    guard !files.isEmpty else { return }
    for entry in entries.entries where files.contains(entry.file) && !change.names.contains(entry.rawName) {
      guard let info = look(entry.rawName) else { continue }
      enter(entry.rawName, info)
      change.names.insert(entry.rawName)
    }
  }

  /// Applies a complete listing. Files that were renamed since the last listing are recognised by their inode.
  /// - Parameter isReturn: Whether the folder exists again after it was deleted. Then missing entries are still
  ///   expected, and keep their identities for their return.
  /// - Returns: The names whose entries were added, changed or removed.
  /// - Complexity: O(*n*) in the number of entries, known and listed.
  mutating func reconcile(_ listing: [(name: EntryName, info: FileInfo)], isReturn: Bool = false) -> Set<String> {
    let listed = Set(listing.map(\.name))
    var lost: [FileIdentity: FolderEntry] = [:]
    var touched: Set<String> = []
    for entry in entries.entries where !listed.contains(entry.label) {
      let name = entry.rawName
      touched.insert(name)
      remove(name)
      lost[entry.file] = entry
      if isReturn { formerIdentities[name] = entry.id }
    }
    for (name, info) in listing {
      let before = entries[name]
      if before == nil, let entry = lost.removeValue(forKey: info.identity) { restore(entry, as: name) }
      if enter(before?.label ?? name, info) != before { touched.insert(name.raw) }
    }
    endListing(isReturn: isReturn)
    return touched
  }

  /// Ends a listing. Entries that were deleted before it are not restored any more.
  /// - Parameter isReturn: Whether former identities are still kept for entries that may return.
  mutating func endListing(isReturn: Bool = false) {
    recentlyDeleted = [:]
    if !isReturn { formerIdentities = [:] }
  }

  /// Restores the entries whose files were deleted one by one while the folder was being deleted.
  private mutating func restoreDeleted(_ change: inout Change) {
    for (name, entry) in recentlyDeleted where entries[name] == nil {
      restore(entry, as: name)
      change.names.insert(name)
    }
    recentlyDeleted = [:]
  }

  /// Adds deleted entries to `recentlyDeleted`, or clears it if the events are not only deletions.
  private mutating func recordDeleted(_ deleted: [String: FolderEntry], after events: [DirectoryEvent]) {
    let isOnlyDeleting = events.allSatisfy { event in
      switch event {
      case .deleted, .vanished: true
      case .changed(let name): entries[name] == nil
      default: false
      }
    }
    recentlyDeleted = isOnlyDeleting ? recentlyDeleted.merging(deleted) { $1 } : [:]
  }

  /// Removes and returns the former identity of a name in a folder that was created again, so that its item keeps
  /// selection and position; `nil` if there is none.
  private mutating func formerIdentity(of name: EntryName) -> FolderEntryID? {
    guard !formerIdentities.isEmpty, let id = formerIdentities.removeValue(forKey: name.raw) else { return nil }
    return entries.contains(id) ? nil : id
  }

  /// Renames an entry. An existing entry with the new name keeps its identity.
  private mutating func move(_ old: String, to new: String) {
    guard let entry = remove(old) else { return }
    // A file moved over another one is a new version of that one, because programs save this way.
    if isShown(new), entries[new] == nil { restore(entry, as: new) }
  }

  /// Removes the entry with a name and returns it; `nil` if there is none.
  @discardableResult
  private mutating func remove(_ name: String) -> FolderEntry? {
    guard let entry = entries[name] else { return nil }
    entries.remove(entry.label)
    generation &+= 1
    return entry
  }

  private mutating func restore(_ entry: FolderEntry, as name: String) {
    restore(entry, as: EntryName(name, folder: path))
  }

  /// Inserts an entry under a name. The caller reads the entry's status afterwards.
  private mutating func restore(_ entry: FolderEntry, as name: EntryName) {
    entries.remove(name)
    // A file that came back under its former name may have this identity already.
    let id = entries.contains(entry.id) ? newID(for: entry.file) : entry.id
    entries.put(entry.renamed(name, id: id))
  }

  /// Returns an identity that no entry has.
  private mutating func newID(for file: FileIdentity) -> FolderEntryID {
    var id = FolderEntryID(file: file, generation: generation)
    guard entries.contains(id) else { return id }
    id = FolderEntryID(file: file, generation: max(generation, nextGenerations[file] ?? 0))
    while entries.contains(id) { id = FolderEntryID(file: file, generation: id.generation &+ 1) }
    nextGenerations[file] = id.generation &+ 1
    return id
  }
}

extension DirectoryEvent {
  /// The names that the event mentions.
  fileprivate var names: [String] {
    switch self {
    case .created(let name), .deleted(let name), .changed(let name): [name]
    case .moved(let old, let new): [old, new]
    case .vanished, .overflow: []
    }
  }
}
