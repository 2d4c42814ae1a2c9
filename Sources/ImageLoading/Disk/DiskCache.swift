import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// The encoded pictures on disk, shared by all processes that use the same folder.
///
/// Each address has one file, named by a hash of the address. A write is atomic even if the process dies or the disk is
/// full, and a read verifies the checksum.
///
/// The total size is kept in a file of its own, shared by all processes, so that opening and writing need not list the
/// entries. The entries are listed only to find a missing total, and to remove the least recently used entries when the
/// total exceeds the limit.
///
/// All calls block and belong on background threads. No call fails: an unusable cache behaves like an empty one.
package final class DiskCache: Sendable {
  struct State {
    var isPrepared = false
    /// The time until which nothing is written after a failed write; `nil` if writing is not paused.
    var pausedUntil: Instant?
    /// The last failure in words, for the user.
    var problem: String?
    /// The number in the name of the last temporary file of this process.
    var nextTemporary = 0
  }

  let folder: String
  let limit: Int
  let total: SharedTotal
  let clock: any PipelineClock
  private let writeNew: @Sendable ([[UInt8]], String) -> Int32
  let state = Mutex(State())

  /// Creates a cache without touching the disk: the first write makes the folder.
  /// - Parameter writeNew: Replaces the writing of a new file in tests; returns 0 or an `errno`.
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

  /// The reason for which the last write failed, in words; `nil` if it succeeded.
  package var problem: String? { state.withLock { $0.problem } }

  /// The bytes on disk of all entries, counted by all processes together; 0 if unknown.
  package var byteCount: Int { total.value ?? 0 }

  // MARK: - Reading

  /// Returns the entry for `address`. Removes a damaged entry and returns `nil`.
  /// - Complexity: O(*n*) in the bytes of the entry.
  package func read(_ address: String) -> DiskEntry? {
    let path = path(of: address)
    // Writers store at most a tenth of the limit; a longer file was put there by something else and must not fill the
    // memory.
    guard let found = CacheFile.read(path, limit: limit / 10) else { return nil }
    guard let entry = DiskEntry(file: found.bytes), entry.metadata.address == address else {
      removeFile(path)
      return nil
    }
    recordUse(of: path, found.information)
    return entry
  }

  /// Records the access, at most once a minute. Many file systems do not update the access time themselves.
  private func recordUse(of path: String, _ information: stat) {
    let now = clock.wallTime
    if abs(now - Double(information.st_atim.tv_sec)) > 60 { setUse(of: path) }
  }

  /// Sets the access time of a file to now.
  func setUse(of path: String) {
    let access = timespec(tv_sec: Int(clock.wallTime), tv_nsec: 0)
    let unchanged = timespec(tv_sec: 0, tv_nsec: Self.omit)
    _ = PathBytes.withCString(path) { utimensat(AT_FDCWD, $0, [access, unchanged], AT_SYMLINK_NOFOLLOW) }
  }

  /// The value of `UTIME_OMIT` in sys/stat.h, which leaves a time unchanged.
  private static let omit = (1 << 30) - 2

  // MARK: - Writing

  /// Stores an entry, if it takes at most a tenth of the limit.
  package func write(_ bytes: [UInt8], _ metadata: StoredMetadata) {
    guard let parts = DiskEntry(metadata: metadata, bytes: bytes).parts, prepare() else { return }
    let size = Self.allocatedSize(of: parts.reduce(0) { $0 + $1.count })
    guard size <= limit / 10 else { return }
    var failure = store(parts, size: size, at: path(of: metadata.address))
    if Self.isFull(failure), sweep(toBytes: byteCount / 2) {
      failure = store(parts, size: size, at: path(of: metadata.address))
    }
    recordResult(failure)
  }

  /// Replaces the metadata of an entry; does nothing if there is no entry.
  package func updateMetadata(_ metadata: StoredMetadata) {
    if let entry = read(metadata.address) { write(entry.bytes, metadata) }
  }

  /// Removes the entry for `address`.
  package func remove(_ address: String) { removeFile(path(of: address)) }

  /// Removes a file and subtracts it from the total.
  func removeFile(_ path: String) {
    let size = Self.size(ofFile: path)
    if CacheFile.unlink(path) { total.add(-size) }
  }

  /// Writes an entry; returns 0 or an `errno`. Returns 0 without writing while another process is removing entries.
  private func store(_ parts: [[UInt8]], size: Int, at path: String) -> Int32 {
    // Add before writing: a process that dies in between leaves the total too high, which a sweep corrects, never too
    // low.
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

  /// Moves a file to `path`; returns 0 or an `errno`. Makes the missing folder; replaces an empty folder of that name.
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

  /// Makes one of the cache's own folders, replacing a file or link in its place; returns 0 or an `errno`.
  private func makeFolder(_ path: String) -> Int32 {
    let failure = CacheFolders.make(path)
    guard failure == ENOTDIR || failure == EEXIST, CacheFolders.isFolder(folder), CacheFile.unlink(path) else {
      return failure
    }
    return CacheFolders.make(path)
  }

  /// Returns a new name that no process uses.
  private func temporaryPath() -> String {
    let number = state.withLock { state in
      state.nextTemporary += 1
      return state.nextTemporary
    }
    return "\(folder)/tmp/\(getpid())-\(number)-\(UInt64(bitPattern: clock.now.nanoseconds) & 0xFFFF_FFFF)"
  }

  // MARK: - Availability

  /// Prepares for writing: makes the folders, removes old temporary files and finds a missing total. Returns `false` if
  /// writing is paused or impossible.
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
      recordResult(failure)
      return false
    }
    removeTemporaries(olderThan: 3600)
    if total.value == nil { _ = recount(adding: 0) }
    state.withLock { $0.isPrepared = true }
    return true
  }

  /// Counts all entries, sets the total to their bytes plus `size`, and returns it.
  private func recount(adding size: Int) -> Int {
    let sum = count().bytes + size
    total.set(sum)
    return sum
  }

  /// The pause after a failed write, in seconds.
  static let pause = 60.0

  /// Records the result of a write: a failure in words for the user, and the end of the pause that follows it.
  private func recordResult(_ failure: Int32) {
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

  /// Returns the path of an entry. Entries are spread over 256 folders and named by a hash, which does not reveal the
  /// address.
  func path(of address: String) -> String {
    let name = Self.digits(XXHash.hash(address)) + Self.digits(XXHash.hash(address, seed: 1))
    return "\(folder)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  /// Returns the value as 16 hexadecimal digits.
  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Returns the bytes that a file takes on disk, in blocks of 4096 bytes.
  static func allocatedSize(of byteCount: Int) -> Int {
    // Limited first: the size of a sparse file may be any number, and the addition must not overflow.
    (min(byteCount, SharedTotal.maximum - 4095) + 4095) / 4096 * 4096
  }

  /// Returns the bytes on disk of a file; 0 if there is none.
  private static func size(ofFile path: String) -> Int {
    var found = stat()
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0 else { return 0 }
    return allocatedSize(of: Int(found.st_size))
  }
}
