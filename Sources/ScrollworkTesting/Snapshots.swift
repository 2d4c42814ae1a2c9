/// A difference from a recorded text, or a failure to compare. Throwing this fails a test in any test framework.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
  /// There is no recorded text.
  case missing(path: String)
  /// A line differs. `line` is the number of the first one, counted from 1; a text without such a line is `nil`.
  case different(path: String, line: Int, recorded: String?, now: String?)
  /// The text cannot be written.
  case unwritable(path: String, reason: String)

  /// The difference and the remedy, for the developer.
  public var description: String {
    switch self {
    case .missing(let path): "No snapshot at \(path). Record it by running the test with SCROLLWORK_RECORD=1."
    case .different(let path, let line, let recorded, let now):
      """
      Line \(line) is not as in \(path)
      recorded: \(recorded ?? "(no such line)")
      now:      \(now ?? "(no such line)")
      If the new text is right, record it by running the test with SCROLLWORK_RECORD=1.
      """
    case .unwritable(let path, let reason): "Cannot write \(path): \(reason)"
    }
  }
}

/// Compares a text with `__Snapshots__/TestFile/name.txt` beside the test file.
///
/// If the environment variable `SCROLLWORK_RECORD` is 1, the text is recorded instead.
/// - Throws: ``SnapshotError`` if the text differs or none was recorded.
/// - Complexity: O(*n*) in the length of the texts.
public func expectSnapshot(
  of text: String, named name: String, testFile: String = #filePath
) throws(SnapshotError) {
  let path = TestFile.snapshotPath(name, type: "txt", testFile: testFile)
  try checkSnapshot(text, at: path, isRecording: TestFile.isRecording)
}

/// Compares a text with that in the file at `path` or, if `isRecording`, writes it there.
package func checkSnapshot(_ text: String, at path: String, isRecording: Bool) throws(SnapshotError) {
  if isRecording {
    if let reason = TestFile.write(Array((text + "\n").utf8), to: path) {
      throw .unwritable(path: path, reason: reason)
    }
    return
  }
  guard let recorded = TestFile.bytes(of: path).map({ String(decoding: $0, as: UTF8.self) }) else {
    throw .missing(path: path)
  }
  let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
  let new = (text + "\n").split(separator: "\n", omittingEmptySubsequences: false)
  for index in 0..<max(old.count, new.count) {
    let before = index < old.count ? String(old[index]) : nil
    let after = index < new.count ? String(new[index]) : nil
    guard before == after else {
      throw .different(path: path, line: index + 1, recorded: before, now: after)
    }
  }
}
