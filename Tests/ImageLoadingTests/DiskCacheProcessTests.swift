import Foundation
import ScrollworkImageLoading
import ScrollworkTestSupport
import Testing

private let killings = perBuild(debug: 3, optimized: 12)
private let writes = perBuild(debug: 400, optimized: 4000)

/// Writes entries whose bytes follow from their addresses.
private func fill(_ folder: String, seed: Int, count: Int, limit: Int) {
  let cache = makeDiskCache(folder, limit: limit, clock: SystemPipelineClock())
  var number = seed
  for _ in 0..<count {
    number = (number &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
    let name = number >> 8 % 60
    cache.write(pattern(name, count: 200 + name * 97), StoredMetadata(address: "\(name)"))
    if number >> 4 % 3 == 0 { _ = cache.read("\(name / 2)") }
  }
}

/// Expects that each entry is whole or absent, and returns the number of entries.
private func check(_ folder: String, limit: Int) -> Int {
  let cache = makeDiskCache(folder, limit: limit, clock: SystemPipelineClock())
  return (0..<60).count { name in
    guard let entry = cache.read("\(name)") else { return false }
    #expect(entry.bytes == pattern(name, count: 200 + name * 97), "entry \(name)")
    return true
  }
}

/// Tests of a cache in separate processes, which can be killed and which share a folder.
@Suite(.serialized) struct DiskCacheProcessTests {
  /// One limit leaves space for all entries; the other for so few that most of the time is spent on removals.
  @Test(arguments: [1 << 30, 160_000])
  func `a process that is killed while it writes or makes room leaves only whole entries`(limit: Int) async throws {
    for round in 0..<killings {
      let temporary = try TemporaryFolder()
      defer { withExtendedLifetime(temporary) {} }
      let folder = temporary.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [folder = folder as String, round = round as Int, limit = limit as Int] in
        Thread.detachNewThread {
          usleep(UInt32(3000 + round * 7919 % 60_000))
          kill(getpid(), SIGKILL)
        }
        while true { fill(folder, seed: round, count: 1000, limit: limit) }
      }
      _ = check(folder, limit: limit)
      let cache = makeDiskCache(folder, limit: limit, clock: SystemPipelineClock())
      cache.write([1], StoredMetadata(address: "after"))
      #expect(cache.read("after")?.bytes == [1] && cache.byteCount >= cache.count().bytes)
      #expect(cache.count().bytes <= limit)
      // This works only if the killed process has not left the lock held.
      fill(folder, seed: round + 99, count: 100, limit: limit)
      #expect(check(folder, limit: limit) > 0 && cache.count().bytes <= limit)
    }
  }

  @Test func `no process waits while another makes room, and the limit holds`() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let limit = 20 * 4096
    let cache = makeDiskCache(folder, limit: limit)
    for number in 0..<20 { cache.write(pattern(number, count: 100), StoredMetadata(address: "\(number)")) }
    #expect(cache.count().entries == 20)
    let lock = open(folder + "/.lock", O_RDWR | O_CREAT, 0o600)
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    for number in 20..<40 { cache.write(pattern(number, count: 100), StoredMetadata(address: "\(number)")) }
    #expect(cache.count().bytes == limit && cache.byteCount == limit && cache.problem == nil)
    #expect((0..<20).allSatisfy { cache.read("\($0)") != nil } && cache.read("39") == nil)
    close(lock)
    cache.write(pattern(40, count: 100), StoredMetadata(address: "40"))
    #expect(cache.read("40") != nil && cache.count().entries < 20)
  }

  @Test func `four processes share a folder and its limit`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let limit = 160_000
    await withTaskGroup { group in
      for process in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              folder = folder as String, process = process as Int, writes = writes as Int, limit = limit as Int
            ] in
            fill(folder, seed: process &* 77_777, count: writes, limit: limit)
            let cache = makeDiskCache(folder, limit: limit, clock: SystemPipelineClock())
            #expect(cache.problem == nil)
            // Each of the other writing processes may exceed the limit by one entry and one sweep.
            #expect(cache.count().bytes <= limit + limit / 4)
          }
        }
      }
    }
    #expect(check(folder, limit: limit) > 0)
    let cache = makeDiskCache(folder, limit: limit, clock: SystemPipelineClock())
    #expect(cache.count().bytes <= limit + 8192)
  }

  @Test func `a limit on file sizes acts like a full cache`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      signal(SIGXFSZ, SIG_IGN)
      var bound = rlimit(rlim_cur: 5000, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &bound)
      let cache = makeDiskCache(folder)
      cache.write(pattern(1, count: 4000), StoredMetadata(address: "small"))
      cache.write(pattern(2, count: 40_000), StoredMetadata(address: "large"))
      let problem = cache.problem ?? ""
      guard cache.read("large") == nil, !problem.isEmpty else { exit(1) }
      guard try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty else { exit(2) }
    }
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "only root may mount a small disk, and not everywhere"))
  func `on a full disk room is made once, then nothing is written`() throws {
    let disk = try #require(SmallDisk(megabytes: 4))
    let folder = disk.folder
    let cache = makeDiskCache(folder + "/v1", limit: 1 << 30)
    for number in 0..<300 {
      cache.write(pattern(number, count: 30_000), StoredMetadata(address: "\(number)"))
    }
    // The disk was full more than once; each time half of the cache was removed and the write repeated.
    #expect(cache.read("299")?.bytes == pattern(299, count: 30_000) && cache.problem == nil)
    #expect(cache.count().bytes <= 4 << 20 && cache.count().entries > 20)
    cache.removeAll()
    try Data(count: 3 << 20).write(to: URL(fileURLWithPath: folder + "/other"))
    cache.write(pattern(1, count: 3_000_000), StoredMetadata(address: "too much"))
    #expect(cache.read("too much") == nil && cache.problem?.contains("no space") == true)
  }
}
