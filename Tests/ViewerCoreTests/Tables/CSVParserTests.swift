import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Compares a snapshot with the rows of the slow parser.
private func expectEqual(_ snapshot: CSVSnapshot, _ expected: (rows: [SlowRow], openQuotes: Int)) {
  #expect(snapshot.rowCount == expected.rows.count)
  #expect(snapshot.openQuotes == expected.openQuotes)
  guard snapshot.rowCount == expected.rows.count else { return }
  #expect(expected.rows.indices.first { !snapshot.equals(expected.rows[$0], at: $0) } == nil)
  let columns = expected.rows.first { !$0.fields.isEmpty }?.fields.count ?? 0
  #expect(snapshot.shortRows == expected.rows.count { !$0.fields.isEmpty && $0.fields.count < columns })
  #expect(snapshot.longRows == expected.rows.count { $0.fields.count > columns })
}

@Test(arguments: 0..<rounds) func `random CSV has the rows and fields of a slow parser`(seed: Int) async throws {
  var random = SeededGenerator(seed: seed)
  let limit = random.pick([0, 50, 1_000, 20_000])
  let bytes = randomCSV(&random, limit: limit)
  let quoteLimit = random.pick([64, 100, 1_000, 1 << 24])
  let expected = SlowParser(quoteLimit: quoteLimit).parse(bytes)
  for usesVectors in [true, false] {
    let snapshot = try await csvSnapshot(
      bytes, .plain, in: try TemporaryFolder(), quoteLimit: quoteLimit, usesVectors: usesVectors)
    expectEqual(snapshot, expected)
  }
}

/// Returns equal rows in which a few bytes are damaged, so that many blocks are scanned at once.
private func regularCSV(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
  let row = random.pick(["1,2,3", "17,\"a, b\",x", "\"said \"\"yes\"\"\",\"two\nlines\",\"\"", "a\u{0}b,,", ",", ""])
  let end = random.pick(["\n", "\r\n"])
  let faults = Array("\r\n\",x\u{0}".utf8)
  var bytes = (0..<count).flatMap { _ in Array((row + end).utf8) }
  for _ in 0..<random.pick([0, 1, 5]) where !bytes.isEmpty {
    let place = random.below(bytes.count)
    if random.chance(50) { bytes[place] = random.pick(faults) } else { bytes.insert(random.pick(faults), at: place) }
  }
  return bytes
}

@Test(arguments: 0..<rounds) func `rows that are alike have the rows and fields of a slow parser`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let bytes = regularCSV(&random, count: random.pick([10, 300, 3_000]))
  let quoteLimit = random.pick([200, 4_096, 1 << 24])
  let expected = SlowParser(quoteLimit: quoteLimit).parse(bytes)
  let snapshot = try await csvSnapshot(bytes, .plain, in: try TemporaryFolder(), quoteLimit: quoteLimit)
  expectEqual(snapshot, expected)
}

@Test func `random bytes without any sense have the rows and fields of a slow parser`() async throws {
  for seed in 0..<rounds {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<random.below(3_000)).map { _ in random.pick(Array("a\",\n\r".utf8)) }
    let snapshot = try await csvSnapshot(
      bytes, .plain, in: try TemporaryFolder(), quoteLimit: 200, usesVectors: random.chance(50))
    expectEqual(snapshot, SlowParser(quoteLimit: 200).parse(bytes))
  }
}

/// Scans bytes that arrive in two parts, divided at `boundary`, and returns the snapshot.
private func scanned(
  _ bytes: [UInt8], _ boundary: Int, _ file: RandomAccessFile, usesVectors: Bool
) -> CSVSnapshot {
  var scanner = CSVFileScanner(
    name: "", choice: .plain, quoteLimit: 128, partSize: 1 << 20, usesVectors: usesVectors)
  for end in [boundary, bytes.count] {
    while scanner.scanned < end || (end == bytes.count && scanner.closeAtEnd()) {
      let padded = bytes[scanner.scanned..<end] + [UInt8](repeating: 0x22, count: 64)
      padded.withUnsafeBytes { _ = scanner.scan(UnsafeRawBufferPointer(rebasing: $0.dropLast(64))) }
    }
  }
  return scanner.snapshot(FileState(totalBytes: bytes.count, isCaughtUp: true, files: FileChain(file)))
}

@Test func `rows do not depend on where the bytes are divided`() throws {
  let folder = try TemporaryFolder()
  for seed in 0..<perBuild(debug: 2, optimized: 10) {
    var random = SeededGenerator(seed: seed)
    let bytes = randomCSV(&random, limit: 400)
    let file = try RandomAccessFile(path: try folder.write(bytes, to: "table.csv"))
    let expected = SlowParser(quoteLimit: 128).parse(bytes)
    for boundary in 1..<bytes.count {
      expectEqual(scanned(bytes, boundary, file, usesVectors: boundary % 2 == 0), expected)
    }
  }
}

/// A Python script that writes the rows that the `csv` module finds in a file, with each field in hexadecimal digits.
private let pythonScript = """
  import csv, sys
  csv.field_size_limit(1 << 30)
  for path in sys.argv[1:]:
    with open(path, newline='', encoding='latin-1') as source, open(path + '.rows', 'w') as rows:
      for row in csv.reader(source):
        rows.write(' '.join(field.encode('latin-1').hex() + '.' for field in row) + '\\n')
  """

@Test(.enabled(if: system("python3 -c 'import csv' 2>/dev/null") == 0, "python3 is not installed"))
func `random CSV has the rows and fields that Python's csv module finds`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(pythonScript, to: "read.py")
  var random = SeededGenerator(seed: 5)
  for number in 0..<rounds {
    let bytes = randomCSV(&random, limit: random.pick([50, 500, 5_000])).map { $0 == 0 ? 0x7A : $0 }
    // A quote that never closes takes the rest of the file there, and is text here.
    if SlowParser().parse(bytes).openQuotes == 0 { try folder.write(bytes, to: "\(number).csv") }
  }
  try #require(system("cd '\(folder.path)' && python3 read.py *.csv") == 0)
  let names = folder.names.filter { $0.hasSuffix(".csv") }
  #expect(names.count > rounds / 4)
  for name in names {
    let (_, log) = try csvIndex(folder.file(name), .plain)
    let snapshot = await log.first { $0.state.isCaughtUp }
    let rows = (0..<snapshot.rowCount).map { row in
      snapshot.sourceBytes(of: row).isEmpty ? [] : SlowParser().parse(snapshot.sourceBytes(of: row)).rows[0].fields
    }
    let texts = rows.map { row in row.map { hexadecimal($0) + "." }.joined(separator: " ") + "\n" }
    #expect(texts.joined() == TemporaryFolder.text(folder.file(name + ".rows")))
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
