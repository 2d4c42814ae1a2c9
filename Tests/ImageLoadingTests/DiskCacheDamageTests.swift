import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Synchronization
import Testing

/// A result that another thread provides, or never provides if it hangs.
private final class Late: Sendable {
  private let value = Mutex<[String]?>(nil)
  private let end = DispatchSemaphore(value: 0)

  func give(_ value: [String]) {
    self.value.withLock { $0 = value }
    end.signal()
  }

  /// Waits for the result; returns `nil` after a minute.
  func wait() -> [String]? { end.wait(timeout: .now() + 60) == .success ? value.withLock { $0 } : nil }
}

/// Runs work that may hang on a separate thread, and waits a minute at most. Work that does not end is reported as a
/// problem.
/// - Parameter body: Returns the problems that it found.
private func problems(_ body: @escaping @Sendable () -> [String]) -> [String] {
  let result = Late()
  Thread.detachNewThread { result.give(body()) }
  return result.wait() ?? ["it does not end"]
}

private func numbers(_ values: Int64...) -> [UInt8] {
  values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}

/// Invalid contents for a file that should hold the total.
private let hostileTotals: [[UInt8]] = {
  let values: [Int64] = [.max, .max - 1, .max - 4095, .max / 2, 1 << 61, 1 << 60, 1 << 40, 0, -1, .min]
  let texts: [[UInt8]] = [Array("9223372036854775807\n".utf8), Array("-1".utf8), [], [0]]
  let others: [[UInt8]] = [
    numbers(.max, .max), numbers(7), [UInt8](repeating: 0xFF, count: 16), [UInt8](repeating: 0x39, count: 1 << 20),
  ]
  return values.map { numbers($0, ~$0) } + texts + others
}()

private func plant(_ bytes: [UInt8], _ path: String) throws {
  try? FileManager.default.removeItem(atPath: path)
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// Returns the path of the file with the entry for an address.
private func entryFile(_ folder: String, _ address: String) throws -> String {
  let text = Data(address.utf8 + [UInt8(ascii: "\n")])
  let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
  let found = paths.first {
    (try? Data(contentsOf: URL(fileURLWithPath: $0)))?.dropFirst(32).starts(with: text) == true
  }
  return try #require(found)
}

/// Expects that a cache still has its ten entries, and that it still accepts, updates and removes others.
private func expectWhole(_ folder: String, limit: Int = 1 << 20, _ comment: Comment) {
  let found = problems {
    var found: [String] = []
    let cache = makeDiskCache(folder, limit: limit)
    cache.write([1], StoredMetadata(address: "new"))
    cache.updateMetadata(StoredMetadata(address: "new"))
    if cache.read("new")?.bytes != [1] { found.append("a new one is not kept") }
    for number in 0..<10 where cache.read("\(number)")?.bytes != pattern(number, count: 3000) {
      found.append("\(number) is lost")
    }
    cache.remove("new")
    if cache.read("new") != nil { found.append("the new one is not removed") }
    if cache.count() != (10, 10 * 4096) { found.append("it counts \(cache.count())") }
    if let problem = cache.problem { found.append(problem) }
    if !(0...1 << 60).contains(cache.byteCount) { found.append("its total is \(cache.byteCount)") }
    return found
  }
  #expect(found == [], comment)
}

private func withTenEntries(_ body: (String) throws -> Void) throws {
  try withCacheFolder { folder in
    let cache = makeDiskCache(folder)
    for number in 0..<10 { cache.write(pattern(number, count: 3000), StoredMetadata(address: "\(number)")) }
    try body(folder)
  }
}

struct DiskCacheDamageTests {
  @MainActor
  @Test(arguments: hostileTotals.indices)
  func `pictures are shown and stored whatever the total says`(index: Int) throws {
    try withCacheFolder { folder in
      let address = "http://host/a"
      let stepped = SteppedPipeline {
        ($0.memoryLimit, $0.keptBytesLimit) = (0, 0)
        $0.diskCache = ImageDiskCacheConfiguration(folder: folder)
      }
      makeDiskCache(folder).write([1], StoredMetadata(address: "before"))
      try plant(hostileTotals[index], folder + "/.total")
      stepped.load(address)
      stepped.settle()
      stepped.answer(address, "picture", marked(7, maximumAge: 100))
      stepped.load(address)
      stepped.settle()
      #expect(stepped.pictureCount(address) == 2 && stepped.network.count(address) == 1)
      #expect(stepped.core.statistics.diskHits == 1)
    }
  }

  @Test(arguments: hostileTotals.indices)
  func `the cache loses nothing and keeps working whatever the total says`(index: Int) throws {
    try withTenEntries { folder in
      try plant(hostileTotals[index], folder + "/.total")
      expectWhole(folder, "total \(hostileTotals[index].prefix(16))")
      let cache = makeDiskCache(folder)
      for round in 0..<300 {
        cache.write(pattern(round, count: 3000), StoredMetadata(address: "more \(round)"))
        if round % 7 == 0 { cache.remove("more \(round / 2)") }
      }
      #expect(cache.read("more 299") != nil)
      #expect(cache.count().bytes <= 2 << 20 && cache.byteCount <= 1 << 20)
    }
  }

  @Test func `an impossible total is recounted by the first process that adds to it`() throws {
    for value in [Int64.max, .max - 4095, 1 << 61, -1, .min] {
      try withTenEntries { folder in
        let cache = makeDiskCache(folder)
        cache.write([1], StoredMetadata(address: "before"))
        try plant(numbers(value, ~value), folder + "/.total")
        cache.write([1], StoredMetadata(address: "after"))
        #expect(cache.byteCount == 12 * 4096 && cache.count().entries == 12)
        try plant(numbers(value, ~value), folder + "/.total")
        cache.remove("after")
        cache.write([1], StoredMetadata(address: "again"))
        #expect(cache.byteCount == 12 * 4096 && cache.removeAll() == nil && cache.byteCount == 0)
      }
    }
  }

  @Test(arguments: [".total", ".lock", "tmp"])
  func `a folder, a link or a pipe in the place of a file of the cache's own is replaced`(name: String) throws {
    for kind in 0..<4 {
      try withTenEntries { folder in
        let path = folder + "/" + name
        try? FileManager.default.removeItem(atPath: path)
        switch kind {
        case 0: #expect(mkdir(path, 0o700) == 0)
        case 1: #expect(mkfifo(path, 0o600) == 0)
        case 2: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/nowhere")
        default: try plant([7], path)
        }
        expectWhole(folder, "\(name) as \(kind)")
        // The limit is so low that the cache must remove entries.
        let tight = makeDiskCache(folder, limit: 12 * 4096)
        for number in 0..<30 { tight.write([1], StoredMetadata(address: "tight \(number)")) }
        #expect(tight.read("tight 29") != nil && tight.count().bytes <= 12 * 4096, "\(name) as \(kind)")
        #expect(tight.byteCount == tight.count().bytes && !FileManager.default.fileExists(atPath: folder + "/nowhere"))
      }
    }
  }

  @Test func `a process that never releases the total blocks no other`() throws {
    try withTenEntries { folder in
      let file = open(folder + "/.total", O_RDWR)
      defer { close(file) }
      try #require(file >= 0 && flock(file, LOCK_EX) == 0)
      expectWhole(folder, "locked")
    }
  }

  @Test func `a file, folder or link in the place of an entry or its folder does not prevent storing others`()
    throws
  {
    try withTenEntries { folder in
      let entry = try entryFile(folder, "3")
      let parent = (entry as NSString).deletingLastPathComponent
      for kind in 0..<4 {
        let cache = makeDiskCache(folder)
        try FileManager.default.removeItem(atPath: kind < 2 ? entry : parent)
        switch kind {
        case 0: #expect(mkdir(entry, 0o700) == 0)
        case 1: #expect(mkfifo(entry, 0o600) == 0)
        case 2: try plant([7], parent)
        default: #expect(mkfifo(parent, 0o600) == 0)
        }
        let found = problems {
          let isThere = cache.read("3") != nil
          cache.write(pattern(3, count: 3000), StoredMetadata(address: "3"))
          return (isThere ? ["it is read"] : []) + [cache.problem].compactMap(\.self)
        }
        #expect(found == [])
        for number in 0..<10 {
          if cache.read("\(number)") == nil {
            cache.write(pattern(number, count: 3000), StoredMetadata(address: "\(number)"))
          }
        }
        expectWhole(folder, "kind \(kind)")
      }
    }
  }

  @Test func `targets of links in the cache are neither counted nor removed`() throws {
    try withTenEntries { folder in
      try withCacheFolder { elsewhere in
        try plant([1, 2, 3], elsewhere + "/a picture")
        for number in 0..<256 {
          let name = folder + "/" + (number < 16 ? "0" : "") + String(number, radix: 16)
          guard !FileManager.default.fileExists(atPath: name) else { continue }
          try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: elsewhere)
        }
        let cache = makeDiskCache(folder)
        #expect(cache.count() == (10, 10 * 4096))
        let tight = makeDiskCache(folder, limit: 4096 * 10)
        for number in 0..<20 { tight.write([1], StoredMetadata(address: "tight \(number)")) }
        #expect(cache.removeAll() == nil)
        #expect(FileManager.default.contents(atPath: elsewhere + "/a picture") == Data([1, 2, 3]))
      }
    }
  }

  @Test func `entries longer than any disk are ignored and removed first`() throws {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder = base + "/scrollwork-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = makeDiskCache(folder)
    for number in 0..<10 { cache.write(pattern(number, count: 3000), StoredMetadata(address: "\(number)")) }
    for number in 0..<40 {
      let name = folder + "/" + String(16 + number, radix: 16)
      mkdir(name, 0o700)
      try plant([1], name + "/giant")
      // The file gets the largest length that the file system allows.
      for shift in 0..<30 where truncate(name + "/giant", Int.max >> shift) == 0 { break }
    }
    #expect(cache.count().entries == 50)
    try FileManager.default.removeItem(atPath: folder + "/.total")
    expectWhole(folder, "giants")
  }

  @Test func `any access and modification times are accepted`() throws {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    for seconds in [Int.min, Int.min + 1, -1, 0, Int.max - 1, Int.max] {
      let folder = base + "/scrollwork-" + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let cache = makeDiskCache(folder)
      for number in 0..<10 { cache.write(pattern(number, count: 3000), StoredMetadata(address: "\(number)")) }
      try plant([1], folder + "/tmp/1-left")
      let time = timespec(tv_sec: seconds, tv_nsec: 0)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
        utimensat(AT_FDCWD, folder + "/" + path, [time, time], 0)
      }
      expectWhole(folder, "time \(seconds)")
      let tight = makeDiskCache(folder, limit: 12 * 4096)
      for number in 0..<20 { tight.write([1], StoredMetadata(address: "tight \(number)")) }
      #expect(tight.read("tight 19") != nil && tight.count().bytes <= 12 * 4096)

      let small = folder + "/thumbnails/normal"
      try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
      try plant([1], small + "/x.png.scrollwork-1")
      utimensat(AT_FDCWD, small + "/x.png.scrollwork-1", [time, time], 0)
      #expect(DesktopThumbnails(folder: folder + "/thumbnails").removeOwn() == nil)
    }
  }
}
