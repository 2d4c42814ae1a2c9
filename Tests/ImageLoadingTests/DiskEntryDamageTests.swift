import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkTestSupport
import Testing

private let seeds = UInt64(perBuild(debug: 40, optimized: 1000))

/// A file of an entry with arbitrary numbers in its head, arbitrary lines and a correct checksum.
private struct ForgedEntry {
  var version: UInt64 = 1
  var markCount: UInt64?
  var byteCount: UInt64?
  var lines = ["a", "", "", "0", "0"]
  var bytes: [UInt8] = [1, 2, 3]

  var file: [UInt8] {
    let text = Array(lines.joined(separator: "\n").utf8)
    let whole = text + bytes
    let checksum = whole.withUnsafeBytes { XXHash.hash($0) }
    var head = Array("SWIC".utf8) + little(version, 2) + little(markCount ?? UInt64(text.count), 2)
    head += little(byteCount ?? UInt64(bytes.count), 8) + little(checksum, 8) + little(0, 8)
    return head + whole
  }

  private func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

/// Numbers that no program would write.
private let hostileNumbers: [UInt64] = [0, 1, 2, 255, 65_535, 1 << 31, 1 << 32, 1 << 62, 1 << 63, .max - 31, .max]

struct DiskEntryDamageTests {
  @Test func `an entry with arbitrary lengths or version is read whole or not at all`() {
    #expect(DiskEntry(file: ForgedEntry().file)?.bytes == [1, 2, 3])
    for number in hostileNumbers {
      for entry in [
        ForgedEntry(version: number), ForgedEntry(markCount: number), ForgedEntry(byteCount: number),
        ForgedEntry(markCount: number, byteCount: 8 &- number), ForgedEntry(markCount: number, byteCount: number),
      ] {
        guard let read = DiskEntry(file: entry.file) else { continue }
        #expect(read.bytes == entry.bytes && read.metadata.address == "a", "\(number)")
      }
    }
  }

  @Test(arguments: ["", "nan", "-nan", "inf", "-inf", "1e400", "-9.3e18", "9223372036854775807", "0x1p1023", " 1", "x"])
  func `an entry with arbitrary times is fresh, stale or rejected`(words: String) throws {
    for lines in [["a", "", "", words, "0"], ["a", "", "", "0", words], ["a", "", "", words, words]] {
      guard let entry = DiskEntry(file: ForgedEntry(lines: lines).file) else { continue }
      #expect(!entry.metadata.isFresh(at: 1_767_225_600) || entry.metadata.freshUntil > 1_767_225_600)
    }
    let huge = String(repeating: "9", count: 60_000)
    for lines in [["a", "", "", huge, huge], ["a", huge, "", "0", "0"], [huge, "", "", "0", "0"]] {
      #expect(DiskEntry(file: ForgedEntry(lines: lines).file)?.metadata.isFresh(at: 1_767_225_600) != true)
    }
  }

  @Test func `metadata that would inject lines into a request are neither read nor written`() {
    for mark in ["x\rSet-Cookie: a", "\"x\"\r", "x\r\ny", "\u{0}", "\u{7F}"] {
      #expect(DiskEntry(file: ForgedEntry(lines: ["a", mark, "", "0", "0"]).file) == nil)
      #expect(DiskEntry(file: ForgedEntry(lines: ["a", "", mark, "0", "0"]).file) == nil)
      var metadata = StoredMetadata(address: "a")
      metadata.validators = ByteValidators(entityTag: mark)
      checkRefused(metadata)
    }
  }

  private func checkRefused(_ metadata: StoredMetadata) {
    try? withCacheFolder { folder in
      let cache = makeDiskCache(folder)
      cache.write([1], metadata)
      #expect(cache.read("a") == nil && cache.count().entries == 0)
    }
  }

  @Test func `too many, too few or no lines make no entry`() {
    for lines in [[], ["a"], ["a", "", "", "0"], ["a", "", "", "0", "0", "0"], ["", "", "", "", "", "", ""]] {
      #expect(DiskEntry(file: ForgedEntry(lines: lines).file) == nil)
    }
  }

  /// The cache is compared with a dictionary of the entries that were written and not damaged later.
  @Test(arguments: 0..<seeds)
  func `untouched entries are read whatever happens to other files, which are right or absent`(
    seed: UInt64
  ) throws {
    try withCacheFolder { folder in
      var generator = SeededGenerator(seed: seed)
      let clock = ManualPipelineClock()
      var written: [String: [UInt8]] = [:]
      var cache = makeDiskCache(folder, limit: 1 << 24, clock: clock)
      for round in 0..<60 {
        let name = "\(Int.random(in: 0..<12, using: &generator))"
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<3:
          let bytes = pattern(round, count: Int.random(in: 0..<9000, using: &generator))
          cache.write(bytes, StoredMetadata(address: name))
          written[name] = bytes
        case 3:
          cache.remove(name)
          written[name] = nil
        case 4: cache = makeDiskCache(folder, limit: 1 << 24, clock: clock)
        default: try damage(folder, &generator, &written)
        }
        clock.advance(by: 61)
        for (address, bytes) in written { #expect(cache.read(address)?.bytes == bytes, "\(address) in round \(round)") }
      }
      cache.write([1], StoredMetadata(address: "last"))
      #expect(cache.read("last")?.bytes == [1] && cache.problem == nil)
      #expect(cache.removeAll() == nil && cache.count() == (0, 0) && cache.byteCount == 0)
    }
  }

  /// Damages a random file, and removes its entry from the expected ones.
  private func damage(_ folder: String, _ generator: inout SeededGenerator, _ written: inout [String: [UInt8]]) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
      (try? FileManager.default.attributesOfItem(atPath: folder + "/" + $0))?[.type] as? FileAttributeType
        == .typeRegular
    }
    guard let name = names.randomElement(using: &generator) else { return }
    let isTotal = Bool.random(using: &generator)
    let url = URL(fileURLWithPath: folder + "/" + (isTotal ? ".total" : name))
    var bytes = (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? []
    if let entry = DiskEntry(file: bytes) { written[entry.metadata.address] = nil }
    let index = bytes.isEmpty ? 0 : Int.random(in: 0..<min(48, bytes.count), using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes = Array(bytes.prefix(index))
    case 1:
      bytes = (0..<Int.random(in: 0..<100, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
    case 2:
      let number = hostileNumbers.randomElement(using: &generator) ?? 0
      let forged = [number, ~number].flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
      bytes = isTotal ? forged : Array(bytes.prefix(index)) + forged.prefix(8) + Array(bytes.dropFirst(index + 8))
    case 3: bytes += bytes
    default: if !bytes.isEmpty { bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
    }
    try Data(bytes).write(to: url)
  }
}
