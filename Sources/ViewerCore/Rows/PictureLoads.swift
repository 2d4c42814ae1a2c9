import Dispatch
import Scrollwork

/// Counts the pictures for which the visible cells of a screen wait. The status line shows the counts.
@MainActor
final class PictureLoads: Equatable {
  /// A hint about missing software that some pictures need; `nil` if no picture needs any.
  var hint: String? { missing.isEmpty ? nil : "Not shown: " + missing.joined(separator: ". ") }
  /// The reasons why pictures that need missing software are not shown, each once.
  private var missing: [String] = []
  /// The clock of the window.
  private let now: () -> Instant
  /// Requests that `timeDidPass` is called at a given time.
  private let wake: (Instant) -> Void
  private let onChange: () -> Void
  /// The time from which waiting is reported; `nil` while no cell waits for a picture.
  private var due: Instant?
  /// The number of pictures awaited since the counts were last reset, and the number of these that are finished.
  private var total = 0
  private var done = 0
  /// Whether a call of `onChange` is queued.
  private var isChangeScheduled = false

  /// Seconds that a wait has to last before it is reported.
  private static let delay = 0.25

  /// Makes a counter that starts at zero.
  /// - Parameters:
  ///   - now: The clock of the window.
  ///   - wake: Must call `timeDidPass` at the given time.
  ///   - onChange: Called on the main actor when the progress or the hint changed.
  init(
    now: @escaping () -> Instant, wake: @escaping (Instant) -> Void, onChange: @escaping () -> Void
  ) {
    self.now = now
    self.wake = wake
    self.onChange = onChange
  }

  nonisolated static func == (a: PictureLoads, b: PictureLoads) -> Bool { a === b }

  /// The numbers of finished and of all awaited pictures; `nil` if none is awaited, or if the wait just began.
  var progress: (done: Int, total: Int)? {
    guard let due, done < total, now() >= due else { return nil }
    return (done, total)
  }

  /// Counts a picture that a cell waits for.
  func begin() {
    if due == nil {
      let due = now().advanced(bySeconds: Self.delay)
      self.due = due
      wake(due)
    }
    total += 1
  }

  /// Reports the progress if pictures are still awaited.
  func timeDidPass() {
    if progress != nil { onChange() }
  }

  /// Counts a picture that was loaded or failed.
  func end(_ state: ImageView.State) {
    done += 1
    if case .broken(.unsupported(let what)) = state, what.contains("install"), !missing.contains(what) {
      missing.append(what)
    }
    finish()
  }

  /// Removes a picture from the counts, because its cell was recycled.
  func cancel() {
    total -= 1
    finish()
  }

  /// Resets the counts when every picture is finished, and reports the change after the frame.
  private func finish() {
    if done >= total { (due, total, done) = (nil, 0, 0) }
    // Cells are bound and recycled during a frame, which must not change the status line.
    guard !isChangeScheduled else { return }
    isChangeScheduled = true
    DispatchQueue.main.async { [weak self] in
      self?.isChangeScheduled = false
      self?.onChange()
    }
  }
}
