import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// The libraries that decode gzip, beside each other.

private func decoded(_ bytes: [UInt8], _ library: GzipLibrary) throws -> (text: [UInt8], error: String?) {
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(bytes, to: "packed"))
  let (text, loss) = try Compression.decode(file, limit: 1 << 26, gzip: library)
  return (text, loss.map { "\($0)".replacing(file.path, with: "FILE") })
}

@Suite(.enabled(if: GzipLibrary.isal.isPresent, "libisal2 is not installed")) struct GzipLibraryTests {
  @Test(arguments: 0..<rounds / 2) func `both libraries decode the same bytes`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var (text, packed): (String, [UInt8]) = ("", [])
    for _ in 0..<1 + random.below(3) {
      let letters = random.pick(["a", "ab\n", "line of a log 0123456789\n", "日本語é😀\n"]).map { $0 }
      let part = String((0..<random.pick([0, 1, 500, 200_000])).map { _ in random.pick(letters) })
      text += part
      packed += try CompressedData.Program.gzip.compress(part)
    }
    if random.chance(30) { packed += [UInt8](repeating: 0, count: random.below(1_000)) }
    for library in GzipLibrary.allCases {
      let result = try decoded(packed, library)
      #expect(result.error == nil && result.text.elementsEqual(text.utf8), "\(library)")
    }
  }

  @Test(arguments: 0..<rounds / 2) func `damaged and cut data are noticed by both, and give no wrong end`(
    seed: Int
  ) throws {
    var random = SeededGenerator(seed: seed)
    let text = CompressedData.lines(random.pick([3, 5_000]))
    var packed = try CompressedData.Program.gzip.compress(text)
    let cut = random.chance(50)
    if cut { packed.removeLast(1 + random.below(packed.count - 4)) }
    // A changed byte of the header may change nothing but the name and the time in it.
    if !cut { packed[20 + random.below(packed.count - 20)] ^= UInt8(1 + random.below(255)) }
    for library in GzipLibrary.allCases {
      let result = try decoded(packed, library)
      guard let error = result.error else {
        // The last bits before the check sum may have no meaning.
        #expect(!cut && result.text.elementsEqual(text.utf8), "\(library)")
        continue
      }
      #expect(error.contains(cut ? "cut off at byte \(packed.count)" : "its gzip data are "), "\(library): \(error)")
      if cut { #expect(text.utf8.starts(with: result.text), "\(library)") }
    }
  }
}

@Test(arguments: GzipLibrary.allCases.filter(\.isPresent))
func `a gzip bomb stops at its limit, with a reason`(library: GzipLibrary) throws {
  // 20 MB of zeros shrink to a thousandth.
  let packed = try CompressedData.Program.gzip.compress(String(repeating: "\0", count: 20_000_000))
  #expect(packed.count < 30_000)
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(packed, to: "bomb"))
  let (text, loss) = try Compression.decode(file, limit: 1 << 20, gzip: library)
  #expect(text.count == 1 << 20)
  #expect(loss.map { "\($0)" }?.contains("its text is longer than 1.0 MB") == true)
}

@Test func `a table in a gzip bomb ends with a reason, and its rows stay`() throws {
  let folder = try TemporaryFolder()
  let text = "a,b\n" + String(repeating: "1,22222222222222222222\n", count: 400_000)
  let packed = try CompressedData.Program.gzip.compress(text)
  let path = try folder.write(packed, to: "a.csv.gz")
  // More than any disk is kept free, so that only the first bytes are written.
  let spool = try StreamSpool(path: path, limit: SpoolLimit(always: 1 << 20, reserve: .max))
  let snapshot = CSVSnapshot.read(spool, name: path)
  #expect(snapshot.state.error.map { "\($0)" }?.contains("more would fill the disk") == true)
  #expect(snapshot.rowCount > 10_000 && snapshot.rowCount < 400_000)
  #expect(snapshot.columns.map(\.name) == ["a", "b"])
}
