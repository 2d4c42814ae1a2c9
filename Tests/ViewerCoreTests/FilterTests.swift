import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private func matches(_ expression: String, _ text: String) throws -> Bool {
  var filter = Filter([try FilterExpression(expression)])
  return filter.matches(text)
}

@Test(arguments: [
  ("error", "An ERROR here", true), ("error", "an err or", false), ("", "anything", true), ("!", "anything", true),
  ("!error", "fine", true), ("!error", "Error", false), ("straße", "STRAßE 5", true), ("ÉTÉ", "l'été", true),
  ("/usr/bin", "ls /usr/bin", true), ("/usr/bin", "cd usr/bin", true), ("/usr/bin", "ls /USR/bin", false),
  ("/took 1", "took 1234 ms", true), ("/e", "he", true), ("!/took 1", "took 1234 ms", false),
  ("/^a|b$", "xb", true), ("/", "a/b", true), ("//", "a//b", true), ("a.c", "abc", false),
  ("a.c", "xA.Cx", true),
  ("/a.c/", "abc", true), ("/a.c/", "ABC", false), ("/a.c/i", "ABC", true), ("!/^$/", "", false),
  ("/é+$/i", "xÉé", true),
  ("/^a|b$/", "xb", true), ("/^a|b$/", "xa", false), ("/\\bcat\\b/", "a cat!", true), ("/\\bcat\\b/", "concat", false),
  ("/\\d{3,4}/", "ab123", true), ("/^\\d{3,4}$/", "12345", false), ("/[^a-c]/", "abcabc", false), ("/[]a]/", "]", true),
  ("/a{2/", "a{2", true), ("/\\x41\\u00e9\\x{1F6A2}/", "Aé🚢", true), ("/^.$/", "🚢", true), ("/^.{2}$/", "é", false),
  ("/a*{x}/", "aa{x}", true), ("/took 1\\d{3}", "took 1234 ms", true), ("/b.*d", "abcd", true), ("/a\\/", "a/", true),
  ("/i", "I", false), ("//i", "x/i", true), ("/usr/lib/b.c", "in /usr/lib/b.c", true),
  ("/(ab)*c/", "ababc", true), ("/a\\/b/", "a/b", true), ("/[[:digit:]-]/", "-", true),
  ("/^(?:a|bc)+?$/", "abca", true),
])
func `a filter matches as users expect`(expression: String, text: String, expected: Bool) throws {
  #expect(try matches(expression, text) == expected)
}

@Test(arguments: [
  ("/a(b/", "The bracket ( is not closed (character 2 of the expression)"),
  ("/* a", "There is nothing to repeat (character 1 of the expression)"),
  ("/a(b", "The bracket ( is not closed (character 2 of the expression)"),
  ("/ab)/", "The bracket ) has no opening bracket (character 3 of the expression)"),
  ("/[a-/", "The bracket [ is not closed (character 1 of the expression)"),
  ("/*a/", "There is nothing to repeat (character 1 of the expression)"),
  ("/a**/", "A repetition cannot be repeated (character 3 of the expression)"),
  ("/a{2}{3}/", "A repetition cannot be repeated (character 5 of the expression)"),
  ("/a*?{2,}/", "A repetition cannot be repeated (character 4 of the expression)"),
  ("/[z-a]/", "The smaller end of a range must be first (character 2 of the expression)"),
  ("/(?=a)/", "Lookahead, lookbehind and other groups with ? are not supported (character 1 of the expression)"),
  ("/(a)\\1/", "References to groups are not supported (character 4 of the expression)"),
  ("/\\q/", "The escape \\q has no meaning (character 1 of the expression)"),
  ("/a{5,2}/", "The smaller count of a repetition must be first (character 2 of the expression)"),
  ("/a{2000}/", "More than 1000 repetitions (character 2 of the expression)"),
  ("/(((a{500}){500}){500})/", "The expression is too large; use a shorter one"),
  ("/((((){1000}){1000}){1000})/", "The expression is too large; use a shorter one"),
  ("/((((^){1000}){1000}){1000})/", "The expression is too large; use a shorter one"),
  ("/(((a|){1000}){1000}){1000}/", "The expression is too large; use a shorter one"),
  ("/" + String(repeating: "[a-\\u0fff]", count: 100) + "/i", "The expression is too large; use a shorter one"),
  ("/" + String(repeating: "a?", count: 50_000) + "/", "The expression is too large; use a shorter one"),
  (String(repeating: "a", count: 1 << 20), "The expression is too large; use a shorter one"),
])
func `the message about a wrong expression names the mistake`(expression: String, message: String) {
  #expect(throws: ExpressionError(message)) { try FilterExpression(expression) }
}

@Test func `invalid UTF-8 counts as the replacement character`() throws {
  var filter = Filter([try FilterExpression("/^a.b$/")])
  let line: [UInt8] = [0x61, 0xFF, 0x62]
  let isMatch = line.withUnsafeBytes { filter.matches(line: $0) }
  #expect(isMatch)
}

@Test func `an expression that backtracking would take forever to match is fast`() throws {
  #expect(try !matches("/^(a+)+$/", String(repeating: "a", count: 100_000) + "b"))
}

@Test func `a row has to pass all filters`() throws {
  var filter = Filter([try FilterExpression("a"), try FilterExpression("!b")])
  let found = ["xay", "ab", "c"].filter { filter.matches($0) }
  #expect(found == ["xay"])
}

/// Returns a random expression in the syntax that both engines share. Assertions (`^`, `$`, `\b`) are not repeated,
/// because the engines disagree on repetitions that match nothing.
private func randomPattern(_ generator: inout SeededGenerator, depth: Int = 3, withPlaces: Bool = true) -> String {
  let atoms = ["a", "b", "é", "c", ".", "[ab]", "[^a]", "[b-é]", "\\w", " "]
  let places = ["^", "$", "\\b", "\\B"]
  func part(_ withPlaces: Bool) -> String {
    randomPattern(&generator, depth: depth - 1, withPlaces: withPlaces)
  }
  switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &generator) {
  case 1: return part(withPlaces) + part(withPlaces)
  case 2: return "(?:\(part(withPlaces))|\(part(withPlaces)))"
  case 3:
    let suffix = ["*", "+", "?", "{2}", "{1,2}", "{2,}", "*?"].randomElement(using: &generator) ?? "*"
    return "(?:\(part(false)))" + suffix
  case 4: return (0..<3).map { _ in part(withPlaces) }.joined()
  default: return (withPlaces ? atoms + places : atoms).randomElement(using: &generator) ?? "a"
  }
}

@Test(arguments: 0..<rounds) func `random expressions match like those of the standard library`(seed: Int) throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  for _ in 0..<20 {
    let pattern = randomPattern(&generator)
    var filter = Filter([try FilterExpression("/\(pattern)/")])
    let model = try Regex(pattern).matchingSemantics(.unicodeScalar).wordBoundaryKind(.simple)
    for _ in 0..<10 {
      let text = String(
        (0..<Int.random(in: 0...7, using: &generator)).map { _ in "aabbcé ".randomElement(using: &generator) ?? "a" })
      let isMatch = filter.matches(text)
      #expect(isMatch == (text.firstMatch(of: model) != nil), "/\(pattern)/ in “\(text)”")
    }
  }
}

@Test(arguments: 0..<rounds) func `plain text is found at every position`(seed: Int) throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  func random(_ count: ClosedRange<Int>) -> String {
    String(
      (0..<Int.random(in: count, using: &generator)).map { _ in "aAbB1[{é".randomElement(using: &generator) ?? "a" })
  }
  for _ in 0..<50 {
    let (needle, text) = (random(1...3), random(0...40))
    let isMatch = try matches(needle, text)
    let model = text.lowercased().utf8.split(
      separator: needle.lowercased().utf8, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(isMatch == (model.count > 1), "\(needle) in \(text)")
  }
}

@Test(.serialized, arguments: 0..<rounds) func `filtering a growing file gives the same matches as filtering its lines`(
  seed: Int
)
  async throws
{
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "log")
  let found = ValueLog<FilteredLines>()
  let filter = LineFilter(Filter([try FilterExpression("/a.*b/i")])) { [weak found] in found?.add($0) }
  let indexed = ValueLog<LineIndexSnapshot>()
  indexed.keep(
    LineIndex(file: try RandomAccessFile(path: path)) { [weak indexed] snapshot in
      filter.update(snapshot)
      indexed?.add(snapshot)
    })
  var text = ""
  for _ in 0..<3 {
    let more = String(
      (0..<Int.random(in: 1...3_000, using: &generator)).map { _ in "aB c\n".randomElement(using: &generator) ?? "a" })
    text += more
    try folder.append(more, to: "log")
    let size = text.utf8.count
    let snapshot = await indexed.first { $0.isComplete && $0.indexedBytes == size }
    let count = snapshot.count
    let expected = (0..<count).filter {
      let line = snapshot.string(at: $0).lowercased()
      return line.firstIndex(of: "a").map { line[$0...].contains("b") } ?? false
    }
    let lines = await found.first { $0.isCaughtUp && $0.searched == count && $0.map(\.id) == expected }
    #expect(lines.generation == snapshot.generation)
    #expect(lines.position(of: count) == lines.count)
  }
}

@Test func `a cancelled filter reports nothing more`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "a line\n", count: 1_000), to: "log")
  let indexed = ValueLog<LineIndexSnapshot>()
  indexed.keep(LineIndex(file: try RandomAccessFile(path: path)) { [weak indexed] in indexed?.add($0) })
  let snapshot = await indexed.first { $0.isComplete }
  let found = ValueLog<FilteredLines>()
  let filter = LineFilter(Filter([try FilterExpression("line")])) { found.add($0) }
  filter.cancel()
  filter.update(snapshot)
  let other = LineFilter(Filter([try FilterExpression("line")])) { found.add($0) }
  other.update(snapshot)
  #expect(await found.first { $0.isCaughtUp }.count == 1_000)
  #expect(filter.lines.isEmpty)
}

@Test func `sort keys are parsed, and the message about a wrong one names the mistake`() throws {
  #expect(try SortKey.parse("size:desc, Name") == [SortKey(.size, descending: true), SortKey(.name)])
  let known = "name, size, date, kind, width, height, tag, line, text"
  #expect(throws: ExpressionError("Unknown sort key “colour”; known are \(known)")) {
    try SortKey.parse("colour")
  }
  #expect(throws: ExpressionError("The direction in “name:down” must be asc or desc")) {
    try SortKey.parse("name:down")
  }
  #expect(throws: ExpressionError.self) { try SortKey.parse("") }
}

@Test func `names are in natural order`() {
  let names = ["a", "A", "á", "a1", "a01", "a2", "a10", "a10b", "ab", "b 2", "B 10", "Ünder", "unter", "z", "中", "１"]
  let shuffled = names.reversed()
  let sorted = shuffled.sorted { NaturalKey($0) < NaturalKey($1) }
  #expect(
    sorted == ["A", "a", "á", "a01", "a1", "a2", "a10", "a10b", "ab", "b 2", "B 10", "Ünder", "unter", "z", "中", "１"])
}
