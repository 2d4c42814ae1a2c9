@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The process's only inotify descriptor, shared by all watchers.
///
/// Most systems allow a user 128 descriptors in all programs together, but many thousands of watches for each
/// descriptor.
///
/// The kernel keeps one watch per file and descriptor, so watchers of the same file share a watch. The mask of the
/// watch is the union of the watchers' masks; each watcher receives only the events in its own mask. Watch numbers
/// count up and are never reused.
final class InotifyDescriptor: Sendable {
  private struct Subscription {
    weak var watcher: Inotify?
    var mask: UInt32
  }

  private struct State {
    /// The descriptor; `nil` until the first watch, or if the system has none left.
    var descriptor: Int32?
    var source: (any DispatchSourceRead)?
    var subscriptions: [Int32: [ObjectIdentifier: Subscription]] = [:]
  }

  static let shared = InotifyDescriptor()

  /// The largest number of reads in one turn of the queue. The next turn reads the remaining events.
  private static let maximumReads = 64

  private let queue = DispatchQueue(label: "scrollwork.inotify.read", qos: .userInitiated)
  private let state = Mutex(State())

  private init() {}

  /// Watches `path` for the events in `mask`, which replaces the former mask of this watcher for the file. Returns the
  /// kernel's number of the watch.
  /// - Throws: The system's reason, for example that the user's limit of watches is reached.
  func add(_ path: String, mask: UInt32, for watcher: Inotify) throws(FileError) -> Int32 {
    let result = state.withLock { state -> Result<Int32, FileError> in
      guard let descriptor = open(&state) else {
        return .failure(FileError(path: path, code: errno, action: .watch))
      }
      let watch = PathBytes.withCString(path) { inotify_add_watch(descriptor, $0, mask | InotifyMask.add) }
      guard watch >= 0 else { return .failure(FileError(path: path, code: errno, action: .watch)) }
      state.subscriptions[watch, default: [:]][ObjectIdentifier(watcher)] = Subscription(watcher: watcher, mask: mask)
      return .success(watch)
    }
    return try result.get()
  }

  /// Ends a watch for one watcher.
  func remove(_ watch: Int32, of watcher: ObjectIdentifier) {
    state.withLock { Self.remove(watch, of: watcher, in: &$0) }
  }

  /// Ends all watches of one watcher.
  /// - Complexity: O(*w*) in the number of watches of all watchers.
  func removeAll(of watcher: ObjectIdentifier) {
    state.withLock { state in
      for (watch, subscriptions) in state.subscriptions where subscriptions[watcher] != nil {
        Self.remove(watch, of: watcher, in: &state)
      }
    }
  }

  /// Reads the pending events and passes them on. Deadlocks if called on the reading queue.
  func readNow() {
    queue.sync { read() }
  }

  /// Returns the descriptor and opens it if needed; returns `nil` and sets `errno` on failure.
  private func open(_ state: inout State) -> Int32? {
    if let descriptor = state.descriptor { return descriptor }
    guard !Variables.leavesOut("inotify") else {
      errno = ENOSYS
      return nil
    }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.activate()
    (state.descriptor, state.source) = (descriptor, source)
    return descriptor
  }

  /// Removes one subscription; removes the kernel's watch if no other subscription needs it.
  private static func remove(_ watch: Int32, of watcher: ObjectIdentifier, in state: inout State) {
    guard state.subscriptions[watch]?.removeValue(forKey: watcher) != nil else { return }
    guard state.subscriptions[watch]?.isEmpty == true, let descriptor = state.descriptor else { return }
    state.subscriptions[watch] = nil
    inotify_rm_watch(descriptor, watch)
  }

  /// Reads until nothing is pending or `maximumReads` is reached.
  private func read() {
    guard let descriptor = state.withLock({ $0.descriptor }) else { return }
    for _ in 0..<Self.maximumReads {
      let events = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        return count > 0 ? InotifyEvent.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
      }
      guard !events.isEmpty else { return }
      // The lock is free, because this loop may release the last reference to a watcher, whose `deinit` takes the lock.
      for (watcher, events) in state.withLock({ Self.sort(events, in: &$0) }) { watcher.receive(events) }
    }
  }

  /// Returns the events of each watcher, oldest first. Drops watches that the kernel has ended.
  private static func sort(_ events: [InotifyEvent], in state: inout State) -> [(Inotify, [InotifyEvent])] {
    var parts: [ObjectIdentifier: (Inotify, [InotifyEvent])] = [:]
    func hand(_ event: InotifyEvent, to subscriptions: [ObjectIdentifier: Subscription], isForAll: Bool) {
      for (key, subscription) in subscriptions {
        guard isForAll || event.mask & (subscription.mask | InotifyMask.unasked) != 0 else { continue }
        guard let watcher = subscription.watcher else { continue }
        // A watcher of several files receives an overflow only once.
        if isForAll, parts[key]?.1.last == event { continue }
        parts[key, default: (watcher, [])].1.append(event)
      }
    }
    for event in events {
      if event.mask & InotifyMask.overflow != 0 {
        for subscriptions in state.subscriptions.values { hand(event, to: subscriptions, isForAll: true) }
      } else if let subscriptions = state.subscriptions[event.watch] {
        hand(event, to: subscriptions, isForAll: false)
        if event.mask & InotifyMask.ignored != 0 { state.subscriptions[event.watch] = nil }
      }
    }
    return Array(parts.values)
  }
}
