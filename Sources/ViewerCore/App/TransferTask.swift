import Dispatch
import Scrollwork
import Synchronization

/// A copy or move of files in the background, with its progress.
@MainActor
final class TransferTask {
  let transfer: FileTransfer
  /// The state of the work.
  private(set) var progress = FileTransfer.Progress()
  /// Whether the user was told to wait for the end.
  private(set) var isStopping = false
  private let stop = StopFlag()
  private let work: DispatchGroup
  private var task: (any FindWork)?

  /// Starts the work.
  /// - Parameters:
  ///   - onProgress: Called when `progress` changed.
  ///   - onEnd: Called once with the result.
  init(
    _ transfer: FileTransfer, onProgress: @escaping @MainActor @Sendable () -> Void,
    onEnd: @escaping @MainActor @Sendable (FileTransfer.Result) -> Void
  ) {
    self.transfer = transfer
    let (stop, work) = (stop, DispatchGroup())
    self.work = work
    work.enter()
    let run: @Sendable (() -> Bool, (Report) -> Void) -> Void = { _, tell in
      // Nothing is called after the work has ended.
      withoutActuallyEscaping(tell) { tell in
        let result = TransferRun.run(transfer, isCancelled: { stop.isSet }, tell: { tell(.progress($0)) })
        work.leave()
        tell(.end(result))
      }
    }
    task = FindTask(following: run) { [weak self] report in
      switch report {
      case .progress(let progress):
        self?.progress = progress
        onProgress()
      case .end(let result): onEnd(result)
      }
    }
  }

  private enum Report: Sendable {
    case progress(FileTransfer.Progress)
    case end(FileTransfer.Result)
  }

  /// Stops the work. What is not whole is removed, and the result is reported.
  func cancel() {
    isStopping = true
    stop.set()
  }

  /// Stops the work, and waits until what is not whole is removed. This takes the time of one piece of a file.
  func cancelAndWait() {
    cancel()
    _ = work.wait(timeout: .now() + .seconds(5))
  }

  /// The state in words for the status line.
  var words: String {
    let verb = transfer.isMove ? "Moving" : "Copying"
    if isStopping { return "Stopping" }
    let total = Formats.count(progress.total)
    if progress.isCounting { return "\(verb): \(total) \(Words.count("file", progress.total)) found" }
    let done = Formats.count(min(progress.total, progress.done + 1))
    let (bytes, allBytes) = (Formats.bytes(progress.doneBytes), Formats.bytes(progress.totalBytes))
    return "\(verb) \(done) of \(total), \(bytes) of \(allBytes)"
  }
}

/// A sign that one thread sets and another one reads.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
