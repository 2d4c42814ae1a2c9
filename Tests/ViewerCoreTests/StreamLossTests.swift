import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@Test func `a stream whose copy failed is reported below the lines that were read`() async throws {
  // A limit on the size of files simulates a full disk. The limit holds for the whole process, so the test runs in a
  // child.
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
    setrlimit(__rlimit_resource_t(1), &limit)
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    try await expectLoss(path)
  }
}

@MainActor
private func expectLoss(_ path: String) async throws {
  let viewer = Viewer()
  var losses: [String] = []
  viewer.onInputLoss = { losses.append($0) }
  try viewer.open(path)
  let output = open(path, O_WRONLY)
  let lines = String(repeating: "a line of 20 bytes.\n", count: 3_000)
  #expect(write(output, lines, 60_000) == 60_000)
  #expect(write(output, lines, 60_000) == 60_000)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 700, height: 300))
  let isTold = await waitUntil(harness) { !losses.isEmpty && !viewer.isBusy }
  #expect(isTold)
  harness.settle()
  harness.show()
  #expect(viewer.inputLoss == losses.first && losses.count == 1)
  #expect(losses[0].contains("cannot write the temporary copy of \(path)"))
  #expect(viewer.list.itemCount >= 3_000)
  let notice = try #require(harness.semantics.first { $0.text.contains("The lines after these are lost") })
  #expect(notice.text.contains("Cannot write the temporary copy"))
  // The notice takes its space from the list, and covers no line.
  #expect(notice.bounds.minY == viewer.list.convertToRoot(viewer.list.bounds).maxY)
  #expect(notice.bounds.maxY == 300 - 28)
  #expect(harness.semantics.contains { $0.text.contains("Incomplete") })
  close(output)
  // The loss is remembered while another screen is shown.
  try viewer.open(FilePath.parent(of: path))
  #expect(viewer.inputLoss != nil)
}

@MainActor @Test func `lines of a pipe are new only for a user who has seen its end`() async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let viewer = Viewer()
  try viewer.open(path)
  let output = open(path, O_WRONLY)
  let harness = ViewHarness(showing: viewer, size: Size(width: 700, height: 300))
  func write(_ lines: Range<Int>) async throws {
    let text = lines.map { "line \($0)\n" }.joined()
    #expect(Glibc.write(output, text, text.utf8.count) == text.utf8.count)
    try #require(await waitUntil(harness) { viewer.list.itemCount == lines.upperBound && !viewer.isBusy })
    harness.settle()
  }
  try await write(0..<200)
  try await write(200..<400)
  #expect(viewer.list.unseenCount == 0, "the user reads from the start")
  viewer.focusList()
  harness.key(.end)
  harness.settle()
  harness.key(.home)
  harness.settle()
  try await write(400..<500)
  #expect(viewer.list.unseenCount == 100)
  close(output)
}
