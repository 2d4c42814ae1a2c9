import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the snapshot of a text after all its lines are indexed.
private func indexed(_ text: String, in folder: TemporaryFolder) async throws -> LineIndexSnapshot {
  let path = try folder.write(text, to: "log")
  let inbox = ValueLog<LineIndexSnapshot>()
  inbox.keep(LineIndex(file: try RandomAccessFile(path: path), follows: false) { [weak inbox] in inbox?.add($0) })
  return await inbox.first { $0.isComplete }
}

private func sorted(
  _ snapshot: LineIndexSnapshot, _ key: SortKey, matches: FilteredLines? = nil
) async -> [Int] {
  let inbox = ValueLog<LineSortState>()
  let sorter = LineSorter(by: key) { [weak inbox] in inbox?.add($0) }
  inbox.keep(sorter)
  sorter.update(snapshot, matches: matches)
  return await inbox.first { $0.progress == nil }.lines?.numbers.map(Int.init) ?? []
}

private func matches(_ text: String, in snapshot: LineIndexSnapshot) async throws -> FilteredLines {
  let inbox = ValueLog<FilteredLines>()
  let filter = LineFilter(Filter([try FilterExpression(text)])) { [weak inbox] in inbox?.add($0) }
  inbox.keep(filter)
  filter.update(snapshot)
  return await inbox.first { $0.isCaughtUp }
}

@Test func `lines are sorted by text and by number`() async throws {
  let snapshot = try await indexed("b\na\r\nc\na\n", in: try TemporaryFolder())
  #expect(await sorted(snapshot, SortKey(.text)) == [1, 3, 0, 2])
  #expect(await sorted(snapshot, SortKey(.text, descending: true)) == [2, 0, 1, 3])
  #expect(await sorted(snapshot, SortKey(.line, descending: true)) == [3, 2, 1, 0])
}

@Test func `coloured lines are sorted by the text that is shown`() async throws {
  let text = "\u{1B}[31mb\u{1B}[0m\na\n\u{1B}[1;32ma\u{1B}[0m a\n\u{1B}[0mc\n\u{1B}]8;;http://z\u{7}A\u{1B}]8;;\u{7}\n"
  let snapshot = try await indexed(text, in: try TemporaryFolder())
  #expect(await sorted(snapshot, SortKey(.text)) == [4, 1, 2, 0, 3])
  #expect(await sorted(snapshot, SortKey(.text, descending: true)) == [3, 0, 2, 1, 4])
}

@Test func `random lines are sorted as by a simple sort`() async throws {
  var random = SeededGenerator(seed: 31)
  for _ in 0..<rounds {
    // With few letters and a common prefix, many lines are equal to others or prefixes of them.
    let start = String(repeating: "2026-", count: Int.random(in: 0...3, using: &random))
    let lines = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      start
        + String(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in "ab\u{0}é".randomElement(using: &random) ?? "a" })
    }
    let snapshot = try await indexed(lines.map { $0 + "\n" }.joined(), in: try TemporaryFolder())
    let isDescending = Bool.random(using: &random)
    let filtered = Bool.random(using: &random) ? try await matches("b", in: snapshot) : nil
    let expected = (filtered.map { $0.map(\.id) } ?? Array(lines.indices)).sorted { a, b in
      let (x, y) = (Array(lines[a].utf8), Array(lines[b].utf8))
      return x == y ? a < b : x.lexicographicallyPrecedes(y) != isDescending
    }
    #expect(await sorted(snapshot, SortKey(.text, descending: isDescending), matches: filtered) == expected)
  }
}

@Test func `lines beyond one part are merged, with progress reports`() async throws {
  let count = 100_000
  let lines = (0..<count).map { "line \($0 &* 7_919 % count)\n" }
  let snapshot = try await indexed(lines.joined(), in: try TemporaryFolder())
  let inbox = ValueLog<LineSortState>()
  let sorter = LineSorter(by: SortKey(.text)) { [weak inbox] in inbox?.add($0) }
  inbox.keep(sorter)
  sorter.update(snapshot, matches: nil)
  let numbers = await inbox.first { $0.progress == nil }.lines?.numbers.map(Int.init)
  #expect(numbers == lines.indices.sorted { lines[$0] < lines[$1] })
  let progress = inbox.values.compactMap(\.progress)
  #expect(progress.count > 3)
  #expect(progress == progress.sorted() && progress.allSatisfy { (0...1).contains($0) })
}

@Test func `a cancelled sort reports nothing more`() async throws {
  let snapshot = try await indexed("b\na\n", in: try TemporaryFolder())
  let states = ValueLog<LineSortState>()
  let sorter = LineSorter(by: SortKey(.text)) { states.add($0) }
  sorter.cancel()
  sorter.update(snapshot, matches: nil)
  #expect(await sorted(snapshot, SortKey(.text)) == [1, 0])
  #expect(states.values.isEmpty)
}
