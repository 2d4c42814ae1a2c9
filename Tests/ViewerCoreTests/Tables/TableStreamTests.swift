import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Tables that arrive through a pipe, as standard input does: without an end, with a pause, or with nothing at all.

/// A pipe and the snapshots of the table that arrives through it.
private struct PipedTable {
  let output: Int32
  let spool: StreamSpool
  let log = ValueLog<CSVSnapshot>()

  init(ahead: Int? = nil) throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    output = ends[1]
    spool =
      if let ahead { try StreamSpool(adopting: ends[0], name: "standard input", ahead: ahead) } else {
        try StreamSpool(adopting: ends[0], name: "standard input")
      }
    log.keep(CSVIndex(spool: spool, scanner: CSVFileScanner(name: "input.csv")) { [weak log] in log?.add($0) })
  }

  func send(_ text: String) { #expect(write(output, text, text.utf8.count) == text.utf8.count) }
}

@Test func `a table whose stream closes at once is complete and has no rows`() async throws {
  let table = try PipedTable()
  close(table.output)
  let snapshot = await table.log.first { $0.state.isComplete }
  #expect(snapshot.rowCount == 0 && snapshot.columns.isEmpty && snapshot.state.error == nil)
}

@Test func `the whole rows of a stream that stalls are known, and the half one when it ends`() async throws {
  let table = try PipedTable()
  table.send("id,text\n1,one\n2,\"two,\nand")
  let stalled = await table.log.first { $0.rowCount >= 1 && $0.state.isCaughtUp }
  #expect(stalled.texts(0).prefix(2) == ["1", "one"] && stalled.state.error == nil)
  table.send(" a half\"\n3,three\n")
  close(table.output)
  let whole = await table.log.first { $0.state.isComplete }
  #expect((0..<whole.rowCount).map { whole.texts($0)[1] } == ["one", "two,\nand a half", "three"])
}

@Test func `a table on a stream that never ends is read ahead by a fixed number of bytes`() async throws {
  let table = try PipedTable(ahead: 500_000)
  let flags = fcntl(table.output, F_GETFL)
  #expect(fcntl(table.output, F_SETFL, flags | O_NONBLOCK) == 0)
  let rows = Array(("id,text\n" + (0..<2_000).map { "\($0),row of a table\n" }.joined()).utf8)
  func pour() async {
    var place = 0
    while !(table.spool.isPaused && !table.spool.isBusy) {
      let count = write(table.output, Array(rows[place...]), rows.count - place)
      if count > 0 { place = (place + count) % rows.count }
      await Task.yield()
    }
  }
  await pour()
  // The spool reads at most one buffer more than allowed.
  let size = try table.spool.file.size
  #expect(size >= 500_000 && size < 500_000 + 65_536 && !table.spool.isEnded)
  let snapshot = await table.log.first { $0.state.isCaughtUp && $0.state.totalBytes == size }
  #expect(snapshot.rowCount > 20_000 && snapshot.texts(0) == ["0", "row of a table"])
  close(table.output)
}

@Test func `a row that is being read is not ragged before its end is there`() async throws {
  let table = try PipedTable()
  table.send("a,b\n1,2\n3")
  let half = await table.log.first { $0.state.isCaughtUp && $0.rowCount >= 1 }
  #expect(half.badRows == 0)
  close(table.output)
  let whole = await table.log.first { $0.state.isComplete }
  #expect(whole.rowCount == 2 && whole.badRows == 1)
}
