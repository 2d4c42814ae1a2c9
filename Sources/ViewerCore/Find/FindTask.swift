import Dispatch
import Synchronization

/// A search on a queue of its own that reports one value to the main actor.
final class FindTask<Value: Sendable>: FindWork, Sendable {
  private let isCancelled = Atomic(false)
  private let isDone = Atomic(false)

  /// Starts a search that reports what it has found so far, and at its end.
  /// - Parameters:
  ///   - search: Called on a background thread. It returns early after its first argument returned `true`.
  ///   - report: Called on the main actor, unless the task was cancelled.
  init(
    following search: @escaping @Sendable (_ isCancelled: () -> Bool, _ tell: (Value) -> Void) -> Void,
    _ report: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let isEnded = { self.isCancelled.load(ordering: .relaxed) }
      let tell = { (value: Value) in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { if !self.isCancelled.load(ordering: .relaxed) { report(value) } }
        }
      }
      search(isEnded, tell)
      DispatchQueue.main.async { [self] in isDone.store(true, ordering: .relaxed) }
    }
  }

  /// Starts a search that reports its result once.
  /// - Parameters:
  ///   - search: Called on a background thread. It returns early, with any value, after its argument returned `true`.
  ///   - report: Called on the main actor, unless the task was cancelled.
  init(
    _ search: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value,
    _ report: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let value = search { isCancelled.load(ordering: .relaxed) }
      DispatchQueue.main.async { [self] in
        MainActor.assumeIsolated {
          isDone.store(true, ordering: .relaxed)
          if !isCancelled.load(ordering: .relaxed) { report(value) }
        }
      }
    }
  }

  var isBusy: Bool { !isDone.load(ordering: .relaxed) && !isCancelled.load(ordering: .relaxed) }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
