import Dispatch
import ScrollworkPlatform
import Synchronization

/// The files in a folder and in all folders below it, as one list. They are read in the background, and again after a
/// folder changed. Changes of files are applied soon.
///
/// Links to folders are not followed, a folder that is found twice is read once, and file systems without files of
/// their own, such as `/proc`, are skipped.
final class TreeModel: EntryModel {
  private let walker: Mutex<TreeWalker>
  private let latest: Mutex<FolderSnapshot>
  private let waitingWork = Atomic(0)
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.tree", qos: .userInitiated)
  private let watcher: Mutex<TreeWatcher?> = Mutex(nil)
  private let mounts: Mutex<MountWatch?> = Mutex(nil)
  private let isScheduled = Atomic(false)
  /// The time that the last listing took, in nanoseconds.
  private let cost = Atomic(0)
  private let onChange: @Sendable (FolderSnapshot) -> Void
  private let onMove: @Sendable ([(old: String, new: String)]) -> Void
  /// The paths of changed files that wait to be applied.
  private let incoming = Mutex(EventBatch<String>())

  /// The pause between two listings, as a multiple of the duration of a listing, and its minimum in nanoseconds.
  /// Changes during the pause are applied together.
  private static let (pauseFactor, leastPause) = (10, 150_000_000)

  /// Starts to list the files below a folder.
  /// - Parameters:
  ///   - includesHidden: Whether files and folders whose names begin with a dot are listed.
  ///   - onMove: Called with the former and the new paths of files and folders that got another one, by this program or
  ///     another one.
  ///   - onChange: Called with each new snapshot on a background thread.
  init(
    path: String, order: FolderOrder, includesHidden: Bool,
    onMove: @escaping @Sendable ([(old: String, new: String)]) -> Void = { _ in },
    onChange: @escaping @Sendable (FolderSnapshot) -> Void
  ) {
    let walker = TreeWalker(path: path, order: order, includesHidden: includesHidden)
    latest = Mutex(walker.snapshot)
    self.walker = Mutex(walker)
    (self.onChange, self.onMove) = (onChange, onMove)
    let mounts = MountWatcher.shared.watch { [weak self] in self?.listLater() }
    self.mounts.withLock { $0 = mounts }
    reload()
  }

  deinit { watcher.withLock { $0?.cancel() } }

  var snapshot: FolderSnapshot { latest.withLock { $0 } }

  var isBusy: Bool {
    // Read in this order, because the watcher turns its events into queued jobs.
    let watcher = watcher.withLock { $0 }
    return watcher?.hasNews == true || waitingWork.load(ordering: .acquiring) > 0
  }

  func reload() { enqueue { $0.list() } }

  func sort(by order: FolderOrder?) {
    enqueue { model in
      model.walker.withLock { walker in
        walker.sort(by: order ?? .byName)
        model.publish(walker.snapshot)
      }
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher.withLock { $0?.cancel() }
    mounts.withLock { $0 = nil }
  }

  /// Lists all files with a new watcher, which starts before, so that no change is missed.
  private func list() {
    isScheduled.store(false, ordering: .relaxed)
    let fresh = TreeWatcher { [weak self] in self?.receive($0) }
    let old = watcher.withLock { watcher in
      defer { watcher = fresh }
      return watcher
    }
    // The former one tells of changes until all folders are watched again.
    defer { old?.cancel() }
    walker.withLock { walker in
      walker.list(
        isStopped: { isStopped.load(ordering: .relaxed) }, watch: { fresh.add($0) }, publish: { publish($0) })
      cost.store(walker.cost, ordering: .relaxed)
    }
    if isStopped.load(ordering: .relaxed) { fresh.cancel() }
  }

  /// Handles changes: applies those of files soon, and lists again after a pause if folders changed.
  private func receive(_ change: TreeWatcher.Change) {
    if !change.moves.isEmpty { onMove(change.moves) }
    if change.needsListing { listLater() }
    filesDidChange(change.paths)
  }

  func filesDidChange(_ paths: [String]) {
    if let pause = incoming.withLock({ $0.add(paths) }) { enqueue(after: .nanoseconds(pause)) { $0.applyIncoming() } }
  }

  /// Applies the collected changes of files.
  private func applyIncoming() {
    let (paths, start) = (incoming.withLock { $0.take() }, DispatchTime.now())
    walker.withLock { walker in
      let before = walker.snapshot.revision
      if !walker.update(Set(paths.map { ExactText($0) })) { listLater() }
      if walker.snapshot.revision != before { publish(walker.snapshot) }
    }
    incoming.withLock { $0.didApply(since: start) }
  }

  /// Lists all files again after a pause.
  private func listLater() {
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    let pause = max(Self.leastPause, cost.load(ordering: .relaxed) * Self.pauseFactor)
    enqueue(after: .nanoseconds(pause)) { $0.list() }
  }

  private func publish(_ snapshot: FolderSnapshot) {
    latest.withLock { $0 = snapshot }
    onChange(snapshot)
  }

  private func enqueue(
    after delay: DispatchTimeInterval = .nanoseconds(0), _ work: @escaping @Sendable (TreeModel) -> Void
  ) {
    waitingWork.add(1, ordering: .relaxed)
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      if !isStopped.load(ordering: .relaxed) { work(self) }
      waitingWork.subtract(1, ordering: .releasing)
    }
  }
}
