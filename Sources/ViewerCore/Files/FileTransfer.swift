import ScrollworkPlatform

/// A request to copy or move files and folders.
struct FileTransfer: Sendable {
  /// A file or folder with the path that it is to get.
  struct Item: Hashable, Sendable {
    var source: String
    var target: String
  }

  var items: [Item]
  /// Whether the files are moved.
  var isMove: Bool
  /// Whether an item whose target exists gets a new name; otherwise it is not copied or moved.
  var findsFreeNames = true

  init(items: [Item], isMove: Bool, findsFreeNames: Bool = true) {
    (self.items, self.isMove, self.findsFreeNames) = (items, isMove, findsFreeNames)
  }

  /// Creates the request to copy or move files into a folder.
  init(_ paths: [String], to folder: String, isMove: Bool) {
    self.init(
      items: paths.map { Item(source: $0, target: FolderEntry.join(folder, FilePath.lastComponent(of: $0))) },
      isMove: isMove)
  }

  /// The state of the work while it runs.
  struct Progress: Hashable, Sendable {
    /// The number of files and folders that are done; `total` is the number of all, which grows during counting.
    var done = 0
    var total = 0
    var doneBytes = 0
    var totalBytes = 0
    /// Whether the files are still being counted.
    var isCounting = true

    /// The finished share, 0 to 1. Each file adds a constant to its bytes, so that empty files count too.
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
    /// The items of a move whose copies are complete but whose sources could not be removed.
    var left: [Failure] = []
    /// The paths of items that are at their target already.
    var unchanged: [String] = []
    /// The items that were not copied or moved.
    var failures: [Failure] = []
    /// The files in copied folders that could not be copied.
    var missing: [Failure] = []
    /// Whether the user stopped the work.
    var isStopped = false
  }
}

/// The connection between long work and its observer, who can stop it.
struct TransferWatch {
  /// Returns whether the user stopped the work.
  var isCancelled: () -> Bool = { false }
  /// Called from time to time with the progress.
  var tell: (FileTransfer.Progress) -> Void = { _ in }
}
