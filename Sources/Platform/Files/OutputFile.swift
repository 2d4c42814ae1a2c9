import Glibc

/// Whole files written at once.
package enum OutputFile {
  /// Writes `text` in place of what was there.
  package static func write(_ text: String, to path: String) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    defer { close(descriptor) }
    var writer = OutputWriter(descriptor: descriptor, name: path)
    try writer.write(text)
    try writer.flush()
  }
}
