import Dispatch
import ScrollworkPlatform
import Synchronization

/// The entries of a folder, listed in the background and kept up to date while things happen in it.
///
/// Files are never opened, so pipes and devices are safe. `onChange` gets each new snapshot on a background thread; the newest is
/// also in `snapshot`.
package final class FolderModel: Sendable {
  private let worker: Mutex<FolderWorker>
  private let latest: Mutex<FolderSnapshot>
  private let isStopped = Atomic(false)
  /// Pieces of work that are queued or under way.
  private let waitingWork = Atomic(0)
  private let queue = DispatchQueue(label: "scrollwork.folder", qos: .userInitiated)
  private let watcher: Mutex<DirectoryWatcher?> = Mutex(nil)
  /// Watches for the folder itself.
  private let placeWatcher: Mutex<PathWatcher?> = Mutex(nil)
  private let onChange: @Sendable (FolderSnapshot) -> Void
  private let incoming = Mutex(Incoming())

  /// Events that were told and not looked at yet.
  private struct Incoming {
    var events: [DirectoryEvent] = []
    var isScheduled = false
    /// When the last ones had been taken in, and how long that took.
    var end = DispatchTime(uptimeNanoseconds: 0)
    var cost = 0
  }

  /// Each burst of events is as much work as the folder is large: so many times as long as that took is waited before the
  /// next, to take more events at once.
  private static let patience = 10
  private static let longestPause = 250_000_000

  /// - Parameters:
  ///   - includesHidden: Whether names that begin with a dot are entries.
  package init(
    path: String, order: FolderOrder = .byName, includesHidden: Bool = false,
    onChange: @escaping @Sendable (FolderSnapshot) -> Void
  ) {
    let worker = FolderWorker(path: path, order: order, includesHidden: includesHidden)
    latest = Mutex(worker.snapshot)
    self.worker = Mutex(worker)
    self.onChange = onChange
    let placeWatcher = try? PathWatcher(paths: [FilePath.absolute(path)], includesContent: false) { [weak self] _ in
      self?.enqueue { $0.lookForFolder() }
    }
    self.placeWatcher.withLock { $0 = placeWatcher }
    reload()
  }

  deinit { cancelWatchers() }

  /// What is known now.
  package var snapshot: FolderSnapshot { latest.withLock { $0 } }

  /// True if something has happened in the folder, or was asked for, that `snapshot` does not show yet.
  package var isBusy: Bool {
    // In this order: what the watcher has told is work that waits.
    let (watcher, placeWatcher) = (watcher.withLock { $0 }, placeWatcher.withLock { $0 })
    return watcher?.hasNews == true || placeWatcher?.hasNews == true || waitingWork.load(ordering: .acquiring) > 0
  }

  /// Lists the folder again. Entries that are still there keep their identity. Returns at once.
  package func reload() {
    enqueue { $0.listAgain() }
  }

  /// Sorts in another way, by name if `nil`. Returns at once.
  package func sort(by order: FolderOrder?) {
    perform { $0.sort(by: order ?? .byName) }
  }

  /// Ends the work for good.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    cancelWatchers()
  }

  private func cancelWatchers() {
    watcher.withLock { $0?.cancel() }
    placeWatcher.withLock { $0?.cancel() }
  }

  /// The folder may have come or gone, or another one has its name now.
  private func lookForFolder() {
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
    guard isAway else { return listAgain() }
    // Who makes a folder again fills it: shown at once it would come back empty.
    enqueue(after: .milliseconds(80)) { $0.listAgain() }
  }

  private func receive(_ events: [DirectoryEvent]) {
    let delay = incoming.withLock { incoming -> Int? in
      incoming.events += events
      guard !incoming.isScheduled else { return nil }
      incoming.isScheduled = true
      let pause = min(Self.longestPause, incoming.cost * Self.patience)
      let passed = DispatchTime.now().uptimeNanoseconds - incoming.end.uptimeNanoseconds
      return max(0, pause - Int(clamping: passed))
    }
    if let delay { enqueue(after: .nanoseconds(delay)) { $0.takeIncoming() } }
  }

  private func takeIncoming() {
    let events = incoming.withLock { incoming in
      defer { (incoming.events, incoming.isScheduled) = ([], false) }
      return incoming.events
    }
    guard !events.isEmpty else { return }
    let start = DispatchTime.now().uptimeNanoseconds
    change { $0.apply(events) }
    incoming.withLock {
      $0.end = .now()
      $0.cost = Int(clamping: $0.end.uptimeNanoseconds - start)
    }
  }

  private func listAgain() {
    // What was told before belongs to what is known before.
    takeIncoming()
    // Watched first: what happens while the folder is listed comes as events afterwards.
    let path = worker.withLock { $0.path }
    let fresh = try? DirectoryWatcher(path: path) { [weak self] events in
      self?.receive(events)
      // Another folder may have the name already.
      if events.contains(.vanished) { self?.enqueue { $0.lookForFolder() } }
    }
    let old = watcher.withLock { watcher in
      defer { watcher = fresh }
      return watcher
    }
    old?.cancel()
    work { worker in
      worker.isWatched = fresh != nil
      worker.list(isStopped: { isStopped.load(ordering: .relaxed) }, publish: publish)
    }
  }

  /// Does `change` on the queue and tells the result.
  private func perform(_ change: @escaping @Sendable (inout FolderWorker) -> Void) {
    enqueue { $0.change(change) }
  }

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

  private func work(_ body: (inout FolderWorker) -> Void) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    worker.withLock { body(&$0) }
  }

  private func publish(_ snapshot: FolderSnapshot) {
    latest.withLock { $0 = snapshot }
    onChange(snapshot)
  }
}
