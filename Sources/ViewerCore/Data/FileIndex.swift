import Dispatch
package import ScrollworkPlatform
import Synchronization

/// The line starts of a file.
package typealias LineIndex = FileIndex<LineScanner>

/// An index of a file, such as its line starts, computed in the background and updated while the file grows.
///
/// Indexing starts at once. `snapshot` is the newest state, and `onChange` gets each new one on a background thread:
///
///     let index = LineIndex(file: file) { snapshot in Task { @MainActor in model.show(snapshot) } }
package final class FileIndex<Scanner: FileScanning>: Sendable {
  package typealias Snapshot = Scanner.Snapshot

  /// The tasks of the background queue: the reasons to look at the file again.
  private enum Work {
    case update, reload, reopen, nameVanished
  }

  /// The state that several threads read and write. Its lock is never held for long; that of `worker` is held while the
  /// worker reads.
  private struct Shared {
    var snapshot: Snapshot
    var tasks: [Work] = []
    var isWorking = false
    var keeping = RowKeeping.none
  }

  private let shared: Mutex<Shared>
  private let isStopped = Atomic(false)
  /// The worker, locked while it reads.
  private let worker: Mutex<FileIndexWorker<Scanner>>
  private let queue: DispatchQueue
  /// The watcher of the file; `nil` for a stream, or if it cannot be watched.
  private let watcher: Mutex<FileWatcher?> = Mutex(nil)
  /// The copy of the stream, or its conversion; `nil` for a file.
  private let spool: Mutex<StreamSpool?>
  private let onChange: @Sendable (Snapshot) -> Void

  /// Indexes a file and follows its name. Appended bytes are indexed. A file that is shortened, rewritten or replaced
  /// is indexed again; `keeping` decides whether the rows of the earlier content stay before it.
  /// - Parameters:
  ///   - follows: Whether changes are noticed; otherwise call `update` to look for them.
  ///   - generation: The first generation; larger than all of an index that this one replaces.
  package convenience init(
    files: FileChain, scanner: Scanner, follows: Bool = true, generation: Int = 0,
    onChange: @escaping @Sendable (Snapshot) -> Void
  ) {
    let worker = FileIndexWorker(files: files, spool: nil, scanner: scanner, generation: generation)
    self.init(worker, spool: nil, onChange: onChange)
    // On a file system without notifications the file is shown as it is now.
    if follows { follow(files.newest.path) }
    update()
  }

  /// Indexes a stream while it arrives. The index is complete when the stream has ended.
  /// - Parameter generation: The first generation; larger than those of the index that this one replaces.
  package convenience init(
    spool: StreamSpool, scanner: Scanner, generation: Int = 0, onChange: @escaping @Sendable (Snapshot) -> Void
  ) {
    let worker = FileIndexWorker(files: FileChain(spool.file), spool: spool, scanner: scanner, generation: generation)
    self.init(worker, spool: spool, onChange: onChange)
    follow(spool)
    update()
  }

  private init(
    _ worker: FileIndexWorker<Scanner>, spool: StreamSpool?, onChange: @escaping @Sendable (Snapshot) -> Void
  ) {
    var worker = worker
    self.spool = Mutex(spool)
    shared = Mutex(Shared(snapshot: worker.snapshot(isCaughtUp: false)))
    self.worker = Mutex(worker)
    self.onChange = onChange
    queue = DispatchQueue(label: "scrollwork.lines", qos: .userInitiated)
  }

  deinit { watcher.withLock { $0?.cancel() } }

  /// The newest state.
  package var snapshot: Snapshot { shared.withLock { $0.snapshot } }

  /// Whether changes of the file are noticed. `false` for streams, and if the system's limit of watches is reached.
  package var isWatched: Bool { watcher.withLock { $0 != nil } }

  /// Whether something arrived, or was requested, that `snapshot` does not show yet.
  package var isBusy: Bool {
    // Read in this order, because the watcher and the spool turn their events into tasks.
    if watcher.withLock({ $0 })?.hasNews == true || currentSpool?.isBusy == true { return true }
    return shared.withLock { $0.isWorking || !$0.tasks.isEmpty }
  }

  /// Whether reading the stream pauses until the user comes near the end of the known lines.
  package var isReadingPaused: Bool { currentSpool?.isPaused == true }

  private var currentSpool: StreamSpool? { spool.withLock { $0 } }

  /// Reads more of a paused stream.
  package func readMore() {
    currentSpool?.readMore()
  }

  /// The choice whether rows are kept when the file is replaced or cut.
  package var keeping: RowKeeping {
    get { shared.withLock { $0.keeping } }
    set {
      let isNew = shared.withLock { shared in
        defer { shared.keeping = newValue }
        return shared.keeping != newValue
      }
      // The rows are kept by a copy.
      if isNew, newValue == .always { schedule(.update) }
    }
  }

  /// Looks for new bytes. Returns at once.
  package func update() {
    schedule(.update)
  }

  /// Opens the file by its name again and indexes it from the start, without rows of earlier files. Returns at once.
  package func reload() {
    schedule(.reload)
  }

  /// Stops the work for good.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher.withLock { $0?.cancel() }
  }

  /// Reads what arrives in a spool.
  private func follow(_ next: StreamSpool) {
    spool.withLock { $0 = next }
    next.setHandler(of: self) { [weak self] in self?.update() }
  }

  /// Watches the file.
  private func follow(_ path: String) {
    let watcher = try? FileWatcher(path: path) { [weak self] change in
      switch change {
      case .modified: self?.schedule(.update)
      case .replaced: self?.schedule(.reopen)
      case .vanished: self?.schedule(.nameVanished)
      }
    }
    self.watcher.withLock { $0 = watcher }
  }

  /// Queues a task, unless the last queued task is of the same kind.
  private func schedule(_ task: Work) {
    let isFirst = shared.withLock { shared in
      if shared.tasks.last != task { shared.tasks.append(task) }
      return shared.tasks.count == 1
    }
    if isFirst { queue.async { [weak self] in self?.work() } }
  }

  /// Performs the queued tasks.
  private func work() {
    // Taken first, so that later events cause another round.
    let (tasks, keeping) = shared.withLock { shared in
      defer { shared.tasks = [] }
      shared.isWorking = true
      return (shared.tasks, shared.keeping)
    }
    defer { shared.withLock { $0.isWorking = false } }
    worker.withLock { worker in
      if tasks.contains(.nameVanished) { worker.nameDidVanish() }
      let isStopped = { self.isStopped.load(ordering: .relaxed) }
      if !isStopped(), let next = worker.judgeStream() { follow(next) }
      if tasks.contains(.reload) {
        worker.reopen(keeping: .none, isStopped: isStopped)
      } else if tasks.contains(.reopen) {
        worker.reopen(keeping: keeping, isStopped: isStopped)
      }
      worker.catchUp(keeping: keeping, isStopped: isStopped, publish: publish)
    }
  }

  /// Stores a snapshot and reports it.
  private func publish(_ snapshot: Snapshot) {
    shared.withLock { $0.snapshot = snapshot }
    onChange(snapshot)
  }
}

extension FileIndex where Scanner == LineScanner {
  /// Indexes the lines of a file and follows its name.
  package convenience init(
    file: RandomAccessFile, follows: Bool = true, onChange: @escaping @Sendable (LineIndexSnapshot) -> Void
  ) {
    self.init(files: FileChain(file), scanner: LineScanner(), follows: follows, onChange: onChange)
  }

  /// Indexes the lines of a stream while it arrives.
  package convenience init(spool: StreamSpool, onChange: @escaping @Sendable (LineIndexSnapshot) -> Void) {
    self.init(spool: spool, scanner: LineScanner(), onChange: onChange)
  }
}
