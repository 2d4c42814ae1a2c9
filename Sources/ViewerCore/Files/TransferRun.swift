import Glibc
import ScrollworkPlatform

/// The work of copying or moving files, done by one thread.
///
/// Each file or folder is copied under a hidden name, and gets its own name when the copy is complete. So no incomplete
/// file ever has its final name. Nothing is replaced.
struct TransferRun {
  private let transfer: FileTransfer
  private let isCancelled: () -> Bool
  private let meter: TransferMeter
  private var result = FileTransfer.Result()

  /// Copies or moves files.
  /// - Parameter watch: Asked for each file, and each piece of a file, whether the user stopped the work.
  static func run(_ transfer: FileTransfer, watch: TransferWatch = TransferWatch()) -> FileTransfer.Result {
    var run = TransferRun(transfer, watch.isCancelled, TransferMeter(watch.tell))
    run.perform()
    return run.result
  }

  private init(_ transfer: FileTransfer, _ isCancelled: @escaping () -> Bool, _ meter: TransferMeter) {
    (self.transfer, self.isCancelled, self.meter) = (transfer, isCancelled, meter)
  }

  private mutating func perform() {
    // What can be moved within its disk needs no copying and no counting.
    let items = transfer.items.filter { !isSettled($0) }
    for item in items { count(item.source) }
    meter.endCounting()
    for (place, item) in items.enumerated() {
      if isCancelled() {
        result.isStopped = true
        return
      }
      guard copy(item) else {
        // Nothing after a full disk could be written either.
        for rest in items[(place + 1)...] where !result.isStopped {
          result.failures.append(.init(path: rest.source, reason: result.failures.last?.reason ?? ""))
        }
        return
      }
    }
  }

  /// Checks an item, and moves it if its target is on the same disk. Returns `true` if the item is done, with or
  /// without success; `false` if it must be copied.
  private mutating func isSettled(_ item: FileTransfer.Item) -> Bool {
    var found = stat()
    guard PathBytes.withCString(item.source, { lstat($0, &found) }) == 0 else {
      return fail(item, FileError.Reason(code: errno).words)
    }
    guard let folder = FilePath.resolved(FilePath.parent(of: item.target)) else {
      return fail(item, "the folder \(PathBytes.display(FilePath.parent(of: item.target))) is gone")
    }
    if found.st_mode & S_IFMT == S_IFDIR, let source = FilePath.resolved(item.source),
      folder == source || folder.hasPrefix(FolderEntry.join(source, ""))
    {
      return fail(item, "a folder cannot be \(transfer.isMove ? "moved" : "copied") into itself")
    }
    guard transfer.isMove else { return false }
    let own = FilePath.resolved(FilePath.parent(of: item.source))
    if own == folder, FilePath.lastComponent(of: item.source) == FilePath.lastComponent(of: item.target) {
      result.unchanged.append(item.source)
      return true
    }
    do throws(FileError) {
      let path = try give(item.target, isFolder: found.st_mode & S_IFMT == S_IFDIR, to: item.source)
      result.done.append(.init(source: item.source, target: path))
    } catch {
      guard error.reason == .other(EXDEV) else { return fail(item, error.reason.words) }
      // A copy that cannot be removed afterwards would be in vain.
      if PathBytes.withCString(FilePath.parent(of: item.source), { access($0, W_OK) }) != 0 {
        return fail(item, "its folder cannot be written")
      }
      return false
    }
    return true
  }

  private mutating func fail(_ item: FileTransfer.Item, _ reason: String) -> Bool {
    result.failures.append(.init(path: item.source, reason: reason))
    return true
  }

  /// Moves the file at `path` to `target`, or to the name of a copy if `target` exists.
  /// - Returns: The new path.
  private func give(_ target: String, isFolder: Bool, to path: String) throws(FileError) -> String {
    var names = CopyName(of: FilePath.lastComponent(of: target), isFolder: isFolder)
    var candidate = target
    while true {
      do throws(FileError) {
        try FileMove.move(path, to: candidate)
        return candidate
      } catch {
        guard FileMove.isTaken(error), transfer.findsFreeNames else { throw error }
        candidate = FolderEntry.join(FilePath.parent(of: target), names.next())
      }
    }
  }

  /// Counts the files and bytes at a path, including those in folders.
  private func count(_ path: String) {
    var pending = [path]
    while let next = pending.popLast(), !isCancelled() {
      var found = stat()
      guard PathBytes.withCString(next, { lstat($0, &found) }) == 0 else { continue }
      meter.count(bytes: found.st_mode & S_IFMT == S_IFREG ? Int(found.st_size) : 0)
      if found.st_mode & S_IFMT == S_IFDIR {
        pending += ((try? TreeCopy.names(in: next)) ?? []).map { FolderEntry.join(next, $0) }
      }
    }
  }

  // MARK: Copying

  /// Copies an item, and removes its source if it is to be moved. Returns `false` if no further item can be copied.
  private mutating func copy(_ item: FileTransfer.Item) -> Bool {
    let folder = FilePath.parent(of: item.target)
    let hidden = FileMove.freeName(UnfinishedCopy.name(), in: folder)
    let path = FolderEntry.join(folder, hidden)
    let meter = meter
    let copier = FileCopier(isDurable: transfer.isMove, isCancelled: isCancelled) { meter.add(bytes: $0) }
    var tree = TreeCopy(copier, isWhole: transfer.isMove)
    do throws(FileCopier.Interruption) {
      try tree.copy(item.source, to: path) { meter.addFile() }
    } catch {
      switch error {
      case .stopped:
        result.isStopped = true
        return false
      case .unreadable(let error): return fail(item, Self.words(error, in: item.source))
      case .unwritable(let error):
        _ = fail(item, Self.words(error, in: item.source))
        return error.reason != .noSpace
      }
    }
    return publish(&tree, path, item)
  }

  /// Gives a complete copy its final name, and removes the source of a move. Returns whether the work can continue.
  private mutating func publish(_ tree: inout TreeCopy, _ path: String, _ item: FileTransfer.Item) -> Bool {
    do throws(FileError) {
      let target = try give(item.target, isFolder: tree.isFolder, to: path)
      result.missing += tree.missing
      // Names and folders too must be on the disk before their only other copy goes.
      if transfer.isMove { DiskSync.flush(FilePath.parent(of: target)) }
      if transfer.isMove, let left = tree.removeSource() {
        result.left.append(left)
      } else {
        result.done.append(.init(source: item.source, target: target))
      }
    } catch {
      tree.removeCopy()
      return fail(item, error.reason.words)
    }
    return true
  }

  /// Returns the reason of an error, with the name of the file if the error is about a file inside of `source`.
  private static func words(_ error: FileError, in source: String) -> String {
    guard error.action == .read, error.path != source else { return error.reason.words }
    return "“\(PathBytes.display(FilePath.lastComponent(of: error.path)))” in it: \(error.reason.words)"
  }
}
