import Dispatch
import Glibc
package import ScrollworkPlatform
import Synchronization

/// Copies a stream into an unnamed temporary file, so that it can be read at any offset.
///
/// The file disappears with the process, even if the process is killed. Reading ends with the stream, or when this
/// object is released. Only some bytes are read ahead; then the writer of the stream blocks until `readMore` is called.
/// The bytes of a compressed stream are decoded, and those of some encodings converted: see `StreamDecoder`. The bytes
/// decoded before damage are kept.
package final class StreamSpool: Sendable {
  /// The copy of the stream, which grows while the stream is read.
  package let file: RandomAccessFile
  /// The state shared with the reader.
  private let progress: SpoolProgress
  /// The writing end of a pipe to the reader. A byte wakes the reader; closing it stops the reader.
  private let wakePipe: Int32

  /// The default number of bytes that are read ahead: 256 MB.
  package static let defaultReadAhead = 1 << 28
  /// The number of bytes that are decoded ahead of a compressed file: 4 GB. Unlike a pipe, it holds up no writer.
  package static let compressedReadAhead = 1 << 32
  /// The number of bytes that are read ahead if all are needed.
  package static let unlimitedReadAhead = Int.max / 2

  /// Creates a copy of standard input.
  package static func standardInput(ahead: Int = defaultReadAhead) throws(FileError) -> StreamSpool {
    try StreamSpool(adopting: dup(STDIN_FILENO), name: "standard input", ahead: ahead)
  }

  /// Copies the pipe or the compressed file at `path`. A pipe without a writer does not block the caller.
  package convenience init(
    path: String, ahead: Int = defaultReadAhead, limit: SpoolLimit = SpoolLimit()
  ) throws(FileError) {
    try self.init(path: path, ahead: ahead, limit: limit, conversion: .detected)
  }

  /// Copies a file that is not read in place.
  package convenience init(path: String, coding: FileCoding, ahead: Int = compressedReadAhead) throws(FileError) {
    try self.init(path: path, ahead: ahead, limit: SpoolLimit(), conversion: .given(coding.conversion))
  }

  private convenience init(
    path: String, ahead: Int, limit: SpoolLimit, conversion: StreamDecoder.Conversion
  ) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    try self.init(adopting: descriptor, name: path, ahead: ahead, limit: limit, conversion: conversion)
  }

  /// Copies an open descriptor, which is closed at the end.
  /// - Parameters:
  ///   - name: The name of the stream in messages.
  ///   - folder: The folder of the temporary file; `TMPDIR` or `/tmp` if `nil`.
  ///   - ahead: The number of bytes that are read at first and after each `readMore`.
  ///   - limit: The limit of the copy of a compressed stream.
  /// - Throws: `FileError` if the temporary file cannot be made.
  package convenience init(
    adopting descriptor: Int32, name: String, folder: String? = nil, ahead: Int = defaultReadAhead,
    limit: SpoolLimit = SpoolLimit()
  ) throws(FileError) {
    try self.init(
      adopting: descriptor, name: name, folder: folder, ahead: ahead, limit: limit, conversion: .detected)
  }

  private init(
    adopting descriptor: Int32, name: String, folder: String? = nil, ahead: Int, limit: SpoolLimit,
    conversion: StreamDecoder.Conversion
  ) throws(FileError) {
    progress = SpoolProgress(ahead: ahead)
    var stop: [Int32] = [-1, -1]
    do throws(FileError) {
      guard descriptor >= 0 else { throw FileError(path: name, code: EBADF) }
      let output = try Self.makeTemporaryFile(in: folder ?? Self.temporaryFolder)
      file = try RandomAccessFile(adopting: dup(output), path: name)
      guard pipe(&stop) == 0 else { throw FileError(path: name, code: errno) }
      for end in stop { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      wakePipe = stop[1]
      progress.begin(descriptor)
      let reader = SpoolReader(
        input: descriptor, stop: stop[0], output: output, name: name, limit: limit, conversion: conversion,
        progress: progress)
      // A queue of its own, because the reader blocks while the stream is silent.
      DispatchQueue(label: "scrollwork.stream", qos: .userInitiated).async { reader.run() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(wakePipe) }

  /// Whether the stream has ended or failed. Then all its bytes can be read.
  package var isEnded: Bool { progress.state.withLock { $0.isEnded } }

  /// The error that ended the stream early; `nil` if none did. The bytes read before it remain.
  package var error: FileError? { progress.state.withLock { $0.error } }

  /// Whether bytes or the end of the stream arrived without the handler having finished for them.
  package var isBusy: Bool {
    progress.state.withLock { state in
      guard let input = state.input, !state.isPaused else { return state.isNotifying }
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      return state.isNotifying || state.isDecoding || poll(&descriptor, 1, 0) > 0
    }
  }

  /// Whether reading is paused until `readMore`.
  package var isPaused: Bool { progress.state.withLock { $0.isPaused && !$0.isEnded } }

  /// Continues to read a paused stream. Call it when the user comes near the end of the known bytes.
  package func readMore() {
    guard progress.allowMore() else { return }
    var byte: UInt8 = 0
    while write(wakePipe, &byte, 1) < 0, errno == EINTR {}
  }

  /// Sets a handler to call on a background thread after each read and at the end. If the stream has ended already, it
  /// is called at once.
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

  /// Creates a file and removes its name at once, so that it is deleted when its descriptor, the result, is closed.
  private static func makeTemporaryFile(in folder: String) throws(FileError) -> Int32 {
    var template = PathBytes.encode(folder + "/scrollwork-XXXXXX").map { CChar(bitPattern: $0) } + [0]
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(path: folder, code: errno, action: .write) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(&template)
    return descriptor
  }
}

/// The state that the reader shares with other threads.
final class SpoolProgress: Sendable {
  /// The shared values. Their lock is never held for long.
  struct State {
    var isEnded = false
    /// The error that ended the stream early; `nil` if none did.
    var error: FileError?
    /// The descriptor of the stream; `nil` after the end.
    var input: Int32?
    /// Whether bytes were read and the handler has not finished for them.
    var isNotifying = false
    /// Whether bytes were read that are not decoded or not written yet.
    var isDecoding = false
    /// The handler to call after each read and at the end; `nil` if none is set.
    var handler: (@Sendable () -> Void)?
    /// The number of bytes read so far; reading pauses when it reaches `allowed`.
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

  /// Allows the reader to read more bytes.
  /// - Returns: Whether the reader has to be woken.
  func allowMore() -> Bool {
    state.withLock { state in
      defer { state.allowed = state.count + ahead }
      return state.isPaused && !state.isEnded
    }
  }

  func didRead(_ count: Int) {
    state.withLock { $0.count += count }
  }

  func setDecoding(_ isDecoding: Bool) {
    state.withLock { $0.isDecoding = isDecoding }
  }

  func begin(_ input: Int32) {
    state.withLock { $0.input = input }
  }

  func willRead() {
    state.withLock { $0.isNotifying = true }
  }

  func willClose() {
    state.withLock { $0.input = nil }
  }

  /// Records that a read brought no bytes, so that the handler need not be called.
  func didNotRead() {
    state.withLock { $0.isNotifying = false }
  }

  /// Records whether and why the stream has ended, then calls the handler outside of the lock.
  /// - Parameter error: The error that ended the stream early; `nil` if there is none.
  func notify(isEnded: Bool, error: FileError?) {
    let handler = state.withLock { state in
      state.isEnded = isEnded
      state.error = error
      return state.handler
    }
    handler?()
    state.withLock { $0.isNotifying = false }
  }
}
