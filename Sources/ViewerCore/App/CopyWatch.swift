import ScrollworkPlatform

/// Notices changes of a file that is shown through a copy of its text, which does not follow them.
@MainActor
final class CopyWatch {
  /// The words for the status line; `nil` while the file is as it was.
  private(set) var words: String?
  private var watcher: FileWatcher?

  /// Watches a file. On a file system without notifications nothing is noticed.
  init(path: String, onChange: @escaping @MainActor () -> Void) {
    let delivery = Delivery<FileChange> { [weak self] change in
      self?.words = change == .vanished ? "The file is gone" : "Changed on disk; F5 reads it again"
      onChange()
    }
    watcher = try? FileWatcher(path: path) { delivery.send($0) }
  }

  deinit { watcher?.cancel() }
}

extension Viewer {
  /// Watches the file of the current screen, if it is shown through a copy.
  func watchCopy() {
    copyWatch = (screen as? any LossReporting)?.decodedPath.map { path in
      CopyWatch(path: path) { [weak self] in self?.refreshChrome() }
    }
  }
}
