import Foundation
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private let people = "name,score\nAda,1\nBob,2\nCyd,3\nDan,4\nEve,5\n"

/// Returns a row to tag, with an arbitrary checksum.
private func row(_ number: Int) -> (row: Int, checksum: UInt32) { (number, UInt32(number) &* 2_654_435_761) }

/// Returns the tags of some rows.
private func digits(_ tags: RowTags, _ rows: Range<Int> = 0..<5) -> [UInt8] { rows.map { tags[$0] } }

@Test func `tags are in their file before the call returns, and the newest one of a row counts`() throws {
  let folder = try TemporaryFolder()
  var store = try TagStore(table: folder.file("a.csv"))
  #expect(try store.set(3, rows: [row(1), row(4)]))
  #expect(try store.set(5, rows: [row(1)]))
  #expect(try !store.set(5, rows: [row(1)]))
  #expect(try store.set(0, rows: [row(4)]))
  #expect(digits(store.tags) == [0, 5, 0, 0, 0])
  #expect(try TagStore(table: folder.file("a.csv")).tags == store.tags)
}

@Test func `tags are undone and redone, in the file too`() throws {
  let folder = try TemporaryFolder()
  var store = try TagStore(table: folder.file("a.csv"))
  #expect(try store.undo() == nil)
  _ = try store.set(3, rows: [row(0), row(1)])
  _ = try store.set(7, rows: [row(1), row(2)])
  var reversal = try store.undo()
  #expect(reversal?.rows == [1, 2] && reversal?.tags == [0, 3] && reversal?.kept == [])
  #expect(digits(store.tags) == [3, 3, 0, 0, 0])
  #expect(try TagStore(table: folder.file("a.csv")).tags == store.tags)
  reversal = try store.redo()
  #expect(reversal?.rows == [1, 2] && reversal?.tags == [7])
  #expect(digits(store.tags) == [3, 7, 7, 0, 0])
  #expect(try store.undo() != nil)
  #expect(try store.undo() != nil)
  #expect(store.tags.isEmpty)
  // A new change cannot be followed by what was undone.
  _ = try store.set(1, rows: [row(4)])
  #expect(try store.redo() == nil)
  #expect(try TagStore(table: folder.file("a.csv")).tags == store.tags)
}

@Test func `tags that another window gave since are read, and neither undo nor redo takes them away`() throws {
  let folder = try TemporaryFolder()
  let path = folder.file("a.csv")
  var (one, other) = (try TagStore(table: path), try TagStore(table: path))
  _ = try one.set(4, rows: [row(0), row(1)])
  #expect(try !one.readNewer(), "the store knows what it wrote itself")
  #expect(try other.readNewer())
  _ = try other.set(6, rows: [row(0), row(3)])
  #expect(try one.readNewer())
  #expect(digits(one.tags) == [6, 4, 0, 6, 0])
  var reversal = try one.undo()
  #expect(reversal?.rows == [1] && reversal?.kept == [0])
  #expect(digits(one.tags) == [6, 0, 0, 6, 0])
  _ = try other.readNewer()
  _ = try other.set(2, rows: [row(1)])
  _ = try one.readNewer()
  reversal = try one.redo()
  #expect(reversal?.rows == [] && reversal?.kept == [1])
  // What cannot be taken back is not offered again.
  #expect(!one.canUndo && !one.canRedo)
  #expect(digits(try TagStore(table: path).tags) == [6, 2, 0, 6, 0])
  // A file of tags that was removed has none.
  #expect(unlink(path + ".tags") == 0)
  #expect(try one.readNewer() && one.isEmpty && one.tags.isEmpty)
}

@Test func `tags follow rows that moved anywhere in the table, each to the nearest of equal rows`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<300).map { "name \($0),\($0 % 7)\n" }
  func table(_ lines: [String]) async throws -> (CSVSnapshot, String) {
    (try await csvSnapshot(("name,score\n" + lines.joined()).utf8, in: folder, name: "a.csv"), folder.file("a.csv"))
  }
  let (snapshot, path) = try await table(lines)
  var store = try TagStore(table: path)
  for row in [3, 50, 51, 299] {
    _ = try store.set(UInt8(row % 9 + 1), rows: [(row, TagStore.checksum(snapshot.sourceBytes(of: row)))])
  }
  func tagged(_ lines: [String]) async throws -> [String: UInt8] {
    let (snapshot, path) = try await table(lines)
    let tags = try TagStore.tags(of: snapshot, at: path)
    return Dictionary(uniqueKeysWithValues: tags.rows.map { (lines[Int($0)], tags[Int($0)]) })
  }
  let expected = ["name 3,3\n": 4, "name 50,1\n": 6, "name 51,2\n": 7, "name 299,5\n": 3] as [String: UInt8]
  #expect(try await tagged(lines) == expected)
  #expect(try await tagged(lines.reversed()) == expected)
  #expect(try await tagged((0..<100).map { "new \($0),1\n" } + lines) == expected)
  #expect(try await tagged(lines.shuffled()) == expected)
  #expect(try await tagged(lines.filter { $0 != "name 50,1\n" }) == expected.filter { $0.key != "name 50,1\n" })
  // Of two equal rows, the nearer one is the tagged one.
  let (doubled, _) = try await table(Array(lines[100...103]) + [lines[3]] + lines[104...250] + [lines[3]])
  #expect(try TagStore.tags(of: doubled, at: path).rows.map(Int.init) == [4])
}

@Test func `a file of tags that is cut off anywhere has all tags but the last`() throws {
  let folder = try TemporaryFolder()
  let path = folder.file("a.csv")
  var store = try TagStore(table: path)
  var known = [RowTags()]
  for number in 0..<5 {
    _ = try store.set(UInt8(number + 1), rows: [row(number)])
    known.append(store.tags)
  }
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".tags")))
  for length in 0...bytes.count {
    try Data(bytes[..<length]).write(to: URL(fileURLWithPath: path + ".tags"))
    let ends = bytes[..<length].count { $0 == 0x0A }
    var cut = try TagStore(table: path)
    // A line without its end counts if nothing but the end is missing.
    #expect(cut.tags == known[max(0, ends - 1)] || cut.tags == known[min(5, ends)], "\(length) bytes")
    // Later tags do not join a line without an end.
    #expect(try cut.set(9, rows: [row(4)]))
    #expect(try TagStore(table: path).tags == cut.tags, "\(length) bytes")
  }
}

@Test func `another file with the name of tags is neither read nor written`() throws {
  let folder = try TemporaryFolder()
  let path = folder.file("a.csv")
  try folder.write("my notes\n", to: "a.csv.tags")
  #expect(throws: FileError(path: path + ".tags", reason: .content("it is not a tag file"))) {
    try TagStore(table: path)
  }
  #expect(throws: FileError.self) {
    try TagFile(table: path).append([TagChange(row: 1, tag: 2, checksum: 3)])
  }
  #expect(TemporaryFolder.text(path + ".tags") == "my notes\n")
  // A pipe without a reader does not stop the program.
  #expect(mkfifo(folder.file("b.csv.tags"), 0o600) == 0)
  #expect(throws: FileError.self) { try TagStore(table: folder.file("b.csv")) }
  #expect(throws: FileError.self) {
    try TagFile(table: folder.file("b.csv")).append([TagChange(row: 1, tag: 2, checksum: 3)])
  }
}

@Test func `tags that fit on the disk only in part are taken back, and the file stays whole`() async {
  // A limit on the size of files simulates a full disk. It holds for the whole process, so the test runs in a child.
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    let folder = try TemporaryFolder()
    let path = folder.file("a.csv")
    var store = try TagStore(table: path)
    _ = try store.set(3, rows: [row(1)])
    let before = TemporaryFolder.text(path + ".tags")
    var limit = rlimit(rlim_cur: 200, rlim_max: 1_000_000)
    setrlimit(__rlimit_resource_t(1), &limit)
    #expect(throws: FileError.self) { try store.set(4, rows: (0..<100).map(row)) }
    #expect(TemporaryFolder.text(path + ".tags") == before && digits(store.tags) == [0, 3, 0, 0, 0])
    // When there is space again, tags go on.
    limit.rlim_cur = 1_000_000
    setrlimit(__rlimit_resource_t(1), &limit)
    #expect(try store.set(4, rows: (0..<100).map(row)))
    #expect(try TagStore(table: path).tags == store.tags)
  }
}

@Test func `the first tags that do not fit on the disk leave no file, and an empty file stays`() async {
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    let folder = try TemporaryFolder()
    try folder.write("", to: "b.csv.tags")
    var limit = rlimit(rlim_cur: 5, rlim_max: 1_000_000)
    setrlimit(__rlimit_resource_t(1), &limit)
    for name in ["a.csv", "b.csv"] {
      var store = try TagStore(table: folder.file(name))
      #expect(throws: FileError.self) { try store.set(3, rows: [row(1)]) }
    }
    #expect(folder.names == ["b.csv.tags"] && TemporaryFolder.text(folder.file("b.csv.tags")) == "")
    // When there is space again, tags go on.
    limit.rlim_cur = 1_000_000
    setrlimit(__rlimit_resource_t(1), &limit)
    var store = try TagStore(table: folder.file("a.csv"))
    #expect(try store.set(3, rows: [row(1)]))
    #expect(folder.names == ["a.csv.tags", "b.csv.tags"])
  }
}

@Test func `lines of a file of tags that say nothing are left out`() throws {
  let folder = try TemporaryFolder()
  let lines = ["1\t3\t0000000a", "x\t3\t0000000a", "2\t10\t0000000a", "0\t3\t0000000a", "3\t4", "", "4\t5\t0000000g"]
  try folder.write("scrollwork tags 1\n" + lines.joined(separator: "\n"), to: "a.csv.tags")
  #expect(digits(try TagStore(table: folder.file("a.csv")).tags) == [3, 0, 0, 0, 0])
}

@Test func `tags of rows that changed are hidden, and stay in the file`() async throws {
  let folder = try TemporaryFolder()
  let snapshot = try await csvSnapshot(people.utf8, in: folder)
  var store = try TagStore(table: folder.file("a.csv"))
  let rows = (0..<5).map { (row: $0, checksum: TagStore.checksum(snapshot.sourceBytes(of: $0))) }
  _ = try store.set(2, rows: rows)
  let changed = try await csvSnapshot("name,score\nAda,1\nBob,3\nCyd,3\nDan,4\n".utf8, in: try TemporaryFolder())
  store.place(try #require(store.placement(in: changed, isCancelled: { false })))
  #expect(digits(store.tags) == [2, 0, 2, 2, 0])
  #expect(store.strayCount == 2)
  #expect(try TagStore(table: folder.file("a.csv")).tags.count == 5)
}

@Test func `tags stay with their rows while the first row is the header and while it is not`() async throws {
  let folder = try TemporaryFolder()
  func place(_ store: inout TagStore, _ hasHeader: Bool) async throws -> CSVSnapshot {
    let snapshot = try await csvSnapshot(people.utf8, CSVDialect.Choice(hasHeader: hasHeader), in: folder)
    store.place(try #require(store.placement(in: snapshot, isCancelled: { false })))
    return snapshot
  }
  func tag(_ row: Int, _ tag: UInt8, in snapshot: CSVSnapshot, _ store: inout TagStore) throws {
    _ = try store.set(tag, rows: [(row, TagStore.checksum(snapshot.sourceBytes(of: row)))])
  }
  var store = try TagStore(table: folder.file("a.csv"))
  try tag(2, 3, in: try await place(&store, true), &store)
  #expect(digits(store.tags) == [0, 0, 3, 0, 0])
  let plain = try await place(&store, false)
  #expect(digits(store.tags) == [0, 0, 0, 3, 0] && store.strayCount == 0)
  // A row that has the number of the tagged one is another row.
  try tag(2, 7, in: plain, &store)
  #expect(digits(store.tags) == [0, 0, 7, 3, 0])
  try tag(3, 4, in: plain, &store)
  _ = try await place(&store, true)
  #expect(digits(store.tags) == [0, 7, 4, 0, 0])
  var again = try TagStore(table: folder.file("a.csv"))
  _ = try await place(&again, true)
  #expect(digits(again.tags) == [0, 7, 4, 0, 0] && again.strayCount == 0)
  let headed = try await place(&again, true)
  try tag(1, 0, in: headed, &again)
  try tag(2, 0, in: headed, &again)
  #expect(again.tags.isEmpty)
  #expect(try TagStore(table: folder.file("a.csv")).isEmpty)
}

@Test func `rows are filtered and sorted by their tags`() async throws {
  let snapshot = try await csvSnapshot(people.utf8, in: try TemporaryFolder())
  var tags = RowTags()
  for (row, tag) in [(0, 3), (1, 1), (3, 3), (4, 2)] { tags[row] = UInt8(tag) }
  func rows(_ filters: String..., order: String? = nil) async throws -> [Int32]? {
    let expressions = try filters.map { try TableFilterExpression($0, columns: snapshot.columns) }
    let keys = try order.map { try RowSortKey.parse($0, columns: snapshot.columns) } ?? []
    let log = ValueLog<CSVQueryResult>()
    let query = CSVQuery(expressions, order: keys, tags: tags) { [weak log] in log?.add($0) }
    log.keep(query)
    query.update(snapshot)
    return await log.first { $0.isComplete }.rows
  }
  #expect(try await rows("tag=3") == [0, 3])
  #expect(try await rows("tag<3") == [1, 4])
  #expect(try await rows("tag=") == [2])
  #expect(try await rows("!tag=3", "score>2") == [2, 4])
  #expect(try await rows(order: "tag") == [1, 4, 0, 3, 2])
  #expect(try await rows(order: "tag:desc") == [0, 3, 4, 1, 2])
  #expect(try await rows("score>1", order: "tag,score:desc") == [1, 4, 3, 2])
}
