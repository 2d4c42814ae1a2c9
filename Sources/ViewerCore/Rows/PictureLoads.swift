import Dispatch
import Scrollwork

/// What becomes of the pictures that a screen waits for: how many are there by now, and why some never will be.
@MainActor
final class PictureLoads: Equatable {
  /// What is missing to show some, in words; `nil` if nothing is.
  var hint: String? { missing.isEmpty ? nil : "Not shown: " + missing.joined(separator: ". ") }
  /// What formats cannot be shown for want of what, each once.
  private var missing: [String] = []
  private let now: () -> Instant
  private let wake: (Instant) -> Void
  private let onChange: () -> Void
  /// When it is news that somebody waits for pictures; `nil` while nobody does.
  private var due: Instant?
  private var total = 0
  private var done = 0
  private var isToBeTold = false

  /// Seconds that nobody is told of.
  private static let patience = 0.25

  /// - Parameters:
  ///   - wake: Is to call `timeDidPass` at that time, though nothing else may happen.
  ///   - onChange: What is to be told is another.
  init(
    now: @escaping () -> Instant, wake: @escaping (Instant) -> Void, onChange: @escaping () -> Void
  ) {
    self.now = now
    self.wake = wake
    self.onChange = onChange
  }

  nonisolated static func == (a: PictureLoads, b: PictureLoads) -> Bool { a === b }

  /// How many of the pictures in sight are there, as long as not all are; `nil` also while that is no news.
  var progress: (done: Int, total: Int)? {
    guard let due, done < total, now() >= due else { return nil }
    return (done, total)
  }

  /// A picture is waited for.
  func begin() {
    if due == nil {
      let due = now().advanced(bySeconds: Self.patience)
      self.due = due
      wake(due)
    }
    total += 1
  }

  /// Time has passed in which nothing may have come.
  func timeDidPass() {
    if progress != nil { onChange() }
  }

  /// A picture is there or cannot be shown.
  func end(_ state: ImageView.State) {
    done += 1
    if case .broken(.unsupported(let what)) = state, what.contains("install"), !missing.contains(what) {
      missing.append(what)
    }
    finish()
  }

  /// Nobody sees the place of a picture any more.
  func giveUp() {
    total -= 1
    finish()
  }

  private func finish() {
    if done >= total { (due, total, done) = (nil, 0, 0) }
    // Tiles come and go in the middle of a frame.
    guard !isToBeTold else { return }
    isToBeTold = true
    DispatchQueue.main.async { [weak self] in
      self?.isToBeTold = false
      self?.onChange()
    }
  }
}
