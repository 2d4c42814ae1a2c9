import Dispatch
import ScrollworkPlatform
import Synchronization

/// Files and folders given by their paths as the entries of one list, each updated when it changes.
///
/// `onChange` gets each new snapshot on a background thread; `snapshot` is the newest one.
package final class PathListModel: EntryModel {
  /// The worker, locked while it reads.
  private let worker: Mutex<PathListWorker>
  private let latest: Mutex<FolderSnapshot>
  private let waitingWork = Atomic(0)
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.paths", qos: .userInitiated)
  /// The watcher of all paths; `nil` if they cannot be watched.
  private let watcher: Mutex<PathWatcher?> = Mutex(nil)
  private let onChange: @Sendable (FolderSnapshot) -> Void

  /// Starts to read and watch paths.
  /// - Parameter paths: Absolute paths. A path that does not exist becomes an entry when it is created.
  package init(paths: [String], onChange: @escaping @Sendable (FolderSnapshot) -> Void) {
    let worker = PathListWorker(paths: paths)
    latest = Mutex(worker.snapshot)
    self.worker = Mutex(worker)
    self.onChange = onChange
    let watched = worker.paths
    enqueue { model in
      let watcher = try? PathWatcher(paths: watched, includesContent: true) { [weak model] changed in
        model?.enqueue { model in model.work { $0.look(at: changed) } }
      }
      model.watcher.withLock { $0 = watcher }
      if model.isStopped.load(ordering: .relaxed) { watcher?.cancel() }
      model.work { worker in
        worker.isWatched = watcher != nil
        worker.look(at: Set(watched.indices))
      }
    }
  }

  deinit { watcher.withLock { $0?.cancel() } }

  package var snapshot: FolderSnapshot { latest.withLock { $0 } }

  package var isBusy: Bool {
    // Read in this order, because the watcher turns its events into queued jobs.
    let watcher = watcher.withLock { $0 }
    return watcher?.hasNews == true || waitingWork.load(ordering: .acquiring) > 0
  }

  package func reload() {
    enqueue { model in model.work { $0.look(at: Set($0.paths.indices)) } }
  }

  package func sort(by order: FolderOrder?) {
    enqueue { model in model.work { $0.sort(by: order) } }
  }

  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher.withLock { $0?.cancel() }
  }

  /// Runs a job on the worker and reports the new snapshot if the job changed anything.
  private func work(_ body: (inout PathListWorker) -> Void) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    let snapshot = worker.withLock { worker in
      body(&worker)
      return worker.snapshot
    }
    let isNew = latest.withLock { latest in
      defer { latest = snapshot }
      return latest.revision != snapshot.revision
    }
    if isNew { onChange(snapshot) }
  }

  /// Runs a job on the queue and counts it while it waits or runs.
  private func enqueue(_ work: @escaping @Sendable (PathListModel) -> Void) {
    waitingWork.add(1, ordering: .relaxed)
    queue.async { [weak self] in
      guard let self else { return }
      work(self)
      waitingWork.subtract(1, ordering: .releasing)
    }
  }
}

/// The part of a path list that reads and sorts. It is used by one thread at a time.
struct PathListWorker: Sendable {
  /// The paths without repetitions, in the given order.
  let paths: [String]
  var isWatched = false
  private(set) var snapshot = FolderSnapshot(path: "", state: .loading, entries: [], isWatched: false, revision: 0)
  private let titles: [String]
  /// The entry of each path; `nil` for a path that does not exist.
  private var entries: [FolderEntry?]
  /// The current order; `nil` for the given order.
  private var order: FolderOrder?

  init(paths: [String]) {
    var known: Set<String> = []
    self.paths = paths.map(PathBytes.canonical).filter { known.insert($0).inserted }
    titles = Self.titles(of: self.paths)
    entries = Array(repeating: nil, count: self.paths.count)
  }

  /// Reads the status of the paths at the given indexes again, and makes a snapshot if something changed.
  mutating func look(at places: Set<Int>) {
    let before = entries
    for place in places { entries[place] = entry(at: place) }
    if entries != before || snapshot.state == .loading || snapshot.isWatched != isWatched { update() }
  }

  mutating func sort(by order: FolderOrder?) {
    self.order = order
    update()
  }

  /// Makes the entry of a path; `nil` if the path does not exist.
  private func entry(at place: Int) -> FolderEntry? {
    let path = paths[place]
    guard let info = try? FileInfo(path: path) else { return nil }
    // The identity of an entry is the position of its path, whichever file is there.
    let id = FolderEntryID(file: FileIdentity(device: 0, inode: UInt64(place)), generation: 0)
    return FolderEntry(
      id: id, rawName: FilePath.lastComponent(of: path), folder: FilePath.parent(of: path), info: info,
      title: titles[place])
  }

  /// Makes the next snapshot from the existing entries.
  private mutating func update() {
    let present = entries.compactMap { $0 }
    snapshot = FolderSnapshot(
      path: "", state: .complete, entries: order?.sorted(present) ?? present, isWatched: isWatched,
      revision: snapshot.revision + 1)
  }

  /// Returns the last component of each path, with its folder if several paths have the same last component.
  private static func titles(of paths: [String]) -> [String] {
    let names = paths.map { FilePath.lastComponent(of: $0) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(paths, names).map { path, name in
      guard counts[name, default: 0] > 1 else { return PathBytes.display(name) }
      return PathBytes.display(FilePath.lastComponent(of: FilePath.parent(of: path)) + "/" + name)
    }
  }
}
