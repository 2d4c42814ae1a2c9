import Synchronization

/// Watches very many folders together, and reports the files that changed in them.
package final class TreeWatcher: Sendable {
  /// The changes of a moment.
  package struct Change: Sendable {
    /// The paths of files that were created, changed, renamed or deleted, in the order of the events. Several events of a
    /// file follow each other often, and count once then.
    package var paths: [String] = []
    /// The files and folders that got another path, with the former one.
    package var moves: [(old: String, new: String)] = []
    /// Whether folders changed or events were lost, so that all folders must be listed again.
    package var needsListing = false
    /// The paths of files or folders that got another path, until the second half of the event arrives.
    fileprivate var halves: [UInt32: String] = [:]
  }

  private let inotify: Inotify
  /// The paths of the folders by the numbers of their watches.
  private let folders: Folders

  private final class Folders: Sendable { let paths = Mutex<[Int32: String]>([:]) }

  /// Creates a watcher without folders.
  /// - Parameter handler: Called on a queue of the watcher with the changes of some milliseconds.
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

  /// Whether a change waits for the handler, in the kernel or here, or is being handled.
  package var hasNews: Bool { inotify.hasNews }

  /// Stops the events.
  package func cancel() { inotify.cancel() }
}

extension TreeWatcher.Change {
  /// Adds an event of a folder; `nil` for an unknown one.
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
