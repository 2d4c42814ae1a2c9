import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Texts in other encodings than UTF-8: detected, decoded, searched, copied, and changed in the status line.

/// Returns a text in an encoding of the C library.
func encoded(_ text: String, _ name: String) throws -> [UInt8] {
  let converter = try #require(iconv_open(name, "UTF-8"))
  defer { iconv_close(converter) }
  var source = Array(text.utf8)
  var target = [UInt8](repeating: 0, count: 4 * source.count + 8)
  let count = target.count
  let left = source.withUnsafeMutableBytes { source in
    target.withUnsafeMutableBytes { target in
      var (from, fromCount) = (source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count)
      var (to, toCount) = (target.baseAddress?.assumingMemoryBound(to: CChar.self), target.count)
      return iconv(converter, &from, &fromCount, &to, &toCount) == -1 ? nil : toCount
    }
  }
  return Array(target.prefix(count - (try #require(left))))
}

private let japanese = "これは日本語のテキストです。カタカナと漢字\n二行目\n"
private let korean = "이것은 한국어 문장입니다. 오류가 없습니다\n둘째 줄\n"
private let simplified = "这是一个简体中文的文本，我们在这里测试编码\n第二行\n"
private let traditional = "這是一個繁體中文的文字，我們在這裡測試編碼\n第二行\n"
private let russian = "Строка журнала: соединение с сервером потеряно, повтор через 5 с\nвторая строка\n"
private let ukrainian = "Рядок журналу: з’єднання з сервером втрачено\nДругий рядок, без помилок\n"
private let western = "Grüße aus Köln, à bientôt\nzweite Zeile\n"

@MainActor
@Test(arguments: [
  ("UTF-16LE", "UTF-16 LE without mark", western), ("UTF-16BE", "UTF-16 BE without mark", western),
  ("UTF-16LE", "UTF-16 LE without mark", russian), ("UTF-16BE", "UTF-16 BE without mark", russian),
  ("UTF-16LE", "UTF-16 LE without mark", simplified), ("UTF-16BE", "UTF-16 BE without mark", japanese),
  ("UTF-16LE", "UTF-16 LE", "\u{FEFF}" + japanese), ("UTF-16BE", "UTF-16 BE", "\u{FEFF}" + japanese),
  ("ISO-8859-1", "Windows-1252", western), ("CP932", "Shift-JIS", japanese), ("EUC-JP", "EUC-JP", japanese),
  ("CP949", "EUC-KR", korean), ("GB18030", "GB18030", simplified), ("BIG5", "Big5", traditional),
  ("UTF-8", "UTF-8", japanese), ("CP1251", "Windows-1251", russian), ("KOI8-R", "KOI8-R", russian),
  ("IBM866", "IBM 866", russian), ("ISO-8859-5", "ISO 8859-5", russian), ("CP1251", "Windows-1251", ukrainian),
  ("ISO-8859-1", "Windows-1252", "Größe älter naïve\nGröße älter naïve\n"), ("ISO-8859-1", "Windows-1252", "Café"),
  ("KOI8-R", "KOI8-R", "Привет\n"), ("CP1252", "Windows-1252", "Élève dû à Évian: où, là, déjà vu, ça\n"),
])
func `a text is decoded in the encoding that is detected`(name: String, words: String, text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(encoded(text, name), to: "a.txt"))
  let lines = text.drop { $0 == "\u{FEFF}" }.split(separator: "\n").map(String.init)
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == lines)
  #expect(shown.status.split(separator: ", ").contains(Substring(words)), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("ISO-8859-3", "ISO 8859-3", "ħaġra"), ("ISO-8859-4", "ISO 8859-4", "ģimene"), ("ISO-8859-6", "ISO 8859-6", "مرحبا"),
  ("ISO-8859-8", "ISO 8859-8", "שלום"), ("ISO-8859-9", "ISO 8859-9", "ağaç şu"), ("ISO-8859-10", "ISO 8859-10", "ēka"),
  ("ISO-8859-13", "ISO 8859-13", "ąžuolas"), ("ISO-8859-14", "ISO 8859-14", "tŷ ŵyn"),
  ("ISO-8859-16", "ISO 8859-16", "țară"), ("IBM852", "IBM 852", "žluťoučký"), ("IBM855", "IBM 855", "дерево"),
  ("IBM857", "IBM 857", "ağaç"), ("IBM862", "IBM 862", "שלום"), ("MAC-CYRILLIC", "Mac Cyrillic", "дерево"),
  ("MAC-CENTRALEUROPE", "Mac Central Europe", "žluťoučký"), ("KOI8-T", "KOI8-T", "дарахт ҳ"),
  ("ARMSCII-8", "ARMSCII-8", "ծառ"),
])
func `a text in an encoding that is rarely met is read after the choice of it`(
  name: String, title: String, text: String
) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(encoded(text + "\n", name), to: "a.txt"))
  shown.harness.key("E", modifiers: .control)
  shown.harness.settle()
  shown.harness.type(title)
  shown.harness.settle()
  try await shown.press(.enter)
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == [text], "\(shown.status)")
}

@MainActor
@Test(arguments: ["UTF-16LE", "CP932", "GB18030", "ISO-2022-JP"])
func `lines in other encodings are found, filtered, sorted and copied as text`(name: String) async throws {
  let folder = try TemporaryFolder()
  let text = (0..<3_000).map { "行\($0) \($0 % 100 == 7 ? "テスト" : "ほか")\r\n" }.joined()
  let mark: [UInt8] = name == "UTF-16LE" ? [0xFF, 0xFE] : []
  let shown = try await ShownText(folder.write(mark + encoded(text, name), to: "a.txt"))
  if name == "GB18030" {
    // Kana in this encoding look like Japanese.
    try await shown.choose("GB18030")
  }
  #expect(shown.viewer.list.itemCount == 3_000)
  try shown.viewer.setFilter(["テスト"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 30)
  try shown.viewer.setSort("text:desc")
  try await shown.rest()
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text).max() == "行907 テスト")
  try await shown.press(.home)
  try await shown.press(.up)
  try await shown.press("C", .control)
  #expect(shown.harness.clipboard.text?.hasPrefix("行") == true)
}

extension ShownText {
  /// Chooses an encoding in the menu of the status line.
  fileprivate func choose(_ title: String) async throws {
    harness.show()
    let names = ["UTF", "Windows", "Shift", "GB", "EUC", "Big5", "ISO"]
    let button = try #require(
      harness.semantics.last { node in node.role == .button && names.contains { node.text.hasPrefix($0) } })
    harness.click(at: Point(x: button.bounds.midX, y: button.bounds.midY))
    harness.settle()
    for _ in 0..<60 {
      harness.show()
      if let item = harness.semantics.first(where: { $0.role == .menuItem && $0.text.hasPrefix(title) }),
        item.bounds.minY >= 30, item.bounds.maxY <= 370
      {
        harness.click(at: Point(x: item.bounds.midX, y: item.bounds.midY))
        break
      }
      harness.key(.down)
      harness.settle()
    }
    try await rest()
  }
}

@MainActor
@Test func `the encoding is changed in the status line, and the place stays`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<2_000).map { "строка \($0)\n" }.joined()
  let path = try folder.write(encoded(text, "CP1251"), to: "a.txt")
  let shown = try await ShownText(path)
  shown.viewer.places = SavedPositions()
  shown.harness.key("G", modifiers: .control)
  shown.harness.type("1001")
  try await shown.press(.enter)
  try await shown.press("M")
  try await shown.choose("Windows-1251")
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text).contains("Bookmark: строка 1000"))
  #expect(shown.status.contains("Windows-1251"))
  shown.viewer.savePosition()
  let saved = try #require(shown.viewer.places).text
  #expect(saved.contains("decoded=Windows-1251"))
  let viewer = Viewer()
  viewer.places = try SavedPositions(text: saved)
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 400))
  try await waitForRest(of: viewer, in: harness)
  #expect(harness.tiles.allSatisfy { $0.text.contains("строка") })
  #expect(harness.tiles.contains { $0.text == "Bookmark: строка 1000" })
}

@MainActor
@Test func `the menu of encodings opens at the current one, also under the pointer`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(encoded(japanese, "CP932"), to: "a.txt"))
  shown.harness.show()
  let button = try #require(shown.harness.semantics.last { $0.role == .button && $0.text == "Shift-JIS" })
  shown.harness.click(at: button.bounds.center)
  shown.harness.settle()
  shown.harness.show()
  let item = try #require(shown.harness.semantics.first { $0.role == .menuItem && $0.text == "Shift-JIS" })
  #expect(item.bounds.minY >= 0 && item.bounds.maxY <= 380, "\(item.bounds)")
  // At the arrow of the edge the pointer scrolls as soon as it moves.
  shown.harness.move(to: Point(x: button.bounds.midX + 1, y: 386))
  shown.harness.settle()
  shown.harness.show()
  let later = try #require(shown.harness.semantics.first { $0.role == .menuItem && $0.text == "Shift-JIS" })
  #expect(later.bounds.minY < item.bounds.minY - 100)
}

@MainActor
@Test func `bookmarks stay when the encoding is detected again, or chosen twice`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<2_000).map { "строка \($0)\n" }.joined()
  let shown = try await ShownText(folder.write(encoded(text, "CP1251"), to: "a.txt"))
  for _ in 0..<3 { try await shown.press(.down) }
  try await shown.press("M")
  try await shown.choose("Windows-1251")
  try await shown.choose("Detect")
  #expect(shown.status.contains("1 bookmark"))
  // In an encoding with other lines they wait.
  try await shown.choose("UTF-16 LE")
  #expect(!shown.status.contains("1 bookmark"))
  try await shown.choose("Windows-1251")
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text).contains("Bookmark: строка 2"))
}

@Test func `an encoding is detected in a text without a last newline, or with a last character that is cut`() throws {
  let bytes = try encoded("title\n日本語です", "CP932")
  #expect(CharacterEncoding.detect(bytes) == .shiftJIS)
  #expect(CharacterEncoding.detect(Array(bytes.dropLast())) == .shiftJIS)
}

@MainActor
@Test(arguments: [("GB18030", "𠀀"), ("EUC-JP", "丂"), ("CP932", "漢")])
func `a very long line is cut between characters`(name: String, character: String) async throws {
  let folder = try TemporaryFolder()
  for start in ["", "a", "ab", "abc"] {
    let line = start + String(repeating: character, count: 10_000)
    let shown = try await ShownText(folder.write(encoded(line, name), to: "a.txt"))
    try await shown.choose(name == "CP932" ? "Shift-JIS" : name)
    shown.harness.show()
    let text = try #require(shown.harness.tiles.first?.text)
    #expect(text.hasPrefix(start + character))
    #expect(text.dropFirst(start.count).allSatisfy { $0 == Character(character) || $0 == "…" }, "\(text.suffix(9))")
  }
}

@MainActor
@Test func `broken sequences are shown as replacement signs and lose nothing else`() async throws {
  let folder = try TemporaryFolder()
  let first = try encoded(japanese, "CP932")
  let shown = try await ShownText(
    folder.write(first + [0x81, 0x0A] + encoded("終わり", "CP932") + [0x82], to: "a.txt"))
  try await shown.choose("Shift-JIS")
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text).suffix(2) == ["\u{FFFD}", "終わり\u{FFFD}"])
  // A file in UTF-16 that ends with half a unit.
  let half = try await ShownText(folder.write([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x63], to: "b.txt"))
  half.harness.show()
  #expect(half.harness.tiles.map(\.text) == ["a", "b\u{FFFD}"])
}

@MainActor
@Test func `a text in UTF-16 is followed as it grows, also by half a character`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write([0xFF, 0xFE, 0x61, 0, 0x0A, 0], to: "a.txt")
  let shown = try await ShownText(path)
  #expect(shown.viewer.list.itemCount == 1)
  for bytes in [[0x62], [0, 0x0A], [0, 0x0A, 0x0A], [0x0A, 0]] as [[UInt8]] {
    try folder.write(bytes, to: "a.txt", mode: "a")
  }
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 3 && !shown.viewer.isBusy })
  shown.harness.show()
  #expect(shown.harness.tiles.map(\.text) == ["a", "b", "\u{0A0A}"])
}

@MainActor
@Test(arguments: [
  ("ISO-8859-1", "Windows-1252", western), ("CP1251", "Windows-1251", russian), ("CP932", "Shift-JIS", japanese),
  ("UTF-8", "UTF-8", western),
])
func `the encoding of a log is detected by its first characters beyond ASCII, however late`(
  name: String, words: String, text: String
) async throws {
  let folder = try TemporaryFolder()
  let start = Array((0..<20_000).map { "12:00:00 INFO line \($0)\n" }.joined().utf8)
  let shown = try await ShownText(folder.write(start + encoded(text, name), to: "a.log"))
  try await shown.press(.end)
  shown.harness.show()
  let lines = text.split(separator: "\n").map(String.init)
  #expect(shown.harness.tiles.suffix(2).map(\.text) == lines, "\(shown.harness.tiles.suffix(2))")
  #expect(shown.status.split(separator: ", ").contains(Substring(words)), "\(shown.status)")
  // They are found and filtered as they are shown.
  try shown.viewer.setFilter([String(lines[0].suffix(5))])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 1)
}

@MainActor
@Test func `the encoding of a log that grows is detected by a later line, also if it comes in pieces`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("first\n", to: "a.log")
  let shown = try await ShownText(path)
  #expect(shown.status.contains("UTF-8"))
  for bytes in [[0x63, 0xE9], [0x20, 0x6F, 0xFC, 0x0A]] as [[UInt8]] {
    try folder.write(bytes, to: "a.log", mode: "a")
    #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 2 && !shown.viewer.isBusy })
  }
  #expect(await waitUntil(shown.harness) { shown.harness.tiles.last?.text == "cé oü" }, "\(shown.harness.tiles)")
  // UTF-8 that comes in pieces stays UTF-8.
  let other = try await ShownText(try folder.write("first\n", to: "b.log"))
  for bytes in [[0x63, 0xC3], [0xA9, 0x0A]] as [[UInt8]] {
    try folder.write(bytes, to: "b.log", mode: "a")
    #expect(await waitUntil(other.harness) { other.viewer.list.itemCount == 2 && !other.viewer.isBusy })
  }
  #expect(await waitUntil(other.harness) { other.harness.tiles.last?.text == "cé" }, "\(other.harness.tiles)")
}

@MainActor
@Test func `one byte of value 0 leaves a text a text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(Array("one\0two\nthree\n".utf8), to: "a.txt"))
  #expect(shown.status.contains("UTF-8"))
  #expect(shown.viewer.list.itemCount == 2)
}

@Test func `tables are read in encodings with several bytes for a character`() throws {
  for (name, encoding, text) in [
    ("CP932", CharacterEncoding.shiftJIS, japanese), ("CP949", .eucKR, korean), ("BIG5", .big5, traditional),
    ("GB18030", .gb18030, simplified),
  ] {
    let bytes = try encoded(text, name)
    #expect(CharacterEncoding.detect(bytes) == encoding)
    #expect(encoding.decode(bytes) == text)
  }
}

@MainActor
@Test func `a key opens the choice of the encoding, which keys change`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(encoded(russian, "KOI8-R"), to: "a.txt"))
  shown.harness.key("E", modifiers: .control)
  shown.harness.settle()
  shown.harness.key(.up)
  shown.harness.key(.enter)
  try await shown.rest()
  #expect(!shown.status.contains("KOI8-R"), "\(shown.status)")
}
