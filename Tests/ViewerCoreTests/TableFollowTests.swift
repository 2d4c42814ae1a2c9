import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tables to whose end rows are added while the user looks at it.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) throws {
    viewer.form = .csv
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 700, height: 400))
  }

  /// Whether a row becomes the last one on screen.
  func shows(last row: Int) async -> Bool {
    await waitUntil(harness) {
      harness.advance(by: .milliseconds(16))
      return !viewer.isBusy && rows.last == "\(row + 1) \(row) row"
    }
  }
}

private func rows(_ range: Range<Int>) -> String { range.map { "\($0),row\n" }.joined() }

@MainActor @Test func `a table from a stream stays at its end while rows arrive`() async throws {
  signal(SIGPIPE, SIG_IGN)
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let shown = try Shown(path)
  let output = open(path, O_WRONLY)
  defer { close(output) }
  func send(_ range: Range<Int>) {
    let text = (range.lowerBound == 0 ? "id,text\n" : "") + rows(range)
    #expect(write(output, text, text.utf8.count) == text.utf8.count)
  }
  send(0..<100)
  let isListed = await waitUntil(shown.harness) { shown.viewer.list.itemCount == 100 && !shown.viewer.isBusy }
  #expect(isListed && shown.rows.first == "1 0 row")
  shown.viewer.focusList()
  shown.harness.key(.end)
  // Rows arrive during the scroll to the last one, and faster than one in a frame.
  var count = 100
  for _ in 0..<60 {
    send(count..<count + 7)
    count += 7
    shown.harness.advance(by: .milliseconds(16))
    try await Task.sleep(for: .milliseconds(2))
  }
  #expect(await shown.shows(last: count - 1), "\(shown.rows)")
  send(count..<count + 300)
  count += 300
  #expect(await shown.shows(last: count - 1), "\(shown.rows)")
  shown.harness.key(.home)
  #expect(await waitUntil(shown.harness) { shown.rows.first == "1 0 row" })
  send(count..<count + 50)
  count += 50
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == count && !shown.viewer.isBusy })
  #expect(shown.rows.first == "1 0 row")
}

@MainActor @Test func `a table file that grows is followed only by a user at its end`() async throws {
  let folder = try TemporaryFolder()
  let shown = try Shown(try folder.write("id,text\n" + rows(0..<100), to: "a.csv"))
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 100 && !shown.viewer.isBusy })
  try folder.append(rows(100..<150), to: "a.csv")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 150 && !shown.viewer.isBusy })
  #expect(shown.rows.first == "1 0 row")
  shown.viewer.focusList()
  shown.harness.key(.end)
  #expect(await shown.shows(last: 149), "\(shown.rows)")
  try folder.append(rows(150..<220), to: "a.csv")
  #expect(await shown.shows(last: 219), "\(shown.rows)")
  // Sorted rows have no end at which others arrive.
  try shown.viewer.setSort("id:desc")
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.rows.first == "220 219 row" })
  try folder.append(rows(220..<230), to: "a.csv")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 230 && !shown.viewer.isBusy })
}

@MainActor @Test func `a table whose file became a folder comes to rest, and takes a filter`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("id,text\n" + rows(0..<100), to: "a.csv")
  let shown = try Shown(path)
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 100 && !shown.viewer.isBusy })
  try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
  for _ in 0..<30 {
    shown.harness.advance(by: .milliseconds(16))
    try await Task.sleep(for: .milliseconds(10))
  }
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy }, "\(shown.text)")
  try shown.viewer.setFilter(["id=3"])
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy }, "\(shown.text)")
  try shown.viewer.setFilter([])
  try shown.viewer.setSort("id:desc")
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy }, "\(shown.text)")
}
