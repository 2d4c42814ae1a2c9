import Synchronization

/// A version of a store and the last edits that led to it. Copies share one log of edits until one of them is edited.
@usableFromInline
struct RowHistory: Sendable {
  /// The largest number of remembered edits.
  static let limit = 1024

  private static let versions = Atomic<UInt64>(0)

  private var version: UInt64
  private var log: EditLog

  init() {
    version = Self.nextVersion()
    log = EditLog()
  }

  /// Returns a version number that is unique in this process.
  private static func nextVersion() -> UInt64 { versions.add(1, ordering: .relaxed).newValue }

  /// Records an edit, and begins a new version.
  mutating func record(_ edit: RowEdit) {
    let isShared = !isKnownUniquelyReferenced(&log)
    if isShared { log = EditLog(entries: log.entries) }
    // An edit may merge with the one before only if no copy still has the version between them.
    log.add(edit, from: version, mayMerge: !isShared)
    version = Self.nextVersion()
  }

  /// Returns the edits that lead from an older version to this one, the oldest first; `nil` if they are unknown.
  /// - Complexity: O(*e*) in the number of remembered edits.
  func edits(since old: RowHistory) -> [RowEdit]? {
    if old.version == version { return [] }
    guard let first = log.entries.lastIndex(where: { $0.version == old.version }) else { return nil }
    return log.entries[first...].map(\.edit)
  }
}

/// The edits that lead from version to version, the oldest first.
///
/// `Sendable` although it changes: a ``RowHistory`` changes the log only while no other one refers to it. Like the
/// standard library's collections it checks the reference count before.
final class EditLog: @unchecked Sendable {
  private(set) var entries: [(version: UInt64, edit: RowEdit)]

  init(entries: [(version: UInt64, edit: RowEdit)] = []) {
    self.entries = entries
  }

  /// Appends an edit, or merges it with the last one.
  /// - Parameter version: The version before the edit.
  func add(_ edit: RowEdit, from version: UInt64, mayMerge: Bool) {
    if mayMerge, let last = entries.last, let merged = last.edit.merged(with: edit) {
      entries[entries.count - 1].edit = merged
      return
    }
    if entries.count >= RowHistory.limit { entries.removeFirst(RowHistory.limit / 2) }
    entries.append((version, edit))
  }
}
