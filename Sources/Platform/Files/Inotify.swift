@preconcurrency import Dispatch
import Glibc
import Synchronization

/// What one watcher sees of inotify, with its own queue. Events come in batches: what happens within `delay` comes together.
///
/// All share one descriptor (`InotifyDescriptor`); each is told only of its own watches, and of an overflow.
final class Inotify: Sendable {
  private struct State {
    var pending: [InotifyEvent] = []
    var isScheduled = false
    /// How often delivery was put off because events kept coming.
    var extensions = 0
    var isDelivering = false
  }

  /// Long enough for the halves of a rename and the writes of a save to come together, short enough not to be noticed.
  private static let delay = DispatchTimeInterval.milliseconds(8)
  /// After so many delays in a row a batch is delivered although more comes in.
  private static let mostExtensions = 5

  private let queue = DispatchQueue(label: "scrollwork.inotify", qos: .userInitiated)
  private let isCancelled = Atomic(false)
  private let state = Mutex(State())
  private let handler: @Sendable ([InotifyEvent]) -> Void

  /// - Parameter handler: Called from the queue of this object, never twice at a time, and not after `cancel`.
  init(handler: @escaping @Sendable ([InotifyEvent]) -> Void) {
    self.handler = handler
  }

  deinit { cancel() }

  /// Ends the events for good. A batch that is being delivered still ends.
  func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    InotifyDescriptor.shared.removeAll(of: ObjectIdentifier(self))
  }

  /// True if something has happened that the handler was not told yet, or is being told. Waits for a read that is under way.
  var hasNews: Bool {
    guard !isCancelled.load(ordering: .acquiring) else { return false }
    InotifyDescriptor.shared.readNow()
    return state.withLock { $0.isScheduled || $0.isDelivering }
  }

  /// Watches `path` for the events in `mask`.
  func add(_ path: String, mask: UInt32) throws(FileError) -> Int32 {
    try InotifyDescriptor.shared.add(path, mask: mask, for: self)
  }

  func remove(_ watch: Int32) {
    InotifyDescriptor.shared.remove(watch, of: ObjectIdentifier(self))
  }

  /// Takes what the descriptor has read. It is delivered a little later, with what follows it.
  func receive(_ events: [InotifyEvent]) {
    let schedules = state.withLock { state in
      state.pending += events
      state.extensions += state.isScheduled ? 1 : 0
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { deliverLater(after: 0) }
  }

  /// Delivers after `delay`; if events came in since (`seen` counts them), waits once more.
  private func deliverLater(after seen: Int) {
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      guard let self, !isCancelled.load(ordering: .acquiring) else { return }
      let extensions = state.withLock { $0.extensions }
      if extensions > seen, extensions < Self.mostExtensions { return deliverLater(after: extensions) }
      let events = state.withLock { state in
        defer { state = State(isDelivering: true) }
        return state.pending
      }
      handler(events)
      state.withLock { $0.isDelivering = false }
    }
  }
}
