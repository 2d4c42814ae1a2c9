import Dispatch
import Glibc
import Synchronization

/// Reports that folders were mounted or unmounted. A watch of a file or folder does not report that a mount has hidden
/// it.
package final class MountWatcher: Sendable {
  /// The watcher of this process.
  package static let shared = MountWatcher()

  private struct State {
    var handlers: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
    var isRunning = false
  }

  private let state = Mutex(State())

  /// Calls a handler after each change, on a background thread, until the returned watch is released.
  package func watch(_ handler: @escaping @Sendable () -> Void) -> MountWatch {
    let (number, starts) = state.withLock { state in
      state.lastNumber += 1
      state.handlers[state.lastNumber] = handler
      defer { state.isRunning = true }
      return (state.lastNumber, !state.isRunning)
    }
    if starts { DispatchQueue(label: "scrollwork.mounts", qos: .utility).async { self.run() } }
    return MountWatch(number)
  }

  fileprivate func remove(_ number: Int) { state.withLock { $0.handlers[number] = nil } }

  /// Waits for changes without using the processor. The thread never ends, because the system cannot be told to wake it.
  private func run() {
    let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while true {
      // The table is always readable; a change is an exception.
      var wish = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
      let count = poll(&wish, 1, -1)
      guard count > 0 || errno == EINTR else { return }
      guard count > 0 else { continue }
      for handler in state.withLock({ Array($0.handlers.values) }) { handler() }
    }
  }
}

/// A registration for mounted and unmounted folders, which ends when the object is released.
package final class MountWatch: Sendable {
  private let number: Int

  fileprivate init(_ number: Int) { self.number = number }

  deinit { MountWatcher.shared.remove(number) }
}
