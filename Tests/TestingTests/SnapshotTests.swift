import Foundation
import ScrollworkTesting
import Testing

@Test func `a snapshot that was never recorded says how to record it`() throws {
  let error = #expect(throws: SnapshotError.self) {
    try expectSnapshot(of: "text", named: "never-recorded")
  }
  let told = try #require(error)
  #expect(told.description.contains("SCROLLWORK_RECORD=1"))
  #expect(told.description.contains("Tests/TestingTests/__Snapshots__/SnapshotTests/never-recorded.txt"))
}

@Test func `a recorded snapshot is expected from then on`() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("__Snapshots__/Some/name.txt").path
  try checkSnapshot("one\ntwo\nthree", at: path, isRecording: true)
  try checkSnapshot("one\ntwo\nthree", at: path, isRecording: false)
  #expect(throws: SnapshotError.different(path: path, line: 2, recorded: "two", now: "2")) {
    try checkSnapshot("one\n2\nthree", at: path, isRecording: false)
  }
  #expect(throws: SnapshotError.different(path: path, line: 3, recorded: "three", now: "")) {
    try checkSnapshot("one\ntwo", at: path, isRecording: false)
  }
}

@Test func `a snapshot that cannot be written says why`() throws {
  let error = #expect(throws: SnapshotError.self) {
    try checkSnapshot("text", at: "/proc/no/such/folder/name.txt", isRecording: true)
  }
  #expect(try #require(error).description.hasPrefix("Cannot write /proc/no/such/folder/name.txt: "))
}
