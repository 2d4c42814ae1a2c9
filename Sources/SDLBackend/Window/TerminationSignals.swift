import Glibc
import ScrollworkPlatform
import Synchronization

/// Handles SIGHUP, SIGINT and SIGTERM, so that the loop ends and the program can clean up.
///
/// It takes over only signals that would end the program. Signals that are ignored, as under nohup, or already handled
/// stay as they are. The handlers stay after a signal, because a terminal that closes sends SIGHUP twice: from the
/// kernel and from the shell. A signal that arrives at least two seconds after the first ends the program at once, in
/// case the program hangs.
@MainActor
struct TerminationSignals {
  private nonisolated static let received = Atomic<Int32>(0)
  /// The time of the first signal, in nanoseconds of the monotonic clock; 0 if there was none.
  private nonisolated static let firstTime = Atomic<Int64>(0)
  /// The time after the first signal in which further ones are ignored, in nanoseconds.
  private nonisolated static let repeatTime: Int64 = 2_000_000_000
  /// The handlers to restore. They are static, because they outlive the loop after a signal.
  private static var former: [(signal: Int32, action: sigaction)] = []

  /// The signal received since `install()`; `nil` if there was none.
  var received: Int32? {
    let signal = Self.received.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// Installs the handlers.
  mutating func install() {
    // The flag and the pipe are initialised here, because initialisation inside a signal handler is not safe.
    Self.received.store(0, ordering: .relaxed)
    Self.firstTime.store(0, ordering: .relaxed)
    _ = Waker.pipe
    for signal in [SIGHUP, SIGINT, SIGTERM] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      Self.former.append((signal, action))
      action = sigaction()
      action.__sigaction_handler.sa_handler = recordSignal
      sigaction(signal, &action, nil)
    }
  }

  /// Restores the former handlers, unless a signal has arrived: then the program still has to clean up.
  mutating func uninstall() {
    guard received == nil else { return }
    for (signal, var action) in Self.former { sigaction(signal, &action, nil) }
    Self.former = []
  }

  /// Records a signal. It runs inside a signal handler, so it must not allocate or lock.
  fileprivate nonisolated static func note(_ signal: Int32) {
    let error = errno
    defer { errno = error }
    let now = ProcessStatistics.monotonicNanoseconds
    let first = firstTime.compareExchange(expected: 0, desired: now, ordering: .relaxed).original
    guard first == 0 else {
      // The signal is blocked until the handler returns; then it ends the program.
      if now - first >= repeatTime { endProgram(by: signal) }
      return
    }
    received.store(signal, ordering: .relaxed)
    Waker.signal()
  }

  /// Raises a signal again, without a handler.
  private nonisolated static func endProgram(by signal: Int32) {
    var action = sigaction()
    sigaction(signal, &action, nil)
    raise(signal)
  }
}

@Sendable
private nonisolated func recordSignal(_ signal: Int32) {
  TerminationSignals.note(signal)
}
