import Synchronization

/// A version and the last edits that led to it; values that were copied from each other share what they have in common.
@usableFromInline
struct RowHistory: Sendable {
  /// How many edits are remembered at most.
  static let limit = 1024

  private static let versions = Atomic<UInt64>(0)

  private var version: UInt64
  private var log: EditLog

  init() {
    version = Self.nextVersion()
    log = EditLog()
  }

  /// A number that no other version in this process has.
  private static func nextVersion() -> UInt64 { versions.add(1, ordering: .relaxed).newValue }

  mutating func record(_ edit: RowEdit) {
    let isShared = !isKnownUniquelyReferenced(&log)
    if isShared { log = EditLog(entries: log.entries) }
    // Only while nobody else has this version may it vanish from the log.
    log.add(edit, from: version, mayMerge: !isShared)
    version = Self.nextVersion()
  }

  /// The edits that lead from an older version to this one, the oldest first; `nil` if they are not known.
  /// - Complexity: O(*e*) in the number of remembered edits.
  func edits(since old: RowHistory) -> [RowEdit]? {
    if old.version == version { return [] }
    guard let first = log.entries.lastIndex(where: { $0.version == old.version }) else { return nil }
    return log.entries[first...].map(\.edit)
  }
}

/// The edits of one line of versions.
///
/// `Sendable` although it changes: it is changed only by the single ``RowHistory`` that refers to it, after a look at
/// the reference count, as the standard library's collections do it.
final class EditLog: @unchecked Sendable {
  private(set) var entries: [(version: UInt64, edit: RowEdit)]

  init(entries: [(version: UInt64, edit: RowEdit)] = []) {
    self.entries = entries
  }

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
