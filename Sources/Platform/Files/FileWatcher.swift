import Glibc
import Synchronization

/// What became of a watched file.
package enum FileChange: Hashable, Sendable {
  /// Content or size changed; the file is the same.
  case modified
  /// Another file stands under the name now, as after the rotation of a log.
  case replaced
  /// Nothing stands under the name any more.
  case vanished
}

/// Follows one file by its name: growth, rewriting, replacement, deletion.
package final class FileWatcher: Sendable {
  private struct State {
    var identity: FileIdentity?
    var watch: Int32?
  }

  private let path: String
  private let name: String
  private let state: Mutex<State>
  private let handler: @Sendable (FileChange) -> Void
  private let inotify: Mutex<Inotify?>

  /// - Parameter handler: Called from a queue of the watcher, at most once for all that happens within some milliseconds.
  package init(path: String, handler: @escaping @Sendable (FileChange) -> Void) throws(FileError) {
    let path = PathBytes.canonical(path)
    let (folder, name) = Self.split(path)
    self.path = path
    self.name = name
    self.handler = handler
    state = Mutex(State(identity: Self.target(of: path)))
    inotify = Mutex(nil)
    let inotify = Inotify { [weak self] events in self?.look(at: events) }
    // Before the first watch, so that whatever comes finds it.
    self.inotify.withLock { $0 = inotify }
    let mask = InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo
    _ = try inotify.add(folder, mask: mask | InotifyMask.onlyFolder)
    watchFile()
  }

  /// True if something has happened that may concern the file, and was not looked at yet.
  package var hasNews: Bool { inotify.withLock { $0 }?.hasNews ?? false }

  /// Ends the events.
  package func cancel() {
    inotify.withLock { $0?.cancel() }
  }

  /// Content and attributes; closing matters because some file systems report writes only then.
  private static let fileMask = InotifyMask.changed | (InotifyMask.selfGone & 0xFFF)

  private func look(at events: [InotifyEvent]) {
    let watch = state.withLock { $0.watch }
    guard events.contains(where: { $0.watch == watch || $0.name == name || $0.mask & InotifyMask.overflow != 0 })
    else { return }
    let now = Self.target(of: path)
    let before = state.withLock { state in
      defer { state.identity = now }
      return state.identity
    }
    guard now != before else { return now == nil ? () : handler(.modified) }
    watchFile()
    handler(now == nil ? .vanished : .replaced)
  }

  /// Moves the watch on to the file that has the name now.
  private func watchFile() {
    inotify.withLock { inotify in
      guard let inotify else { return }
      state.withLock { state in
        if let old = state.watch { inotify.remove(old) }
        state.watch = try? inotify.add(path, mask: Self.fileMask)
      }
    }
  }

  /// The file behind the name, links followed.
  private static func target(of path: String) -> FileIdentity? {
    var found = stat()
    guard PathBytes.withCString(path, { stat($0, &found) }) == 0 else { return nil }
    return FileIdentity(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }
}
