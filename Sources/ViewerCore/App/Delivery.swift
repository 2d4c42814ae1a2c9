import Dispatch
import Synchronization

/// Hands values from any thread to the main actor, and drops all but the newest of a burst.
///
/// A worker may report faster than frames are drawn. Only one call to `receive` is queued at a time, and it gets the
/// value that was sent last.
final class Delivery<Value: Sendable>: Sendable {
  /// The newest value, until it is delivered; `nil` if no value waits.
  private let waiting = Mutex<Value?>(nil)
  /// The receiver, called on the main actor.
  private let receive: @MainActor @Sendable (Value) -> Void

  /// Makes a delivery to a receiver.
  /// - Parameter receive: Called on the main actor with the newest value.
  init(_ receive: @escaping @MainActor @Sendable (Value) -> Void) {
    self.receive = receive
  }

  /// Replaces the waiting value, and queues a delivery if none is queued. May be called from any thread.
  func send(_ value: Value) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting = value }
      return waiting == nil
    }
    guard isFirst else { return }
    DispatchQueue.main.async { self.deliver() }
  }

  /// Passes the newest value to `receive`.
  @MainActor private func deliver() {
    let value = waiting.withLock { $0.take() }
    if let value { receive(value) }
  }
}
