@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The inotify watches of one watcher, with a queue that delivers the events in batches.
///
/// A batch is delivered when no event has arrived for `delay`, or at the latest after a few delays. All watchers share
/// one descriptor (`InotifyDescriptor`); each receives the events of its own watches, and overflows.
final class Inotify: Sendable {
  private struct State {
    var pending: [InotifyEvent] = []
    var isScheduled = false
    /// The number of times that events arrived while a delivery was scheduled.
    var extensions = 0
    var isDelivering = false
  }

  /// The time for which events are collected: long enough for the halves of a rename and the writes of a save, too
  /// short for the user to notice.
  private static let delay = DispatchTimeInterval.milliseconds(8)
  /// The value of `extensions` at which a batch is delivered even if events keep coming.
  private static let maximumExtensions = 5

  private let queue = DispatchQueue(label: "scrollwork.inotify", qos: .userInitiated)
  private let isCancelled = Atomic(false)
  private let state = Mutex(State())
  private let handler: @Sendable ([InotifyEvent]) -> Void

  /// Creates an object without watches.
  /// - Parameter handler: Called on this object's queue, one call at a time, and never after `cancel`.
  init(handler: @escaping @Sendable ([InotifyEvent]) -> Void) {
    self.handler = handler
  }

  deinit { cancel() }

  /// Stops the events for good. A call of `handler` in progress still finishes.
  func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    InotifyDescriptor.shared.removeAll(of: ObjectIdentifier(self))
  }

  /// Whether an event has not been passed to the handler yet, or is being handled. Reads pending events first, and
  /// waits if another thread is reading.
  var hasNews: Bool {
    guard !isCancelled.load(ordering: .acquiring) else { return false }
    InotifyDescriptor.shared.readNow()
    return state.withLock { $0.isScheduled || $0.isDelivering }
  }

  /// Watches `path` for the events in `mask`, a union of `InotifyMask` bits.
  /// - Returns: The kernel's number of the watch.
  func add(_ path: String, mask: UInt32) throws(FileError) -> Int32 {
    try InotifyDescriptor.shared.add(path, mask: mask, for: self)
  }

  /// Removes one watch of this object.
  func remove(_ watch: Int32) {
    InotifyDescriptor.shared.remove(watch, of: ObjectIdentifier(self))
  }

  /// Queues events from the descriptor. They are delivered after `delay`, together with those that follow until then.
  func receive(_ events: [InotifyEvent]) {
    let schedules = state.withLock { state in
      state.pending += events
      state.extensions += state.isScheduled ? 1 : 0
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { deliverLater(after: 0) }
  }

  /// Delivers the events after `delay`, or waits once more if others have arrived meanwhile.
  /// - Parameter seen: The value of `extensions` at the last wait.
  private func deliverLater(after seen: Int) {
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      guard let self, !isCancelled.load(ordering: .acquiring) else { return }
      let extensions = state.withLock { $0.extensions }
      if extensions > seen, extensions < Self.maximumExtensions { return deliverLater(after: extensions) }
      let events = state.withLock { state in
        defer { state = State(isDelivering: true) }
        return state.pending
      }
      handler(events)
      state.withLock { $0.isDelivering = false }
    }
  }
}
