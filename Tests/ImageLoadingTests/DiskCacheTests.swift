import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Synchronization
import Testing

func makeDiskCache(
  _ folder: String, limit: Int = 1 << 20, clock: any PipelineClock = ManualPipelineClock()
) -> DiskCache {
  var configuration = ImageDiskCacheConfiguration(folder: folder)
  configuration.limit = limit
  return DiskCache(configuration, clock: clock)
}

/// Returns the paths of all regular files below a folder.
private func files(in folder: String) -> [String] {
  (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }.filter
  {
    (try? FileManager.default.attributesOfItem(atPath: $0))?[.type] as? FileAttributeType == .typeRegular
  }
}

/// Returns the paths of the cache's entries.
private func entries(in folder: String) -> [String] {
  files(in: folder).filter { !$0.hasSuffix(".total") && !$0.hasSuffix(".lock") && !$0.hasPrefix(folder + "/tmp/") }
}

private func mode(_ path: String) -> Int {
  (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int ?? 0
}

/// A simulated disk with a limited number of free bytes. Writing beyond them fails.
private final class Room: Sendable {
  private let folder: String
  private let byteCount: Int
  private let failure: Int32
  private let state = Mutex(0)

  var refusals: Int { state.withLock { $0 } }

  init(_ folder: String, bytes: Int, failure: Int32) {
    (self.folder, byteCount, self.failure) = (folder, bytes, failure)
  }

  func write(_ parts: [[UInt8]], _ path: String) -> Int32 {
    let used = entries(in: folder).reduce(0) { sum, path in
      sum + ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0)
    }
    guard used + parts.reduce(0, { $0 + $1.count }) <= byteCount else {
      state.withLock { $0 += 1 }
      return failure
    }
    return (try? Data(parts.joined()).write(to: URL(fileURLWithPath: path))) == nil ? ENOENT : 0
  }
}

struct DiskCacheTests {
  @Test func `entries are read back with their metadata, also by another cache`() throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      var metadata = StoredMetadata(address: "http://host/a?b=c")
      metadata.validators = ByteValidators(entityTag: "\"x\"", lastModified: "yesterday")
      (metadata.freshUntil, metadata.staleUntil) = (5, 7.25)
      #expect(cache.read(metadata.address) == nil)
      cache.write(pattern(1, count: 5000), metadata)
      for reader in [cache, makeDiskCache(folder)] {
        let entry = try #require(reader.read(metadata.address))
        #expect(entry.bytes == pattern(1, count: 5000) && entry.metadata == metadata)
      }
      #expect(cache.read("http://host/a") == nil)
      #expect(cache.count() == (1, 8192) && cache.byteCount == 8192)
      metadata.freshUntil = 100
      cache.updateMetadata(metadata)
      #expect(cache.read(metadata.address)?.metadata == metadata && cache.byteCount == 8192)
      cache.remove(metadata.address)
      #expect(cache.read(metadata.address) == nil && cache.byteCount == 0 && cache.count().entries == 0)
    }
  }

  @Test func `file names reveal nothing, and folders are private to their owner`() throws {
    try withCacheFolder { base in
      let folder = base + "/images/v1"
      let cache = makeDiskCache(folder)
      for address in ["../../etc/passwd", "http://host/secret", "", String(repeating: "a", count: 5000)] {
        cache.write([1, 2, 3], StoredMetadata(address: address))
        #expect(cache.read(address)?.bytes == [1, 2, 3])
      }
      for path in entries(in: folder) {
        #expect(
          path.dropFirst(folder.count).wholeMatch(of: /\/[0-9a-f]{2}\/[0-9a-f]{30}/) != nil && mode(path) == 0o600)
      }
      #expect(entries(in: folder).count == 4 && mode(folder) == 0o700 && mode(base + "/images") == 0o700)
    }
  }

  @Test func `an entry with a changed byte or a missing end is rejected`() throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write(pattern(3, count: 40), StoredMetadata(address: "a"))
      let path = try #require(entries(in: folder).first)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      // The last eight bytes of the head are unused.
      for index in whole.indices where !(24..<32).contains(index) {
        for damaged in [whole.prefix(index), Data(whole[..<index] + [whole[index] ^ 0x10] + whole[(index + 1)...])] {
          try damaged.write(to: URL(fileURLWithPath: path))
          #expect(cache.read("a") == nil, "byte \(index)")
          #expect(!FileManager.default.fileExists(atPath: path))
        }
      }
      try (whole + [0]).write(to: URL(fileURLWithPath: path))
      #expect(cache.read("a") == nil)
    }
  }

  @Test func `links, pipes and entries of another address are not read`() throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write(pattern(3, count: 40), StoredMetadata(address: "a"))
      cache.write(pattern(4, count: 40), StoredMetadata(address: "b"))
      let paths = entries(in: folder)
      let first = try #require(paths.first)
      let data = try Data(contentsOf: URL(fileURLWithPath: first))
      let address = cache.read("a")?.metadata.address == "a" && data.contains(pattern(3, count: 40)) ? "a" : "b"
      try FileManager.default.moveItem(atPath: first, toPath: folder + "/elsewhere")
      try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: folder + "/elsewhere")
      #expect(cache.read(address) == nil)
      try FileManager.default.removeItem(atPath: first)
      #expect(mkfifo(first, 0o600) == 0)
      #expect(cache.read(address) == nil)
      try FileManager.default.removeItem(atPath: first)
      try FileManager.default.copyItem(atPath: paths[1], toPath: first)
      #expect(cache.read(address) == nil, "the bytes of another entry under this name")
    }
  }

  @Test func `the total stays within the limit, and recently used entries stay`() throws {
    try withCacheFolder { folder in
      let clock = ManualPipelineClock()
      let cache = makeDiskCache(folder, limit: 40 * 4096, clock: clock)
      for number in 0..<200 {
        clock.advance(by: 100)
        cache.write(pattern(number, count: 1000), StoredMetadata(address: "\(number)"))
        #expect(cache.read("0") != nil, "used each time")
        #expect(cache.count().bytes <= 40 * 4096 && cache.byteCount == cache.count().bytes)
      }
      #expect(cache.read("199") != nil && cache.read("50") == nil)
      #expect((32...40).contains(cache.count().entries))
      cache.write(pattern(1, count: 5 * 4096), StoredMetadata(address: "large"))
      #expect(cache.read("large") == nil, "more than a tenth of the limit")
    }
  }

  @Test func `an access time in the future counts as now`() throws {
    try withCacheFolder { folder in
      let clock = ManualPipelineClock()
      let cache = makeDiskCache(folder, limit: 20 * 4096, clock: clock)
      cache.write([1], StoredMetadata(address: "future"))
      let path = try #require(entries(in: folder).first)
      let year = timespec(tv_sec: Int(clock.wallTime) + 30_000_000, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, path, [year, year], 0) == 0)
      for number in 0..<60 {
        clock.advance(by: 100)
        cache.write([1], StoredMetadata(address: "\(number)"))
      }
      // The future time counts as now in the first sweep, and is old in a later one.
      #expect(cache.read("future") == nil && cache.read("59") != nil)
      #expect(cache.byteCount <= 20 * 4096)
    }
  }

  @Test func `a missing or damaged total is recounted`() throws {
    try withCacheFolder { folder in
      for number in 0..<5 { makeDiskCache(folder).write([1], StoredMetadata(address: "\(number)")) }
      for damage in [Data(), Data("nonsense".utf8), Data(repeating: 9, count: 16)] {
        try damage.write(to: URL(fileURLWithPath: folder + "/.total"))
        let cache = makeDiskCache(folder)
        cache.write([1], StoredMetadata(address: "new"))
        #expect(cache.byteCount == 6 * 4096)
        cache.remove("new")
      }
      let cache = makeDiskCache(folder)
      cache.write([1], StoredMetadata(address: "new"))
      try FileManager.default.removeItem(atPath: folder)
      cache.write([2], StoredMetadata(address: "after"))
      #expect(cache.read("after")?.bytes == [2], "the folder was deleted in between")
      #expect(cache.byteCount == 4096)
    }
  }

  @Test func `a total left too high by a dead process is corrected, including writes in progress`() throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder, limit: 40 * 4096)
      for number in 0..<10 { cache.write([7], StoredMetadata(address: "\(number)")) }
      let high = Int64(40 * 4096)
      try Data([high, ~high].flatMap { number in withUnsafeBytes(of: number) { Array($0) } })
        .write(to: URL(fileURLWithPath: folder + "/.total"))
      cache.write([7], StoredMetadata(address: "one more"))
      #expect(cache.count().entries == 11 && cache.byteCount == 11 * 4096)
    }
  }

  @Test func `leftovers of dead processes are removed after an hour`() throws {
    try withCacheFolder { folder in
      let clock = ManualPipelineClock()
      try FileManager.default.createDirectory(atPath: folder + "/tmp", withIntermediateDirectories: true)
      for (name, age) in [("1-old", 4000), ("1-new", 3000)] {
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/tmp/" + name))
        let time = timespec(tv_sec: Int(clock.wallTime) - age, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, folder + "/tmp/" + name, [time, time], 0) == 0)
      }
      makeDiskCache(folder, clock: clock).write([1], StoredMetadata(address: "a"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp") == ["1-new"])
    }
  }

  @Test func `a failed write is reported, and nothing is written for a minute after it`() throws {
    try withCacheFolder { base in
      let clock = ManualPipelineClock()
      let folder = base + "/cache/images"
      try Data().write(to: URL(fileURLWithPath: base + "/cache"))
      let cache = makeDiskCache(folder, clock: clock)
      cache.write([1], StoredMetadata(address: "a"))
      #expect(cache.read("a") == nil && cache.problem?.contains("not a folder") == true)
      try FileManager.default.removeItem(atPath: base + "/cache")
      clock.advance(by: 59)
      cache.write([1], StoredMetadata(address: "a"))
      #expect(cache.read("a") == nil)
      clock.advance(by: 2)
      cache.write([1], StoredMetadata(address: "a"))
      #expect(cache.read("a")?.bytes == [1] && cache.problem == nil)
    }
  }

  @Test(arguments: [ENOSPC, EDQUOT])
  func `on a full disk or quota room is made once, then nothing is written for a minute`(
    code: Int32
  ) throws {
    try withCacheFolder { folder in
      let room = Room(folder, bytes: 80_000, failure: code)
      let clock = ManualPipelineClock()
      let configuration = ImageDiskCacheConfiguration(folder: folder)
      let cache = DiskCache(configuration, clock: clock, writeNew: { room.write($0, $1) })
      for number in 0..<40 { cache.write(pattern(number, count: 7000), StoredMetadata(address: "\(number)")) }
      #expect(cache.problem == nil && cache.read("39")?.bytes == pattern(39, count: 7000))
      #expect(room.refusals > 0 && cache.count().entries >= 4)
      let before = room.refusals
      cache.write(pattern(1, count: 90_000), StoredMetadata(address: "too much"))
      #expect(cache.read("too much") == nil && cache.problem?.contains("no space") == true)
      #expect(room.refusals == before + 2, "once with all entries, and again with half of them")
      cache.write([1], StoredMetadata(address: "small"))
      #expect(cache.read("small") == nil)
      clock.advance(by: 61)
      cache.write([1], StoredMetadata(address: "small"))
      #expect(cache.read("small")?.bytes == [1] && cache.problem == nil)
      #expect(cache.byteCount == cache.count().bytes)
    }
  }

  @Test(.enabled(if: LockableFolder.isPossible, "root may write everywhere, and may mount no disk here"))
  func `a read-only folder is read, and nothing is written for a minute`() throws {
    let folder = try #require(try LockableFolder())
    let clock = ManualPipelineClock()
    makeDiskCache(folder.path, clock: clock).write([1, 2], StoredMetadata(address: "before"))
    try #require(folder.lock(true))
    let cache = makeDiskCache(folder.path, clock: clock)
    #expect(cache.read("before")?.bytes == [1, 2] && cache.problem == nil)
    cache.write([1], StoredMetadata(address: "a"))
    let problem = try #require(cache.problem)
    #expect(problem.contains(geteuid() == 0 ? "read-only" : "permission"), "\(problem)")
    #expect(cache.read("a") == nil && cache.read("before")?.bytes == [1, 2])
    cache.remove("before")
    #expect(cache.removeAll()?.contains(geteuid() == 0 ? "read-only" : "permission") == true)
    #expect(cache.count().entries == 1)
    try #require(folder.lock(false))
    clock.advance(by: 59)
    cache.write([1], StoredMetadata(address: "a"))
    #expect(cache.read("a") == nil, "not retried yet")
    clock.advance(by: 2)
    cache.write([1], StoredMetadata(address: "a"))
    #expect(cache.read("a")?.bytes == [1] && cache.problem == nil && cache.byteCount == cache.count().bytes)
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "only root may mount a disk that notes no uses by itself"))
  func `an access is recorded at most once a minute`() throws {
    let disk = try #require(SmallDisk(megabytes: 1))
    let clock = ManualPipelineClock()
    let cache = makeDiskCache(disk.folder, clock: clock)
    cache.write([1], StoredMetadata(address: "a"))
    let path = try #require(entries(in: disk.folder).first)
    func use() -> Double {
      var found = stat()
      return cache.read("a") != nil && stat(path, &found) == 0 ? Double(found.st_atim.tv_sec) : 0
    }
    let start = clock.wallTime
    clock.advance(by: 50)
    #expect(use() == start)
    clock.advance(by: 20)
    #expect(use() == start + 70)
  }

  @Test func `removeAll removes all entries`() throws {
    try withCacheFolder { folder in
      let clock = ManualPipelineClock()
      let cache = makeDiskCache(folder, clock: clock)
      for number in 0..<20 { cache.write([1], StoredMetadata(address: "\(number)")) }
      #expect(cache.count() == (20, 20 * 4096))
      for (name, age) in [("1-old", 100.0), ("1-new", 1)] {
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/tmp/" + name))
        let date = Date(timeIntervalSince1970: clock.wallTime - age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder + "/tmp/" + name)
      }
      #expect(cache.removeAll() == nil && cache.count() == (0, 0) && cache.byteCount == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp") == ["1-new"], "it may be written now")
    }
  }

  @Test func `the checksums match the published vectors`() {
    let sanity: [(String, UInt64, UInt64)] = [
      ("", 0, 0xEF46_DB37_51D8_E999), ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
      ("The quick brown fox jumps over the lazy dog", 0, 0x0B24_2D36_1FDA_71BC),
    ]
    for (text, seed, hash) in sanity { #expect(XXHash.hash(text, seed: seed) == hash, "\(text)") }
    #expect(MD5.digits(of: "") == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(MD5.digits(of: "file:///home/jens/photos/me.png") == "c6ee772d9e49320e97ec29a7eb5b1697")
    #expect(MD5.digits(of: String(repeating: "1234567890", count: 8)) == "57edf4a22be3c955ac49da2e2107b67a")
  }
}
