import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Texts and tables in encodings that are converted to UTF-8 while they are read: UTF-32, those with escape sequences,
// EBCDIC and all others of the C library.

private let western = "Report of the year: profit and loss\nthe second line, with a comma and 12345\n"
private let japanese = "これは日本語、テキスト\n二行目\n"

/// The bytes of a text in EBCDIC with the line ends of mainframes.
private func mainframe(_ text: String) throws -> [UInt8] { try encoded(text, "IBM037").map { $0 == 0x25 ? 0x15 : $0 } }

@MainActor
@Test(arguments: [
  ("UTF-32LE", "UTF-32 LE", "\u{FEFF}" + western), ("UTF-32BE", "UTF-32 BE", "\u{FEFF}" + japanese),
  ("UTF-32LE", "UTF-32 LE", japanese), ("UTF-32BE", "UTF-32 BE", western),
  ("ISO-2022-JP", "ISO-2022-JP", japanese), ("ISO-2022-KR", "ISO-2022-KR", "이것은 한국어\n둘째 줄\n"),
  ("IBM037", "EBCDIC 037", western),
  ("IBM037", "EBCDIC 037", (0..<12).map { "\($0),ANNA-\($0)\n" }.joined()),
  ("IBM037", "EBCDIC 037", "Übergrößen für Männer, schön und gut\nzweite Zeile\n"),
])
func `a text whose bytes are no lines is detected, converted and named`(
  name: String, title: String, text: String
) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(encoded(text, name), to: "a.txt"))
  shown.harness.show()
  let lines = text.drop { $0 == "\u{FEFF}" }.split(separator: "\n").map(String.init)
  #expect(shown.harness.tiles.map(\.text) == lines)
  #expect(shown.status.split(separator: ", ").contains(Substring(title)), "\(shown.status)")
}

@MainActor
@Test func `the line ends of mainframes end lines`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(mainframe(western), to: "a.txt"))
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == western.split(separator: "\n").map(String.init))
}

@MainActor
@Test(arguments: [
  ("UTF-7", "UTF-7", "Grüße – 日本"), ("IBM1047", "EBCDIC 1047", "[x] Größe"), ("TCVN5712-1", "TCVN5712-1", "Tiếng Việt"),
  ("VISCII", "VISCII", "Tiếng Việt"), ("EUC-TW", "EUC-TW", "這是一個"), ("IBM860", "IBM 860", "São João"),
  ("BIG5-HKSCS", "BIG5HKSCS", "香港嘅"), ("JOHAB", "JOHAB", "한국어"), ("GEORGIAN-PS", "GEORGIAN-PS", "ქართული"),
  ("CP737", "Code page 737", "Ελλάδα"),
])
func `any encoding of the C library is chosen by keys`(name: String, title: String, text: String) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(encoded(text + "\n", name), to: "a.txt")
  let shown = try await ShownText(path)
  shown.viewer.places = SavedPositions()
  func choose(_ title: String) async throws {
    shown.harness.key("E", modifiers: .control)
    shown.harness.settle()
    if !["UTF", "EBC", "Det"].contains(title.prefix(3)) {
      shown.harness.type("Other")
      shown.harness.settle()
      shown.harness.key(.enter)
      shown.harness.settle()
    }
    shown.harness.type(title)
    shown.harness.settle()
    try await shown.press(.enter)
    shown.harness.show()
  }
  try await choose(title)
  #expect(shown.harness.tiles.map(\.text) == [text], "\(shown.status)")
  #expect(shown.status.contains(title), "\(shown.status)")
  // The choice is the user's, and stays when the file is read again.
  shown.viewer.reload()
  try await shown.rest()
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == [text], "\(shown.status)")
  // The next run remembers it.
  shown.viewer.savePosition()
  let viewer = Viewer()
  viewer.places = shown.viewer.places
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 400))
  try await waitForRest(of: viewer, in: harness)
  #expect(harness.tiles.map(\.text) == [text])
  try await choose("UTF-8")
  #expect(shown.status.contains("UTF-8"), "\(shown.status)")
}

@MainActor
@Test(arguments: ["UTF-32LE", "UTF-32BE", "ISO-2022-JP", "IBM037"])
func `the rows of a table are converted, whatever bytes its commas and quotes have`(name: String) async throws {
  let folder = try TemporaryFolder()
  // In ISO-2022-JP the bytes of these characters are also those of commas, quotes and line ends.
  let word = name == "IBM037" ? "Report, of the year" : "、。々ヌ,カ"
  let text = "name,count\n" + (0..<50).map { "\"\(word)\",\(5_000 + $0)\n" }.joined()
  let path = try folder.write(encoded(text, name), to: "a.csv")
  let shown = try await ShownText(path, size: Size(width: 1000, height: 400))
  #expect(shown.viewer.list.itemCount == 50, "\(shown.status)")
  shown.harness.show()
  #expect(shown.harness.tiles.contains { $0.text.contains(word) && $0.text.contains("5000") })
  try shown.viewer.setFilter(["count>5047"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 2)
  // The printed rows are UTF-8.
  let coding = try FileCoding.detect(RandomAccessFile(path: path))
  let snapshot = CSVSnapshot.read(try StreamSpool(path: path, coding: coding), name: path)
  #expect(snapshot.rowCount == 50 && snapshot.columns.map(\.name) == ["name", "count"])
}

@MainActor
@Test func `the encoding of a table is chosen in the menu of its form, and undone by Detect`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(encoded("name,stadt\nJürgen,Köln\n", "UTF-7"), to: "a.csv")
  let shown = try await ShownText(path, size: Size(width: 1000, height: 400))
  func choose(_ titles: String...) async throws {
    shown.harness.key("E", modifiers: .control)
    shown.harness.settle()
    for title in titles {
      shown.harness.type(title)
      shown.harness.settle()
      shown.harness.key(.enter)
      shown.harness.settle()
    }
    try await shown.rest()
    shown.harness.show()
  }
  try await choose("Encoding", "UTF-7")
  #expect(shown.harness.tiles.contains { $0.text.contains("Jürgen") && $0.text.contains("Köln") }, "\(shown.status)")
  try await choose("Detect")
  #expect(!shown.harness.tiles.contains { $0.text.contains("Jürgen") }, "\(shown.status)")
}

@MainActor
@Test func `a compressed text in another encoding is unpacked and converted`() async throws {
  let folder = try TemporaryFolder()
  let program = try #require(CompressedData.present.first)
  let packed = try program.compress(encoded("\u{FEFF}" + japanese, "UTF-32LE"))
  let shown = try await ShownText(folder.write(packed, to: "a.txt" + program.ending))
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == japanese.split(separator: "\n").map(String.init))
  #expect(shown.status.contains("UTF-32 LE") && shown.status.contains(program.rawValue), "\(shown.status)")
}

@MainActor
@Test func `a JSON document in UTF-32 opens as a tree`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(encoded("\u{FEFF}{\"name\": \"日本\"}", "UTF-32BE"), to: "a.json")
  let shown = try await ShownText(path)
  shown.harness.show()
  #expect(shown.harness.semantics.contains { $0.text.contains("日本") })
  #expect(shown.status.contains("UTF-32 BE"), "\(shown.status)")
}

@Test(
  arguments: [
    ("UTF-32LE", "UTF-32 LE"), ("ISO-2022-JP", "ISO-2022-JP"), ("UTF-7", "UTF-7"), ("IBM037", "EBCDIC 037"),
    ("EUC-TW", "EUC-TW"),
  ], [1, 2, 3])
func `a long text is converted as if it were converted at once`(encoding: (String, String), seed: UInt64) throws {
  let (name, title) = encoding
  var random = SeededGenerator(seed: seed)
  let words = name == "IBM037" ? ["line", "of", "text", "42"] : ["日本", "中文", "x", "line", "的"]
  var text = "line of text and of words\n"
  while text.utf8.count < 200_000 {
    text += (words.randomElement(using: &random) ?? "") + (UInt8.random(in: 0..<9, using: &random) == 0 ? "\n" : " ")
  }
  let folder = try TemporaryFolder()
  let path = try folder.write(encoded(text, name), to: "a.txt")
  let file = try RandomAccessFile(path: path)
  let chosen = try #require(CharacterEncoding(named: title))
  let coding = try FileCoding.detect(file, encoding: chosen)
  let decoded = try Compression.decode(file, limit: 1 << 20, conversion: coding.conversion)
  #expect(decoded.loss == nil)
  #expect(String(decoding: decoded.bytes, as: UTF8.self) == text)
}

@MainActor
@Test func `broken and cut characters of a converted text are replacement signs, and lose nothing else`() async throws {
  let folder = try TemporaryFolder()
  var bytes = try encoded("\u{FEFF}one\n", "UTF-32LE")
  // No character has such a number, and the last one is cut.
  bytes += [0, 0, 0x7F, 0x7F]
  bytes += try encoded("\ntwo", "UTF-32LE") + [0x41, 0]
  let shown = try await ShownText(folder.write(bytes, to: "a.txt"))
  shown.harness.show()
  let texts = shown.harness.tiles.map(\.text)
  #expect(texts.first == "one" && texts.count == 3, "\(texts)")
  #expect(texts.dropFirst().first?.allSatisfy { $0 == "\u{FFFD}" } == true, "\(texts)")
  #expect(texts.last?.hasPrefix("two\u{FFFD}") == true, "\(texts)")
}

@Test func `other files are not taken for texts in another encoding`() throws {
  func isPlain(_ bytes: [UInt8]) throws -> Bool {
    let folder = try TemporaryFolder()
    return try FileCoding.detect(RandomAccessFile(path: folder.write(bytes, to: "a"))).isPlain
  }
  for (text, name) in [
    (western, "UTF-8"), (western, "UTF-16LE"), (japanese, "UTF-16BE"), (japanese, "CP932"), (japanese, "EUC-JP"),
    ("Строка журнала: соединение\n", "CP1251"), ("Строка журнала: соединение\n", "KOI8-R"),
    ("這是一個繁體中文的文字@@@@@@\n", "BIG5"), ("Grüße aus Köln\n", "ISO-8859-1"),
  ] {
    #expect(try isPlain(encoded(text, name)), "\(name)")
  }
  // A table of small numbers, a picture of one colour, and the colours of a terminal.
  #expect(try isPlain((0..<2_000).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }))
  #expect(try isPlain([UInt8](repeating: 0x40, count: 4_000)))
  #expect(try isPlain([UInt8](repeating: 0xC1, count: 4_000)))
  #expect(try isPlain(Array("\u{1B}[31mred\u{1B}[0m and \u{1B}[1$x\n".utf8)))
  #expect(try isPlain([]))
}

@Test func `a stream that begins with the mark of UTF-32 is converted`() async throws {
  let folder = try TemporaryFolder()
  let spool = try StreamSpool(path: folder.write(encoded("\u{FEFF}" + japanese, "UTF-32BE"), to: "a"))
  let inbox = ValueLog<LineIndexSnapshot>()
  inbox.keep(LineIndex(spool: spool, scanner: LineScanner(encoding: nil)) { [weak inbox] in inbox?.add($0) })
  let snapshot = await inbox.first { $0.isComplete }
  #expect((0..<snapshot.count).map { snapshot.string(at: $0) + "\n" }.joined() == japanese)
}

@MainActor
@Test(arguments: [("TCVN5712-1", "Vietabca"), ("CP1258", "Tiếng Việt a")])
func `the last character of a text is shown, which its encoding might have changed`(
  name: String, text: String
) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(encoded("one\n" + text, name), to: "a.txt")
  let file = try RandomAccessFile(path: path)
  let title = name == "CP1258" ? "Code page 1258" : name
  let chosen = try #require(CharacterEncoding(named: title))
  let coding = try FileCoding.detect(file, encoding: chosen)
  let decoded = try Compression.decode(file, limit: 1 << 20, conversion: coding.conversion)
  #expect(String(decoding: decoded.bytes, as: UTF8.self) == "one\n" + text)
}

@MainActor
@Test func `a text that is replaced by one in another encoding is read anew by F5, and the bar says that it changed`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\n", to: "a.txt")
  let shown = try await ShownText(path)
  try folder.write(encoded("\u{FEFF}" + japanese, "UTF-32LE"), to: "a.txt")
  try await shown.press("F5")
  try await shown.rest()
  #expect(shown.status.contains("UTF-32 LE"), "\(shown.status)")
  try folder.write(encoded("\u{FEFF}drei\n", "UTF-32LE"), to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.status.contains("Changed on disk; F5 reads it again") })
  try await shown.press("F5")
  try await shown.rest()
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == ["drei"])
  #expect(!shown.status.contains("Changed"), "\(shown.status)")
  try folder.remove("a.txt")
  #expect(await waitUntil(shown.harness) { shown.status.contains("The file is gone") })
}

@MainActor
@Test func `a text in a chosen encoding becomes a table in it, and text again, and shows its bytes`() async throws {
  let folder = try TemporaryFolder()
  let rows = "{\"name\": \"Müller\", \"n\": 1}\n{\"name\": \"Weiß\", \"n\": 2}\n"
  let shown = try await ShownText(folder.write(encoded(rows, "ISO-8859-1"), to: "a.log"))
  func choose(_ title: String) async throws {
    shown.harness.key("E", modifiers: .control)
    shown.harness.settle()
    shown.harness.type(title)
    shown.harness.settle()
    try await shown.press(.enter)
  }
  try await choose("Latin-1")
  try await shown.press("T")
  shown.harness.show()
  #expect(shown.harness.tiles.contains { $0.text.contains("Müller") }, "\(shown.status)")
  #expect(shown.status.contains("Windows-1252"), "\(shown.status)")
  try await shown.press("T")
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == rows.split(separator: "\n").map(String.init))
  let wide = try await ShownText(folder.write(encoded("\u{FEFF}" + japanese, "UTF-32LE"), to: "b.txt"))
  try await wide.press("B")
  #expect(wide.status.contains("Bytes"), "\(wide.status)")
  try await wide.press("B")
  wide.harness.show()
  #expect(wide.harness.tiles.map(\.text) == japanese.split(separator: "\n").map(String.init))
}
