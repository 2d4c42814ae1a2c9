import Dispatch
import Synchronization

/// Brings values from any thread to the main actor. Of a burst only the newest arrives.
final class Delivery<Value: Sendable>: Sendable {
  private let waiting = Mutex<Value?>(nil)
  private let receive: @MainActor @Sendable (Value) -> Void

  init(_ receive: @escaping @MainActor @Sendable (Value) -> Void) {
    self.receive = receive
  }

  func send(_ value: Value) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting = value }
      return waiting == nil
    }
    guard isFirst else { return }
    DispatchQueue.main.async { self.deliver() }
  }

  @MainActor private func deliver() {
    let value = waiting.withLock { $0.take() }
    if let value { receive(value) }
  }
}
