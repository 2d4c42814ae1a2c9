import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// Bytes of pictures on the disk, shared by all processes that name the same folder.
///
/// A file for each address, named by a hash of it. What is written appears whole or not at all, also if the process dies or
/// the disk is full, and what is read has the checksum that was written. A total that all processes share is kept beside
/// the entries, so that neither opening nor writing looks at them; only where it is missing they are counted, and only
/// where the limit is reached those that were not used for the longest time are removed.
///
/// All calls block and are for background threads. None fails: a cache that cannot be used is one that has nothing.
package final class DiskCache: Sendable {
  struct State {
    var isPrepared = false
    /// Nothing is written until then, because it did not work.
    var pausedUntil: Instant?
    var problem: String?
    var nextTemporary = 0
  }

  let folder: String
  let limit: Int
  let total: SharedTotal
  let clock: any PipelineClock
  private let writeNew: @Sendable ([[UInt8]], String) -> Int32
  let state = Mutex(State())

  /// Touches nothing: the folder is made by the first write.
  /// - Parameter writeNew: Stands in for writing a new file; answers with the number of the error, or 0.
  package init(
    _ configuration: ImageDiskCacheConfiguration, clock: any PipelineClock,
    writeNew: (@Sendable ([[UInt8]], String) -> Int32)? = nil
  ) {
    folder = configuration.folder
    limit = configuration.limit
    self.clock = clock
    self.writeNew = writeNew ?? CacheFile.write
    total = SharedTotal(path: configuration.folder + "/.total")
  }

  /// What went wrong when something was written last, in words; `nil` if all is well.
  package var problem: String? { state.withLock { $0.problem } }

  /// Bytes in the cache, as all processes have counted.
  package var byteCount: Int { total.value ?? 0 }

  // MARK: - Reading

  package func read(_ address: String) -> DiskEntry? {
    let path = path(of: address)
    // No longer than what is written, so that a file that was put there cannot take the memory.
    guard let found = CacheFile.read(path, limit: limit / 10) else { return nil }
    guard let entry = DiskEntry(file: found.bytes), entry.marks.address == address else {
      removeFile(path)
      return nil
    }
    noteUse(of: path, found.information)
    return entry
  }

  /// At most once a minute: many file systems do not keep the time of the last access by themselves.
  private func noteUse(of path: String, _ information: stat) {
    let now = clock.wallTime
    if abs(now - Double(information.st_atim.tv_sec)) > 60 { setUse(of: path) }
  }

  func setUse(of path: String) {
    let access = timespec(tv_sec: Int(clock.wallTime), tv_nsec: 0)
    let unchanged = timespec(tv_sec: 0, tv_nsec: Self.omit)
    _ = PathBytes.withCString(path) { utimensat(AT_FDCWD, $0, [access, unchanged], AT_SYMLINK_NOFOLLOW) }
  }

  /// `UTIME_OMIT` of sys/stat.h: leaves a time as it is.
  private static let omit = (1 << 30) - 2

  // MARK: - Writing

  /// Keeps the bytes, if they are no more than a tenth of the limit.
  package func write(_ bytes: [UInt8], _ marks: StoredMarks) {
    guard let parts = DiskEntry(marks: marks, bytes: bytes).parts, prepare() else { return }
    let size = Self.allocatedSize(of: parts.reduce(0) { $0 + $1.count })
    guard size <= limit / 10 else { return }
    var failure = store(parts, size: size, at: path(of: marks.address))
    if Self.isFull(failure), sweep(toBytes: byteCount / 2) {
      failure = store(parts, size: size, at: path(of: marks.address))
    }
    note(failure)
  }

  /// Writes other marks to bytes that are there.
  package func mark(_ marks: StoredMarks) {
    if let entry = read(marks.address) { write(entry.bytes, marks) }
  }

  package func remove(_ address: String) { removeFile(path(of: address)) }

  func removeFile(_ path: String) {
    let size = Self.size(ofFile: path)
    if CacheFile.unlink(path) { total.add(-size) }
  }

  /// The number of the error, or 0; also 0 if there is no room and another process makes some at the moment.
  private func store(_ parts: [[UInt8]], size: Int, at path: String) -> Int32 {
    // Counted before it is written: a process that dies in between leaves the total too high, never too low.
    var sum = total.add(size) ?? recount(adding: size)
    if sum > limit, sweep(toBytes: limit / 10 * 8, pending: size) { sum = total.value ?? sum }
    if sum > limit {
      total.add(-size)
      return 0
    }
    let temporary = temporaryPath()
    var failure = writeNew(parts, temporary)
    if failure == ENOENT || failure == ENOTDIR, makeFolder(folder + "/tmp") == 0 {
      failure = writeNew(parts, temporary)
    }
    let former = Self.size(ofFile: path)
    if failure == 0 {
      setUse(of: temporary)
      failure = move(temporary, to: path)
    }
    if failure != 0 { CacheFile.unlink(temporary) }
    if total.add(failure == 0 ? -former : -size) == nil { _ = recount(adding: 0) }
    return failure
  }

  private func move(_ temporary: String, to path: String) -> Int32 {
    let failure = CacheFile.rename(temporary, to: path)
    switch failure {
    case ENOENT, ENOTDIR, ELOOP:
      let made = makeFolder(FilePath.parent(of: path))
      return made == 0 ? CacheFile.rename(temporary, to: path) : made
    case EISDIR:
      guard PathBytes.withCString(path, { rmdir($0) }) == 0 else { return failure }
      return CacheFile.rename(temporary, to: path)
    default: return failure
    }
  }

  /// Makes one of the cache's own folders, instead of what else stands in its place; the number of the error, or 0.
  private func makeFolder(_ path: String) -> Int32 {
    let failure = CacheFolders.make(path)
    guard failure == ENOTDIR || failure == EEXIST, CacheFolders.isFolder(folder), CacheFile.unlink(path) else {
      return failure
    }
    return CacheFolders.make(path)
  }

  private func temporaryPath() -> String {
    let number = state.withLock { state in
      state.nextTemporary += 1
      return state.nextTemporary
    }
    return "\(folder)/tmp/\(getpid())-\(number)-\(UInt64(bitPattern: clock.now.nanoseconds) & 0xFFFF_FFFF)"
  }

  // MARK: - Being able to

  /// Makes the folders and counts what is there, once; false while nothing can be written.
  private func prepare() -> Bool {
    let now = clock.now
    let (isPaused, isPrepared) = state.withLock { state in
      if let end = state.pausedUntil, now < end { return (true, false) }
      state.pausedUntil = nil
      return (false, state.isPrepared)
    }
    if isPaused { return false }
    if isPrepared { return true }
    let failure = makeFolder(folder + "/tmp")
    guard failure == 0 else {
      note(failure)
      return false
    }
    removeTemporaries(olderThan: 3600)
    if total.value == nil { _ = recount(adding: 0) }
    state.withLock { $0.isPrepared = true }
    return true
  }

  private func recount(adding size: Int) -> Int {
    let sum = count().bytes + size
    total.set(sum)
    return sum
  }

  /// Seconds after a failure for which nothing is written.
  static let pause = 60.0

  private func note(_ failure: Int32) {
    let now = clock.now
    state.withLock { state in
      guard failure != 0 else {
        state.problem = nil
        return
      }
      let words = FileError.Reason(code: failure).words
      state.problem = "pictures are not kept: \(words), in \(PathBytes.display(folder))"
      state.pausedUntil = now.advanced(bySeconds: Self.pause)
      state.isPrepared = false
    }
  }

  private static func isFull(_ failure: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(failure) }

  // MARK: - Names

  /// 256 folders, so that none has too many files. Nothing of the address is in the name.
  func path(of address: String) -> String {
    let name = Self.digits(XXHash.hash(address)) + Self.digits(XXHash.hash(address, seed: 1))
    return "\(folder)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// File systems give whole blocks.
  static func allocatedSize(of byteCount: Int) -> Int {
    // A sparse file may be said to be longer than any number that can be added to.
    (min(byteCount, SharedTotal.most - 4095) + 4095) / 4096 * 4096
  }

  private static func size(ofFile path: String) -> Int {
    var found = stat()
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0 else { return 0 }
    return allocatedSize(of: Int(found.st_size))
  }
}
