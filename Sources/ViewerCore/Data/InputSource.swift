import Glibc
package import ScrollworkPlatform

/// What a path, or standard input, turns out to be when it is opened.
package enum InputSource: Sendable {
  /// Show it with a `FolderModel`.
  case folder(path: String)
  /// Index it with `LineIndex(file:)`.
  case file(RandomAccessFile)
  /// Index it with `LineIndex(spool:)`.
  case stream(StreamSpool)

  /// Opens a folder, a file or a pipe. Never waits for anybody.
  /// - Throws: If there is nothing, or it cannot be read, or it is a device or a socket.
  package static func open(_ path: String) throws(FileError) -> InputSource {
    let info = try FileInfo(path: path)
    switch info.kind {
    case .directory:
      // Opened once to find out whether it may be listed.
      _ = try DirectoryReader(path: path)
      return .folder(path: path)
    case .fifo: return .stream(try StreamSpool(path: path))
    case .symlink: throw FileError(path: path, reason: .notRegular(.symlink))
    default: return .file(try RandomAccessFile(path: path))
    }
  }

  /// Standard input: a file if it was redirected from one, else a stream.
  package static func standardInput() throws(FileError) -> InputSource {
    var found = stat()
    if fstat(STDIN_FILENO, &found) == 0, found.st_mode & S_IFMT == S_IFREG {
      return .file(try RandomAccessFile(adopting: dup(STDIN_FILENO), path: "standard input"))
    }
    return .stream(try StreamSpool.standardInput())
  }
}
