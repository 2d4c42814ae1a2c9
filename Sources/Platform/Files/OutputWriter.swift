import Glibc

/// Writes bytes to standard output or another descriptor, buffered in pieces of 64 KB.
///
/// Writing throws `.brokenPipe` after the reader has closed a pipe. The initialiser ignores SIGPIPE for the whole
/// process, since that signal would end it. Call `flush` at the end: releasing the writer does not flush.
package struct OutputWriter: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// Creates a writer; it does not close `descriptor`.
  /// - Parameter name: The name of the output in error messages.
  package init(descriptor: Int32 = 1, name: String = "standard output") {
    signal(SIGPIPE, SIG_IGN)
    self.descriptor = descriptor
    self.name = name
    buffer.reserveCapacity(Self.capacity)
  }

  /// Appends bytes; writes the buffer once it is full.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Appends text as UTF-8; writes the buffer once it is full.
  package mutating func write(_ text: String) throws(FileError) {
    buffer += text.utf8
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Appends one byte; writes the buffer once it is full.
  package mutating func write(byte: UInt8) throws(FileError) {
    buffer.append(byte)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes the whole buffer, waiting for a slow reader. Empties the buffer even if an error is thrown.
  package mutating func flush() throws(FileError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    var done = 0
    while done < buffer.count {
      let code = writeOnce(from: &done)
      if code == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if code != 0, code != EINTR {
        throw FileError(path: name, code: code, action: .write)
      }
    }
  }

  /// Makes one attempt to write from `offset` and advances it; returns 0 or an `errno`.
  private func writeOnce(from offset: inout Int) -> Int32 {
    let count = buffer.withUnsafeBytes { bytes in
      Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
    }
    guard count >= 0 else { return errno }
    offset += count
    return 0
  }
}
