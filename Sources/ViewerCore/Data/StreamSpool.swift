import Dispatch
import Glibc
package import ScrollworkPlatform
import Synchronization

/// Puts what a pipe brings into a temporary file without a name, so that it can be read at any place like a file.
///
/// The file disappears with the program, also if it is killed. Reading ends with the stream, or when this object is released.
package final class StreamSpool: Sendable {
  /// What has come so far. It grows.
  package let file: RandomAccessFile
  private let progress = SpoolProgress()
  /// Closing this end tells the reader to stop.
  private let stopper: Int32

  /// Reads standard input.
  package static func standardInput() throws(FileError) -> StreamSpool {
    try StreamSpool(adopting: dup(STDIN_FILENO), name: "standard input")
  }

  /// Reads the pipe at `path`. Waits for somebody who writes without holding the caller.
  package convenience init(path: String) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    try self.init(adopting: descriptor, name: path)
  }

  /// Reads an open descriptor, which is closed at the end.
  /// - Parameters:
  ///   - name: What messages call the stream.
  ///   - folder: Where the temporary file is made; `TMPDIR` or `/tmp` if `nil`.
  package init(adopting descriptor: Int32, name: String, folder: String? = nil) throws(FileError) {
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
      guard let input = state.input else { return state.isTelling }
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      return state.isTelling || poll(&descriptor, 1, 0) > 0
    }
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
  }

  let state = Mutex(State())

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
      progress.tell(isEnded: false, error: nil)
    }
    buffer.deallocate()
    progress.willRead()
    progress.willClose()
    for descriptor in [input, stop, output] { close(descriptor) }
    progress.tell(isEnded: true, error: failure)
  }

  /// Waits for the stream or its end; false if nobody wants more.
  private func waitForInput() -> Bool {
    var descriptors = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: 0, revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 {
      if errno != EINTR { return false }
    }
    return descriptors[1].revents == 0
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
