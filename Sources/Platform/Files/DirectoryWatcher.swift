/// Reports changes to the entries of a folder.
///
/// Events arrive in batches on a queue of the watcher. The initialiser starts to watch, so list the folder after it to
/// miss no change.
package final class DirectoryWatcher: Sendable {
  private let inotify: Inotify

  /// Starts to watch the folder at `path`.
  /// - Parameter handler: Receives the events of a batch, oldest first, on the watcher's queue; never an empty batch.
  /// - Throws: If `path` is not a folder, or if inotify cannot watch it.
  package init(path: String, handler: @escaping @Sendable ([DirectoryEvent]) -> Void) throws(FileError) {
    inotify = Inotify { raw in
      var decoder = DirectoryEventDecoder()
      for event in raw { decoder.add(event) }
      let events = decoder.take()
      if !events.isEmpty { handler(events) }
    }
    let mask =
      InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo | InotifyMask.changed
      | (InotifyMask.selfGone & 0xFFF) | InotifyMask.onlyFolder
    _ = try inotify.add(path, mask: mask)
  }

  /// Whether a change has not been passed to `handler` yet, or is being handled.
  package var hasNews: Bool { inotify.hasNews }

  /// Stops the events.
  package func cancel() {
    inotify.cancel()
  }
}
