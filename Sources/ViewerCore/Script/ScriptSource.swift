import Glibc
package import ScrollworkPlatform

/// The lines of a script, read one at a time: the writer of a pipe may wait for each reply.
package final class ScriptSource {
  private let file: UnsafeMutablePointer<FILE>

  /// Opens a script.
  /// - Parameter path: A file, or `-` for standard input.
  package init(_ path: String) throws(FileError) {
    if path == "-" {
      guard let opened = fdopen(dup(0), "r") else {
        throw FileError(path: "standard input", reason: .content("it is closed"))
      }
      file = opened
      return
    }
    if try FileInfo(path: path).kind == .directory { throw FileError(path: path, reason: .notRegular(.directory)) }
    guard let opened = PathBytes.withCString(path, { fopen($0, "r") }) else {
      throw FileError(path: path, code: errno)
    }
    file = opened
  }

  deinit {
    fclose(file)
  }

  /// Returns the next line with its newline; `nil` at the end.
  func next() -> String? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    let count = getline(&buffer, &capacity, file)
    guard count > 0, let buffer else { return nil }
    return buffer.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }
}
