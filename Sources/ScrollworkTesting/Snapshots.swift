#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a text is not what was recorded. Thrown, so that it fails a test of any framework.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
  /// Nothing was recorded yet.
  case missing(path: String)
  /// The first line that differs, counted from 1; `nil` where one of the texts has ended.
  case different(path: String, line: Int, recorded: String?, now: String?)
  case unwritable(path: String, reason: String)

  public var description: String {
    switch self {
    case .missing(let path): "no snapshot at \(path): record it by running the test with SCROLLWORK_RECORD=1"
    case .different(let path, let line, let recorded, let now):
      """
      line \(line) is not as in \(path)
      recorded: \(recorded ?? "(no such line)")
      now:      \(now ?? "(no such line)")
      If it is right now, record it by running the test with SCROLLWORK_RECORD=1.
      """
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

/// Compares a text with the one recorded in `__Snapshots__/TestFile/name.txt` beside the test.
///
/// With the variable `SCROLLWORK_RECORD` set to 1 the text is recorded instead.
/// - Throws: ``SnapshotError`` if the text is another, or none was recorded.
public func expectSnapshot(
  of text: String, named name: String, testFile: String = #filePath
) throws(SnapshotError) {
  let isRecording = getenv("SCROLLWORK_RECORD").map { String(cString: $0) } == "1"
  try checkSnapshot(text, at: snapshotPath(name, testFile: testFile), isRecording: isRecording)
}

/// Compares a text with the one in a file, or writes it there.
package func checkSnapshot(_ text: String, at path: String, isRecording: Bool) throws(SnapshotError) {
  if isRecording { return try record(text, at: path) }
  guard let recorded = contents(of: path) else { throw .missing(path: path) }
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

private func snapshotPath(_ name: String, testFile: String) -> String {
  let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
  let file = (parts.last ?? "").prefix { $0 != "." }
  return (parts.dropLast() + ["__Snapshots__", file, "\(name).txt"]).joined(separator: "/")
}

private func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func record(_ text: String, at path: String) throws(SnapshotError) {
  let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
  // The folder of the test is there; the two below it may not be yet. A folder that exists is no error.
  mkdir(folder.dropLast().joined(separator: "/"), 0o755)
  mkdir(folder.joined(separator: "/"), 0o755)
  guard let file = fopen(path, "w") else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
  let bytes = Array((text + "\n").utf8)
  let written = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, written == bytes.count else {
    throw .unwritable(path: path, reason: String(cString: strerror(errno)))
  }
}
