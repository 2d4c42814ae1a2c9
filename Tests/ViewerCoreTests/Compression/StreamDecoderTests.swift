import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Reads a spool to its end.
private func readAll(_ spool: StreamSpool) async throws -> (bytes: [UInt8], error: FileError?) {
  let log = ValueLog<LineIndexSnapshot>()
  log.keep(LineIndex(spool: spool) { [weak log] in log?.add($0) })
  let error = await log.first { $0.isComplete }.error
  return (try spool.file.bytes(at: 0, count: try spool.file.size), error)
}

/// Returns the text of a compressed file, and the error that cut it off.
private func decoded(
  _ bytes: [UInt8], limit: SpoolLimit = SpoolLimit()
) async throws -> (bytes: [UInt8], error: String?) {
  let folder = try TemporaryFolder()
  let result = try await readAll(try StreamSpool(path: try folder.write(bytes, to: "data"), limit: limit))
  if let error = result.error { #expect(error.path == folder.file("data")) }
  let reason: String? = if case .content(let words) = result.error?.reason { words } else { nil }
  return (result.bytes, reason)
}

private let lines = Array(
  (0..<20_000).map { "line \($0) of a text, \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined().utf8)

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `compressed files are decoded whatever their name`(program: String) async throws {
  for text in [[], Array("one\ntwo".utf8), lines] {
    let result = try await decoded(try Packed.make(text, by: program))
    #expect(result.bytes == text && result.error == nil)
  }
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `several members of a file are one text`(program: String) async throws {
  let parts = [Array("one\n".utf8), [], lines, Array("last".utf8)]
  let members = try parts.map { try Packed.make($0, by: program) }
  #expect(try await decoded(Array(members.joined())).bytes == Array(parts.joined()))
  // Programs that write to tapes fill the last block with zeros.
  let padded = try await decoded(members[0] + [UInt8](repeating: 0, count: 1_000))
  #expect(padded.bytes == parts[0] && padded.error == nil)
  let extra = try await decoded(members[0] + Array("more".utf8))
  #expect(extra.bytes == parts[0])
  #expect(extra.error == "other bytes follow its \(program) data at byte \(members[0].count)")
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a file that is cut off shows what it has, and says so`(program: String) async throws {
  let packed = try Packed.make(lines, by: program)
  for count in [5, 12, packed.count / 2, packed.count - 1] {
    let result = try await decoded(Array(packed[..<count]))
    #expect(lines.starts(with: result.bytes))
    #expect(result.error == "its \(program) data are cut off at byte \(count)", "cut at \(count)")
  }
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a damaged file shows what comes before the damage, and says so`(program: String) async throws {
  let packed = try Packed.make(lines, by: program)
  var random = SeededGenerator(seed: 7)
  for _ in 0..<perBuild(debug: 20, optimized: 200) {
    var damaged = packed
    damaged[20 + random.below(packed.count - 20)] ^= UInt8(1 + random.below(255))
    let result = try await decoded(damaged)
    // A byte that is not used, such as a bit behind the last symbol, may be damaged without effect.
    if result.error == nil { #expect(result.bytes == lines) }
    if let error = result.error { #expect(["damaged near", "cut off", "other bytes"].contains { error.contains($0) }) }
  }
  var broken = packed
  for place in packed.count / 2..<packed.count / 2 + 64 { broken[place] = 0xA5 }
  let result = try await decoded(broken)
  #expect(result.error?.contains("damaged near byte") == true)
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a bomb ends at the limit of the copy, and says so`(program: String) async throws {
  let bomb = try Packed.zeros(megabytes: 32, by: program)
  #expect(bomb.count < 100_000)
  // The disk never has as many free bytes, so that only the first megabyte is written.
  let result = try await decoded(bomb, limit: SpoolLimit(always: 1 << 20, reserve: .max))
  #expect(result.bytes.count <= 1 << 20 && result.bytes.count > 1 << 19)
  #expect(result.error?.contains("more would fill the disk of the temporary copy") == true)
  // The ratio alone is no error.
  let whole = try await decoded(bomb)
  #expect(whole.bytes.count == 32 << 20 && whole.error == nil)
}

@Test(arguments: ["gzip", "zstd"].filter(Packed.canMake))
func `a compressed stream is decoded as it arrives, byte by byte`(program: String) async throws {
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  let spool = try StreamSpool(adopting: ends[0], name: "standard input")
  let log = ValueLog<LineIndexSnapshot>()
  log.keep(LineIndex(spool: spool) { [weak log] in log?.add($0) })
  let members = [try Packed.make(Array("one\n".utf8), by: program), try Packed.make(Array("two\n".utf8), by: program)]
  for byte in members[0] { #expect(write(ends[1], [byte], 1) == 1) }
  #expect(await log.first { $0.isCaughtUp && $0.indexedBytes == 4 }.string(at: 0) == "one")
  for byte in members[1] { #expect(write(ends[1], [byte], 1) == 1) }
  close(ends[1])
  let last = await log.first { $0.isComplete }
  #expect(last.error == nil && last.count == 2 && last.string(at: 1) == "two")
}

@Test func `a plain stream is shown from its first byte on`() async throws {
  for text in ["x", "\u{1F}", "(", "P\n", "ab\n"] {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let spool = try StreamSpool(adopting: ends[0], name: "standard input")
    if text.utf8.count > 1 || text == "x" {
      let log = ValueLog<LineIndexSnapshot>()
      log.keep(LineIndex(spool: spool) { [weak log] in log?.add($0) })
      #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
      _ = await log.first { $0.indexedBytes == text.utf8.count }
      close(ends[1])
    } else {
      // A byte that may begin compressed data waits for the next one, or for the end.
      #expect(write(ends[1], text, 1) == 1)
      close(ends[1])
      #expect(try await readAll(spool).bytes == Array(text.utf8))
    }
  }
}

@Test func `zstd without its library names the package`() async throws {
  await #expect(processExitsWith: .success) {
    setenv("SCROLLWORK_WITHOUT", "zstd,isal", 1)
    let result = try await decoded([0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0])
    #expect(result.bytes.isEmpty)
    #expect(result.error == "files compressed by zstd need libzstd; install the package libzstd1")
    // gzip is decoded by zlib, which is always there.
    let gzip = try await decoded(try Packed.make(lines, by: "gzip"))
    #expect(gzip.bytes == lines && gzip.error == nil)
  }
}
