import ScrollworkPlatform

/// The part of a tree model that reads and sorts. It is used by one thread at a time.
struct TreeWalker: Sendable {
  let path: String
  let includesHidden: Bool
  private var order: FolderOrder
  private var sorted: [FolderEntry] = []
  private(set) var snapshot: FolderSnapshot
  /// Whether any folder is watched, and the number of those that could be read but not watched.
  private var watching = (any: false, missing: 0)
  /// A sentence about what is missing in the last listing; `nil` if nothing is.
  private var note: String?
  /// The time that the last listing took, in nanoseconds.
  private(set) var cost = 0
  /// Whether the folder was listed once.
  private var wasListed = false

  /// The largest number of files.
  static let maximumFiles = 1_000_000
  /// The largest number of folders that are watched for changes.
  static let maximumWatched = 4_096
  /// The number of files that are shown first. Each later batch is as large as all before it.
  private static let firstBatch = 256
  /// The time after which files are shown even if they are few, in nanoseconds.
  private static let batchTime: Int64 = 500_000_000

  init(path: String, order: FolderOrder, includesHidden: Bool) {
    (self.path, self.order, self.includesHidden) = (path, order, includesHidden)
    snapshot = FolderSnapshot(path: path, state: .loading, entries: [], isWatched: false, revision: 0)
  }

  /// One walk over all folders.
  private struct Walk {
    /// The folders to read, those near the start first, with their paths relative to it and their devices.
    var pending: [(path: String, relative: String, device: UInt64)]
    var next = 0
    var visited: Set<FileIdentity> = []
    /// For each file with several names, the number of its names found so far.
    var names: [FileIdentity: UInt32] = [:]
    var files: [FolderEntry] = []
    var unreadable = 0
    var watched = 0
    var unwatched = 0
  }

  mutating func sort(by order: FolderOrder) {
    self.order = order
    sorted = order.sorted(sorted)
    update(snapshot.state)
  }

  /// Lists all files. A first listing is published in batches, a later one as a whole.
  /// - Parameter watch: Watches a folder; returns `false` if that fails.
  mutating func list(isStopped: () -> Bool, watch: (String) -> Bool, publish: (FolderSnapshot) -> Void) {
    let start = ProcessStatistics.monotonicNanoseconds
    if wasListed { update(.loading) }
    let root: FileInfo
    do throws(FileError) {
      root = try FileInfo(path: path)
      _ = try DirectoryReader(path: path)
    } catch {
      update(error.reason == .notFound && wasListed ? .vanished : .failed(error))
      return publish(snapshot)
    }
    let own = Self.identity(of: path) ?? root.identity
    var walk = Walk(pending: [(path, "", own.device)])
    walk.visited.insert(own)
    var (shown, time) = (0, start)
    while walk.next < walk.pending.count, walk.files.count < Self.maximumFiles, !isStopped() {
      read(&walk, watch)
      guard !wasListed else { continue }
      let now = ProcessStatistics.monotonicNanoseconds
      let new = walk.files.count - shown
      guard new >= max(Self.firstBatch, shown) || new > 0 && now - time > max(Self.batchTime, Int64(cost) * 10) else {
        continue
      }
      sorted = order.merge(sorted, removing: [], adding: Array(walk.files[shown...]))
      update(.loading)
      publish(snapshot)
      (shown, time) = (walk.files.count, ProcessStatistics.monotonicNanoseconds)
      cost = Int(time - now)
    }
    guard !isStopped() else { return }
    sorted = order.sorted(walk.files)
    wasListed = true
    watching = (walk.watched > 0, walk.unwatched)
    note = Self.note(walk)
    update(.complete)
    cost = Int(ProcessStatistics.monotonicNanoseconds - start)
    publish(snapshot)
  }

  /// Replaces the entries by `kept`, which are in the current order, and `new` ones in any order.
  mutating func replaceEntries(by kept: [FolderEntry], adding new: [FolderEntry]) {
    sorted = order.merge(kept, removing: [], adding: new)
    update(.complete)
  }

  private static func note(_ walk: Walk) -> String? {
    if walk.files.count >= maximumFiles { return "Only the first \(Formats.count(maximumFiles)) files are listed" }
    guard walk.unreadable > 0 else { return nil }
    return "\(Formats.count(walk.unreadable)) \(Words.count("folder", walk.unreadable)) cannot be read"
  }

  /// Reads the next folder.
  private func read(_ walk: inout Walk, _ watch: (String) -> Bool) {
    let folder = walk.pending[walk.next]
    walk.next += 1
    // Before the names are read, so that later changes are noticed.
    let isWatched = walk.watched < Self.maximumWatched && watch(folder.path)
    guard let reader = try? DirectoryReader(path: folder.path) else {
      walk.unreadable += 1
      return
    }
    if isWatched { walk.watched += 1 } else { walk.unwatched += 1 }
    var (names, infos) = (EntryNameMaker(), [FileInfo]())
    while let items = try? reader.next(limit: 1_024), !items.isEmpty {
      for item in items where includesHidden || !item.name.utf8.starts(with: ".".utf8) {
        guard let info = try? reader.info(of: item.name) else { continue }
        let relative = folder.relative.isEmpty ? item.name : FolderEntry.join(folder.relative, item.name)
        if info.kind == .directory {
          let path = FolderEntry.join(folder.path, item.name)
          if !info.isLink, walk.visited.insert(info.identity).inserted, hasFiles(path, info, folder.device) {
            walk.pending.append((path, relative, info.identity.device))
          }
          continue
        }
        names.append(item.name, title: folder.relative.isEmpty ? nil : PathBytes.display(relative))
        infos.append(info)
      }
    }
    for (name, info) in zip(names.names(folder: folder.path), infos) {
      let place = walk.names[info.identity] ?? 0
      // Two names of a file are two entries; a folder that is mounted twice may show a file with one name again.
      walk.names[info.identity] = place + 1
      walk.files.append(FolderEntry(id: FolderEntryID(file: info.identity, generation: place), label: name, info: info))
    }
  }

  /// Whether a folder may have files of its own: `false` in file systems like `/proc`, which describe the system.
  private func hasFiles(_ path: String, _ info: FileInfo, _ device: UInt64) -> Bool {
    guard info.identity.device != device else { return true }
    return !MountTable.current.describesSystem(at: FilePath.resolved(path) ?? path)
  }

  /// Returns the identity of the folder at a path; `nil` if it cannot be examined.
  private static func identity(of path: String) -> FileIdentity? {
    FilePath.resolved(path).flatMap { try? FileInfo(path: $0).identity }
  }

  /// Makes the next snapshot.
  private mutating func update(_ state: FolderSnapshot.State) {
    let isComplete = state == .complete
    snapshot = FolderSnapshot(
      path: path, state: state, entries: sorted, isWatched: isComplete && watching.any,
      unwatchedFolders: isComplete ? watching.missing : 0, revision: snapshot.revision + 1,
      note: isComplete ? note : nil)
  }
}
