import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test(.serialized, arguments: 0..<rounds / 2)
func `a table stays correct while its file grows, shrinks and is replaced`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let folder = try TemporaryFolder()
  var bytes = randomCSV(&random, limit: 5_000)
  let path = try folder.write(bytes, to: "live.csv")
  let (index, log) = try csvIndex(path, .plain, follows: true)
  _ = await log.first { $0.state.isCaughtUp }
  for _ in 0..<4 {
    let generation = index.snapshot.state.generation
    switch random.below(4) {
    case 0:
      bytes.removeLast(random.below(bytes.count))
      #expect(truncate(path, bytes.count) == 0)
    case 1:
      bytes = [7] + randomCSV(&random, limit: 1_000)
      try folder.write(bytes, to: "new")
      try folder.rename("new", to: "live.csv")
      _ = await log.first { $0.state.generation > generation }
    default:
      let more = randomCSV(&random, limit: 5_000)
      bytes += more
      try folder.write(more, to: "live.csv", mode: "a")
    }
    let size = bytes.count
    let snapshot = await log.first { $0.state.isCaughtUp && $0.state.totalBytes == size }
    let expected = SlowParser().parse(bytes)
    #expect(snapshot.rowCount == expected.rows.count)
    #expect(snapshot.openQuotes == expected.openQuotes)
    #expect(expected.rows.indices.first { !snapshot.equals(expected.rows[$0], at: $0) } == nil)
  }
}

@Test func `the encoding of a table is detected by its first characters beyond ASCII, however late`() async throws {
  let folder = try TemporaryFolder()
  for count in [20, 9_000, 400_000] {
    let start = Array("a,b\n".utf8) + Array(String(repeating: "plain,x\n", count: count).utf8)
    let late = start + [0xE9, 0x2C, 0xFC, 0x0A]
    let snapshot = try await csvSnapshot(late, in: folder)
    #expect(snapshot.dialect.encoding == .windows1252, "\(count)")
    #expect(snapshot.rowCount == count + 1 && snapshot.texts(count) == ["é", "ü"], "\(count)")
    let utf8 = try await csvSnapshot(start + Array("é,ü\n".utf8), in: folder)
    #expect(utf8.dialect.encoding == .utf8 && utf8.texts(count) == ["é", "ü"], "\(count)")
    let chosen = try await csvSnapshot(late, CSVDialect.Choice(encoding: .utf8), in: folder)
    #expect(chosen.dialect.encoding == .utf8, "\(count)")
  }
}

@Test func `a table whose file is replaced by a folder keeps its rows and says why`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b\n1,2\n", to: "live.csv")
  let (_, log) = try csvIndex(path, follows: true)
  _ = await log.first { $0.state.isCaughtUp }
  try folder.remove("live.csv")
  try folder.makeFolder("live.csv")
  let snapshot = await log.first { $0.state.error != nil }
  #expect(snapshot.rowCount == 1)
  #expect(snapshot.texts(0) == ["1", "2"])
}

@Test func `a stream that arrives byte by byte is a table`() async throws {
  var ends: [Int32] = [-1, -1]
  try #require(pipe(&ends) == 0)
  let spool = try StreamSpool(adopting: ends[0], name: "stream")
  let log = ValueLog<CSVSnapshot>()
  log.keep(CSVIndex(spool: spool, scanner: CSVFileScanner(name: "stream")) { [weak log] in log?.add($0) })
  for byte in "id;text\n1;\"a\nb\"\n2;c\n".utf8 {
    #expect(write(ends[1], [byte], 1) == 1)
    usleep(500)
  }
  close(ends[1])
  let snapshot = await log.first { $0.state.isEnded && $0.state.isCaughtUp }
  #expect(snapshot.dialect.words == ["Semicolon", "UTF-8", "Header found"])
  #expect((0..<snapshot.rowCount).map { snapshot.texts($0) } == [["1", "a\nb"], ["2", "c"]])
}

@Test func `an open quote at the start of a large file does not swallow it`() async throws {
  let folder = try TemporaryFolder()
  let size = perBuild(debug: 1 << 25, optimized: 1 << 30)
  let path = try folder.write("a,b\n\"open,1\n", to: "large.csv")
  let rows = 1 + (size - 12) / 8
  let chunk = [UInt8](String(repeating: "row,123\n", count: 1 << 17).utf8)
  for _ in 0..<((size - 12) / 8) >> 17 { try folder.write(chunk, to: "large.csv", mode: "a") }
  try folder.write(chunk.prefix((size - 12) / 8 % (1 << 17) * 8), to: "large.csv", mode: "a")
  let (_, log) = try csvIndex(path)
  let snapshot = await log.first { $0.state.isCaughtUp }
  #expect(snapshot.rowCount == rows)
  #expect(snapshot.openQuotes == 1)
  #expect(snapshot.badRows == 1)
  #expect(snapshot.texts(0) == ["\"open", "1"])
  #expect(snapshot.texts(rows - 1) == ["row", "123"])
}

@Test func `the last rows of a huge file are exact before it is indexed`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b\n" + String(repeating: "1,\"x\ny\"\n", count: 10_000), to: "sparse.csv")
  let size = 10_000_000_000
  try #require(truncate(path, size) == 0)
  let tail = "\n" + (0..<100_000).map { "\($0),\"x\ny\"\n" }.joined()
  try folder.append(tail, to: "sparse.csv")
  let file = try RandomAccessFile(path: path)
  var scanner = CSVFileScanner(name: "sparse.csv")
  let head = try file.bytes(at: 0, count: 1 << 16)
  (head + [UInt8](repeating: 0, count: 64)).withUnsafeBytes { _ = scanner.scan(.init(rebasing: $0.dropLast(64))) }
  let snapshot = scanner.snapshot(
    FileState(totalBytes: size + tail.utf8.count, isCaughtUp: false, files: FileChain(file)))
  #expect(!snapshot.isRowCountExact)
  let last = (snapshot.rowCount - 50..<snapshot.rowCount).map { snapshot.texts($0) }
  #expect(last == (99_950..<100_000).map { ["\($0)", "x\ny"] })
  // The next snapshot knows the part, so that its rows have neighbours.
  let next = scanner.snapshot(FileState(totalBytes: size + tail.utf8.count, isCaughtUp: false, files: FileChain(file)))
  #expect(next.texts(next.rowCount - 51) == ["99949", "x\ny"])
  #expect(next.row(at: size + tail.utf8.count - 2) == next.rowCount - 1)
}

/// Checks the last rows that an index finds in a file of which it has scanned only the first bytes, by the slow parser.
private func expectTail(_ bytes: [UInt8], scanned: Int, partSize: Int, in folder: TemporaryFolder) throws {
  let file = try RandomAccessFile(path: try folder.write(bytes, to: "table.csv"))
  var scanner = CSVFileScanner(name: "", choice: .plain, quoteLimit: 1 << 24, partSize: partSize)
  (bytes.prefix(scanned) + [UInt8](repeating: 0, count: 64)).withUnsafeBytes {
    _ = scanner.scan(UnsafeRawBufferPointer(rebasing: $0.dropLast(64)))
  }
  let state = FileState(totalBytes: bytes.count, isCaughtUp: false, files: FileChain(file))
  let snapshot = scanner.snapshot(state)
  let rows = SlowParser().parse(bytes).rows
  let wanted = min(5, rows.count)
  let found = (snapshot.rowCount - wanted..<snapshot.rowCount).map { snapshot.sourceBytes(of: $0) }
  #expect(found == rows.suffix(wanted).map(\.source), "part size \(partSize)")
  // Each row that is known twice has one place.
  let next = scanner.snapshot(state)
  let offsets = (next.rowCount - wanted..<next.rowCount).map { next.offset(of: $0) }
  #expect(offsets.map { next.row(at: $0) } == Array(next.rowCount - wanted..<next.rowCount))
}

@Test func `parts may begin anywhere, also inside quotes`() async throws {
  let folder = try TemporaryFolder()
  let row = "12,\"some \"\"text\"\",\nwith lines\",plain,\"\"\r\n"
  let bytes = Array(String(repeating: row, count: 400).utf8)
  // The last part begins at another byte of a row for each size.
  for partSize in 9_000..<9_000 + row.utf8.count {
    try expectTail(bytes, scanned: 1_000, partSize: partSize, in: folder)
  }
}

@Test func `a part that begins inside a long quoted field is read as rows until the index repairs them`() throws {
  let folder = try TemporaryFolder()
  // The text after the start of the part looks like rows, and the quote that closes it is beyond what is looked at.
  let inside = String(repeating: "xx,yy\n", count: 50_000)
  let bytes = Array(("a,b\n1,\"" + inside + "\"\n" + (0..<20).map { "\($0),end\n" }.joined()).utf8)
  let file = try RandomAccessFile(path: try folder.write(bytes, to: "table.csv"))
  let partSize = bytes.count * 2 / 3
  var scanner = CSVFileScanner(name: "table.csv", choice: .plain, quoteLimit: 1 << 24, partSize: partSize)
  let piece = 10_000
  func scan(_ start: Int) {
    let end = min(start + piece, bytes.count)
    (bytes[start..<end] + [UInt8](repeating: 0, count: 64)).withUnsafeBytes {
      _ = scanner.scan(UnsafeRawBufferPointer(rebasing: $0.dropLast(64)))
    }
  }
  scan(0)
  let guessed = scanner.snapshot(FileState(totalBytes: bytes.count, isCaughtUp: false, files: FileChain(file)))
  // The rows inside the quotes count, so there are far too many.
  #expect(!guessed.isRowCountExact && guessed.rowCount > 10_000)
  #expect(guessed.texts(guessed.rowCount - 100) != guessed.texts(0))
  for start in stride(from: piece, to: bytes.count, by: piece) { scan(start) }
  let snapshot = scanner.snapshot(FileState(totalBytes: bytes.count, isCaughtUp: true, files: FileChain(file)))
  let expected = SlowParser().parse(bytes).rows
  #expect(snapshot.isRowCountExact && snapshot.rowCount == expected.count)
  #expect(expected.indices.allSatisfy { snapshot.equals(expected[$0], at: $0) })
}
