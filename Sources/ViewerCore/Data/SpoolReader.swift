import Glibc
import ScrollworkPlatform
import Synchronization

/// Copies a stream into a temporary file until the stream ends, writing fails, or the spool is released.
struct SpoolReader: Sendable {
  let input: SpoolInput
  /// The reading end of the wake pipe.
  let stop: Int32
  /// The descriptor of the temporary file.
  let output: Int32
  let name: String
  /// The limit of a stream that is decompressed or converted.
  let limit: SpoolLimit
  let conversion: ConvertedEncoding?
  /// The number of bytes that are written first, unless the stream ends or is slow. They tell the encoding.
  let firstSize: Int
  let progress: SpoolProgress

  /// The reason why a wait for the stream ended.
  private enum Wait {
    case input, silence, stopped
  }

  /// The size of a write in bytes. A compressed stream is written in larger pieces, because each is indexed by itself.
  private static let writeSize = 1 << 16
  private static let decodedWriteSize = 1 << 18
  /// The time after which an incomplete line, or too few first bytes, are written.
  static let patience = Duration.milliseconds(50)

  /// Copies until the end, then closes all descriptors and reports the end.
  func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.decodedWriteSize, alignment: 16)
    let failure = copy(through: buffer)
    buffer.deallocate()
    progress.willRead()
    progress.willClose()
    input.close()
    for descriptor in [stop, output] { close(descriptor) }
    progress.notify(isEnded: true, error: failure)
  }

  /// Copies the stream until its end. Returns the error that ended the copy early; `nil` if none did.
  private func copy(through buffer: UnsafeMutableRawBufferPointer) -> FileError? {
    let decoder = StreamDecoder(conversion: .given(conversion), isDecompressed: input.isDecompressed)
    var copy = Copy(output: output, name: name)
    // The start of a line whose end is about to arrive, so that a copy without more room ends with a whole line.
    var held = 0
    var deadline = ContinuousClock.now
    while !decoder.isEnded {
      let wait = waitForInput(isNeeded: decoder.needsInput, until: held > 0 ? deadline : nil)
      if wait == .stopped { break }
      progress.willRead()
      var count = 0
      if wait == .input {
        if decoder.needsInput, let error = receive(decoder) {
          return copy.append(UnsafeRawBufferPointer(rebasing: buffer[..<held])) ?? error
        }
        let size = decoder.compression == nil ? Self.writeSize : buffer.count
        count = decoder.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[held..<max(held, size)]))
      }
      let known = UnsafeRawBufferPointer(rebasing: buffer[..<(held + count)])
      let isFew = copy.count == 0 && known.count < firstSize
      let ready = wait == .silence || decoder.isEnded ? known.count : isFew ? 0 : Self.wholeLines(of: known)
      if held == 0 || ready > 0 { deadline = .now + Self.patience }
      held = known.count - ready
      progress.setDecoding(!decoder.needsInput && !decoder.isEnded || held > 0)
      guard ready > 0 else {
        progress.didNotRead()
        continue
      }
      if decoder.isDecoding, let reason = limit.objection(to: ready, after: copy.count, on: output) {
        return FileError(path: name, reason: .content(reason))
      }
      if let error = copy.append(UnsafeRawBufferPointer(rebasing: known[..<ready])) { return error }
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: known[ready...]))
      progress.didRead(ready)
      progress.notify(isEnded: false, error: nil)
    }
    return decoder.fault.map { FileError(path: name, reason: .content($0)) }
  }

  /// Returns the number of bytes up to the end of the last complete line. If the rest fills half of a write, it is
  /// included.
  private static func wholeLines(of bytes: UnsafeRawBufferPointer) -> Int {
    let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes.count - end > writeSize / 2 ? bytes.count : end
  }

  /// Reads once from the stream. Returns the error if that fails, or if it ended the copy that is converted.
  private func receive(_ decoder: StreamDecoder) -> FileError? {
    let room = UnsafeMutableRawBufferPointer(rebasing: decoder.room.prefix(Self.writeSize))
    switch input {
    case .descriptor(let descriptor):
      let count = read(descriptor, room.baseAddress, room.count)
      guard count < 0 else {
        decoder.didReceive(count)
        return nil
      }
      let code = errno
      return code == EINTR || code == EAGAIN ? nil : FileError(path: name, code: code)
    case .copy(let source):
      // Read before the bytes, so that those which arrive in between are not mistaken for the end.
      let (isEnded, failure) = (source.isEnded, source.error)
      do throws(FileError) {
        let count = try source.file.read(at: progress.state.withLock { $0.taken }, into: room)
        progress.didTake(count)
        if count == 0, let failure { return failure }
        if count > 0 || isEnded { decoder.didReceive(count) }
        return nil
      } catch {
        return error
      }
    }
  }

  /// Blocks while reading is paused, and until the stream has bytes or ended.
  /// - Parameters:
  ///   - isNeeded: Whether bytes of the stream are needed; otherwise only a pause blocks.
  ///   - deadline: The time at which the stream counts as silent; `nil` to wait for it as long as it takes.
  private func waitForInput(isNeeded: Bool, until deadline: ContinuousClock.Instant?) -> Wait {
    while true {
      let (isPaused, taken) = progress.state.withLock { ($0.isPaused, $0.taken) }
      var (descriptor, hasMore) = (Int32(-1), !isNeeded)
      switch input {
      case .descriptor(let number): descriptor = isPaused || !isNeeded ? -1 : number
      case .copy: hasMore = hasMore || input.hasMore(after: taken)
      }
      var descriptors = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let left = deadline.map { max(.zero, $0 - .now) }
      let patience = left.map { Int32($0 / .milliseconds(1)) } ?? -1
      let found = poll(&descriptors, 2, isPaused ? -1 : hasMore ? 0 : patience)
      guard found >= 0 else {
        if errno == EINTR { continue }
        return .stopped
      }
      let news = Int32(descriptors[1].revents)
      if news == 0 { return found == 0 && !hasMore ? .silence : .input }
      var byte: UInt8 = 0
      guard news & (POLLHUP | POLLERR | POLLNVAL) == 0, read(stop, &byte, 1) == 1 else { return .stopped }
    }
  }
}

/// The temporary file with the bytes that were copied.
private struct Copy {
  let output: Int32
  let name: String
  /// The number of bytes written.
  private(set) var count = 0
  /// The offset after the last whole line.
  private var end = 0

  init(output: Int32, name: String) { (self.output, self.name) = (output, name) }

  /// Writes all bytes. Returns the error if that fails; then only complete lines remain, if there are any.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> FileError? {
    var done = 0
    while done < bytes.count {
      let written = write(output, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if written >= 0 {
        done += written
        continue
      }
      let code = errno
      if code == EINTR { continue }
      note(UnsafeRawBufferPointer(rebasing: bytes[..<done]))
      // A text of one line keeps what there is of it.
      if end > 0 { ftruncate(output, off_t(end)) }
      return FileError(path: "the temporary copy of \(name)", code: code, action: .write)
    }
    note(bytes)
    return nil
  }

  private mutating func note(_ bytes: UnsafeRawBufferPointer) {
    if let last = bytes.lastIndex(of: 0x0A) { end = count + last + 1 }
    count += bytes.count
  }
}
