import ScrollworkPlatform

/// The entries of a folder as far as they are known. Decides what events mean; looks at files only through the function it is given.
struct FolderState: Sendable {
  /// What an update touched.
  struct Change {
    /// Names whose entries are new, other or gone.
    var names: Set<String> = []
    /// True if the folder has to be listed again.
    var needsListing = false
    /// True if the folder itself is gone.
    var vanished = false
  }

  let path: String
  let includesHidden: Bool
  private(set) var entries = EntryTable()
  /// What was deleted since anything else happened: if the whole folder goes, this was the beginning of it.
  private var departed: [String: FolderEntry] = [:]
  /// What a folder that came back had before, and has not yet again.
  private var awaited: [String: FolderEntryID] = [:]
  /// Grows with each removal, so that a number that the file system uses again is no old acquaintance.
  private var generation: UInt32 = 0

  init(path: String, includesHidden: Bool) {
    self.path = path
    self.includesHidden = includesHidden
  }

  func isShown(_ name: String) -> Bool { includesHidden || !name.hasPrefix(".") }

  /// Enters what a name stands for. What the name stood for before keeps its identity.
  mutating func enter(_ name: String, _ info: FileInfo) {
    enter(entries[name]?.label ?? EntryName(name, folder: path), info)
  }

  /// - Returns: The entry.
  @discardableResult
  mutating func enter(_ name: EntryName, _ info: FileInfo) -> FolderEntry {
    let id = entries[name]?.id ?? idOfAwaited(name) ?? newID(for: info.identity)
    let entry = FolderEntry(id: id, label: name, info: info)
    entries.put(entry)
    return entry
  }

  /// Takes events in the order in which they happened. What happened is believed, what a name stands for now is looked up.
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
        // Deleted and made again in one go, as some programs save: still the same for the reader.
        if let entry = deleted.removeValue(forKey: name) { restore(entry, as: name) }
      case .deleted(let name): if let entry = take(name) { deleted[name] = entry }
      case .moved(let old, let new): move(old, to: new)
      case .changed: break
      case .overflow: change.needsListing = true
      case .vanished: change.vanished = true
      }
    }
    noteDeparted(deleted, after: events)
    if change.vanished { bringBackDeparted(&change) }
    change.names = change.names.filter(isShown)
    for name in change.names {
      // A name that is not there any more although nobody said so was deleted or renamed since: that event is on its way.
      guard let info = look(name) else { continue }
      enter(name, info)
      if entries[name]?.hasOtherNames == true { linked.insert(info.identity) }
    }
    lookAgain(at: linked, look: look, &change)
    return change
  }

  /// Events name one name of a file only. Looks at its others.
  private mutating func lookAgain(at files: Set<FileIdentity>, look: (String) -> FileInfo?, _ change: inout Change) {
    guard !files.isEmpty else { return }
    for entry in entries.entries where files.contains(entry.file) && !change.names.contains(entry.rawName) {
      guard let info = look(entry.rawName) else { continue }
      enter(entry.rawName, info)
      change.names.insert(entry.rawName)
    }
  }

  /// Takes a fresh listing. Entries that were renamed meanwhile are known by their number in the file system.
  /// - Parameter isReturn: Whether the folder was away: then what it had before is still expected.
  /// - Returns: Names whose entries are new, other or gone.
  mutating func reconcile(_ listing: [(name: EntryName, info: FileInfo)], isReturn: Bool = false) -> Set<String> {
    let listed = Set(listing.map(\.name))
    var lost: [FileIdentity: FolderEntry] = [:]
    var touched: Set<String> = []
    for entry in entries.entries where !listed.contains(entry.label) {
      let name = entry.rawName
      touched.insert(name)
      take(name)
      lost[entry.file] = entry
      if isReturn { awaited[name] = entry.id }
    }
    for (name, info) in listing {
      let before = entries[name]
      if before == nil, let entry = lost.removeValue(forKey: info.identity) { restore(entry, as: name) }
      if enter(before?.label ?? name, info) != before { touched.insert(name.raw) }
    }
    endListing(isReturn: isReturn)
    return touched
  }

  /// All that is in the folder was entered.
  mutating func endListing(isReturn: Bool = false) {
    departed = [:]
    if !isReturn { awaited = [:] }
  }

  /// As it was before its content was deleted piece by piece.
  private mutating func bringBackDeparted(_ change: inout Change) {
    for (name, entry) in departed where entries[name] == nil {
      restore(entry, as: name)
      change.names.insert(name)
    }
    departed = [:]
  }

  private mutating func noteDeparted(_ deleted: [String: FolderEntry], after events: [DirectoryEvent]) {
    let isGoing = events.allSatisfy { event in
      switch event {
      case .deleted, .vanished: true
      case .changed(let name): entries[name] == nil
      default: false
      }
    }
    departed = isGoing ? departed.merging(deleted) { $1 } : [:]
  }

  /// A folder that was deleted and made again has the same entries for the reader.
  private mutating func idOfAwaited(_ name: EntryName) -> FolderEntryID? {
    guard !awaited.isEmpty, let id = awaited.removeValue(forKey: name.raw) else { return nil }
    return entries.contains(id) ? nil : id
  }

  private mutating func move(_ old: String, to new: String) {
    guard let entry = take(old) else { return }
    // A file that takes the place of another is a new version of that one: so programs save.
    if isShown(new), entries[new] == nil { restore(entry, as: new) }
  }

  @discardableResult
  private mutating func take(_ name: String) -> FolderEntry? {
    guard let entry = entries[name] else { return nil }
    entries.remove(entry.label)
    generation &+= 1
    return entry
  }

  private mutating func restore(_ entry: FolderEntry, as name: String) {
    restore(entry, as: EntryName(name, folder: path))
  }

  /// Puts an entry back under a name. Its other properties are looked up afterwards.
  private mutating func restore(_ entry: FolderEntry, as name: EntryName) {
    entries.remove(name)
    // What came under a name that was awaited may have the identity by now.
    let id = entries.contains(entry.id) ? newID(for: entry.file) : entry.id
    entries.put(entry.renamed(name, id: id))
  }

  private func newID(for file: FileIdentity) -> FolderEntryID {
    var id = FolderEntryID(file: file, generation: generation)
    while entries.contains(id) { id = FolderEntryID(file: file, generation: id.generation &+ 1) }
    return id
  }
}

extension DirectoryEvent {
  /// The entries that the event is about.
  fileprivate var names: [String] {
    switch self {
    case .created(let name), .deleted(let name), .changed(let name): [name]
    case .moved(let old, let new): [old, new]
    case .vanished, .overflow: []
    }
  }
}
