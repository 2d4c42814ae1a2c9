import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Reads a text in pieces that end at `cuts`. Returns the value that the tokens describe.
private func read(_ bytes: [UInt8], cuts: [Int] = []) throws -> SlowJSON.Value? {
  var (cursor, builder, start) = (JSONCursor(), ValueBuilder(), 0)
  for end in cuts + [bytes.count] {
    let piece = Array(bytes[start..<end])
    try piece.withUnsafeBytes { piece in
      while let token = try cursor.next(in: piece, isLast: end == bytes.count) { builder.add(token, in: piece) }
    }
    start += cursor.position
    cursor.didRemove(cursor.position)
  }
  return builder.value
}

/// Builds a JSON value from the tokens of a cursor.
private struct ValueBuilder {
  private enum Open {
    case array([SlowJSON.Value])
    case object([(key: [UInt8], value: SlowJSON.Value)])
  }

  private(set) var value: SlowJSON.Value?
  private var open: [Open] = []
  private var keys: [[UInt8]] = []

  mutating func add(_ token: JSONToken, in bytes: UnsafeRawBufferPointer) {
    let text = UnsafeRawBufferPointer(rebasing: bytes[token.range])
    switch token.kind {
    case .objectStart: open.append(.object([]))
    case .arrayStart: open.append(.array([]))
    case .objectEnd, .arrayEnd:
      switch open.removeLast() {
      case .array(let values): finish(.array(values))
      case .object(let members): finish(.object(members))
      }
    case .key: keys.append(JSONText.decodedBytes(text))
    case .string: finish(.string(JSONText.decodedBytes(text)))
    case .number: finish(.number(String(decoding: text, as: UTF8.self)))
    case .true: finish(.bool(true))
    case .false: finish(.bool(false))
    case .null: finish(.null)
    }
  }

  private mutating func finish(_ new: SlowJSON.Value) {
    switch open.popLast() {
    case .array(let values): open.append(.array(values + [new]))
    case .object(let members): open.append(.object(members + [(keys.removeLast(), new)]))
    case nil: value = new
    }
  }
}

private func error(_ text: String) -> String? {
  let bytes = Array(text.utf8)
  return bytes.withUnsafeBytes { JSONError.first(in: $0) }.map { "\($0)" }
}

@Test(arguments: seeds(perBuild(debug: 100, optimized: 1_000)))
func `random JSON is read as by a slow reader, also in pieces`(seed: Int) {
  var random = RandomJSON(seed: seed)
  for _ in 0..<20 {
    let bytes = random.damagedValue()
    let expected = SlowJSON.read(bytes)
    #expect((try? read(bytes)) == expected, "\(String(decoding: bytes, as: UTF8.self))")
    let cuts = (0..<3).map { _ in random.generator.below(bytes.count + 1) }.sorted()
    #expect((try? read(bytes, cuts: cuts)) == expected, "\(String(decoding: bytes, as: UTF8.self)) cut at \(cuts)")
  }
}

@Test func `a text may be cut into pieces at every byte`() throws {
  let bytes = Array(#" {"a\u00e9\\": [1.5e-3, -0, "🙂\ud83d\ude42", true], "b": {"c": null}, "d": false} "#.utf8)
  let whole = try #require(SlowJSON.read(bytes))
  for cut in 0...bytes.count { #expect(try read(bytes, cuts: [cut]) == whole, "cut at \(cut)") }
  #expect(try read(bytes, cuts: Array(0...bytes.count)) == whole)
}

@Test(arguments: [
  ("", "line 1, column 1 (byte 0): there is no value"),
  (" \n", "line 2, column 1 (byte 2): there is no value"),
  ("{\"a\": 1\n \"b\": 2}", "line 2, column 2 (byte 9): a comma or } is expected, not “\"”"),
  ("[\"é\", 1 2]", "line 1, column 9 (byte 9): a comma or ] is expected, not “2”"),
  ("[1,]", "line 1, column 4 (byte 3): a value is expected, not “]”"),
  ("{\"a\":1,}", "line 1, column 8 (byte 7): a key in quotes is expected, not “}”"),
  ("{a:1}", "line 1, column 2 (byte 1): a key in quotes is expected, not “a”"),
  ("{\"a\" 1}", "line 1, column 6 (byte 5): a colon is expected after the key, not “1”"),
  ("1 1", "line 1, column 3 (byte 2): the value has ended, but “1” follows"),
  ("[1", "line 1, column 3 (byte 2): the text ends before the value does"),
  ("tru", "line 1, column 4 (byte 3): the text ends before the value does"),
  ("NaN", "line 1, column 1 (byte 0): the only words without quotes are true, false and null"),
  ("[-Infinity]", "line 1, column 3 (byte 2): this is not a JSON number"),
  ("01", "line 1, column 2 (byte 1): this is not a JSON number"),
  ("[1.]", "line 1, column 4 (byte 3): this is not a JSON number"),
  ("\"a\tb\"", "line 1, column 3 (byte 2): a tab in a string must be written as an escape"),
  ("\"a\nb\"", "line 1, column 3 (byte 2): the end of the line in a string must be written as an escape"),
  ("\"\\x\"", "line 1, column 3 (byte 2): “x” cannot follow a backslash"),
  ("\"\\u12g4\"", "line 1, column 6 (byte 5): four hexadecimal digits are expected after \\u"),
  ("[1,\u{0}2]", "line 1, column 4 (byte 3): a value is expected, not the byte 0"),
  ("\"a\u{0}\"", "line 1, column 3 (byte 2): the byte 0 in a string must be written as an escape"),
])
func `the first error is reported with its position`(text: String, expected: String) {
  #expect(error(text) == expected)
}

@Test func `100,000 levels are read, and the missing end of one of them is reported`() throws {
  let levels = 100_000
  let arrays = [UInt8](repeating: UInt8(ascii: "["), count: levels)
  let ends = [UInt8](repeating: UInt8(ascii: "]"), count: levels)
  var (cursor, deepest) = (JSONCursor(), 0)
  try (arrays + ends).withUnsafeBytes { bytes in
    while try cursor.next(in: bytes, isLast: true) != nil { deepest = max(deepest, cursor.depth) }
  }
  #expect(cursor.isComplete && deepest == levels)
  let cut = (arrays + ends.dropLast()).withUnsafeBytes { JSONError.first(in: $0) }
  #expect(cut?.problem == .cutOff && cut?.offset == 2 * levels - 1)
  // Objects and arrays alternate, so that every end is checked against its start.
  let mixed = Array((String(repeating: "[{\"a\":", count: 50_000) + "1" + String(repeating: "}]", count: 50_000)).utf8)
  #expect(mixed.withUnsafeBytes { JSONError.first(in: $0) } == nil)
  #expect((mixed.dropLast(2) + Array("]}".utf8)).withUnsafeBytes { JSONError.first(in: $0) }?.offset == mixed.count - 2)
}

@Test func `lone surrogates and invalid UTF-8 become replacement characters`() {
  func text(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { JSONText.decode($0) } }
  #expect(text(Array("\"a\\ud83dz\"".utf8)) == "a\u{FFFD}z")
  #expect(text(Array("\"\\ude42\\ud83d\"".utf8)) == "\u{FFFD}\u{FFFD}")
  #expect(text(Array("\"\\ud83d\\ud83d\\ude42\"".utf8)) == "\u{FFFD}🙂")
  #expect(text([0x22, 0x61, 0xFF, 0x62, 0x22]) == "a\u{FFFD}b")
  #expect([UInt8]([0x22, 0xFF, 0x22]).withUnsafeBytes { JSONError.first(in: $0) } == nil)
}

@Test func `a long string is cut at a character`() {
  let string = Array(("\"" + String(repeating: "é", count: 1_000) + "\"").utf8)
  let cut = string.withUnsafeBytes { JSONText.decode($0, limit: 101) }
  #expect(cut == String(repeating: "é", count: 50))
}

@Test func `the value of a key is found, and the last of equal keys counts`() throws {
  let line = Array(#"{"id": 7, "a": {"id": 8}, "n\u0061me": "x", "list": [1, 2 , 3], "id": 9.50}"#.utf8)
  func find(_ key: String) throws -> String? {
    try line.withUnsafeBytes { bytes in
      try JSONCursor.value(ofKey: Array(key.utf8), in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
  #expect(try find("id") == "9.50")
  #expect(try find("name") == "\"x\"")
  #expect(try find("list") == "[1, 2 , 3]")
  #expect(try find("none") == nil)
}
