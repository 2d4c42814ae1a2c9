package import ScrollworkPlatform

/// The content of a folder at one moment. The value never changes and may be used on any thread.
package struct FolderSnapshot: Sendable {
  /// The state of the folder.
  package enum State: Hashable, Sendable {
    /// The folder is being listed; `entries` has those found so far.
    case loading
    /// All entries are known.
    case complete
    /// The folder was deleted or moved; `entries` has its last content.
    case vanished
    /// The folder cannot be listed.
    case failed(FileError)

    /// Whether the entries are the last known content of a folder that cannot be read now.
    var isStale: Bool {
      switch self {
      case .vanished, .failed: true
      case .loading, .complete: false
      }
    }
  }

  package let path: String
  package let state: State
  /// The entries in the requested order.
  package let entries: [FolderEntry]
  /// Whether changes are noticed. False if the system's limit of watches is reached, or if the file system has no
  /// notifications.
  package let isWatched: Bool
  /// The number of subfolders whose changes are not noticed, although `isWatched` is true.
  var unwatchedFolders = 0
  /// The number of the snapshot; a newer snapshot has a larger one.
  package let revision: Int
  /// A sentence about what is missing in the list; `nil` if nothing is.
  var note: String?
}
