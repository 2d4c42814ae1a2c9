import Dispatch
package import ScrollworkPlatform
import Synchronization

/// Knows where the lines of a file are, also while the file grows.
///
/// Indexing runs in the background and starts at once. `snapshot` is what is known now; `onChange` tells, from a background
/// thread, that there is a newer one. After a burst only the newest counts:
///
///     let index = LineIndex(file: file) { snapshot in Task { @MainActor in model.show(snapshot) } }
package final class LineIndex: Sendable {
  private enum Task {
    case update, reopen, lostName
  }

  private struct Shared {
    var snapshot: LineIndexSnapshot
    var tasks: [Task] = []
    var isWorking = false
  }

  private let shared: Mutex<Shared>
  private let isStopped = Atomic(false)
  private let worker: Mutex<LineIndexWorker>
  private let queue: DispatchQueue
  private let watcher: Mutex<FileWatcher?> = Mutex(nil)
  private let spool: StreamSpool?
  private let onChange: @Sendable (LineIndexSnapshot) -> Void

  /// Indexes `file` and follows its name: what is appended is indexed too, what is shortened, rewritten or replaced starts anew.
  /// - Parameter follows: If false, the file is read once; call `update` to look again.
  package convenience init(
    file: RandomAccessFile, follows: Bool = true, onChange: @escaping @Sendable (LineIndexSnapshot) -> Void
  ) {
    self.init(LineIndexWorker(file: file, spool: nil), spool: nil, onChange: onChange)
    // Without a watcher, as on a file system that has none, the file is still shown as it is now.
    if follows { follow(file.path) }
    update()
  }

  /// Indexes what a stream brings, while it brings it. Complete when the stream has ended.
  package convenience init(spool: StreamSpool, onChange: @escaping @Sendable (LineIndexSnapshot) -> Void) {
    self.init(LineIndexWorker(file: spool.file, spool: spool), spool: spool, onChange: onChange)
    spool.setHandler { [weak self] in self?.update() }
    update()
  }

  private init(
    _ worker: LineIndexWorker, spool: StreamSpool?, onChange: @escaping @Sendable (LineIndexSnapshot) -> Void
  ) {
    self.spool = spool
    shared = Mutex(Shared(snapshot: worker.snapshot(isCaughtUp: false)))
    self.worker = Mutex(worker)
    self.onChange = onChange
    queue = DispatchQueue(label: "scrollwork.lines", qos: .userInitiated)
  }

  deinit { watcher.withLock { $0?.cancel() } }

  /// What is known now.
  package var snapshot: LineIndexSnapshot { shared.withLock { $0.snapshot } }

  /// True if changes of the file are noticed by themselves. Not for streams, nor where the system has no watch left.
  package var isWatched: Bool { watcher.withLock { $0 != nil } }

  /// True if something came, or was asked for, that `snapshot` does not show yet.
  package var isBusy: Bool {
    // In this order: what others have told is a task that waits.
    if watcher.withLock({ $0 })?.hasNews == true || spool?.isBusy == true { return true }
    return shared.withLock { $0.isWorking || !$0.tasks.isEmpty }
  }

  /// True while more of a stream is read only when somebody comes near the end of what is there.
  package var waitsForReader: Bool { spool?.isPaused == true }

  /// Somebody comes near the end of what is there.
  package func wantMore() {
    spool?.wantMore()
  }

  /// Looks at the file again. Returns at once.
  package func update() {
    schedule(.update)
  }

  /// Reads the file that has the name now from its beginning, as if it were new. Returns at once.
  package func reload() {
    schedule(.reopen)
  }

  /// Ends the work for good; `onChange` is not called for what was not read yet.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher.withLock { $0?.cancel() }
  }

  private func follow(_ path: String) {
    let watcher = try? FileWatcher(path: path) { [weak self] change in
      switch change {
      case .modified: self?.schedule(.update)
      case .replaced: self?.schedule(.reopen)
      case .vanished: self?.schedule(.lostName)
      }
    }
    self.watcher.withLock { $0 = watcher }
  }

  private func schedule(_ task: Task) {
    let isFirst = shared.withLock { shared in
      if shared.tasks.last != task { shared.tasks.append(task) }
      return shared.tasks.count == 1
    }
    if isFirst { queue.async { [weak self] in self?.work() } }
  }

  private func work() {
    // Taken out first: what happens from now on is looked at in another round.
    let tasks = shared.withLock { shared in
      defer { shared.tasks = [] }
      shared.isWorking = true
      return shared.tasks
    }
    defer { shared.withLock { $0.isWorking = false } }
    worker.withLock { worker in
      if tasks.contains(.lostName) { worker.loseName() }
      if tasks.contains(.reopen) { worker.reopen() }
      worker.catchUp(isStopped: { isStopped.load(ordering: .relaxed) }, publish: publish)
    }
  }

  private func publish(_ snapshot: LineIndexSnapshot) {
    shared.withLock { $0.snapshot = snapshot }
    onChange(snapshot)
  }
}
