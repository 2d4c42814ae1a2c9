#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files beside tests.
enum TestFile {
  /// True if snapshots are to be recorded instead of compared.
  static var isRecording: Bool { getenv("SCROLLWORK_RECORD").map { String(cString: $0) } == "1" }

  /// `__Snapshots__/TestFile/name.type` beside the test.
  static func snapshotPath(_ name: String, type: String, testFile: String) -> String {
    let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
    let file = (parts.last ?? "").prefix { $0 != "." }
    return (parts.dropLast() + ["__Snapshots__", file, "\(name).\(type)"]).joined(separator: "/")
  }

  /// `nil` if there is no such file.
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

  /// Makes the two folders that hold the file, where they are missing, and writes it.
  /// - Returns: Why it failed; `nil` if it did not.
  static func write(_ bytes: [UInt8], to path: String) -> String? {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // The folder of the test is there; the two below it may not be yet. A folder that exists is no error.
    mkdir(folder.dropLast().joined(separator: "/"), 0o755)
    mkdir(folder.joined(separator: "/"), 0o755)
    guard let file = fopen(path, "w") else { return String(cString: strerror(errno)) }
    let written = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && written == bytes.count ? nil : String(cString: strerror(errno))
  }

  /// A new folder for temporary files; `nil` if none can be made.
  static func temporaryFolder(named name: String) -> String? {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
