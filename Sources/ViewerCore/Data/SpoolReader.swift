import Glibc
import ScrollworkPlatform
import Synchronization

/// Copies from the stream into the file until the stream ends, writing fails, or the spool is released.
struct SpoolReader: Sendable {
  /// The descriptor of the stream.
  let input: Int32
  /// The reading end of the wake pipe.
  let stop: Int32
  /// The descriptor of the temporary file.
  let output: Int32
  let name: String
  /// The limit of a compressed stream.
  let limit: SpoolLimit
  let progress: SpoolProgress

  /// The result of a read.
  private enum Input {
    case bytes, nothing
    case failure(FileError)
  }

  /// The size of a write in bytes. A compressed stream is written in larger pieces, because each is indexed by itself.
  private static let writeSize = 1 << 16
  private static let decodedWriteSize = 1 << 18

  /// Copies until the end, then closes all descriptors and reports the end.
  func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.decodedWriteSize, alignment: 16)
    let failure = copy(through: buffer)
    buffer.deallocate()
    progress.willRead()
    progress.willClose()
    for descriptor in [input, stop, output] { close(descriptor) }
    progress.notify(isEnded: true, error: failure)
  }

  /// Copies until the end. Returns the error that ended it early.
  private func copy(through buffer: UnsafeMutableRawBufferPointer) -> FileError? {
    let decoder = StreamDecoder()
    var written = 0
    while !decoder.isEnded, waitForInput(isNeeded: decoder.needsInput) {
      progress.willRead()
      if decoder.needsInput {
        switch receive(decoder) {
        case .bytes: break
        case .nothing:
          progress.didNotRead()
          continue
        case .failure(let error): return error
        }
      }
      let size = decoder.compression == nil ? Self.writeSize : buffer.count
      let count = decoder.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
      progress.setDecoding(!decoder.needsInput && !decoder.isEnded)
      guard count > 0 else {
        progress.didNotRead()
        continue
      }
      if decoder.compression != nil, let reason = limit.objection(to: count, after: written, on: output) {
        return FileError(path: name, reason: .content(reason))
      }
      if let error = write(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return error }
      written += count
      progress.didRead(count)
      progress.notify(isEnded: false, error: nil)
    }
    return decoder.fault.map { FileError(path: name, reason: .content($0)) }
  }

  /// Reads once from the stream.
  private func receive(_ decoder: StreamDecoder) -> Input {
    let room = decoder.room
    let count = read(input, room.baseAddress, min(room.count, Self.writeSize))
    if count >= 0 {
      decoder.didReceive(count)
      return .bytes
    }
    let code = errno
    return code == EINTR || code == EAGAIN ? .nothing : .failure(FileError(path: name, code: code))
  }

  /// Blocks while reading is paused, and until the stream has bytes or ended. Returns `false` if the spool was
  /// released.
  /// - Parameter isNeeded: Whether bytes of the stream are needed; otherwise only a pause blocks.
  private func waitForInput(isNeeded: Bool) -> Bool {
    while true {
      let isPaused = progress.state.withLock { $0.isPaused }
      var descriptors = [
        pollfd(fd: isPaused || !isNeeded ? -1 : input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, isPaused || isNeeded ? -1 : 0) >= 0 else {
        if errno == EINTR { continue }
        return false
      }
      let news = Int32(descriptors[1].revents)
      if news == 0 { return true }
      var byte: UInt8 = 0
      guard news & (POLLHUP | POLLERR | POLLNVAL) == 0, read(stop, &byte, 1) == 1 else { return false }
    }
  }

  /// Writes all bytes. Returns the error if that fails.
  private func write(_ bytes: UnsafeRawBufferPointer) -> FileError? {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(output, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        return FileError(path: "the temporary copy of \(name)", code: errno, action: .write)
      }
    }
    return nil
  }
}
