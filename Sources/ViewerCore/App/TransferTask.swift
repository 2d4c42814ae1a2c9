import Dispatch
import Scrollwork
import Synchronization

/// Long work on files in the background, with its progress.
@MainActor
final class TransferTask {
  /// The state of the work.
  private(set) var progress = FileTransfer.Progress()
  /// Whether stopping was requested, so that the status line asks the user to wait.
  private(set) var isStopping = false
  /// The work in one word, such as "Copying".
  private let verb: String
  private let stop = StopFlag()
  private let work: DispatchGroup
  private var task: (any FindWork)?

  /// Starts the work.
  /// - Parameters:
  ///   - verb: The work in one word.
  ///   - run: Does the work on a background thread.
  ///   - onProgress: Called when `progress` changed.
  ///   - onEnd: Called once with the result.
  init<Result: Sendable>(
    _ verb: String, _ run: @escaping @Sendable (TransferWatch) -> Result,
    onProgress: @escaping @MainActor @Sendable () -> Void, onEnd: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    self.verb = verb
    let (stop, work) = (stop, DispatchGroup())
    self.work = work
    work.enter()
    let search: @Sendable (() -> Bool, (Report<Result>) -> Void) -> Void = { _, tell in
      // Nothing is called after the work has ended.
      withoutActuallyEscaping(tell) { tell in
        let result = run(TransferWatch(isCancelled: { stop.isSet }, tell: { tell(.progress($0)) }))
        work.leave()
        tell(.end(result))
      }
    }
    task = FindTask(following: search) { [weak self] report in
      switch report {
      case .progress(let progress):
        self?.progress = progress
        onProgress()
      case .end(let result): onEnd(result)
      }
    }
  }

  private enum Report<Result: Sendable>: Sendable {
    case progress(FileTransfer.Progress)
    case end(Result)
  }

  /// Whether the total of the work is known, as it is for work that takes long.
  var isLong: Bool { progress.total > 0 }

  /// Stops the work. Incomplete files are removed, and the result is reported.
  func cancel() {
    isStopping = true
    stop.set()
  }

  /// Stops the work, and waits up to 5 s until incomplete files are removed.
  func cancelAndWait() {
    cancel()
    _ = work.wait(timeout: .now() + .seconds(5))
  }

  /// The state in words for the status line.
  var words: String {
    if isStopping { return "Stopping" }
    let total = Formats.count(progress.total)
    if progress.isCounting { return "\(verb): \(total) \(Words.count("file", progress.total)) found" }
    let done = Formats.count(min(progress.total, progress.done + 1))
    let (bytes, allBytes) = (Formats.bytes(progress.doneBytes), Formats.bytes(progress.totalBytes))
    return "\(verb) \(done) of \(total), \(bytes) of \(allBytes)"
  }
}

/// A flag that one thread sets and another one reads.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
