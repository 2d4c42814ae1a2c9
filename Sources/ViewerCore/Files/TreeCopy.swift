import Glibc
import ScrollworkPlatform

/// The copy of a file or of a folder with everything in it, under a name that is replaced at the end.
struct TreeCopy {
  /// A file or folder that was copied.
  private struct Part {
    var source: String
    var target: String
    /// The status of the source when it was copied.
    var found: stat

    var isFolder: Bool { found.st_mode & S_IFMT == S_IFDIR }
  }

  /// The files and folders that were made, each folder before its content.
  private var parts: [Part] = []
  /// The files that could not be copied.
  private(set) var missing: [FileTransfer.Failure] = []
  private let copier: FileCopier
  /// Whether a file that cannot be copied ends the copy. A move requires this, so that nothing is lost.
  private let isWhole: Bool

  /// Whether the copied item is a folder.
  var isFolder: Bool { parts.first?.isFolder ?? false }

  init(_ copier: FileCopier, isWhole: Bool) { (self.copier, self.isWhole) = (copier, isWhole) }

  /// Copies a file or folder.
  /// - Parameter didFinish: Called after each file and folder.
  /// - Throws: After an error nothing is at `target`.
  mutating func copy(_ source: String, to target: String, didFinish: () -> Void) throws(FileCopier.Interruption) {
    do throws(FileCopier.Interruption) {
      // The paths of a deep folder would not fit the stack of a thread.
      var pending = [(source: source, target: target)]
      while let next = pending.popLast() {
        if copier.isCancelled() { throw .stopped }
        do throws(FileCopier.Interruption) {
          pending += try copyPart(next.source, to: next.target)
        } catch {
          guard case .unreadable(let reason) = error, !isWhole, next.source != source else { throw error }
          missing.append(FileTransfer.Failure(path: next.source, reason: reason.reason.words))
        }
        didFinish()
      }
      for part in parts.reversed() where part.isFolder { FileCopier.finishFolder(part.target, as: part.found) }
    } catch {
      removeCopy()
      throw error
    }
  }

  /// Copies a file, or makes a folder.
  /// - Returns: The content of the folder, which is copied next.
  private mutating func copyPart(_ source: String, to target: String) throws(FileCopier.Interruption) -> [(
    source: String, target: String
  )] {
    var found = stat()
    guard PathBytes.withCString(source, { lstat($0, &found) }) == 0 else {
      throw .unreadable(FileError(path: source, code: errno))
    }
    guard found.st_mode & S_IFMT == S_IFDIR else {
      try copier.copy(source, found, to: target)
      parts.append(Part(source: source, target: target, found: found))
      return []
    }
    let names: [String]
    do throws(FileError) {
      names = try TreeCopy.names(in: source)
    } catch {
      throw .unreadable(error)
    }
    guard PathBytes.withCString(target, { mkdir($0, 0o700) }) == 0 else { throw FileCopier.writing(target, errno) }
    parts.append(Part(source: source, target: target, found: found))
    return names.map { (FolderEntry.join(source, $0), FolderEntry.join(target, $0)) }
  }

  /// Whether a file, or all files of a folder together, have more than `limit` bytes.
  static func isLarger(_ path: String, than limit: Int) -> Bool {
    var (pending, bytes) = ([path], 0)
    while let next = pending.popLast(), bytes <= limit {
      var found = stat()
      guard PathBytes.withCString(next, { lstat($0, &found) }) == 0 else { continue }
      if found.st_mode & S_IFMT == S_IFREG { bytes += Int(found.st_size) }
      guard found.st_mode & S_IFMT == S_IFDIR else { continue }
      pending += ((try? names(in: next)) ?? []).map { FolderEntry.join(next, $0) }
    }
    return bytes > limit
  }

  /// Returns the names in a folder.
  static func names(in folder: String) throws(FileError) -> [String] {
    let reader = try DirectoryReader(path: folder)
    var names: [String] = []
    while true {
      let items = try reader.next(limit: 1_024)
      if items.isEmpty { return names }
      names += items.map(\.name)
    }
  }

  /// Removes the copy.
  mutating func removeCopy() {
    // Folders that may not be written lose their content too.
    for part in parts where part.isFolder { _ = PathBytes.withCString(part.target) { chmod($0, 0o700) } }
    for part in parts.reversed() {
      _ = PathBytes.withCString(part.target) { part.isFolder ? rmdir($0) : unlink($0) }
    }
    parts = []
  }

  /// Removes the source of a move. Files that changed since they were copied are kept.
  /// - Returns: The first file or folder that was kept; `nil` if all are removed.
  func removeSource() -> FileTransfer.Failure? {
    var first: FileTransfer.Failure?
    for part in parts.reversed() {
      if let reason = Self.remove(part), first == nil {
        first = FileTransfer.Failure(path: part.source, reason: reason)
      }
    }
    return first
  }

  /// Removes the source of one file or folder.
  /// - Returns: The reason why it was kept; `nil` if it was removed.
  private static func remove(_ part: Part) -> String? {
    var now = stat()
    guard PathBytes.withCString(part.source, { lstat($0, &now) }) == 0 else { return nil }
    let isSame =
      now.st_ino == part.found.st_ino
      && (part.isFolder
        || (now.st_mtim.tv_sec, now.st_mtim.tv_nsec, now.st_size)
          == (part.found.st_mtim.tv_sec, part.found.st_mtim.tv_nsec, part.found.st_size))
    guard isSame else { return "it changed while it was copied" }
    let isGone = PathBytes.withCString(part.source) { part.isFolder ? rmdir($0) : unlink($0) } == 0
    return isGone ? nil : FileError.Reason(code: errno).words
  }
}
