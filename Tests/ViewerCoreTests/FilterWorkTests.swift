import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Expressions that make the engine be in thousands of states at once.
private let heavy = [
  "/a([ab]{1000}){9}c/", "/a[ab]{900}(b|a[ab]{800}){8}c/", "/(a|b)*a[ab]{1000}c/", "/([ab]a[ab]{1000}){9}x/",
]

/// A text with too many different transitions for any table.
private let text = String(
  decoding: (0..<4_000).map { place -> UInt8 in (place &* 2_654_435_761) >> 7 & 1 == 0 ? 0x61 : 0x62 }, as: UTF8.self)

@Test(arguments: heavy) func `a match inside one long line checks for cancellation from time to time`(
  expression: String
)
  throws
{
  var filter = Filter([try FilterExpression(expression)])
  var checks = 0
  for answer in [1, 2, 5] {
    let (before, checksBefore) = (filter.work.steps, checks)
    let isMatch = filter.matches(text) {
      checks += 1
      return checks - checksBefore == answer
    }
    #expect(!isMatch)
    #expect(checks - checksBefore == answer)
    // The bound is two spans between checks, plus the largest cost of one byte.
    #expect(filter.work.steps - before <= (answer + 1) * ((1 << 14) + 20_000))
  }
}

@Test func `the time to find plain text grows with the sum of both lengths`() throws {
  let side = String(repeating: "a", count: 3_000)
  let line = String(repeating: "A", count: 4_000_000)
  let start = ProcessStatistics.threadCPUNanoseconds
  for text in [side + "b" + side, "b" + side + side, side + "ab", "a" + side + "b" + side + "a"] {
    var filter = Filter([try FilterExpression(text)])
    let isInLine = filter.matches(line)
    let isInLonger = filter.matches(line + text + line)
    #expect(!isInLine && isInLonger)
  }
  // In a build without optimisation it takes about 5 s; the product of both lengths would take minutes.
  #expect(ProcessStatistics.threadCPUNanoseconds - start < 60_000_000_000)
}

@Test(arguments: 0..<200) func `plain text with many beginnings in vain is found like by comparing everywhere`(
  seed: UInt64
) throws {
  var generator = SeededGenerator(seed: seed)
  func random(_ count: ClosedRange<Int>) -> String {
    let letters = Int.random(in: 0..<3, using: &generator) == 0 ? "aAb" : "aaaaaaaaAb"
    let count = Int.random(in: count, using: &generator)
    return String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" })
  }
  for _ in 0..<20 {
    let (text, line) = (random(1...60), random(0...2_000))
    let (wanted, bytes) = (Array(text.lowercased().utf8), Array(line.lowercased().utf8))
    let isFound = bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    var filter = Filter([try FilterExpression(text)])
    let isMatch = filter.matches(line)
    #expect(isMatch == isFound, "“\(text)” in “\(line)”")
  }
}

@Test(arguments: heavy) func `the number of stored states is limited`(expression: String) throws {
  var filter = Filter([try FilterExpression(expression)])
  var most = 0
  _ = filter.matches(String(text.prefix(1_500))) {
    most += 1
    return false
  }
  #expect(most > 0)
  #expect((1...1 << 17).contains(filter.work.states))
}

@Test(arguments: heavy) func `a cancelled filter takes no steps and stores no states`(expression: String)
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: text, count: 25) + "\n", to: "log")
  let indexed = ValueLog<LineIndexSnapshot>()
  indexed.keep(LineIndex(file: try RandomAccessFile(path: path)) { [weak indexed] in indexed?.add($0) })
  let snapshot = await indexed.first { $0.isComplete }
  let filter = LineFilter(Filter([try FilterExpression(expression)])) { _ in }
  filter.update(snapshot)
  filter.cancel()
  while filter.isBusy || filter.work.states > 0 { await Task.yield() }
  let steps = filter.work.steps
  filter.update(snapshot)
  while filter.isBusy { await Task.yield() }
  #expect(filter.work.steps == steps)
  #expect(filter.work.states == 0)
  #expect(filter.lines.isEmpty)
}
