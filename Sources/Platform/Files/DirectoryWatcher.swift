/// Tells what happens to the entries of a folder.
///
/// Events come in batches from a queue of the watcher. The watch starts with the initialiser: list the folder after it,
/// and no change is missed.
package final class DirectoryWatcher: Sendable {
  private let inotify: Inotify

  /// - Parameter handler: Gets the events of a batch, oldest first. Not called for a folder at rest.
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

  /// True if something has happened in the folder that the handler was not told yet.
  package var hasNews: Bool { inotify.hasNews }

  /// Ends the events.
  package func cancel() {
    inotify.cancel()
  }
}
