import Glibc
package import ScrollworkPlatform

/// A change of a tag as a line of a file of tags.
package protocol TagLine: Sendable {
  /// The first line of the file, which identifies the kind of tags and the format.
  static var firstLine: String { get }
  /// Parses a line without its newline; returns `nil` if it is not a change.
  init?(line: ArraySlice<UInt8>)
  /// The line with its end.
  var line: String { get }
}

/// A file that stores tags: those of a table's rows, or those of the files in a folder.
///
/// Each change is a line, and the last line of a row or file counts. Lines are only appended, each before the call that
/// makes the change returns. So a killed program loses nothing, and two programs can tag the same things.
package struct TagFile<Change: TagLine>: Sendable {
  package let path: String

  /// The largest size of the file that is read, in bytes.
  private static var sizeLimit: Int { 1 << 28 }

  package init(path: String) { self.path = path }

  /// Reads the changes in their order; none if the file does not exist. Lines that cannot be parsed, such as an
  /// incomplete last one, are skipped.
  /// - Throws: If the file cannot be read, or if it is not a file of tags.
  package func read() throws(FileError) -> [Change] { try contents().changes }

  /// The size of the file in bytes; 0 if it does not exist.
  package var size: Int { (try? FileInfo(path: path))?.size ?? 0 }

  /// Reads the changes, and returns them with the size of what was read.
  /// - Throws: As ``read()``.
  package func contents() throws(FileError) -> (changes: [Change], size: Int) {
    let file: RandomAccessFile
    do throws(FileError) { file = try RandomAccessFile(path: path) } catch {
      if error.reason == .notFound { return ([], 0) }
      throw error
    }
    let size = try file.size
    guard size <= Self.sizeLimit else { throw FileError(path: path, reason: .content("it is too long")) }
    let bytes = try file.bytes(at: 0, count: size)
    let first = Array(Change.firstLine.utf8)
    // A first line that was not written to its end has no changes after it.
    guard bytes.count >= first.count else {
      if first.starts(with: bytes) { return ([], bytes.count) }
      throw notTags
    }
    guard bytes.starts(with: first) else { throw notTags }
    return (bytes.dropFirst(first.count).split(separator: 0x0A).compactMap(Change.init), bytes.count)
  }

  private var notTags: FileError { FileError(path: path, reason: .content("it is not a tag file")) }

  /// Appends changes: all of them, or none if writing fails.
  /// - Returns: The number of bytes written.
  /// - Throws: If the file cannot be written, or if it is not a file of tags. The file is then unchanged.
  @discardableResult
  package func append(_ changes: [Change]) throws(FileError) -> Int {
    guard !changes.isEmpty else { return 0 }
    let isNew = !FileMove.exists(path)
    let descriptor = PathBytes.withCString(path) {
      open($0, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
    }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, code: errno, action: .write) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, reason: .content("it is not a regular file"), action: .write)
    }
    // Another program that tags the same table waits, so that a failure removes only lines of this one.
    guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0 else {
      throw FileError(path: path, code: errno, action: .write)
    }
    // That program may have removed the file, which it could not write.
    guard status.st_nlink > 0 else { throw FileError(path: path, reason: .notFound, action: .write) }
    var text = try start(after: Int(status.st_size), descriptor)
    for change in changes { text += change.line }
    do throws(FileError) {
      var writer = OutputWriter(descriptor: descriptor, name: path)
      try writer.write(text)
      try writer.flush()
      return text.utf8.count
    } catch {
      _ = ftruncate(descriptor, status.st_size)
      if isNew, status.st_size == 0 { PathBytes.withCString(path) { _ = unlink($0) } }
      throw error
    }
  }

  /// Returns the text to write before new lines: the first line of an empty file, or a missing newline.
  private func start(after size: Int, _ descriptor: Int32) throws(FileError) -> String {
    if size == 0 { return Change.firstLine }
    let first = Array(Change.firstLine.utf8)
    var bytes = [UInt8](repeating: 0, count: min(size, first.count))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count, first.starts(with: bytes) else { throw notTags }
    if size < first.count { return String(decoding: first[size...], as: UTF8.self) }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, off_t(size - 1)) == 1 && last != 0x0A ? "\n" : ""
  }
}
