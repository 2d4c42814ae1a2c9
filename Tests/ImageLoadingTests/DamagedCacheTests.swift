import Foundation
import Glibc
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTesting
import Testing

/// Files of the cache that hold anything: the cache goes on and keeps what is good.
struct DamagedCacheTests {
  /// The bytes of a total file with this number.
  private func total(_ number: Int64) -> Data {
    withUnsafeBytes(of: (number, ~number)) { Data($0) }
  }

  private func plant(_ bytes: Data, as name: String, in folder: String) throws {
    try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
  }

  private func marks(_ number: Int) -> StoredMarks { StoredMarks(address: "http://host/\(number)") }

  /// Expects that the cache keeps and returns pictures within its limit.
  private func expectItWorks(_ folder: String, limit: Int = 1 << 20) throws {
    let cache = makeDiskCache(folder, limit: limit)
    for number in 100..<140 { cache.write(pattern(number, count: 60_000), marks(number)) }
    #expect(cache.read("http://host/139")?.bytes == pattern(139, count: 60_000))
    #expect(cache.count().bytes <= limit && (0...limit).contains(cache.byteCount))
    cache.remove("http://host/139")
    #expect(cache.read("http://host/139") == nil && cache.problem == nil)
  }

  private static let hostileTotals: [Int64] = [
    0x7FFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFE, 0x7FFF_FFFF_FFFF_F000, 0x4000_0000_0000_0000,
    0x1000_0000_0000_0001, 0x1000_0000_0000_0000, 0x100_0000_0000, 0, -1, Int64.min,
  ]

  @Test(arguments: hostileTotals)
  func `a total with any number neither stops the program nor the cache`(number: Int64) throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write(pattern(1, count: 5000), marks(1))
      try plant(total(number), as: ".total", in: folder)
      // One that was open before, and one opened now.
      cache.write(pattern(2, count: 5000), marks(2))
      cache.remove("http://host/2")
      try plant(total(number), as: ".total", in: folder)
      try expectItWorks(folder)
    }
  }

  @Test(arguments: ["", "x", "12345678", "999999999999999999999999999999", String(repeating: "9", count: 1 << 20)])
  func `a total that is no number is counted anew`(text: String) throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write(pattern(1, count: 5000), marks(1))
      try plant(Data(text.utf8), as: ".total", in: folder)
      cache.write(pattern(2, count: 5000), marks(2))
      #expect(cache.byteCount == 16_384 && cache.read("http://host/1")?.bytes == pattern(1, count: 5000))
      try expectItWorks(folder)
    }
  }

  @Test func `files with holes that claim to be larger than any disk do not overflow the total`() throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write(pattern(1, count: 5000), marks(1))
      try FileManager.default.createDirectory(atPath: folder + "/ab", withIntermediateDirectories: true)
      for number in 0..<20 {
        let file = open(folder + "/ab/\(number)", O_CREAT | O_RDWR, 0o600)
        defer { close(file) }
        // As large as this file system lets a file claim to be.
        for size in [Int.max, 1 << 60, 1 << 50, 1 << 43] where ftruncate(file, size) == 0 { break }
      }
      try FileManager.default.removeItem(atPath: folder + "/.total")
      #expect(cache.count().bytes > 1 << 40)
      try expectItWorks(folder)
    }
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e400", "9223372036854775808", "-1e308", "", "x"])
  func `times that are no times make an entry old or unreadable`(time: String) throws {
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      var marks = marks(1)
      (marks.freshUntil, marks.staleUntil) = (Double(time) ?? 0, Double(time) ?? 0)
      cache.write(pattern(1, count: 100), marks)
      if let read = cache.read(marks.address) {
        #expect(read.marks.freshUntil.isFinite && read.marks.staleUntil.isFinite)
        #expect(!read.marks.isFresh(at: 1e9))
      }
      try expectItWorks(folder)
    }
  }

  @Test(arguments: 0..<200)
  func `an entry damaged anywhere is read whole or not at all, and others are kept`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      for number in 0..<4 { cache.write(pattern(number, count: 300), marks(number)) }
      let names = try #require(FileManager.default.subpaths(atPath: folder)).filter {
        $0.contains("/") && !$0.hasPrefix("tmp/")
      }
      let path = folder + "/" + names[Int.random(in: 0..<names.count, using: &random)]
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let intact = bytes
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1:
        bytes += (0..<Int.random(in: 1...64, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random)
        }
      case 2: for place in 4..<32 { bytes[place] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)] }
      default: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      var kept = 0
      for number in 0..<4 {
        guard let entry = cache.read("http://host/\(number)") else { continue }
        #expect(entry.bytes == pattern(number, count: 300))
        kept += 1
      }
      // The last eight bytes of the head mean nothing.
      let meansNothing = bytes.count == intact.count && bytes[..<24] == intact[..<24] && bytes[32...] == intact[32...]
      #expect(kept == (meansNothing ? 4 : 3))
    }
  }
}
