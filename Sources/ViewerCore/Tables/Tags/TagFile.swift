import Glibc
package import ScrollworkPlatform

/// The file that keeps the tags of a table's rows, beside the table, whose name it has with `.tags` after it.
///
/// Each change is a line: the number of the row counted from 1, the tag, and the checksum of the row, with tabs
/// between them. The last line of a row counts. Lines are only appended, each change before the call that makes it
/// returns, so a program that is killed loses nothing, and two programs may tag the same table.
package struct TagFile: Sendable {
  package let path: String

  /// The first line, which says that the file has tags and in which format.
  private static let firstLine = "scrollwork tags 1\n"
  /// The largest number of bytes that are read.
  private static let sizeLimit = 1 << 28

  /// The file of the tags of the table at `path`.
  package init(table path: String) {
    self.path = path + ".tags"
  }

  /// Reads the changes in their order. A file that does not exist has none. Lines that cannot be parsed, such as a last
  /// one that was not written to its end, are left out.
  /// - Throws: If the file cannot be read, or if it is something else than a file of tags.
  package func read() throws(FileError) -> [TagChange] {
    let file: RandomAccessFile
    do throws(FileError) { file = try RandomAccessFile(path: path) } catch {
      if error.reason == .notFound { return [] }
      throw error
    }
    let size = try file.size
    guard size <= Self.sizeLimit else { throw FileError(path: path, reason: .content("it is too long")) }
    let bytes = try file.bytes(at: 0, count: size)
    let first = Array(Self.firstLine.utf8)
    // A first line that was not written to its end has no changes after it.
    guard bytes.count >= first.count else {
      if first.starts(with: bytes) { return [] }
      throw notTags
    }
    guard bytes.starts(with: first) else { throw notTags }
    return bytes.dropFirst(first.count).split(separator: 0x0A).compactMap(Self.change)
  }

  private var notTags: FileError { FileError(path: path, reason: .content("it is not a tag file")) }

  /// Parses a line; returns `nil` if it is no change.
  private static func change(_ line: ArraySlice<UInt8>) -> TagChange? {
    let parts = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].count == 1, parts[2].count == 8,
      let row = Int32(String(decoding: parts[0], as: UTF8.self)), row > 0,
      let tag = UInt8(String(decoding: parts[1], as: UTF8.self)), tag <= 9,
      let checksum = UInt32(String(decoding: parts[2], as: UTF8.self), radix: 16)
    else { return nil }
    return TagChange(row: row - 1, tag: tag, checksum: checksum)
  }

  private static func line(_ change: TagChange) -> String {
    let digits = String(change.checksum, radix: 16)
    return "\(change.row + 1)\t\(change.tag)\t\(String(repeating: "0", count: 8 - digits.count))\(digits)\n"
  }

  /// Appends changes: all of them, or none if it fails.
  /// - Throws: If the file cannot be written or is something else than a file of tags. It is then as it was.
  package func append(_ changes: [TagChange]) throws(FileError) {
    guard !changes.isEmpty else { return }
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
    var text = try start(after: Int(status.st_size), descriptor)
    for change in changes { text += Self.line(change) }
    do throws(FileError) {
      var writer = OutputWriter(descriptor: descriptor, name: path)
      try writer.write(text)
      try writer.flush()
    } catch {
      _ = ftruncate(descriptor, status.st_size)
      throw error
    }
  }

  /// Returns the text before new lines: the first line of an empty file, or the end of a line that has none.
  private func start(after size: Int, _ descriptor: Int32) throws(FileError) -> String {
    if size == 0 { return Self.firstLine }
    let first = Array(Self.firstLine.utf8)
    var bytes = [UInt8](repeating: 0, count: min(size, first.count))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count, first.starts(with: bytes) else { throw notTags }
    if size < first.count { return String(decoding: first[size...], as: UTF8.self) }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, off_t(size - 1)) == 1 && last != 0x0A ? "\n" : ""
  }
}
