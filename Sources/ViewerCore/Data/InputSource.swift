import Glibc
package import ScrollworkPlatform

/// An opened path or standard input, by the model that reads it.
package enum InputSource: Sendable {
  /// A folder, for `FolderModel`.
  case folder(path: String)
  /// A file, for `LineIndex(file:)`.
  case file(RandomAccessFile)
  /// A stream, or a file that is not read in place, for `LineIndex(spool:)`.
  case stream(StreamSpool)

  /// Opens a folder, a file or a pipe. It never blocks.
  /// - Throws: `FileError` if the path does not exist, cannot be read, or is a device or socket.
  package static func open(_ path: String) throws(FileError) -> InputSource {
    let info = try FileInfo(path: path)
    switch info.kind {
    case .directory:
      // Opened once to check that it can be listed.
      _ = try DirectoryReader(path: path)
      return .folder(path: path)
    case .fifo: return .stream(try StreamSpool(path: path))
    case .symlink:
      var target = stat()
      let isLoop = PathBytes.withCString(path) { stat($0, &target) != 0 && errno == ELOOP }
      throw FileError(
        path: path, reason: isLoop ? .content("it is a link that leads back to itself") : .notRegular(.symlink))
    default:
      let file = try RandomAccessFile(path: path)
      let coding = try FileCoding.detect(file)
      return coding.isPlain ? .file(file) : .stream(try StreamSpool(path: path, coding: coding))
    }
  }

  /// Opens standard input: a file if it was redirected from one, otherwise a stream.
  package static func standardInput() throws(FileError) -> InputSource {
    if let file = standardInputFile() { return .file(file) }
    return .stream(try StreamSpool.standardInput())
  }

  /// Returns the file from which standard input was redirected; `nil` for a pipe or terminal, from which nothing is
  /// read.
  package static func standardInputFile() -> RandomAccessFile? {
    var found = stat()
    guard fstat(STDIN_FILENO, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? RandomAccessFile(adopting: dup(STDIN_FILENO), path: "standard input")
  }
}
