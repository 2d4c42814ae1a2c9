import Foundation
import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// The lines of a followed file stay when another file takes its name or its bytes go.

/// A model of a file: its text, and the lines of earlier files that had its name.
private struct Model {
  /// The lines of earlier files; `nil` stands for the separator after each of them.
  var earlier: [[String?]] = []
  var newest = ""

  /// The lines of the newest file.
  var lines: [String] {
    var lines = newest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  var all: [String?] { earlier.flatMap(\.self) + lines }

  /// The line numbers that the user sees; they begin anew in each file.
  var numbers: [Int] { earlier.flatMap { 0..<$0.count } + (0..<lines.count) }

  mutating func replace(by text: String) {
    // Of an empty file nothing is to be kept.
    if !earlier.isEmpty || !newest.isEmpty { earlier.append(lines + [nil]) }
    earlier = earlier.suffix(8)
    newest = text
  }

  mutating func cut(to count: Int) {
    guard count < newest.utf8.count else { return }
    earlier = (earlier + [lines + [nil]]).suffix(8)
    newest = String(decoding: newest.utf8.prefix(count), as: UTF8.self)
  }
}

private func randomText(_ generator: inout SeededGenerator, atMost count: Int = 40) -> String {
  (0..<Int.random(in: 0...count, using: &generator)).map { _ in
    ["a\n", "be\n", "line\n", "\n", "x", "é\n", String(repeating: "long", count: 5_000)]
      .randomElement(using: &generator) ?? ""
  }.joined()
}

private func waitUntil(_ condition: () throws -> Bool) async rethrows -> Bool {
  for _ in 0..<10_000 {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}

private func words(_ line: String) -> String? {
  line.wholeMatch(of: /The file was (replaced|cut) at \d\d:\d\d/) == nil ? line : nil
}

/// Returns the lines of a snapshot, with the parts of long lines joined and `nil` for separators between files.
private func lines(_ snapshot: LineIndexSnapshot) -> [String?] {
  var lines: [String?] = []
  for line in 0..<snapshot.count {
    let text = snapshot.string(at: line)
    if snapshot.parts(of: line).lowerBound < line {
      lines[lines.count - 1]? += text
    } else {
      lines.append(snapshot.isBreak(line) ? words(text) : text)
    }
  }
  return lines
}

private func follow(_ path: String, _ keeping: RowKeeping) throws -> (LineIndex, ValueLog<LineIndexSnapshot>) {
  let inbox = ValueLog<LineIndexSnapshot>()
  let index = LineIndex(files: FileChain(try RandomAccessFile(path: path)), scanner: LineScanner()) {
    [weak inbox] in inbox?.add($0)
  }
  index.keeping = keeping
  inbox.keep(index)
  return (index, inbox)
}

@Test(.serialized, arguments: 0..<rounds / 5)
func `what was read stays through any order of growth, rotation and cuts`(seed: Int) async throws {
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try TemporaryFolder()
  var model = Model(newest: randomText(&generator))
  let path = try folder.write(model.newest, to: "log")
  let (index, inbox) = try follow(path, .always)
  _ = await inbox.first { $0.isComplete }
  #expect(await waitUntil { !index.isBusy })
  for step in 0..<24 {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2:
      let more = randomText(&generator)
      try folder.append(more, to: "log")
      model.newest += more
    case 3...5:
      let next = randomText(&generator, atMost: 10)
      if Bool.random(using: &generator) {
        try folder.rename("log", to: "log.\(step)")
        try folder.write(next, to: "log")
      } else {
        try folder.write(next, to: "next")
        try folder.rename("next", to: "log")
      }
      model.replace(by: next)
    default:
      let size = Bool.random(using: &generator) ? 0 : model.lines.first?.utf8.count ?? 0
      #expect(truncate(path, size) == 0)
      model.cut(to: size)
    }
    let expected = model.all
    let isShown = await waitUntil { !index.isBusy && index.snapshot.isComplete && lines(index.snapshot) == expected }
    #expect(isShown, "step \(step): \(lines(index.snapshot).count) lines instead of \(expected.count)")
    guard isShown else { return }
    try await expectUse(of: index.snapshot, model)
  }
}

/// Checks that the snapshot numbers, searches and sorts the lines of the model.
private func expectUse(of snapshot: LineIndexSnapshot, _ model: Model) async throws {
  let starts = (0..<snapshot.count).filter { snapshot.parts(of: $0).lowerBound == $0 }
  let texts = model.all
  #expect(starts.map { snapshot.number(of: $0) } == model.numbers)
  #expect(snapshot.wholeLineCount == texts.count(where: { $0 != nil }))
  let found = ValueLog<FilteredLines>()
  let filter = LineFilter(Filter([try FilterExpression("!e")])) { [weak found] in found?.add($0) }
  found.keep(filter)
  filter.update(snapshot)
  let matches = await found.first { $0.isCaughtUp }
  let expected = zip(starts, texts).filter { $0.1.map { !$0.contains("e") } ?? false }.map(\.0)
  #expect(matches.map(\.id).filter { snapshot.parts(of: $0).lowerBound == $0 } == expected)
  #expect(matches.searched == snapshot.count)
  let sorted = ValueLog<LineSortState>()
  let sorter = LineSorter(by: SortKey(.text)) { [weak sorted] in sorted?.add($0) }
  sorted.keep(sorter)
  sorter.update(snapshot, matches: nil)
  let numbers = await sorted.first { $0.progress == nil }.lines?.numbers.map(Int.init) ?? []
  #expect(numbers.sorted() == (0..<snapshot.count).filter { !snapshot.isBreak($0) })
}

@Test func `a log that rotates without end keeps the newest files and no more descriptors`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("0\n", to: "log")
  // A list of all snapshots would keep their files open.
  let index = LineIndex(file: try RandomAccessFile(path: path)) { _ in }
  index.keeping = .always
  #expect(await waitUntil { index.snapshot.isComplete })
  func openFiles() throws -> Int {
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let targets = links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
    return targets.count { $0.hasPrefix(folder.file("")) && $0.contains("/log") }
  }
  for round in 1...30 {
    try folder.write("\(round)\n", to: "next")
    try folder.rename("next", to: "log")
    #expect(await waitUntil { index.snapshot.isCaughtUp && lines(index.snapshot).last == "\(round)" })
    // Eight earlier files, the newest one, and one that is being opened or closed.
    #expect(try openFiles() <= 10)
  }
  #expect(lines(index.snapshot).compactMap(\.self) == (22...30).map(String.init))
}

@Test(arguments: [false, true])
func `a document that is saved by an editor is read anew`(inPlace: Bool) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\nthree\n", to: "a.txt")
  let (index, inbox) = try follow(path, .ifLikeLog)
  _ = await inbox.first { $0.isComplete }
  try folder.write("new\n", to: inPlace ? "a.txt" : "next")
  if !inPlace { try folder.rename("next", to: "a.txt") }
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == ["new"] })
  try folder.append("more\n", to: "a.txt")
  #expect(await waitUntil { index.snapshot.isComplete && index.snapshot.count == 2 })
  try folder.write("fresh\n", to: "next")
  try folder.rename("next", to: "a.txt")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == ["new", "more", nil, "fresh"] })
}

@Test(arguments: ["a.txt~", "a.txt.bak", "a.txt.orig", ".a.txt.old"])
func `a document whose editor renames the former one to a backup is read anew`(backup: String) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\n", to: "a.txt")
  let (index, inbox) = try follow(path, .ifLikeLog)
  _ = await inbox.first { $0.isComplete }
  try folder.rename("a.txt", to: backup)
  try folder.write("new\n", to: "a.txt")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == ["new"] })
}

@Test func `a file that is read again on request is there alone`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\n", to: "log")
  let (index, inbox) = try follow(path, .always)
  _ = await inbox.first { $0.isComplete }
  try folder.write("two\n", to: "next")
  try folder.rename("next", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && index.snapshot.count == 3 })
  index.reload()
  #expect(await waitUntil { !index.isBusy && lines(index.snapshot) == ["two"] })
}

@Test func `a renamed file that is cut later loses its lines, and the newest file keeps its own`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\n", to: "log")
  let (index, inbox) = try follow(path, .always)
  _ = await inbox.first { $0.isComplete }
  try folder.rename("log", to: "log.1")
  try folder.write("three\n", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == ["one", "two", nil, "three"] })
  #expect(truncate(folder.file("log.1"), 0) == 0)
  #expect(lines(index.snapshot).last == "three", "missing lines move no other ones")
  try folder.append("four\n", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == [nil, "three", "four"] })
}

@Test(arguments: [
  ("é\n", "\u{FEFF}b\n", "b"), ("é\n", "b\n", "b"), ("b\n", "\u{FEFF}é\n", "é"),
])
func `a new file is read in the encoding of the former one, without its mark`(
  first: String, second: String, expected: String
) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(first, to: "log")
  let (index, inbox) = try follow(path, .always)
  _ = await inbox.first { $0.isComplete }
  try folder.write(second, to: "next")
  try folder.rename("next", to: "log")
  let shown = [String(first.dropLast()), nil, expected]
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == shown })
  try folder.append("end\n", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == shown + ["end"] })
  // What replaces a file with a mark keeps its bytes too.
  try folder.write("last", to: "next")
  try folder.rename("next", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == shown + ["end", nil, "last"] })
}

@Test func `a new file in an encoding with other lines is read anew`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\n", to: "log")
  let inbox = ValueLog<LineIndexSnapshot>()
  let index = LineIndex(files: FileChain(try RandomAccessFile(path: path)), scanner: LineScanner(encoding: nil)) {
    [weak inbox] in inbox?.add($0)
  }
  index.keeping = .always
  inbox.keep(index)
  _ = await inbox.first { $0.isComplete }
  try folder.write([0xFF, 0xFE] + "two\nthree\n".utf8.flatMap { [$0, 0] }, to: "next")
  try folder.rename("next", to: "log")
  #expect(await waitUntil { index.snapshot.isComplete && lines(index.snapshot) == ["two", "three"] })
}
