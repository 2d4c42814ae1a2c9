import Glibc
import Synchronization

/// Takes SIGHUP, SIGINT and SIGTERM, so that the loop ends and the program can put things in order.
///
/// Only signals that would end the program are taken: what is ignored (as under nohup) or handled already stays so. The
/// second of a kind ends the program at once, in case it hangs.
@MainActor
struct TerminationSignals {
  private nonisolated static let received = Atomic<Int32>(0)
  private var former: [(signal: Int32, action: sigaction)] = []

  /// The signal that came since `install()`, if one did.
  var received: Int32? {
    let signal = Self.received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  mutating func install() {
    // Both are made here, because making them inside a signal handler would not be safe.
    Self.received.store(0, ordering: .relaxed)
    _ = Waker.pipe
    for signal in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      former.append((signal, action))
      action = sigaction()
      action.__sigaction_handler.sa_handler = noteSignal
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &action, nil)
    }
  }

  mutating func uninstall() {
    for (signal, var action) in former { sigaction(signal, &action, nil) }
    former = []
  }

  /// Runs inside a signal handler: no memory, no locks.
  fileprivate nonisolated static func note(_ signal: Int32) {
    received.store(signal, ordering: .relaxed)
    Waker.signal()
  }
}

@Sendable
private nonisolated func noteSignal(_ signal: Int32) {
  TerminationSignals.note(signal)
}
