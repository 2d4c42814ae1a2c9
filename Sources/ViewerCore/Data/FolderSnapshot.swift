package import ScrollworkPlatform

/// The content of a folder at one moment. It never changes and may be used on any thread.
package struct FolderSnapshot: Sendable {
  package enum State: Hashable, Sendable {
    /// The folder is being listed; `entries` has what was found so far.
    case loading
    case complete
    /// The folder was deleted or moved away while it was shown; `entries` is what was there last.
    case vanished
    /// The folder cannot be listed.
    case failed(FileError)

    /// True if the entries are what was there last, and only that.
    var isStale: Bool {
      switch self {
      case .vanished, .failed: true
      case .loading, .complete: false
      }
    }
  }

  package let path: String
  package let state: State
  /// In the order that the model was asked for.
  package let entries: [FolderEntry]
  /// False if changes are not noticed: the system's limit of watches is reached, or the file system has none.
  package let isWatched: Bool
  /// Counts the snapshots.
  package let revision: Int
}
