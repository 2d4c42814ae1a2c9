import Glibc

/// Writes bytes to standard output or another descriptor, collected into large pieces.
///
/// When nobody reads the other end any more, writing throws `.brokenPipe`; the signal that would end the process is ignored.
package struct OutputWriter: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// - Parameter name: What messages call it.
  package init(descriptor: Int32 = 1, name: String = "standard output") {
    signal(SIGPIPE, SIG_IGN)
    self.descriptor = descriptor
    self.name = name
    buffer.reserveCapacity(Self.capacity)
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.capacity { try flush() }
  }

  package mutating func write(_ text: String) throws(FileError) {
    buffer += text.utf8
    if buffer.count >= Self.capacity { try flush() }
  }

  package mutating func write(byte: UInt8) throws(FileError) {
    buffer.append(byte)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Hands everything to the system.
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

  /// Writes what it can from `offset` on; returns `errno`, 0 if some was written.
  private func writeOnce(from offset: inout Int) -> Int32 {
    let count = buffer.withUnsafeBytes { bytes in
      Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
    }
    guard count >= 0 else { return errno }
    offset += count
    return 0
  }
}
