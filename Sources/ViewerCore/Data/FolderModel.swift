import Dispatch
import ScrollworkPlatform
import Synchronization

/// The entries of a folder, listed in the background and updated by file system events.
///
/// Files are never opened, so pipes and devices do no harm. `onChange` gets each new snapshot on a background thread;
/// `snapshot` is the newest one.
package final class FolderModel: Sendable {
  /// The worker, locked while it reads or sorts, which may take seconds.
  private let worker: Mutex<FolderWorker>
  /// The newest snapshot, in a lock of its own so that readers need not wait for the worker.
  private let latest: Mutex<FolderSnapshot>
  private let isStopped = Atomic(false)
  /// The number of jobs queued or running.
  private let waitingWork = Atomic(0)
  private let queue = DispatchQueue(label: "scrollwork.folder", qos: .userInitiated)
  /// The watcher of the folder's content; `nil` if the folder cannot be watched.
  private let watcher: Mutex<DirectoryWatcher?> = Mutex(nil)
  /// The watcher of the folder's path, for when the folder is deleted, moved or replaced; `nil` if it cannot be
  /// watched.
  private let placeWatcher: Mutex<PathWatcher?> = Mutex(nil)
  /// The watch of the mounted file systems, because one may be mounted in place of this folder; `nil` without one.
  private let mounts: Mutex<MountWatch?> = Mutex(nil)
  private let onChange: @Sendable (FolderSnapshot) -> Void
  private let onMove: @Sendable ([(old: String, new: String)]) -> Void
  /// The events of the watcher that are not applied yet.
  private let incoming = Mutex(EventBatch<DirectoryEvent>())

  /// Starts to list and watch a folder.
  /// - Parameters:
  ///   - includesHidden: Whether names that begin with a dot are entries.
  ///   - onMove: Called with the former and the new paths of entries that were renamed, by this program or another one.
  package init(
    path: String, order: FolderOrder = .byName, includesHidden: Bool = false,
    onMove: @escaping @Sendable ([(old: String, new: String)]) -> Void = { _ in },
    onChange: @escaping @Sendable (FolderSnapshot) -> Void
  ) {
    let worker = FolderWorker(path: path, order: order, includesHidden: includesHidden)
    latest = Mutex(worker.snapshot)
    self.worker = Mutex(worker)
    (self.onChange, self.onMove) = (onChange, onMove)
    let placeWatcher = try? PathWatcher(paths: [FilePath.absolute(path)], includesContent: false) { [weak self] _ in
      self?.enqueue { $0.checkFolder() }
    }
    self.placeWatcher.withLock { $0 = placeWatcher }
    let mounts = MountWatcher.shared.watch { [weak self] in self?.enqueue { $0.checkFolder() } }
    self.mounts.withLock { $0 = mounts }
    reload()
  }

  deinit { cancelWatchers() }

  /// The newest known state.
  package var snapshot: FolderSnapshot { latest.withLock { $0 } }

  /// Whether something happened, or was requested, that `snapshot` does not show yet.
  package var isBusy: Bool {
    // Read in this order, because the watchers turn their events into queued jobs.
    let (watcher, placeWatcher) = (watcher.withLock { $0 }, placeWatcher.withLock { $0 })
    return watcher?.hasNews == true || placeWatcher?.hasNews == true || waitingWork.load(ordering: .acquiring) > 0
  }

  /// Lists the folder again. Entries that still exist keep their identity. Returns at once.
  package func reload() {
    enqueue { $0.relist() }
  }

  /// Reads the entries with these paths again; if changes of the folder are not noticed, lists it again.
  package func filesDidChange(_ paths: [String]) {
    guard snapshot.isWatched else { return reload() }
    enqueue { model in
      let folder = model.worker.withLock { $0.path }
      let names = paths.filter { FilePath.parent(of: $0) == folder }.map { FilePath.lastComponent(of: $0) }
      model.receive(names.map { .changed($0) }, in: folder)
    }
  }

  /// Changes the order; `nil` is the order by name. Returns at once.
  package func sort(by order: FolderOrder?) {
    perform { $0.sort(by: order ?? .byName) }
  }

  /// Stops the work for good.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    cancelWatchers()
  }

  private func cancelWatchers() {
    watcher.withLock { $0?.cancel() }
    placeWatcher.withLock { $0?.cancel() }
    mounts.withLock { $0 = nil }
  }

  /// Handles an event of the folder's path: the folder may have appeared or disappeared, or another folder may have
  /// taken its name.
  /// - Parameter isLate: Whether the check was delayed until the folder has its first files.
  private func checkFolder(isLate: Bool = false) {
    let path = worker.withLock { $0.path }
    guard let info = try? FileInfo(path: path), info.kind == .directory else {
      return work { worker in
        guard worker.snapshot.state != .vanished else { return }
        worker.vanish()
        publish(worker.snapshot)
      }
    }
    let (mustList, isAway) = worker.withLock { ($0.mustList(info.identity), $0.isAway) }
    guard mustList else { return }
    guard isAway, !isLate else { return relist() }
    // A program that creates a folder usually fills it next. The delay avoids showing it empty. Then the folder is
    // checked again, because several events may have come: a second listing would forget the files still to return.
    enqueue(after: .milliseconds(80)) { $0.checkFolder(isLate: true) }
  }

  /// Collects events of the watcher, which are applied together after the pause.
  private func receive(_ events: [DirectoryEvent], in folder: String) {
    let moves = events.compactMap { event -> (old: String, new: String)? in
      guard case .moved(let old, let new) = event else { return nil }
      return (FolderEntry.join(folder, old), FolderEntry.join(folder, new))
    }
    if !moves.isEmpty { onMove(moves) }
    if let pause = incoming.withLock({ $0.add(events) }) { enqueue(after: .nanoseconds(pause)) { $0.applyIncoming() } }
  }

  /// Applies the collected events.
  private func applyIncoming() {
    let events = incoming.withLock { $0.take() }
    guard !events.isEmpty else { return }
    let start = DispatchTime.now()
    change { $0.apply(events) }
    incoming.withLock { $0.didApply(since: start) }
  }

  /// Lists the folder with a new watcher.
  private func relist() {
    // Events before this moment refer to the former list.
    applyIncoming()
    // The watcher starts before the listing, so changes during the listing arrive as events.
    let path = worker.withLock { $0.path }
    let fresh = try? DirectoryWatcher(path: path) { [weak self] events in
      self?.receive(events, in: path)
      // Another folder may have taken the name already.
      if events.contains(.vanished) { self?.enqueue { $0.checkFolder() } }
    }
    let old = watcher.withLock { watcher in
      defer { watcher = fresh }
      return watcher
    }
    old?.cancel()
    if isStopped.load(ordering: .relaxed) { fresh?.cancel() }
    let hidesChanges = MountTable.current.hidesChanges(in: FilePath.resolved(path) ?? path)
    work { worker in
      worker.isWatched = fresh != nil && !hidesChanges
      worker.list(isStopped: { isStopped.load(ordering: .relaxed) }, publish: publish)
    }
  }

  /// Queues a change and reports its result.
  private func perform(_ change: @escaping @Sendable (inout FolderWorker) -> Void) {
    enqueue { $0.change(change) }
  }

  /// Applies a change, and lists the folder if the change requires it.
  private func change(_ change: (inout FolderWorker) -> Void) {
    work { worker in
      let before = worker.snapshot.revision
      change(&worker)
      if worker.needsListing {
        worker.list(isStopped: { isStopped.load(ordering: .relaxed) }, publish: publish)
      } else if worker.snapshot.revision != before {
        publish(worker.snapshot)
      }
    }
  }

  /// Runs a job on the queue, now or later, and counts it while it waits or runs.
  private func enqueue(
    after delay: DispatchTimeInterval = .nanoseconds(0), _ work: @escaping @Sendable (FolderModel) -> Void
  ) {
    waitingWork.add(1, ordering: .relaxed)
    let item = DispatchWorkItem { [weak self] in
      guard let self else { return }
      work(self)
      waitingWork.subtract(1, ordering: .releasing)
    }
    if case .nanoseconds(0) = delay {
      queue.async(execute: item)
    } else {
      queue.asyncAfter(deadline: .now() + delay, execute: item)
    }
  }

  /// Locks the worker and runs `body`, unless the model was stopped.
  private func work(_ body: (inout FolderWorker) -> Void) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    worker.withLock { body(&$0) }
  }

  /// Stores a snapshot and reports it.
  private func publish(_ snapshot: FolderSnapshot) {
    latest.withLock { $0 = snapshot }
    onChange(snapshot)
  }
}
