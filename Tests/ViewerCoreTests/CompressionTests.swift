import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test(arguments: CompressedData.present)
func `a compressed file is read and printed as its text`(program: CompressedData.Program) async throws {
  for text in ["", "one", CompressedData.lines(50_000)] {
    let packed = try program.compress(text)
    #expect(try await CompressedData.read(packed) == (text, nil))
    #expect(try CompressedData.print(packed) == (text, nil))
  }
}

@Test(arguments: CompressedData.present)
func `several compressed parts in one file are one text`(program: CompressedData.Program) async throws {
  let parts = ["one\n", "", CompressedData.lines(3_000), "last"]
  let packed = try parts.flatMap { try program.compress($0) }
  // Programs that write to tapes fill the last block with zeros.
  for padding in [0, 700] {
    let bytes = packed + [UInt8](repeating: 0, count: padding)
    #expect(try await CompressedData.read(bytes) == (parts.joined(), nil))
    #expect(try CompressedData.print(bytes) == (parts.joined(), nil))
  }
}

@Test(arguments: CompressedData.present)
func `lines before the cut of a truncated file are shown, and the place is reported`(
  program: CompressedData.Program
) async throws {
  let text = CompressedData.lines(100_000)
  let packed = try program.compress(text)
  let cut = Array(packed.prefix(packed.count * 3 / 4))
  let expected = "cannot read FILE: its \(program.rawValue) data are cut off at byte \(cut.count)"
  let read = try await CompressedData.read(cut)
  #expect(read.error == expected)
  #expect(read.text.utf8.count > text.utf8.count / 2 && text.hasPrefix(read.text))
  #expect(try CompressedData.print(cut) == (read.text, expected))
}

@Test(arguments: CompressedData.present)
func `a file that is cut off anywhere reports it`(program: CompressedData.Program) throws {
  let text = CompressedData.lines(40)
  let packed = try program.compress(text)
  for count in program.signatureLength..<packed.count {
    let printed = try CompressedData.print(Array(packed.prefix(count)))
    #expect(printed.error != nil && text.hasPrefix(printed.text), "cut at \(count) of \(packed.count)")
  }
}

@Test(arguments: CompressedData.present)
func `a damaged file reports where it broke`(program: CompressedData.Program) async throws {
  let text = CompressedData.lines(100_000)
  let packed = try program.compress(text)
  var generator = SeededGenerator(seed: 29)
  for round in 0..<8 {
    var damaged = packed
    damaged[packed.count / 2 + generator.below(packed.count / 4)] ^= UInt8(1 + generator.below(255))
    let read = try await CompressedData.read(damaged)
    let error = try #require(read.error, "round \(round)")
    #expect(error.hasPrefix("cannot read FILE: its \(program.rawValue) data are "), "\(error)")
    // The check sum is at the end; wrong bytes may be decoded before.
    #expect(read.text.utf8.count > text.utf8.count / 4)
  }
}

@Test(arguments: CompressedData.present)
func `other bytes behind compressed data are reported`(program: CompressedData.Program) throws {
  let packed = try program.compress("text\n")
  let printed = try CompressedData.print(packed + Array("more".utf8))
  #expect(printed.text == "text\n")
  let place = "other bytes follow its \(program.rawValue) data at byte \(packed.count)"
  #expect(printed.error == "cannot read FILE: \(place)")
}

@Test func `a file is recognised by its first bytes and not by its name`() throws {
  #expect(Compression.detect([0x1F, 0x8B, 8, 0]) == .gzip)
  #expect(Compression.detect([0x28, 0xB5, 0x2F, 0xFD]) == .zstd)
  #expect(Compression.detect([0x5A, 0x2A, 0x4D, 0x18]) == .zstd, "a skippable frame")
  #expect(Compression.detect([0xFD] + Array("7zXZ".utf8) + [0]) == .xz)
  #expect(Compression.detect(Array("BZh91AY&SY".utf8)) == .bzip2)
  let others: [[UInt8]] = [[], [0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 7, 0], [0x28, 0xB5, 0x2F]]
  for bytes in others + ["text", "BZh9 is a text"].map({ Array($0.utf8) }) {
    #expect(Compression.detect(bytes) == nil)
    #expect(try CompressedData.print(bytes).error == nil, "bytes of no format are printed as they are")
  }
  let folder = try TemporaryFolder()
  let (packed, plain) = (try folder.write([0x1F, 0x8B, 8, 0], to: "log"), try folder.write("text", to: "log.gz"))
  func isStream(_ path: String) throws -> Bool {
    if case .stream = try InputSource.open(path) { true } else { false }
  }
  #expect(try isStream(packed))
  #expect(try !isStream(plain))
}

@Test(arguments: ["a\n", "(a", "BZ\n", "(", "\u{1F}"]) func `a short line of a pipe does not wait for more`(
  text: String
) async throws {
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  let inbox = ValueLog<LineIndexSnapshot>()
  inbox.keep(
    LineIndex(spool: try StreamSpool(adopting: ends[0], name: "standard input")) { [weak inbox] in inbox?.add($0) })
  #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
  // A single byte may begin compressed data; the end of the stream shows that it does not.
  let isOpen = text.utf8.count > 1
  if isOpen { _ = await inbox.first { $0.indexedBytes == text.utf8.count } }
  close(ends[1])
  #expect(await inbox.first { $0.isComplete }.indexedBytes == text.utf8.count)
}

@Test(.enabled(if: OptionalLibrary.zstd.isPresent, "libzstd1 is not installed"))
func `data that shrink to a twenty-thousandth stop before they fill the disk`() async throws {
  let bomb = CompressedData.bomb(blocks: 300)
  let whole = try await CompressedData.read(bomb)
  #expect(whole.text.utf8.count == 30_000_000 && whole.error == nil, "a ratio alone is no error")
  let stopped = try await CompressedData.read(bomb, limit: SpoolLimit(always: 1 << 24, reserve: 1 << 60))
  let reason = "its text is longer than 15 MB, and more would fill the disk of the temporary copy"
  #expect(stopped.error == "cannot read FILE: \(reason)")
  // The block that would pass the limit is not written.
  #expect(stopped.text.utf8.count >= 15 << 20 && stopped.text.utf8.count <= 16 << 20)
}
