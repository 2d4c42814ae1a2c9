import Glibc
import Synchronization

/// Handles SIGHUP, SIGINT and SIGTERM, so that the loop ends and the program can clean up.
///
/// It takes over only signals that would end the program. Signals that are ignored, as under nohup, or already handled
/// stay as they are. A second signal of the same kind ends the program at once, in case the program hangs.
@MainActor
struct TerminationSignals {
  private nonisolated static let received = Atomic<Int32>(0)
  /// The handlers to restore.
  private var former: [(signal: Int32, action: sigaction)] = []

  /// The signal received since `install()`; `nil` if there was none.
  var received: Int32? {
    let signal = Self.received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Installs the handlers.
  mutating func install() {
    // The flag and the pipe are initialised here, because initialisation inside a signal handler is not safe.
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

  /// Restores the former handlers.
  mutating func uninstall() {
    for (signal, var action) in former { sigaction(signal, &action, nil) }
    former = []
  }

  /// Records a signal. It runs inside a signal handler, so it must not allocate or lock.
  fileprivate nonisolated static func note(_ signal: Int32) {
    received.store(signal, ordering: .relaxed)
    Waker.signal()
  }
}

@Sendable
private nonisolated func noteSignal(_ signal: Int32) {
  TerminationSignals.note(signal)
}
