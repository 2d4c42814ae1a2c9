import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Files that are no texts, as bytes in hexadecimal.

/// Returns the bytes of a program: a header, many zeros, and a word twice.
private func program(_ count: Int = 4_096) -> [UInt8] {
  var bytes = [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01] + [UInt8](repeating: 0, count: count)
  bytes.replaceSubrange(1_000..<1_006, with: Array("Needle".utf8))
  bytes.replaceSubrange(2_046..<2_052, with: Array("needle".utf8))
  return Array(bytes.prefix(count))
}

extension ShownText {
  fileprivate var rows: [String] {
    harness.show()
    return harness.tiles.map(\.text)
  }

  fileprivate func goTo(_ text: String) async throws {
    harness.key("G", modifiers: .control)
    harness.key("A", modifiers: .control)
    harness.type(text)
    try await press(.enter)
  }

  fileprivate var focused: Int? { viewer.list.focusedItem?.item }

  /// The last label of the window, which is the answer in the find bar.
  fileprivate var answer: String {
    harness.show()
    return harness.semantics.last { $0.role == .label }?.text ?? ""
  }
}

@Test func `a file is binary by its content, and one byte of value 0 does not make it so`() {
  #expect(BinaryContent.isBinary(program()))
  #expect(BinaryContent.isBinary((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ $0 / 7) }))
  #expect(!BinaryContent.isBinary(Array("one\0two\n".utf8)))
  #expect(!BinaryContent.isBinary(Array("a\0b\n".utf8) + Array(repeating: 0x61, count: 400)))
  #expect(!BinaryContent.isBinary(Array("\u{1B}[31mred\u{1B}[0m\ttext\r\n".utf8)))
  #expect(!BinaryContent.isBinary([0xFF, 0xFE, 0x61, 0, 0x62, 0, 0x0A, 0]))
  #expect(!BinaryContent.isBinary("line\n".utf8.flatMap { [$0, 0] }))
  #expect(!BinaryContent.isBinary(Array("a line\n".utf8) + Array(repeating: 0, count: 4_000)))
  #expect(BinaryContent.isBinary(Array(repeating: 0, count: 4_000)))
  #expect(!BinaryContent.isBinary([]))
}

private let logLine = "2026-03-01 12:00:00 INFO a request was answered\n"

/// Texts with bytes of value 0.
private let textsWithZeros = [
  String(repeating: "line two\0 with nul\n", count: 3), String(repeating: "name\0value\0other\0\n", count: 40),
  (0..<30).map { $0 % 3 == 0 ? "line \($0)\0 of it\n" : "ordinary line \($0)\n" }.joined(),
  (0..<30).map { "größer, Straße \($0)\0 ende\n" }.joined(),
  (0..<30).map { "строка \($0)\0 конец\n" }.joined(),
  String(repeating: logLine, count: 90) + String(repeating: "\0", count: 512) + String(repeating: logLine, count: 90),
  String(repeating: logLine, count: 20) + String(repeating: "\0", count: 4_096) + String(repeating: logLine, count: 90),
]

@MainActor @Test(arguments: textsWithZeros)
func `a text with bytes of value 0 is shown and filtered as text`(text: String) async throws {
  let bytes = Array(text.utf8)
  #expect(!BinaryContent.isBinary(Array(bytes.prefix(BinaryContent.sampleSize))))
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(bytes, to: "a.txt"))
  let lines = text.split(separator: "\n").map(String.init)
  #expect(shown.status.contains("UTF-8") && shown.viewer.list.itemCount == lines.count, "\(shown.status)")
  #expect(shown.rows.first == lines[0])
  try shown.viewer.addFilter(String(lines[lines.count - 1].prefix(6)))
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == lines.count { $0.contains(lines[lines.count - 1].prefix(6)) })
}

/// Returns numbers of 16 bits as bytes.
private func samples(_ values: some Sequence<Int>, lowFirst: Bool) -> [UInt8] {
  values.flatMap { value in
    let (low, high) = (UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8))
    return lowFirst ? [low, high] : [high, low]
  }
}

@Test(arguments: [false, true]) func `numbers of 16 bits are bytes, not a text in UTF-16`(lowFirst: Bool) {
  var generator = SeededGenerator(seed: 7)
  let sound = (0..<3_000).map { Int(($0 % 200 < 100 ? 1.0 : -1) * Double($0 % 100) * 0.9) }
  let loud = (0..<3_000).map { $0 % 200 * 150 - 15_000 }
  let noise = (0..<3_000).map { _ in Int.random(in: -300...300, using: &generator) }
  let small = (0..<3_000).map { _ in Int.random(in: 0..<256, using: &generator) }
  let depths = (0..<3_000).map { 250 + $0 % 1_000 }
  for (name, values) in [
    ("sound", sound), ("loud", loud), ("noise", noise), ("small", small), ("depths", depths),
    ("counted", Array(0..<3_000)), ("bright", small.map { 160 + $0 % 90 }),
  ] {
    let encoding = CharacterEncoding.detect(samples(values, lowFirst: lowFirst))
    #expect(![.bareUTF16LittleEndian, .bareUTF16BigEndian].contains(encoding), "\(name)")
    guard !["depths", "bright", "loud"].contains(name) else { continue }
    #expect(BinaryContent.isBinary(samples(values, lowFirst: lowFirst)), "\(name)")
  }
}

@Test func `a page of a database is bytes`() {
  var page = Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 0x40, 0x20, 0x20, 0, 0, 0, 12, 0, 0, 0, 3]
  page += [UInt8](repeating: 0, count: 68) + [0x0D, 0, 0, 0, 20, 0x0B, 0xE6, 0]
  for row in 0..<20 { page += [UInt8(row / 2 * 7 % 256), UInt8(row * 53 % 256)] }
  page += [UInt8](repeating: 0, count: 2_800)
  for row in 0..<20 {
    page += [0x1A, UInt8(row), 4, 0, 0x1B, 1, 1] + Array("name \(row) of a row".utf8) + [0, UInt8(row)]
  }
  #expect(BinaryContent.isBinary(page))
}

@MainActor
@Test func `a binary file shows offsets, bytes and text, of which rows are copied`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program(), to: "a.bin"))
  #expect(shown.viewer.list.itemCount == 256)
  let first = "00000000  7f 45 4c 46 02 01 00 00  00 00 00 00 00 00 00 00  .ELF............"
  #expect(shown.rows.first == first)
  #expect(shown.status.hasPrefix("4,096 bytes"))
  try await shown.press(.down)
  try await shown.press("C", .control)
  #expect(shown.harness.clipboard.text == first)
}

@MainActor
@Test func `a last row may be short, and narrow windows have eight bytes in a row`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program().prefix(1_003), to: "a.bin"))
  try await shown.press(.end)
  #expect(shown.rows.last == "000003e0  00 00 00 00 00 00 00 00  4e 65 65                 ........Nee")
  shown.harness.resize(to: Size(width: 400, height: 400))
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 126)
}

@MainActor
@Test func `text and bytes in hexadecimal are found, also across rows`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program(), to: "a.bin"))
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("needle")
  try await shown.rest()
  #expect(shown.focused == 62 && shown.answer == "1 of 2")
  try await shown.press(.enter)
  #expect(shown.focused == 127 && shown.answer == "2 of 2")
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("65 64 6c")
  try await shown.rest()
  #expect(shown.answer.hasSuffix("of 2"))
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("0xffff")
  try await shown.rest()
  #expect(shown.answer == "No match")
}

@Test func `pairs of hexadecimal digits are bytes, and everything else is a text`() {
  #expect(BytePattern("0a FF").bytes == [0x0A, 0xFF])
  #expect(BytePattern("0x0aff").bytes == [0x0A, 0xFF])
  for text in ["+1 +2", "-1 -2", "0x+1", "1 2"] { #expect(BytePattern(text).bytes == Array(text.utf8)) }
}

@MainActor
@Test func `a narrower window keeps the focus, the selection and the match at their bytes`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program(), to: "a.bin"))
  try await shown.goTo("0x20")
  try await shown.press(.escape)
  shown.viewer.focusList()
  try await shown.press(.down)
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("needle")
  try await shown.rest()
  #expect(shown.focused == 62 && shown.viewer.list.selectedCount == 0)
  shown.viewer.list.select(PositionSet(3..<4))
  shown.harness.resize(to: Size(width: 400, height: 400))
  try await shown.rest()
  #expect(shown.focused == 125 && shown.answer == "1 of 2")
  #expect(shown.viewer.list.selectedRanges(inSection: 0) == [6..<8])
  try await shown.press(.enter)
  #expect(shown.focused == 255 && shown.answer == "2 of 2")
}

@MainActor
@Test func `only the first rows with a very common pattern are counted, and Next reaches all of them`() async throws {
  let folder = try TemporaryFolder()
  let rows = (1 << 20) + 100
  let shown = try await ShownText(folder.write([UInt8](repeating: 0, count: 16 * rows), to: "a.bin"))
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("0x" + String(repeating: "00", count: 16))
  try await shown.rest()
  #expect(shown.focused == 0 && shown.answer == "1 of 1,048,576 or more")
  try await shown.press(.enter, .shift)
  #expect(shown.focused == rows - 1 && shown.answer == "1,048,576 or more, on from the end")
  try await shown.press(.enter, .shift)
  #expect(shown.focused == rows - 2)
  try await shown.press(.enter)
  try await shown.press(.enter)
  #expect(shown.focused == 0 && shown.answer == "1 of 1,048,576 or more, on from the start")
}

@MainActor
@Test func `matches in appended bytes are found while the user finds`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program(), to: "a.bin"))
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("needle")
  try await shown.rest()
  // The match begins in the old bytes.
  try folder.write(Array("need".utf8), to: "a.bin", mode: "a")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 257 && !shown.viewer.isBusy })
  #expect(shown.answer == "1 of 2")
  try folder.write(Array("le".utf8), to: "a.bin", mode: "a")
  #expect(await waitUntil(shown.harness) { shown.answer == "1 of 3" })
}

@MainActor
@Test func `an offset or a share is gone to, and wrong ones are told`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(program(), to: "a.bin"))
  try await shown.goTo("0x3e8")
  #expect(shown.focused == 62)
  try await shown.goTo("2046")
  #expect(shown.focused == 127)
  try await shown.goTo("0")
  #expect(shown.focused == 0)
  try await shown.goTo("50%")
  #expect(shown.focused == 128)
  try await shown.goTo("0xzz")
  #expect(shown.answer == "“0xzz” is not an offset, such as 0x1f40 or 8000")
  try await shown.goTo("99999999999999999999")
  #expect(shown.answer == "The last byte is at 0xfff" && shown.focused == 255)
}

@MainActor
@Test func `a key shows the bytes of a text, and the text again`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write("one\ntwo\n", to: "a.txt"))
  try await shown.press("B")
  #expect(shown.rows == ["00000000  6f 6e 65 0a 74 77 6f 0a                           one.two."])
  try await shown.press("B")
  #expect(shown.rows == ["one", "two"])
}

@MainActor
@Test func `a file of bytes that grows or is replaced is shown anew`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(program(), to: "a.bin")
  let shown = try await ShownText(path)
  try folder.write(program(8_192), to: "a.bin")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 512 })
}

@MainActor
@Test(arguments: ["a.bin", "a.json"], [false, true])
func `bytes and documents stay when their file is gone, and say so`(name: String, isFolder: Bool) async throws {
  let folder = try TemporaryFolder()
  let content = name == "a.bin" ? program() : Array("{\"a\": 1,\n \"b\": 2}".utf8)
  let shown = try await ShownText(folder.write(content, to: name))
  let (count, gone) = (shown.viewer.list.itemCount, "The file is gone")
  #expect(!shown.status.contains(gone))
  try folder.rename(name, to: "old")
  if isFolder { try folder.makeFolder(name) }
  #expect(await waitUntil(shown.harness) { shown.status.contains(gone) })
  try await shown.press("F5")
  #expect(shown.status.contains(gone) && shown.viewer.list.itemCount == count)
  if isFolder { try folder.rename(name, to: "folder") }
  try folder.rename("old", to: name)
  #expect(await waitUntil(shown.harness) { !shown.status.contains(gone) })
}

@MainActor
@Test func `bytes are read as a text in the encoding that the user chooses`() async throws {
  let folder = try TemporaryFolder()
  let bytes = Array("plain\n".utf8).flatMap { byte -> [UInt8] in [byte, 0, 2] }
  let shown = try await ShownText(folder.write(bytes, to: "a.bin"))
  #expect(shown.status.contains("Bytes"))
  try await shown.press("E", .control)
  try await shown.press("T")
  try await shown.press(.home)
  try await shown.press(.enter)
  #expect(shown.status.contains("UTF-8"), "\(shown.status)")
  #expect(shown.viewer.list.itemCount == 2)
}
