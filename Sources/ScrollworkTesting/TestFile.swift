#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Access to the snapshot files beside the tests.
enum TestFile {
  /// Whether to record snapshots instead of comparing them.
  static var isRecording: Bool { getenv("SCROLLWORK_RECORD").map { String(cString: $0) } == "1" }

  /// Returns the path `__Snapshots__/TestFile/name.type` beside the test file.
  static func snapshotPath(_ name: String, type: String, testFile: String) -> String {
    let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
    let file = (parts.last ?? "").prefix { $0 != "." }
    return (parts.dropLast() + ["__Snapshots__", file, "\(name).\(type)"]).joined(separator: "/")
  }

  /// Returns the content of a file; `nil` if it cannot be opened.
  static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Writes a file, and makes the two innermost folders of its path if they are missing.
  /// - Returns: The reason for a failure; `nil` on success.
  static func write(_ bytes: [UInt8], to path: String) -> String? {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // The folder of the test file exists, the two folders in it may not. For an existing folder, `mkdir` fails
    // harmlessly.
    mkdir(folder.dropLast().joined(separator: "/"), 0o755)
    mkdir(folder.joined(separator: "/"), 0o755)
    guard let file = fopen(path, "w") else { return String(cString: strerror(errno)) }
    let written = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && written == bytes.count ? nil : String(cString: strerror(errno))
  }

  /// Makes a new temporary folder and returns its path; `nil` on failure.
  static func temporaryFolder(named name: String) -> String? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
