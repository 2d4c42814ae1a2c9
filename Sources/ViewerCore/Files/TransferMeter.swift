import Dispatch

/// Counts the work of copying files, and reports it from time to time. It is used by one thread.
final class TransferMeter {
  private var progress = FileTransfer.Progress()
  private let tell: (FileTransfer.Progress) -> Void
  /// The time of the last report, in nanoseconds.
  private var told: UInt64 = 0

  /// The time between two reports, in nanoseconds.
  private static let pause: UInt64 = 80_000_000

  /// Creates a meter.
  /// - Parameter tell: Called with the progress, at most about twelve times a second.
  init(_ tell: @escaping (FileTransfer.Progress) -> Void) { self.tell = tell }

  /// Adds a file to the work.
  func count(bytes: Int) {
    progress.total += 1
    progress.totalBytes += bytes
    report()
  }

  /// Records that all work was counted.
  func endCounting() { progress.isCounting = false }

  /// Records that bytes of a file were copied.
  func add(bytes: Int) {
    progress.doneBytes += bytes
    report()
  }

  /// Records that a file is done.
  func addFile() {
    progress.done += 1
    report()
  }

  private func report() {
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - told >= Self.pause else { return }
    told = now
    tell(progress)
  }
}
