import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Compressed tables and documents whose text is far longer than the file.

@Test(.enabled(if: OptionalLibrary.zstd.isPresent, "libzstd1 is not installed"))
func `a table that would fill the disk ends with a reason, and its rows stay`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(CompressedData.bomb(blocks: 400), to: "a.csv.zst")
  // More than any disk is kept free, so that only the first bytes are written.
  let spool = try StreamSpool(path: path, limit: SpoolLimit(always: 1 << 20, reserve: .max))
  let snapshot = CSVSnapshot.read(spool, name: path)
  let error = snapshot.state.error.map { "\($0)" } ?? ""
  #expect(error.contains("more would fill the disk"), "\(error)")
  #expect(snapshot.columns.count == 1 && snapshot.state.totalBytes > 500_000 && snapshot.state.totalBytes < 10_000_000)
}

@Test(.enabled(if: OptionalLibrary.zstd.isPresent, "libzstd1 is not installed"))
func `a document that is too long for the memory is read up to a limit`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(CompressedData.bomb(blocks: 400), to: "a.json.zst")
  let (document, loss) = try JSONDocument.read(try RandomAccessFile(path: path), limit: 1 << 20)
  #expect(document.byteCount == 1 << 20)
  #expect(loss.map { "\($0)" }?.contains("its text is longer than 1.0 MB") == true, "\(String(describing: loss))")
}

@Test func `the ending of a compressed file says nothing about its form`() {
  #expect(Compression.plainName(of: "/a.b/c.csv.GZ") == "/a.b/c.csv")
  #expect(
    ["c.jsonl.zst", "c.gz", "c.csv", ".gz"].map { Compression.plainName(of: $0) } == ["c.jsonl", "c", "c.csv", ".gz"])
}
