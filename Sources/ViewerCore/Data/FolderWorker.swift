import ScrollworkPlatform

/// The part of a folder model that reads and sorts. It is used by one thread at a time.
struct FolderWorker: Sendable {
  let path: String
  /// Whether changes of the folder are noticed.
  var isWatched = false
  /// Whether the last events require the folder to be listed again.
  private(set) var needsListing = false
  private(set) var snapshot: FolderSnapshot
  /// The known entries in no particular order.
  private var state: FolderState
  /// The current order.
  private var order: FolderOrder
  /// The entries in the current order.
  private var sorted: [FolderEntry] = []
  /// The identity of the folder that was listed last. Another folder may have taken its path since.
  private var listed: FileIdentity?
  /// The error of a folder whose names can be listed but whose files cannot be examined; `nil` if there is none.
  private var denial: FileError?

  /// The least number of entries in the first batch, small so that they appear at once. Each later batch is as large as
  /// all before it.
  private static let firstBatch = 256
  /// The time that reading a batch takes at least, in nanoseconds, unless it is the last one. Most folders are read in
  /// that time, and are sorted and shown once only.
  private static let batchTime: Int64 = 10_000_000

  init(path: String, order: FolderOrder, includesHidden: Bool) {
    self.path = path
    self.order = order
    state = FolderState(path: path, includesHidden: includesHidden)
    snapshot = FolderSnapshot(path: path, state: .loading, entries: [], isWatched: false, revision: 0)
  }

  /// Applies events, and inserts the changed entries at their sorted positions.
  mutating func apply(_ events: [DirectoryEvent]) {
    let change = state.apply(events) { try? FileInfo(path: FolderEntry.join(path, $0)) }
    needsListing = change.needsListing
    refresh(change.names)
    if change.vanished { update(.vanished) } else if !change.names.isEmpty { update(snapshot.state) }
  }

  /// Marks the folder as deleted.
  mutating func vanish() {
    update(.vanished)
  }

  /// Whether the folder did not exist when it was last read.
  var isAway: Bool { snapshot.state == .vanished }

  /// Whether the folder must be listed again: `folder` is not the one listed last, or the known entries are stale.
  func mustList(_ folder: FileIdentity) -> Bool { snapshot.state.isStale || folder != listed }

  /// Changes the order.
  /// - Complexity: O(*n* log *n*)
  mutating func sort(by order: FolderOrder) {
    self.order = order
    sorted = order.sorted(sorted)
    update(snapshot.state)
  }

  /// Lists the folder. A first listing is published in batches, a later one as a whole.
  mutating func list(isStopped: () -> Bool, publish: (FolderSnapshot) -> Void) {
    needsListing = false
    let isReturn = snapshot.state == .vanished
    let isFirst = state.entries.isEmpty && !isReturn
    if !isFirst || snapshot.state != .loading { update(.loading) }
    do throws(FileError) {
      listed = try FileInfo(path: path).identity
      let reader = try DirectoryReader(path: path)
      denial = nil
      var listing: [(name: EntryName, info: FileInfo)] = []
      var count = 0
      while !isStopped() {
        let (found, isEnd) = try look(reader, limit: max(Self.firstBatch, count))
        count += found.count
        if !isFirst {
          listing += found
        } else if isEnd {
          enter(found)
        } else {
          publish(enter(found))
        }
        if isEnd { break }
      }
      guard !isStopped() else { return }
      if count == 0, let denial { throw denial }
      if isFirst { state.endListing() } else { refresh(state.reconcile(listing, isReturn: isReturn)) }
      update(.complete)
    } catch {
      update(error.reason == .notFound && listed != nil ? .vanished : .failed(error))
    }
    publish(snapshot)
  }

  /// Adds the entries of a batch, and returns the new snapshot.
  @discardableResult
  private mutating func enter(_ found: [(name: EntryName, info: FileInfo)]) -> FolderSnapshot {
    // A folder that changes during the listing may report a name twice.
    let known =
      state.entries.isEmpty ? [] : Set(found.filter { state.entries[$0.name] != nil }.map(\.name.raw))
    let entries = found.map { state.enter($0.name, $0.info) }
    sorted = order.merge(sorted, removing: known, adding: entries)
    // The same may happen within one batch.
    if sorted.count != state.entries.entries.count { sorted = order.sorted(state.entries.entries) }
    update(.loading)
    return snapshot
  }

  /// Reads the names and status of the next batch: at least `limit` entries, and for at least `batchTime`. Files that
  /// were deleted in the meantime are skipped.
  /// - Returns: The entries that were found, and whether the folder has no more.
  private mutating func look(
    _ reader: DirectoryReader, limit: Int
  ) throws(FileError) -> (found: [(name: EntryName, info: FileInfo)], isEnd: Bool) {
    var (names, infos) = (EntryNameMaker(), [FileInfo]())
    var isEnd = false
    let time = ProcessStatistics.monotonicNanoseconds + Self.batchTime
    while !isEnd, names.count < limit || ProcessStatistics.monotonicNanoseconds < time {
      let items = try reader.next(limit: Self.firstBatch)
      isEnd = items.isEmpty
      UnfinishedCopy.removeAbandoned(items.map(\.name), in: path)
      for item in items where state.isShown(item.name) {
        do throws(FileError) {
          infos.append(try reader.info(of: item.name))
          names.append(item.name)
        } catch {
          if error.reason == .permissionDenied { denial = FileError(path: path, reason: .permissionDenied) }
        }
      }
    }
    return (Array(zip(names.names(folder: path), infos)), isEnd)
  }

  /// Updates the sorted entries with the given names.
  private mutating func refresh(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    sorted = order.merge(sorted, removing: names, adding: names.compactMap { state.entries[$0] })
  }

  /// Makes the next snapshot.
  private mutating func update(_ newState: FolderSnapshot.State) {
    snapshot = FolderSnapshot(
      path: path, state: newState, entries: sorted, isWatched: isWatched, revision: snapshot.revision + 1)
  }
}
