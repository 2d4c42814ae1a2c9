import ScrollworkPlatform

/// The part of a folder model that reads and sorts. Used by one thread at a time.
struct FolderWorker: Sendable {
  let path: String
  var isWatched = false
  private(set) var needsListing = false
  private(set) var snapshot: FolderSnapshot
  private var state: FolderState
  private var order: FolderOrder
  private var sorted: [FolderEntry] = []
  /// The folder that was listed last: another one may come to stand under the path.
  private var listed: FileIdentity?
  /// Set where names may be listed but nothing is to be known of them.
  private var denial: FileError?

  /// Small, so that the first entries are there at once; each further batch is as large as all before it.
  private static let firstBatch = 256

  init(path: String, order: FolderOrder, includesHidden: Bool) {
    self.path = path
    self.order = order
    state = FolderState(path: path, includesHidden: includesHidden)
    snapshot = FolderSnapshot(path: path, state: .loading, entries: [], isWatched: false, revision: 0)
  }

  mutating func apply(_ events: [DirectoryEvent]) {
    let change = state.apply(events) { try? FileInfo(path: FolderEntry.join(path, $0)) }
    needsListing = change.needsListing
    refresh(change.names)
    if change.vanished { update(.vanished) } else if !change.names.isEmpty { update(snapshot.state) }
  }

  /// The folder is not where it was.
  mutating func vanish() {
    update(.vanished)
  }

  /// True if the folder was not there when it was looked for last.
  var isAway: Bool { snapshot.state == .vanished }

  /// True if `folder` is not the one whose entries are known.
  func mustList(_ folder: FileIdentity) -> Bool { snapshot.state.isStale || folder != listed }

  mutating func sort(by order: FolderOrder) {
    self.order = order
    sorted = order.sorted(sorted)
    update(snapshot.state)
  }

  /// Lists the folder. A first listing is published batch by batch, a repeated one at its end.
  mutating func list(isStopped: () -> Bool, publish: (FolderSnapshot) -> Void) {
    needsListing = false
    let isReturn = snapshot.state == .vanished
    let isFirst = state.entries.isEmpty && !isReturn
    if !isFirst || snapshot.state != .loading { update(.loading) }
    do throws(FileError) {
      listed = try FileInfo(path: path).identity
      let reader = try DirectoryReader(path: path)
      denial = nil
      var listing: [(name: String, info: FileInfo)] = []
      var limit = Self.firstBatch
      while !isStopped() {
        let items = try reader.next(limit: limit)
        if items.isEmpty { break }
        let found = look(at: items)
        listing += found
        limit = max(Self.firstBatch, listing.count)
        if isFirst { publish(enter(found)) }
      }
      guard !isStopped() else { return }
      if listing.isEmpty, let denial { throw denial }
      refresh(state.reconcile(listing, isReturn: isReturn))
      update(.complete)
    } catch {
      update(error.reason == .notFound && listed != nil ? .vanished : .failed(error))
    }
    publish(snapshot)
  }

  private mutating func enter(_ found: [(name: String, info: FileInfo)]) -> FolderSnapshot {
    for (name, info) in found { state.enter(name, info) }
    refresh(Set(found.map(\.name)))
    update(.loading)
    return snapshot
  }

  /// Names that are gone again when they are looked at are left out.
  private mutating func look(at items: [DirectoryItem]) -> [(name: String, info: FileInfo)] {
    var found: [(name: String, info: FileInfo)] = []
    for item in items where state.isShown(item.name) {
      do throws(FileError) {
        found.append((item.name, try FileInfo(path: FolderEntry.join(path, item.name))))
      } catch {
        if error.reason == .permissionDenied { denial = FileError(path: path, reason: .permissionDenied) }
      }
    }
    return found
  }

  private mutating func refresh(_ names: Set<String>) {
    guard !names.isEmpty else { return }
    sorted = order.merge(sorted, removing: names, adding: names.compactMap { state.entries[$0] })
  }

  private mutating func update(_ newState: FolderSnapshot.State) {
    snapshot = FolderSnapshot(
      path: path, state: newState, entries: sorted, isWatched: isWatched, revision: snapshot.revision + 1)
  }
}
