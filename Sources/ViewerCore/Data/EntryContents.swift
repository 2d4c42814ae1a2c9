import Dispatch
import Scrollwork
import ScrollworkSDLBackend
import Synchronization

/// Reads the first bytes of a folder's files in the background, of each version of a file once.
@MainActor
final class EntryContents {
  private(set) var kinds = EntryKinds()
  /// Called after files turned out to be of another kind than their names say.
  var onChange: (() -> Void)?
  /// The versions of the files that were read or are being read.
  private var versions: [FolderEntryID: UInt64] = [:]
  private(set) var isBusy = false
  private let isStopped = Stop()
  private let queue = DispatchQueue(label: "scrollwork.contents", qos: .utility)

  private final class Stop: Sendable { let flag = Atomic(false) }

  /// The seconds until the first file is read, so that the first frame of a folder does not share the processors.
  private static let patience = 0.03

  /// The largest number of files that are read in a folder, so that no disk is busy for long.
  static let maximumFiles = 4_096

  /// Reads those files among the entries that were not read yet.
  /// - Parameter entries: The entries with the kinds of their names.
  func read(_ entries: [FolderEntry]) {
    guard !isBusy, !isStopped.flag.load(ordering: .relaxed) else { return }
    var wanted: [FolderEntry] = []
    for entry in entries where Self.isWorthReading(entry) {
      guard versions.count < Self.maximumFiles || versions[entry.id] != nil else { break }
      if versions.updateValue(entry.version, forKey: entry.id) != entry.version { wanted.append(entry) }
    }
    guard !wanted.isEmpty else { return }
    isBusy = true
    let (files, stop) = (wanted, isStopped)
    queue.asyncAfter(deadline: .now() + Self.patience) {
      var found: [(FolderEntry, EntryKind, PictureFormat?)] = []
      for file in files where !stop.flag.load(ordering: .relaxed) {
        let (kind, format) = Self.content(of: file)
        found.append((file, kind, format))
      }
      let result = found
      DispatchQueue.main.async { [weak self] in self?.finish(result) }
    }
  }

  /// Returns the kind of a file by its first bytes, and the format of a picture unless its name says that format.
  private nonisolated static func content(of file: FolderEntry) -> (kind: EntryKind, format: PictureFormat?) {
    let start = FileContent.start(of: file.path)
    let kind = FileContent.kind(named: file.rawName, as: file.kind, start: start)
    return (kind, kind == .picture ? FileContent.unnamedFormat(named: file.rawName, start: start) : nil)
  }

  /// Whether an entry is a local, non-empty file, whose first bytes may say more than its name.
  private nonisolated static func isWorthReading(_ entry: FolderEntry) -> Bool {
    entry.kind.isFile && !entry.isAddress && entry.size > 0
  }

  /// Reads the first bytes of a file, and returns its entry with the kind that they show.
  nonisolated static func withContent(_ entry: FolderEntry) -> FolderEntry {
    guard isWorthReading(entry) else { return entry }
    let (kind, format) = content(of: entry)
    return kind == entry.kind && format == nil ? entry : entry.withKind(kind, format: format)
  }

  private func finish(_ found: [(FolderEntry, EntryKind, PictureFormat?)]) {
    isBusy = false
    var hasNew = false
    for (entry, kind, format) in found where kinds.set(kind, format, of: entry) { hasNew = true }
    if hasNew { onChange?() }
  }

  /// Stops the work for good.
  func stop() { isStopped.flag.store(true, ordering: .relaxed) }
}
