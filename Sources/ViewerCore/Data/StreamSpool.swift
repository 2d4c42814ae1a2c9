import Dispatch
import Glibc
package import ScrollworkPlatform
import Synchronization

/// Puts what a pipe brings into a temporary file without a name, so that it can be read at any place like a file.
///
/// The file disappears with the program, also if it is killed. Reading ends with the stream, or when this object is released.
/// Of a stream that does not end so much is read as somebody may want soon; then the writer waits for the reader.
package final class StreamSpool: Sendable {
  /// What has come so far. It grows.
  package let file: RandomAccessFile
  private let progress: SpoolProgress
  /// A byte tells the reader to look again, closing this end to stop.
  private let stopper: Int32

  /// Bytes that are read before somebody wants more.
  package static let usualAhead = 1 << 28

  /// Reads standard input.
  package static func standardInput(ahead: Int = usualAhead) throws(FileError) -> StreamSpool {
    try StreamSpool(adopting: dup(STDIN_FILENO), name: "standard input", ahead: ahead)
  }

  /// Reads the pipe at `path`. Waits for somebody who writes without holding the caller.
  package convenience init(path: String, ahead: Int = usualAhead) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    try self.init(adopting: descriptor, name: path, ahead: ahead)
  }

  /// Reads an open descriptor, which is closed at the end.
  /// - Parameters:
  ///   - name: What messages call the stream.
  ///   - folder: Where the temporary file is made; `TMPDIR` or `/tmp` if `nil`.
  ///   - ahead: So many bytes are read at first, and whenever somebody wants more.
  package init(
    adopting descriptor: Int32, name: String, folder: String? = nil, ahead: Int = usualAhead
  ) throws(FileError) {
    progress = SpoolProgress(ahead: ahead)
    var stop: [Int32] = [-1, -1]
    do throws(FileError) {
      guard descriptor >= 0 else { throw FileError(path: name, code: EBADF) }
      let output = try Self.makeTemporaryFile(in: folder ?? Self.temporaryFolder)
      file = try RandomAccessFile(adopting: dup(output), path: name)
      guard pipe(&stop) == 0 else { throw FileError(path: name, code: errno) }
      for end in stop { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      stopper = stop[1]
      progress.begin(descriptor)
      let reader = SpoolReader(input: descriptor, stop: stop[0], output: output, name: name, progress: progress)
      // A queue of its own: the reader waits for as long as the stream is silent.
      DispatchQueue(label: "scrollwork.stream", qos: .userInitiated).async { reader.run() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(stopper) }

  /// True if the stream has ended or failed. All that came before can be read then.
  package var isEnded: Bool { progress.state.withLock { $0.isEnded } }

  /// Why the stream ended early, if it did. What came before stays.
  package var error: FileError? { progress.state.withLock { $0.error } }

  /// True if the stream has brought something, or has ended, and the handler was not told yet.
  package var isBusy: Bool {
    progress.state.withLock { state in
      guard let input = state.input, !state.isPaused else { return state.isTelling }
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      return state.isTelling || poll(&descriptor, 1, 0) > 0
    }
  }

  /// True while the stream is not read on because nobody wants more.
  package var isPaused: Bool { progress.state.withLock { $0.isPaused && !$0.isEnded } }

  /// Somebody comes near the end of what is there.
  package func wantMore() {
    guard progress.allowMore() else { return }
    var byte: UInt8 = 0
    while write(stopper, &byte, 1) < 0, errno == EINTR {}
  }

  /// `handler` is called from a background thread when something came, and at the end; once more if the stream has ended already.
  package func setHandler(_ handler: @escaping @Sendable () -> Void) {
    let isEnded = progress.state.withLock { state in
      state.handler = handler
      return state.isEnded
    }
    if isEnded { handler() }
  }

  private static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  private static func makeTemporaryFile(in folder: String) throws(FileError) -> Int32 {
    var template = PathBytes.encode(folder + "/scrollwork-XXXXXX").map { CChar(bitPattern: $0) } + [0]
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(path: folder, code: errno, action: .write) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(&template)
    return descriptor
  }
}

/// What the reader of a stream tells others.
private final class SpoolProgress: Sendable {
  struct State {
    var isEnded = false
    var error: FileError?
    /// Open until the stream has ended.
    var input: Int32?
    /// True while something that was read is on its way to the handler.
    var isTelling = false
    var handler: (@Sendable () -> Void)?
    /// Bytes that were read, and that may be.
    var count = 0
    var allowed: Int

    var isPaused: Bool { count >= allowed }
  }

  let state: Mutex<State>
  private let ahead: Int

  init(ahead: Int) {
    self.ahead = ahead
    state = Mutex(State(allowed: ahead))
  }

  /// - Returns: True if the reader waits for that.
  func allowMore() -> Bool {
    state.withLock { state in
      defer { state.allowed = state.count + ahead }
      return state.isPaused && !state.isEnded
    }
  }

  func didRead(_ count: Int) {
    state.withLock { $0.count += count }
  }

  func begin(_ input: Int32) {
    state.withLock { $0.input = input }
  }

  func willRead() {
    state.withLock { $0.isTelling = true }
  }

  func willClose() {
    state.withLock { $0.input = nil }
  }

  /// Nothing was read after all.
  func didNotRead() {
    state.withLock { $0.isTelling = false }
  }

  /// Calls the handler, outside the lock.
  func tell(isEnded: Bool, error: FileError?) {
    let handler = state.withLock { state in
      state.isEnded = isEnded
      state.error = error
      return state.handler
    }
    handler?()
    state.withLock { $0.isTelling = false }
  }
}

/// Copies from the stream into the file until one of them ends.
private struct SpoolReader: Sendable {
  let input: Int32
  let stop: Int32
  let output: Int32
  let name: String
  let progress: SpoolProgress

  private static let readSize = 1 << 16

  func run() {
    var failure: FileError?
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 16)
    while waitForInput() {
      progress.willRead()
      let count = read(input, buffer.baseAddress, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN {
          progress.didNotRead()
          continue
        }
        failure = FileError(path: name, code: errno)
        break
      }
      failure = write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      if failure != nil { break }
      progress.didRead(count)
      progress.tell(isEnded: false, error: nil)
    }
    buffer.deallocate()
    progress.willRead()
    progress.willClose()
    for descriptor in [input, stop, output] { close(descriptor) }
    progress.tell(isEnded: true, error: failure)
  }

  /// Waits for the stream or its end, and before that for somebody who wants more; false if nobody is there any more.
  private func waitForInput() -> Bool {
    while true {
      let isPaused = progress.state.withLock { $0.isPaused }
      var descriptors = [
        pollfd(fd: isPaused ? -1 : input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return false
      }
      let news = Int32(descriptors[1].revents)
      if news == 0 { return true }
      var byte: UInt8 = 0
      guard news & (POLLHUP | POLLERR | POLLNVAL) == 0, read(stop, &byte, 1) == 1 else { return false }
    }
  }

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
