import Dispatch
import Glibc
import Scrollwork
import ScrollworkPlatform

/// A screen or a view that shows tags of files.
@MainActor
protocol FileTagShowing: AnyObject {
  /// Updates the shown tags, because some changed or became known.
  func fileTagsDidChange()
}

/// A file with its tag; 0 for none.
struct FileTag: Hashable, Sendable {
  var path: String
  var tag: UInt8
}

/// The tags of files, which all windows share: reads them in the background, and writes each change at once.
@MainActor
package final class FileTagging: Equatable {
  /// The storage of the tags on disk.
  package var storage = FileTagStorage.current
  /// The tags of the folders that were read.
  private(set) var tags = FileTags()
  /// The number of reads in progress.
  private var reads = 0
  /// The number of changes so far. If it changes during a read, the result is discarded and read again.
  private var changes = 0
  private var observers: [ObjectIdentifier: WeakObserver] = [:]
  private let queue = DispatchQueue(label: "scrollwork.tags", qos: .userInitiated)

  private struct WeakObserver { weak var observer: (any FileTagShowing)? }

  /// The largest number of files that are tagged at once.
  static let maximumFiles = 100_000

  package init() {}

  /// Whether tags are still being read.
  var isBusy: Bool { reads > 0 }

  /// Registers a view that is notified of changes. The reference is weak.
  func add(_ observer: any FileTagShowing) { observers[ObjectIdentifier(observer)] = WeakObserver(observer: observer) }

  nonisolated package static func == (a: FileTagging, b: FileTagging) -> Bool { a === b }

  private func tell() {
    observers = observers.filter { $0.value.observer != nil }
    for view in observers.values { view.observer?.fileTagsDidChange() }
  }

  // MARK: Reading

  /// Reads the tags of a folder's files. Returns at once.
  /// - Parameter isDeep: Whether the files in all folders below it are read too.
  func read(_ folder: String, isDeep: Bool = false) {
    reads += 1
    let (storage, former) = (storage, changes)
    queue.async {
      let real = FilePath.resolved(folder) ?? folder
      let tagged = isDeep ? storage.tags(below: real) { false }.map(\.folder) : [real]
      let found = tagged.map { (folder: $0, names: (try? storage.followedTags(in: $0)) ?? [:]) }
      DispatchQueue.main.async { [weak self] in self?.finish(found, of: folder, real, isDeep, former) }
    }
  }

  private func finish(
    _ found: [(folder: String, names: FileTags.Names)], of folder: String, _ real: String, _ isDeep: Bool, _ former: Int
  ) {
    reads -= 1
    guard former == changes else { return read(folder, isDeep: isDeep) }
    let wasEmpty = tags.isEmpty
    if isDeep { tags.forget(below: real) }
    for (path, names) in found {
      let start = PathBytes.encode(FolderEntry.join(real, "")).count
      let rest = PathBytes.decode(PathBytes.encode(path).dropFirst(start))
      tags.set(names, of: path, shownAs: rest.isEmpty ? folder : FolderEntry.join(folder, rest))
    }
    if !wasEmpty || !tags.isEmpty { tell() }
  }

  // MARK: Changing

  /// Tags files, or removes their tags if `tag` is 0.
  /// - Returns: The files whose tags changed, with their former tags.
  /// - Throws: If the tags of a folder cannot be read or written. Those of that folder and of the folders after it did
  ///   not change.
  func set(_ tag: UInt8, of paths: [String]) throws(FileError) -> [FileTag] {
    try set(paths.map { FileTag(path: $0, tag: tag) })
  }

  /// Sets a tag for each file, for instance its former one.
  /// - Returns: The files whose tags changed, with their former tags.
  /// - Throws: As `set(_:of:)`.
  @discardableResult
  func set(_ wanted: [FileTag]) throws(FileError) -> [FileTag] {
    var folders: [(folder: String, files: [FileTag])] = []
    var places: [ExactText: Int] = [:]
    for file in wanted {
      let folder = FilePath.parent(of: file.path)
      let place = places[ExactText(folder)] ?? folders.count
      if place == folders.count {
        places[ExactText(folder)] = place
        folders.append((folder, []))
      }
      folders[place].files.append(file)
    }
    var former: [FileTag] = []
    defer { if !former.isEmpty { tell() } }
    for (folder, files) in folders { former += try set(files, in: folder) }
    return former
  }

  private func set(_ files: [FileTag], in folder: String) throws(FileError) -> [FileTag] {
    let real = FilePath.resolved(folder) ?? folder
    // Another program may have changed them; a file of tags that cannot be read is not written either.
    let known = try storage.tags(in: real)
    var (former, news): ([FileTag], [FileTagChange]) = ([], [])
    for file in files {
      let name = FilePath.lastComponent(of: file.path)
      let tag = known[ExactText(name)] ?? 0
      guard tag != file.tag else { continue }
      former.append(FileTag(path: file.path, tag: tag))
      let mark = file.tag == 0 ? nil : (try? FileInfo(path: file.path)).flatMap(FileMark.init)
      news.append(FileTagChange(name: name, tag: file.tag, mark: mark))
    }
    try storage.write(news, in: real)
    changes += 1
    tags.set(known, of: real, shownAs: folder)
    for change in news { tags.set(change.tag, ofName: change.name, in: real) }
    return former
  }

  /// The number of moves of files by this program that have not ended.
  private var ownMoves = 0
  /// The moves that watchers reported during moves by this program; they are handled afterwards.
  private var heldBack: [FileTransfer.Item] = []

  // MARK: Moved files

  /// Moves the tags of files and folders that were moved, renamed, or moved to the trash.
  /// - Returns: The error if some tags could not be moved; otherwise `nil`.
  @discardableResult
  func follow(_ moves: [FileTransfer.Item]) -> FileError? { follow(moves, onlyTagged: false) }

  /// Moves the tags of files and folders that another program may have moved. If a moved file has no tag, the tag of
  /// its target stays. If the former name exists again, the tag stays with it, because an editor may have saved a new
  /// version under that name.
  func followTagged(_ moves: [FileTransfer.Item]) {
    guard ownMoves == 0 else {
      heldBack += moves
      return
    }
    follow(moves.filter { !FileMove.exists($0.source) && FileMove.exists($0.target) }, onlyTagged: true)
  }

  /// Begins a move of files by this program, which `follow` reports at its end. Until then, moves that watchers report
  /// wait, because tags that were moved twice would be lost.
  func beginMove() { ownMoves += 1 }

  /// Ends a move of files by this program, after `follow` was called.
  func endMove() {
    ownMoves -= 1
    guard ownMoves == 0, !heldBack.isEmpty else { return }
    let moves = heldBack
    heldBack = []
    followTagged(moves)
  }

  @discardableResult
  private func follow(_ moves: [FileTransfer.Item], onlyTagged: Bool) -> FileError? {
    var failure: FileError?
    var (wanted, known, real) = ([FileTag](), [ExactText: FileTags.Names](), [ExactText: String]())
    func path(_ path: String) -> (folder: String, name: String) {
      let (folder, name) = (FilePath.parent(of: path), FilePath.lastComponent(of: path))
      let resolved = real[ExactText(folder)] ?? FilePath.resolved(folder) ?? folder
      real[ExactText(folder)] = resolved
      return (resolved, name)
    }
    for move in moves {
      let (old, new) = (path(move.source), path(move.target))
      let (source, target) = (FolderEntry.join(old.folder, old.name), FolderEntry.join(new.folder, new.name))
      do throws(FileError) {
        if Self.isFolder(move.target), !onlyTagged || storage.hasTags(below: source) {
          try followFolder(source, to: target)
        }
        let folder = ExactText(old.folder)
        if known[folder] == nil { known[folder] = try storage.tags(in: old.folder) }
        let tag = known[folder]?[ExactText(old.name)] ?? 0
        if onlyTagged, tag == 0 { continue }
        wanted.append(FileTag(path: target, tag: tag))
      } catch {
        failure = error
      }
      wanted.append(FileTag(path: source, tag: 0))
    }
    do throws(FileError) { try set(wanted) } catch { failure = error }
    return failure
  }

  private func followFolder(_ old: String, to new: String) throws(FileError) {
    try storage.moveFolder(old, to: new)
    changes += 1
    let moved = storage.tags(below: new) { false }
    tags.forget(below: old)
    tags.forget(below: new)
    for (folder, names) in moved { tags.set(names, of: folder) }
    tell()
  }

  private static func isFolder(_ path: String) -> Bool {
    var found = stat()
    return PathBytes.withCString(path) { lstat($0, &found) } == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes the tags at these paths, because they belong to files that were there before.
  func forget(_ paths: [String]) { _ = try? set(0, of: paths) }
}
