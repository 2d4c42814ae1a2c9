import Synchronization

/// Watches very many folders together, and only reports that something changed in one of them.
package final class TreeWatcher: Sendable {
  private let inotify: Inotify

  /// Creates a watcher without folders.
  /// - Parameter handler: Called on a queue of the watcher after changes of some milliseconds.
  package init(handler: @escaping @Sendable () -> Void) {
    inotify = Inotify { events in
      if events.contains(where: { $0.mask & InotifyMask.ignored == 0 }) { handler() }
    }
  }

  /// Watches a folder. Returns `false` if the system refuses.
  package func add(_ folder: String) -> Bool {
    let mask =
      InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo | InotifyMask.changed
      | (InotifyMask.selfGone & 0xFFF) | InotifyMask.onlyFolder
    return (try? inotify.add(folder, mask: mask)) != nil
  }

  /// Whether a change waits for the handler, in the kernel or here, or is being handled.
  package var hasNews: Bool { inotify.hasNews }

  /// Stops the events.
  package func cancel() { inotify.cancel() }
}
