import Glibc
import ScrollworkPlatform

// Rare operations on all entries. Readers do not wait for them.

extension DiskCache {
  /// One file of the cache.
  struct Item {
    var path: String
    /// Bytes on disk, in whole blocks.
    var size: Int
    /// The access time, in seconds since 1970.
    var lastUse: Int
  }

  /// Returns all entries.
  /// - Complexity: O(*n*); some microseconds for each entry.
  func entries() -> [Item] {
    var items: [Item] = []
    for folder in (0..<256).map({ folder + "/" + Self.twoDigits($0) }) {
      // The target of a link does not belong to the cache.
      guard CacheFolders.isFolder(folder), let reader = try? DirectoryReader(path: folder) else { continue }
      while let batch = try? reader.next(limit: 512), !batch.isEmpty {
        items += batch.compactMap { Self.item(at: folder + "/" + $0.name) }
      }
    }
    return items
  }

  private static func twoDigits(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }

  /// Returns the entry at `path`; `nil` unless it is a regular file.
  private static func item(at path: String) -> Item? {
    var found = stat()
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    return Item(path: path, size: allocatedSize(of: Int(found.st_size)), lastUse: Int(found.st_atim.tv_sec))
  }

  /// Removes the least recently used entries until at most `target` bytes remain.
  /// - Parameter pending: Bytes that the total already counts but that are still to be written.
  /// - Returns: `false` if another process is sweeping, or if the lock file cannot be opened.
  /// - Complexity: O(*n* log *n*) in the number of entries.
  func sweep(toBytes target: Int, pending: Int = 0) -> Bool {
    let lock = CacheFile.openShared(folder + "/.lock", creating: true)
    guard lock >= 0 else { return false }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
    // Unlock explicitly: a child process that is being started holds a copy of the descriptor, so closing is not
    // enough.
    defer { flock(lock, LOCK_UN) }
    let now = Int(clock.wallTime)
    var items = entries()
    // A time in the future comes from a wrong clock; it counts as now, and is corrected.
    for item in items where item.lastUse > now + 60 { setUse(of: item.path) }
    items.sort { min($0.lastUse, now) < min($1.lastUse, now) }
    let counted = Self.size(of: items)
    // Files longer than the limit are not entries: readers refuse them.
    for item in items where item.size > limit { CacheFile.unlink(item.path) }
    items.removeAll { $0.size > limit }
    var sum = Self.size(of: items)
    for item in items where sum > target {
      if CacheFile.unlink(item.path) || errno == ENOENT { sum -= item.size }
    }
    total.add(sum - counted)
    correctTotal(to: sum + pending)
    return true
  }

  /// Sets the shared total to `sum` if the total is lower, or far higher because processes died while writing. A total
  /// that is slightly higher is right: it counts the entries that other processes are writing.
  private func correctTotal(to sum: Int) {
    guard let value = total.value else { return total.set(sum) }
    if value < sum || value - sum > limit / 5 { total.set(sum) }
  }

  /// Removes unfinished files of processes that died.
  /// - Parameter seconds: The age, in seconds, above which a file is removed.
  func removeTemporaries(olderThan seconds: Int) {
    guard let reader = try? DirectoryReader(path: folder + "/tmp") else { return }
    let oldest = Int(clock.wallTime) - seconds
    while let batch = try? reader.next(limit: 512), !batch.isEmpty {
      for item in batch {
        let path = folder + "/tmp/" + item.name
        var found = stat()
        if PathBytes.withCString(path, { lstat($0, &found) }) == 0, Int(found.st_mtim.tv_sec) < oldest {
          CacheFile.unlink(path)
        }
      }
    }
  }

  /// Removes all entries.
  /// - Returns: The reason in words if some could not be removed; otherwise `nil`.
  /// - Complexity: O(*n*)
  @discardableResult
  package func removeAll() -> String? {
    var failure: Int32 = 0
    for item in entries() where !CacheFile.unlink(item.path) && errno != ENOENT { failure = errno }
    removeTemporaries(olderThan: 60)
    if failure == 0, total.value != nil { total.set(0) }
    return failure == 0 ? nil : FileError.Reason(code: failure).words
  }

  /// Counts the entries and their bytes on disk.
  /// - Complexity: O(*n*)
  package func count() -> (entries: Int, bytes: Int) {
    let items = entries()
    return (items.count, Self.size(of: items))
  }

  /// Returns the sum of the sizes, limited because the size of a sparse file may be arbitrarily large.
  private static func size(of items: [Item]) -> Int { items.reduce(0) { min(SharedTotal.maximum, $0 + $1.size) } }
}
