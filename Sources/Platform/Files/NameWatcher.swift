import Synchronization

/// Watches many folders, and reports those in which names appeared or disappeared.
package final class NameWatcher<Key: Hashable & Sendable>: Sendable {
  private struct State {
    /// The watch of each folder.
    var watches: [Key: Int32] = [:]
    /// The folders of each watch. Several paths may lead to one folder.
    var keys: [Int32: Set<Key>] = [:]
    /// The folders in the order in which they were added.
    var order: [Key] = []

    /// Removes a folder.
    /// - Returns: The watch if no other folder needs it; otherwise `nil`.
    mutating func remove(_ key: Key) -> Int32? {
      guard let watch = watches.removeValue(forKey: key) else { return nil }
      keys[watch]?.remove(key)
      guard keys[watch]?.isEmpty == true else { return nil }
      keys[watch] = nil
      return watch
    }

    /// Returns the folders that events concern, and forgets watches that the kernel has ended.
    mutating func folders(of events: [InotifyEvent]) -> Set<Key> {
      var found: Set<Key> = []
      for event in events {
        if event.mask & InotifyMask.overflow != 0 {
          found.formUnion(watches.keys)
        } else if event.mask & InotifyMask.ignored != 0 {
          for key in keys.removeValue(forKey: event.watch) ?? [] { watches[key] = nil }
        } else {
          found.formUnion(keys[event.watch] ?? [])
        }
      }
      return found
    }
  }

  private final class Folders: Sendable { let state = Mutex(State()) }

  private let inotify: Inotify
  private let folders = Folders()
  private let maximumCount: Int

  /// Creates a watcher without folders.
  /// - Parameters:
  ///   - maximumCount: The largest number of folders. Beyond it, those that were added first are watched no longer.
  ///   - handler: Receives the folders with new or missing names on a queue of the watcher, after collecting the events
  ///     for some milliseconds.
  package init(maximumCount: Int, handler: @escaping @Sendable (Set<Key>) -> Void) {
    self.maximumCount = maximumCount
    inotify = Inotify { [folders] events in
      let found = folders.state.withLock { $0.folders(of: events) }
      if !found.isEmpty { handler(found) }
    }
  }

  /// Watches a folder. Does nothing if the system refuses.
  /// - Complexity: O(*n*) in the number of watched folders.
  package func add(_ path: String, as key: Key) {
    let mask =
      InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo | InotifyMask.onlyFolder
    // The lock is held, so that the first event finds the folder.
    folders.state.withLock { state in
      guard let watch = try? inotify.add(path, mask: mask), state.watches[key] != watch else { return }
      if let former = state.remove(key) { inotify.remove(former) }
      if !state.order.contains(key) { state.order.append(key) }
      state.watches[key] = watch
      state.keys[watch, default: []].insert(key)
      while state.order.count > maximumCount {
        if let unused = state.remove(state.order.removeFirst()) { inotify.remove(unused) }
      }
    }
  }

  /// Whether a change has not been passed to the handler yet, or is being handled.
  package var hasNews: Bool { inotify.hasNews }

  /// Stops the events.
  package func cancel() { inotify.cancel() }
}
