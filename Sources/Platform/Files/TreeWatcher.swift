import Synchronization

/// Watches a large number of folders, and reports the files that changed in them.
package final class TreeWatcher: Sendable {
  /// The changes that one call of the handler reports.
  package struct Change: Sendable {
    /// The paths of files that were created, changed, renamed or deleted, in the order of the events. Consecutive
    /// events of one file count once.
    package var paths: [String] = []
    /// The old and new paths of files and folders that were renamed or moved.
    package var moves: [(old: String, new: String)] = []
    /// Whether folders changed or events were lost, so that all folders must be listed again.
    package var needsListing = false
    /// The old paths of files and folders whose new path is not known yet, by the cookie of the rename.
    fileprivate var halves: [UInt32: String] = [:]
  }

  private let inotify: Inotify
  /// The paths of the folders by the numbers of their watches.
  private let folders: Folders

  private final class Folders: Sendable { let paths = Mutex<[Int32: String]>([:]) }

  /// Creates a watcher without folders.
  /// - Parameter handler: Receives the changes on a queue of the watcher, after collecting them for some milliseconds.
  package init(handler: @escaping @Sendable (Change) -> Void) {
    let folders = Folders()
    self.folders = folders
    inotify = Inotify { events in
      var change = Change()
      let paths = folders.paths.withLock { $0 }
      for event in events where event.mask & InotifyMask.ignored == 0 { change.add(event, in: paths[event.watch]) }
      if change.needsListing || !change.paths.isEmpty { handler(change) }
    }
  }

  /// Watches a folder. Returns `false` if the system refuses.
  package func add(_ folder: String) -> Bool {
    let mask =
      InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo | InotifyMask.changed
      | (InotifyMask.selfGone & 0xFFF) | InotifyMask.onlyFolder
    guard let watch = try? inotify.add(folder, mask: mask) else { return false }
    folders.paths.withLock { $0[watch] = folder }
    return true
  }

  /// Whether a change has not been passed to the handler yet, or is being handled.
  package var hasNews: Bool { inotify.hasNews }

  /// Stops the events.
  package func cancel() { inotify.cancel() }
}

extension TreeWatcher.Change {
  /// Adds an event to the changes.
  /// - Parameter folder: The path of the watched folder; `nil` if the watch is unknown.
  fileprivate mutating func add(_ event: InotifyEvent, in folder: String?) {
    guard let folder, !event.name.isEmpty else {
      // A folder that was just added gets no events that matter before it is listed.
      needsListing = needsListing || folder != nil || event.mask & InotifyMask.overflow != 0
      return
    }
    let path = folder.hasSuffix("/") ? folder + event.name : folder + "/" + event.name
    if event.mask & InotifyMask.folder != 0 {
      needsListing = true
    } else if !(paths.last?.utf8.elementsEqual(path.utf8) ?? false) {
      paths.append(path)
    }
    if event.mask & InotifyMask.movedFrom != 0 { halves[event.cookie] = path }
    if event.mask & InotifyMask.movedTo != 0, let old = halves.removeValue(forKey: event.cookie) {
      moves.append((old, path))
    }
  }
}
