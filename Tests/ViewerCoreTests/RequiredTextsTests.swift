import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Regular expressions with a text that every match contains, which is searched first, beside the same expressions with
// an alternative that never matches, which have none.

/// Returns an expression that matches the same lines but has no required literal, so that no line is skipped.
private func unfiltered(_ pattern: String) -> String { "(?:\(pattern))|\\x{10FFFE}\\x{10FFFE}" }

private func randomPattern(_ random: inout SeededGenerator, depth: Int = 3, withPlaces: Bool = true) -> String {
  func part(_ withPlaces: Bool) -> String { randomPattern(&random, depth: depth - 1, withPlaces: withPlaces) }
  switch depth == 0 ? 0 : random.below(7) {
  case 1, 2, 3: return (0..<2 + random.below(3)).map { _ in part(withPlaces) }.joined()
  case 4: return "(?:\(part(withPlaces))|\(part(withPlaces)))"
  case 5: return "(?:\(part(false)))" + random.pick(["*", "+", "?", "{2}", "{1}", "{0}", "{1,2}", "{2,}", "+?"])
  default:
    let atoms = ["err", "or", "xy", "K", "k{2}", "k{1,3}", "y?", "[eE]", "[rR]x", ".", "\\.", "\\x45r", "é", "ſ", "7"]
    return random.pick(withPlaces && random.chance(20) ? ["^", "$", "\\b", "\\B"] : atoms)
  }
}

private func randomText(_ random: inout SeededGenerator) -> String {
  let parts = ["err", "or", "ERR", "Or", "xy", "x", "K", "kk", "\u{212A}", "y", "e", "R", ".", "é", "ſ", "7", " "]
  return (0..<random.below(12)).map { _ in random.pick(parts) }.joined()
}

@Test(arguments: 0..<rounds) func `a text that is searched first hides no match`(seed: Int) throws {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<20 {
    let (pattern, flag) = (randomPattern(&random), random.pick(["", "i"]))
    var filter = Filter([try FilterExpression("/\(pattern)/\(flag)")])
    var model = Filter([try FilterExpression("/\(unfiltered(pattern))/\(flag)")])
    for _ in 0..<20 {
      let text = randomText(&random)
      let (isMatch, isExpected) = (filter.matches(text), model.matches(text))
      #expect(isMatch == isExpected, "/\(pattern)/\(flag) in “\(text)”")
    }
  }
}

/// Returns a random expression and its model: an expression that matches the same lines but has no required literal.
private func randomExpressions(_ random: inout SeededGenerator) -> (String, model: String) {
  let mark = random.pick(["", "", "", "!"])
  if random.chance(20) {
    let text = random.pick(["err", "xy", "k", "or 7", "é"])
    return (mark + text, "\(mark)/\(unfiltered(text))/i")
  }
  let (pattern, flag) = (randomPattern(&random), random.pick(["", "i"]))
  return ("\(mark)/\(pattern)/\(flag)", "\(mark)/\(unfiltered(pattern))/\(flag)")
}

@Test(arguments: 0..<rounds) func `lines that are searched together match as each by itself`(seed: Int) throws {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<10 {
    let expressions = (0..<random.pick([1, 1, 1, 2, 3])).map { _ in randomExpressions(&random) }
    var filter = Filter(try expressions.map { try FilterExpression($0.0) })
    var model = Filter(try expressions.map { try FilterExpression($0.model) })
    // Again and again, as the search adapts to the lines.
    for _ in 0..<4 {
      let kinds = (0..<random.pick([1, 3, 40])).map { _ in randomText(&random) }
      let lines = (0..<random.pick([0, 1, 5, 300])).map { _ in random.pick(kinds) }
      let end = random.pick(["\n", "\r\n"])
      var text = lines.map { $0 + end }.joined()
      var found: [Int] = []
      let count = text.withUTF8 {
        filter.search(UnsafeRawBufferPointer($0), isCancelled: { false }, found: { number, _ in found.append(number) })
      }
      #expect(count == lines.count)
      #expect(found == lines.indices.filter { model.matches(lines[$0]) }, "\(expressions) in \(lines)")
    }
  }
}

@Test func `a text with a line end is in no line`() throws {
  for (expression, expected) in [("/ab\\ncd/", []), ("/ab\\r\\n/", []), ("/b\\rc/", [4]), ("/ab\\r?/", [0, 2, 3, 5])] {
    var filter = Filter([try FilterExpression(expression)])
    for _ in 0..<2 {
      var found: [Int] = []
      let count = Array("ab\ncd\nab\r\nabab\r\nb\rc\n\rab\n".utf8).withUnsafeBytes {
        filter.search($0, isCancelled: { false }, found: { number, _ in found.append(number) })
      }
      #expect(count == 6 && found == expected, "\(expression)")
    }
  }
}

@Test(arguments: [
  "/request [0-9]+ failed/", "/(GET|POST) .index/", "/a+user=(\\w+)/", "/^\\d+ ERROR /", "/error.*timeout/i",
  "/(?:user){2}x?/", "/ab{0}user/",
])
func `a line without the text takes no steps`(expression: String) throws {
  var filter = Filter([try FilterExpression(expression)])
  let isMatch = filter.matches("2026-01-02 INFO a demand that was served in 17 ms")
  #expect(!isMatch)
  #expect(filter.work.steps == 0)
}

/// Returns a random line. Some lines have escape sequences, invalid bytes, or very many bytes.
private func randomLine(_ random: inout SeededGenerator) -> [UInt8] {
  var line = Array(randomText(&random).utf8)
  if random.chance(10) { line += Array("er\u{1B}[31mr\u{1B}[0mor".utf8) }
  if random.chance(10) { line += [0xFF, 0x65, 0x72, 0x72, 0xC3] + Array(randomText(&random).utf8) }
  if random.chance(2) { line += [UInt8](repeating: 0x6B, count: random.pick([1_000, 300_000])) + Array("error".utf8) }
  return line + random.pick([[], [], [0x0D]])
}

@Test(.serialized, arguments: 0..<rounds / 2) func `lines that are passed over together match nothing`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let folder = try TemporaryFolder()
  var lines = (0..<random.pick([0, 1, 10, 300])).map { _ in randomLine(&random) }
  if random.chance(50) { lines.append([]) }
  let mark: [UInt8] = random.chance(20) ? [0xEF, 0xBB, 0xBF] : []
  let path = try folder.write(mark + Array(lines.joined(separator: [0x0A])), to: "log")
  let indexed = ValueLog<LineIndexSnapshot>()
  indexed.keep(LineIndex(file: try RandomAccessFile(path: path), follows: false) { [weak indexed] in indexed?.add($0) })
  let snapshot = await indexed.first { $0.isComplete }
  if lines.last == [] { lines.removeLast() }
  // A file with nothing but a byte order mark has a line.
  if lines.isEmpty, !mark.isEmpty { lines.append([]) }
  for (texts, models) in [
    (["/err.*or/"], ["/\(unfiltered("err.*or"))/"]), (["/ERR.{0,3}xy/i"], ["/\(unfiltered("ERR.{0,3}xy"))/i"]),
    (["error"], ["/\(unfiltered("error"))/i"]),
    (["!/err/", "xy"], ["!/\(unfiltered("err"))/", "/\(unfiltered("xy"))/i"]),
    (["!/xy/"], ["!/\(unfiltered("xy"))/"]), (["/é.*xy/"], ["/\(unfiltered("é.*xy"))/"]),
  ] {
    let results = ValueLog<FilteredLines>()
    let filter = LineFilter(Filter(try texts.map { try FilterExpression($0) })) { [weak results] in results?.add($0) }
    filter.update(snapshot)
    var model = Filter(try models.map { try FilterExpression($0) })
    let expected = lines.indices.filter { number in
      let line = lines[number].last == 0x0D ? lines[number].dropLast() : lines[number][...]
      return Array(line).withUnsafeBytes { model.matches(shown: $0) }
    }
    let result = await results.first { $0.isCaughtUp }
    // A long line is found with all its parts, which have one number.
    let numbers = result.map { snapshot.number(of: $0.id) }
    let found = numbers.indices.filter { $0 == 0 || numbers[$0 - 1] != numbers[$0] }.map { numbers[$0] }
    #expect(found == expected, "\(texts)")
    #expect(result.searched == snapshot.count)
  }
}
