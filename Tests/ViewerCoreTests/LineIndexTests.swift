import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the lines of bytes, found by a simple split.
private func naiveLines(_ bytes: [UInt8]) -> [[UInt8]] {
  var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  if lines.last?.isEmpty == true { lines.removeLast() }
  return lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
}

private func expectLines(_ snapshot: LineIndexSnapshot, of bytes: [UInt8]) {
  var lines: [[UInt8]] = []
  for line in 0..<snapshot.count {
    let text = snapshot.line(at: line)
    #expect(text.byteCount == text.bytes.count && text.byteCount <= LineText.byteLimit + 7)
    if snapshot.parts(of: line).lowerBound < line {
      lines[lines.count - 1] += text.bytes
    } else {
      lines.append(Array(text.bytes))
    }
    #expect(snapshot.number(of: line) == lines.count - 1)
  }
  let expected = naiveLines(bytes).map(Array.init)
  #expect(snapshot.wholeLineCount == expected.count)
  #expect(lines == expected)
}

private func index(
  _ path: String, follows: Bool = true, as encoding: CharacterEncoding? = .utf8
) throws -> (LineIndex, ValueLog<LineIndexSnapshot>) {
  let inbox = ValueLog<LineIndexSnapshot>()
  let scanner = LineScanner(encoding: encoding)
  let index = LineIndex(files: FileChain(try RandomAccessFile(path: path)), scanner: scanner, follows: follows) {
    [weak inbox] in
    inbox?.add($0)
  }
  inbox.keep(index)
  return (index, inbox)
}

@Test(arguments: 0..<rounds) func `the lines of random bytes equal those of a simple split`(seed: Int) async throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try TemporaryFolder()
  let bytes = randomLines(&generator)
  let (_, inbox) = try index(try folder.write(bytes, to: "random"), follows: false)
  expectLines(await inbox.first { $0.isComplete }, of: bytes)
}

@Test(.serialized, arguments: 0..<rounds) func `lines stay correct while a file grows, shrinks and is replaced`(
  seed: Int
)
  async throws
{
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try TemporaryFolder()
  var bytes = randomLines(&generator, limit: 20_000)
  let path = try folder.write(bytes, to: "live")
  let (lines, inbox) = try index(path)
  _ = await inbox.first { $0.isComplete }
  for _ in 0..<4 {
    let generation = lines.snapshot.generation
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      #expect(truncate(path, bytes.count) == 0)
    case 1:
      bytes = [7] + randomLines(&generator, limit: 1_000)
      try folder.write(bytes, to: "new")
      #expect(rename(folder.file("new"), path) == 0)
      _ = await inbox.first { $0.generation > generation }
    default:
      let more = randomLines(&generator, limit: 20_000)
      bytes += more
      try folder.write(more, to: "live", mode: "a")
    }
    let size = bytes.count
    let snapshot = await inbox.first { $0.isComplete && $0.indexedBytes == size }
    expectLines(snapshot, of: bytes)
  }
}

@Test func `an empty file has no lines`() async throws {
  let folder = try TemporaryFolder()
  let (_, inbox) = try index(try folder.write("", to: "empty"))
  let snapshot = await inbox.first { $0.isComplete }
  #expect(snapshot.count == 0)
  #expect(snapshot.progress == 1)
  #expect(snapshot.rows.isEmpty)
}

@Test func `appended bytes complete a last line without a newline`() async throws {
  let folder = try TemporaryFolder()
  let (_, inbox) = try index(try folder.write("one\ntw", to: "log"))
  let before = await inbox.first { $0.isComplete }
  #expect(before.count == 2)
  #expect(!before.endsWithNewline)
  #expect(before.string(at: 1) == "tw")
  try folder.append("o\r\nthree\n", to: "log")
  let after = await inbox.first { $0.indexedBytes == 15 }
  #expect(after.generation == before.generation)
  #expect((0..<after.count).map { after.string(at: $0) } == ["one", "two", "three"])
  #expect(before.count == 2)
}

@Test func `zeros and invalid UTF-8 are shown and do no harm`() async throws {
  let folder = try TemporaryFolder()
  let bytes: [UInt8] = [0x61, 0x00, 0x62, 0x0A, 0xFF, 0x63, 0xC3, 0x0A]
  let (_, inbox) = try index(try folder.write(bytes, to: "odd"))
  let snapshot = await inbox.first { $0.isComplete }
  #expect(snapshot.string(at: 0) == "a\0b")
  #expect(snapshot.string(at: 1) == "\u{FFFD}c\u{FFFD}")
}

@Test func `a huge line is not read into memory, and later lines are found`() async throws {
  let folder = try TemporaryFolder()
  let huge = [UInt8](repeating: 0x78, count: 3_000_000)
  let (_, inbox) = try index(try folder.write(Array("a\n".utf8) + huge + Array("\nz\n".utf8), to: "huge"))
  let snapshot = await inbox.first { $0.isComplete }
  #expect(snapshot.wholeLineCount == 3)
  let parts = snapshot.parts(of: 1)
  #expect(parts == 1..<1 + (3_000_000 + LineText.byteLimit - 1) / LineText.byteLimit)
  #expect(parts.allSatisfy { snapshot.line(at: $0).bytes.count <= LineText.byteLimit })
  #expect(parts.reduce(0) { $0 + snapshot.line(at: $1).bytes.count } == 3_000_000)
  #expect(parts.map { snapshot.number(of: $0) }.allSatisfy { $0 == 1 })
  #expect(snapshot.count == parts.upperBound + 1)
  #expect(snapshot.string(at: parts.upperBound) == "z")
  #expect(snapshot.number(of: parts.upperBound) == 2)
}

/// Returns the lines of an indexed text, with the parts of long lines joined.
private func joined(_ snapshot: LineIndexSnapshot) -> [String] {
  var lines: [String] = []
  for line in 0..<snapshot.count {
    let text = snapshot.string(at: line)
    if snapshot.parts(of: line).lowerBound < line { lines[lines.count - 1] += text } else { lines.append(text) }
  }
  return lines
}

@Test(arguments: [false, true])
func `long lines are divided between characters, and their parts make up the line`(isWide: Bool) async throws {
  let folder = try TemporaryFolder()
  func unit(_ text: String) -> [UInt8] { text.utf8.flatMap { isWide ? [$0, 0] : [$0] } }
  var bytes: [UInt8] = isWide ? [0xFF, 0xFE] : []
  var expected: [String] = []
  for length in [1, 1_630, 1_640, 1_650, 20_000, 3, 5_000, 16_380] {
    for extra in 0..<4 {
      let text = String(repeating: "é€😀a", count: length) + String(repeating: "x", count: extra)
      expected.append(text)
      bytes += isWide ? text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
      bytes += unit(extra % 2 == 0 ? "\n" : "\r\n")
    }
  }
  let (_, inbox) = try index(try folder.write(bytes, to: "long"), as: nil)
  let snapshot = await inbox.first { $0.isComplete }
  #expect(snapshot.wholeLineCount == expected.count)
  #expect(snapshot.count > expected.count)
  #expect(joined(snapshot) == expected)
}

@Test func `a growing line gets more parts, and its end closes it`() async throws {
  let folder = try TemporaryFolder()
  var text = "first\n"
  let (_, inbox) = try index(try folder.write(text, to: "log"))
  _ = await inbox.first { $0.isComplete }
  for count in [16_383, 3, 2, 40_000, 200_000] {
    let more = String(repeating: "ab", count: count)
    text += more
    try folder.append(more, to: "log")
    let size = text.utf8.count
    let snapshot = await inbox.first { $0.indexedBytes == size }
    #expect(joined(snapshot) == text.split(separator: "\n").map(String.init))
  }
  try folder.append("\nlast\n", to: "log")
  let size = text.utf8.count + 6
  let snapshot = await inbox.first { $0.indexedBytes == size }
  #expect(snapshot.wholeLineCount == 3)
  #expect(joined(snapshot).last == "last")
}

@Test func `a deleted file keeps its lines and is reported as deleted`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\n", to: "log")
  let (_, inbox) = try index(path)
  _ = await inbox.first { $0.isComplete }
  #expect(unlink(path) == 0)
  let snapshot = await inbox.first { $0.isGone }
  #expect(snapshot.count == 2)
  #expect(snapshot.string(at: 1) == "two")
  try folder.write("new\n", to: "log")
  let fresh = await inbox.first { !$0.isGone && $0.count == 1 }
  #expect(fresh.string(at: 0) == "new")
  #expect(fresh.generation > snapshot.generation)
}

@Test func `a line of a file that was shortened meanwhile is empty`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "a line\n", count: 10_000), to: "short")
  let (_, inbox) = try index(path, follows: false)
  let snapshot = await inbox.first { $0.isComplete }
  #expect(truncate(path, 10) == 0)
  #expect(snapshot.string(at: 0) == "a line")
  #expect(snapshot.string(at: 9_999).isEmpty)
}

@Test func `first rows are published before a large file is indexed`() async throws {
  let folder = try TemporaryFolder()
  let (_, inbox) = try index(try folder.write(String(repeating: "a line\n", count: 300_000), to: "large"))
  _ = await inbox.first { $0.isComplete }
  let first = try #require(inbox.values.first)
  #expect(!first.isComplete)
  #expect(first.count > 1_000)
  #expect(first.progress < 0.1)
  #expect(zip(inbox.values, inbox.values.dropFirst()).allSatisfy { $0.count <= $1.count })
}
