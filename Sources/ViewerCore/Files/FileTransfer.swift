import ScrollworkPlatform

/// A wish to copy or to move files and folders.
struct FileTransfer: Sendable {
  /// A file or folder with the path that it is to get.
  struct Item: Hashable, Sendable {
    var source: String
    var target: String
  }

  var items: [Item]
  /// Whether the files are moved.
  var isMove: Bool
  /// Whether an item whose path is taken gets a new name; otherwise it stays where it is.
  var findsFreeNames = true

  init(items: [Item], isMove: Bool, findsFreeNames: Bool = true) {
    (self.items, self.isMove, self.findsFreeNames) = (items, isMove, findsFreeNames)
  }

  /// Creates the wish to have files in a folder.
  init(_ paths: [String], to folder: String, isMove: Bool) {
    self.init(
      items: paths.map { Item(source: $0, target: FolderEntry.join(folder, FilePath.lastComponent(of: $0))) },
      isMove: isMove)
  }

  /// The state of the work while it runs.
  struct Progress: Hashable, Sendable {
    /// Files and folders that are done, and all of them; `total` grows while the work counts.
    var done = 0
    var total = 0
    var doneBytes = 0
    var totalBytes = 0
    /// Whether the files are still being counted.
    var isCounting = true

    /// The finished share, 0 to 1. A file without bytes counts a little, so that empty files are work too.
    var fraction: Double {
      guard !isCounting, total > 0 else { return 0 }
      let perFile = 4_096
      return min(1, Double(doneBytes + done * perFile) / Double(max(1, totalBytes + total * perFile)))
    }
  }

  /// A file or folder that was not copied or moved, with the reason.
  struct Failure: Hashable, Sendable {
    var path: String
    var reason: String
  }

  /// The result of the work.
  struct Result: Sendable {
    /// The items that were copied or moved, with the paths that they got.
    var done: [Item] = []
    /// The items of a move that were copied but could not be removed.
    var left: [Failure] = []
    /// The items that were moved to where they are already.
    var unchanged: [String] = []
    /// The items that stayed.
    var failures: [Failure] = []
    /// The files that are missing in copied folders.
    var missing: [Failure] = []
    /// Whether the user stopped the work.
    var isStopped = false
  }
}

/// The link from long work to those who follow it.
struct TransferWatch {
  /// Returns whether the user stopped the work.
  var isCancelled: () -> Bool = { false }
  /// Called with the state from time to time.
  var tell: (FileTransfer.Progress) -> Void = { _ in }
}
