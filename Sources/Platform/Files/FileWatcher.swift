import Glibc
import Synchronization

/// A change of a watched file.
package enum FileChange: Hashable, Sendable {
  /// The content or size of the file changed.
  case modified
  /// The path leads to another file now, as after a log rotation.
  case replaced
  /// The path leads to no file any more.
  case vanished
}

/// Follows one file by its path: growth, rewriting, replacement, deletion.
///
/// It watches the file and its folder, which reports when the path leads to another file. The folder itself may be
/// removed and made again.
package final class FileWatcher: Sendable {
  private struct State {
    /// The identity of the file at the last check; `nil` if there was none.
    var identity: FileIdentity?
    /// The inotify watch of the file; `nil` if there is none. The folder's watch never changes, so it is not stored.
    var watch: Int32?
  }

  private let path: String
  private let name: String
  private let state: Mutex<State>
  private let handler: @Sendable (FileChange) -> Void
  private let inotify: Mutex<Inotify?>
  private let mounts: Mutex<MountWatch?> = Mutex(nil)
  /// The watcher of the folder's own path; `nil` for a relative path, or if it cannot be watched.
  private let folders: Mutex<PathWatcher?> = Mutex(nil)

  /// Starts to follow `path`; the file need not exist yet.
  /// - Parameter handler: Called on a queue of the watcher, once for each batch of events within some milliseconds.
  /// - Throws: If the file's folder cannot be watched.
  package init(path: String, handler: @escaping @Sendable (FileChange) -> Void) throws(FileError) {
    let path = PathBytes.canonical(path)
    let (folder, name) = Self.split(path)
    self.path = path
    self.name = name
    self.handler = handler
    state = Mutex(State(identity: Self.target(of: path)))
    inotify = Mutex(nil)
    let inotify = Inotify { [weak self] events in self?.look(at: events) }
    // The property is set before the first watch, so that it is there at the first event.
    self.inotify.withLock { $0 = inotify }
    _ = try inotify.add(folder, mask: Self.folderMask)
    watchFile()
    let mounts = MountWatcher.shared.watch { [weak self] in self?.folderMayDiffer(folder) }
    self.mounts.withLock { $0 = mounts }
    guard folder.hasPrefix("/"), folder != "/" else { return }
    let folders = try? PathWatcher(paths: [folder], includesContent: false) { [weak self] _ in
      self?.folderMayDiffer(folder)
    }
    self.folders.withLock { $0 = folders }
  }

  private static let folderMask =
    InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo | InotifyMask.onlyFolder

  /// Whether a change has not been passed to `handler` yet, or is being handled.
  package var hasNews: Bool {
    inotify.withLock { $0 }?.hasNews ?? false || folders.withLock { $0 }?.hasNews ?? false
  }

  /// Stops the events.
  package func cancel() {
    mounts.withLock { $0 = nil }
    folders.withLock { $0?.cancel() }
    inotify.withLock { $0?.cancel() }
  }

  /// Compares the file at the path with the last check after a folder was mounted, unmounted, removed or made again.
  private func folderMayDiffer(_ folder: String) {
    inotify.withLock { _ = try? $0?.add(folder, mask: Self.folderMask) }
    guard Self.target(of: path) != state.withLock({ $0.identity }) else { return }
    compare(isMade: false)
  }

  /// The events to watch the file for. Some file systems report writes only when the file is closed.
  private static let fileMask = InotifyMask.changed | (InotifyMask.selfGone & 0xFFF)

  /// Compares the file at the path with the last check, if one of the events concerns it.
  private func look(at events: [InotifyEvent]) {
    let watch = state.withLock { $0.watch }
    guard events.contains(where: { $0.watch == watch || $0.name == name || $0.mask & InotifyMask.overflow != 0 })
    else { return }
    // The new file may have the number of a folder that had the name and was removed.
    let made = InotifyMask.create | InotifyMask.movedTo
    compare(isMade: events.contains { $0.name == name && $0.mask & made != 0 })
  }

  /// Compares the file at the path with the last check, and reports the difference; if there is none, a modification.
  /// - Parameter isMade: Whether an event reported a new file, which may have the identity of the former one.
  private func compare(isMade: Bool) {
    let now = Self.target(of: path)
    let before = state.withLock { state in
      defer { state.identity = now }
      return state.identity
    }
    guard now != before || isMade && now != nil else { return now == nil ? () : handler(.modified) }
    watchFile()
    handler(now == nil ? .vanished : .replaced)
  }

  /// Moves the watch from the previous file to the one at `path` now.
  private func watchFile() {
    inotify.withLock { inotify in
      guard let inotify else { return }
      state.withLock { state in
        if let old = state.watch { inotify.remove(old) }
        state.watch = try? inotify.add(path, mask: Self.fileMask)
      }
    }
  }

  /// Returns the identity of the file at `path`, following links.
  private static func target(of path: String) -> FileIdentity? {
    var found = stat()
    guard PathBytes.withCString(path, { stat($0, &found) }) == 0 else { return nil }
    return FileIdentity(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }

  /// Splits a path at its last slash.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }
}
