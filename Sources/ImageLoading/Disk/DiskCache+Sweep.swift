import Glibc
import ScrollworkPlatform

// What looks at all entries: rare, and never in the way of who reads.

extension DiskCache {
  /// A file of the cache.
  struct Item {
    var path: String
    /// With what the file system adds.
    var size: Int
    /// Seconds since 1970.
    var lastUse: Int
  }

  /// All entries.
  /// - Complexity: O(*n*): some microseconds each.
  func entries() -> [Item] {
    var items: [Item] = []
    for folder in (0..<256).map({ folder + "/" + Self.twoDigits($0) }) {
      // What a link leads to is not the cache's.
      guard CacheFolders.isFolder(folder), let reader = try? DirectoryReader(path: folder) else { continue }
      while let batch = try? reader.next(limit: 512), !batch.isEmpty {
        items += batch.compactMap { Self.item(at: folder + "/" + $0.name) }
      }
    }
    return items
  }

  private static func twoDigits(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }

  private static func item(at path: String) -> Item? {
    var found = stat()
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    return Item(path: path, size: allocatedSize(of: Int(found.st_size)), lastUse: Int(found.st_atim.tv_sec))
  }

  /// Removes what was not used for the longest time until no more than that is left; false if another process is at it.
  /// - Parameter pending: Bytes in the total of what is still to be written.
  func sweep(toBytes target: Int, pending: Int = 0) -> Bool {
    let lock = CacheFile.openShared(folder + "/.lock", creating: true)
    guard lock >= 0 else { return false }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
    // A process that is being started has a copy of the descriptor, so closing alone would not end the lock.
    defer { flock(lock, LOCK_UN) }
    let now = Int(clock.wallTime)
    var items = entries()
    // A time in the future, from a clock set wrongly, counts as now, and from now on.
    for item in items where item.lastUse > now + 60 { setUse(of: item.path) }
    items.sort { min($0.lastUse, now) < min($1.lastUse, now) }
    let counted = Self.size(of: items)
    // What is too long to be read is no entry.
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

  /// Processes that died while they wrote have left the total too high. What others are writing just now is in it too, so
  /// only a large difference is one.
  private func correctTotal(to sum: Int) {
    guard let value = total.value else { return total.set(sum) }
    if value < sum || value - sum > limit / 5 { total.set(sum) }
  }

  /// Removes what processes that died have left.
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
  /// - Returns: Why some could not be removed, in words; `nil` if all were.
  @discardableResult
  package func removeAll() -> String? {
    var failure: Int32 = 0
    for item in entries() where !CacheFile.unlink(item.path) && errno != ENOENT { failure = errno }
    removeTemporaries(olderThan: 60)
    if failure == 0, total.value != nil { total.set(0) }
    return failure == 0 ? nil : FileError.Reason(code: failure).words
  }

  /// Counts the entries and their bytes.
  package func count() -> (entries: Int, bytes: Int) {
    let items = entries()
    return (items.count, Self.size(of: items))
  }

  /// Bytes of all of them, each of which may be said to be as long as a file system lets it.
  private static func size(of items: [Item]) -> Int { items.reduce(0) { min(SharedTotal.most, $0 + $1.size) } }
}
