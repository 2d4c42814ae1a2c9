import Dispatch
import Synchronization

/// A worker that computes outputs from the newest of several inputs. It is used by one thread at a time.
package protocol BackgroundWorking: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The output before the first input.
  var initialOutput: Output { get }

  /// Works on an input.
  /// - Parameters:
  ///   - isCancelled: Returns whether to stop; called often, on any thread.
  ///   - publish: Stores and reports an output.
  mutating func work(
    on input: Input, isCancelled: @escaping @Sendable () -> Bool, publish: @escaping (Output) -> Void)

  /// Frees memory after the work was cancelled.
  mutating func free()
}

extension BackgroundWorking {
  package mutating func free() {}
}

/// Runs work in the background on the newest input: inputs that arrive meanwhile replace each other.
///
/// For other work, cancel this object and make a new one.
package final class BackgroundWork<Worker>: Sendable where Worker: BackgroundWorking {
  /// The state shared by threads.
  private struct Shared {
    var output: Worker.Output
    /// The input to work on next; `nil` if there is none.
    var waiting: Worker.Input?
    /// The change to apply to the worker next; `nil` if none waits.
    var change: (@Sendable (inout Worker) -> Worker.Output?)?
    var isWorking = false
  }

  private let shared: Mutex<Shared>
  /// The worker, locked while it works.
  private let worker: Mutex<Worker>
  private let isCancelled = Atomic(false)
  private let queue: DispatchQueue
  private let onChange: @Sendable (Worker.Output) -> Void

  /// Waits for the first input.
  /// - Parameters:
  ///   - label: The label of the queue.
  ///   - onChange: Called on a background thread; no new call begins after `cancel`.
  init(_ worker: Worker, label: String, onChange: @escaping @Sendable (Worker.Output) -> Void) {
    shared = Mutex(Shared(output: worker.initialOutput))
    self.worker = Mutex(worker)
    queue = DispatchQueue(label: label, qos: .userInitiated)
    self.onChange = onChange
  }

  /// The newest output.
  var output: Worker.Output { shared.withLock { $0.output } }

  /// Whether an input or a change waits or is being processed.
  package var isBusy: Bool { shared.withLock { $0.waiting != nil || $0.change != nil || $0.isWorking } }

  /// Schedules work on an input, which replaces one that still waits. Returns at once.
  func update(with input: Worker.Input) {
    let isFirst = shared.withLock { shared in
      defer { shared.waiting = input }
      return shared.waiting == nil
    }
    if isFirst { queue.async { [weak self] in self?.workOnNewest() } }
  }

  /// Schedules a change of the worker after its current work; it replaces a change that still waits. Reports the output
  /// that the change returns. Returns at once.
  func change(_ change: @escaping @Sendable (inout Worker) -> Worker.Output?) {
    let isFirst = shared.withLock { shared in
      defer { shared.change = change }
      return shared.change == nil
    }
    if isFirst { queue.async { [weak self] in self?.makeChange() } }
  }

  /// Stops soon and frees memory.
  package func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    queue.async { [self] in worker.withLock { $0.free() } }
  }

  /// Calls `body` with the worker. Blocks while it works.
  func withWorker<Result: Sendable>(_ body: (inout Worker) -> Result) -> Result {
    worker.withLock { worker in body(&worker) }
  }

  private var stops: Bool { isCancelled.load(ordering: .relaxed) }

  /// Works on the newest input on the queue.
  private func workOnNewest() {
    let input = shared.withLock { shared in
      defer { shared.waiting = nil }
      shared.isWorking = true
      return shared.waiting
    }
    defer { shared.withLock { $0.isWorking = false } }
    guard let input, !stops else { return }
    worker.withLock { worker in
      worker.work(on: input, isCancelled: { self.stops }, publish: { self.publish($0) })
    }
  }

  private func makeChange() {
    let change = shared.withLock { shared in
      defer { shared.change = nil }
      shared.isWorking = true
      return shared.change
    }
    defer { shared.withLock { $0.isWorking = false } }
    guard let change, !stops else { return }
    worker.withLock { worker in
      if let output = change(&worker) { publish(output) }
    }
  }

  /// Stores an output and reports it, unless the work was cancelled.
  private func publish(_ output: Worker.Output) {
    guard !stops else { return }
    shared.withLock { $0.output = output }
    onChange(output)
  }
}
