import Dispatch
import Glibc
package import ScrollworkPlatform
import Synchronization

/// Copies a stream into an unnamed temporary file, so that it can be read at any offset.
///
/// The file disappears with the process, even if the process is killed. Reading ends with the stream, or when this
/// object is released. Only some bytes are read ahead; then the writer of the stream blocks until `readMore` is called.
/// The bytes of a compressed stream are decoded: see `StreamDecoder`. Those decoded before damage are kept. The copy
/// of a pipe is in the encoding in which it came, so that the user can choose another one at any time; a second spool
/// converts that copy to UTF-8.
package final class StreamSpool: Sendable {
  /// The copy of the stream, which grows while the stream is read.
  package let file: RandomAccessFile
  /// The encoding from which the copy was converted to UTF-8; `nil` if it has the bytes of the stream.
  let conversion: ConvertedEncoding?
  /// The copy of a stream that this one converts; `nil` if this is the copy of a stream or a file.
  private let source: StreamSpool?
  /// The state shared with the reader.
  private let progress: SpoolProgress
  /// Both ends of a pipe to the reader. A byte wakes the reader; closing them stops the reader. The reading end is kept
  /// open too, so that a byte for a reader that has ended does no harm.
  private let wakePipe: (reading: Int32, writing: Int32)

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
    try self.init(
      .descriptor(Self.open(path)), name: path, ahead: ahead, limit: limit, conversion: nil, isJudged: true)
  }

  /// Copies a file that is not read in place.
  package convenience init(path: String, coding: FileCoding, ahead: Int = compressedReadAhead) throws(FileError) {
    try self.init(.descriptor(Self.open(path)), name: path, ahead: ahead, conversion: coding.conversion)
  }

  /// Converts the copy of a stream to UTF-8 while it grows. How much of the stream is read, the copy alone decides.
  package convenience init(converting source: StreamSpool, from encoding: ConvertedEncoding) throws(FileError) {
    try self.init(
      .copy(source), name: source.file.path, ahead: Self.unlimitedReadAhead, conversion: encoding)
    source.setHandler(of: self) { [weak self] in self?.wake() }
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
      .descriptor(descriptor), name: name, folder: folder, ahead: ahead, limit: limit, conversion: nil, isJudged: true)
  }

  /// - Parameter isJudged: Whether the first bytes are held back for a moment, because they tell the encoding.
  private init(
    _ input: SpoolInput, name: String, folder: String? = nil, ahead: Int, limit: SpoolLimit = SpoolLimit(),
    conversion: ConvertedEncoding?, isJudged: Bool = false
  ) throws(FileError) {
    self.conversion = conversion
    source = if case .copy(let source) = input { source } else { nil }
    progress = SpoolProgress(ahead: ahead)
    var stop: [Int32] = [-1, -1]
    do throws(FileError) {
      if case .descriptor(let descriptor) = input, descriptor < 0 { throw FileError(path: name, code: EBADF) }
      let output = try Self.makeTemporaryFile(in: folder ?? Self.temporaryFolder)
      file = try RandomAccessFile(adopting: dup(output), path: name)
      guard pipe(&stop) == 0 else { throw FileError(path: name, code: errno) }
      for end in stop { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // One byte is enough to wake the reader, so that no writer waits for it.
      _ = fcntl(stop[1], F_SETFL, O_NONBLOCK)
      wakePipe = (stop[0], stop[1])
      progress.begin(input)
      let reader = SpoolReader(
        input: input, stop: fcntl(stop[0], F_DUPFD_CLOEXEC, 0), output: output, name: name, limit: limit,
        conversion: conversion, firstSize: isJudged ? ConvertedEncoding.sampleSize : 1, progress: progress)
      // A queue of its own, because the reader blocks while the stream is silent.
      DispatchQueue(label: "scrollwork.stream", qos: .userInitiated).async { reader.run() }
    } catch {
      input.close()
      throw error
    }
  }

  deinit {
    close(wakePipe.reading)
    close(wakePipe.writing)
  }

  private static func open(_ path: String) throws(FileError) -> Int32 {
    let descriptor = PathBytes.withCString(path) { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    return descriptor
  }

  /// Returns the encoding from which the bytes are to be converted; `nil` if they can be read as they are.
  /// - Parameter chosen: The encoding that the user chose; `nil` to detect it.
  func conversion(chosen: CharacterEncoding?) -> ConvertedEncoding? {
    ConvertedEncoding.needed(
      for: (try? file.bytes(at: 0, count: ConvertedEncoding.sampleSize)) ?? [], chosen: chosen)
  }

  /// Whether the stream has ended or failed. Then all its bytes can be read.
  package var isEnded: Bool { progress.state.withLock { $0.isEnded } }

  /// The error that ended the stream early; `nil` if none did. The bytes read before it remain.
  package var error: FileError? { progress.state.withLock { $0.error } }

  /// Whether bytes or the end of the stream arrived without the handlers having finished for them.
  package var isBusy: Bool {
    // Read first, because a copy wakes the one that converts it.
    if source?.isBusy == true { return true }
    return progress.state.withLock { state in
      guard let input = state.input, !state.isPaused else { return state.isNotifying }
      return state.isNotifying || state.isDecoding || input.hasMore(after: state.taken)
    }
  }

  /// Whether reading is paused until `readMore`.
  package var isPaused: Bool {
    source?.isPaused ?? progress.state.withLock { $0.isPaused && !$0.isEnded }
  }

  /// Continues to read a paused stream. Call it when the user comes near the end of the known bytes.
  package func readMore() {
    if let source { return source.readMore() }
    if progress.allowMore() { wake() }
  }

  /// Makes the reader look for more.
  private func wake() {
    var byte: UInt8 = 0
    while write(wakePipe.writing, &byte, 1) < 0, errno == EINTR {}
  }

  /// Sets a handler to call on a background thread after each read and at the end. If the stream has ended already, it
  /// is called at once.
  /// - Parameters:
  ///   - reader: The object that reads the copy. The handler should refer to it weakly.
  package func setHandler(of reader: AnyObject, _ handler: @escaping @Sendable () -> Void) {
    let reader = ObjectIdentifier(reader)
    let isEnded = progress.state.withLock { state in
      state.handlers[reader] = handler
      return state.isEnded
    }
    if isEnded { handler() }
  }

  /// Blocks until the stream has ended.
  func waitForEnd() {
    let end = DispatchSemaphore(value: 0)
    setHandler(of: self) { [weak self] in if self?.isEnded ?? true { end.signal() } }
    end.wait()
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

/// The bytes that a spool copies.
enum SpoolInput: Sendable {
  /// A pipe or a file, which is closed at the end.
  case descriptor(Int32)
  /// The copy of a stream, which may grow.
  case copy(StreamSpool)

  /// Whether there are bytes to read, or the end is known.
  /// - Parameter count: The number of bytes that were read.
  func hasMore(after count: Int) -> Bool {
    switch self {
    case .descriptor(let descriptor):
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 0) > 0
    case .copy(let copy): return copy.isEnded || (try? copy.file.size) ?? 0 > count
    }
  }

  /// Whether the bytes are those of a decompressed stream.
  var isDecompressed: Bool {
    if case .copy = self { true } else { false }
  }

  func close() {
    if case .descriptor(let descriptor) = self { _ = Glibc.close(descriptor) }
  }
}

/// The state that the reader shares with other threads.
final class SpoolProgress: Sendable {
  /// The shared values. Their lock is never held for long.
  struct State {
    var isEnded = false
    /// The error that ended the stream early; `nil` if none did.
    var error: FileError?
    /// The bytes to copy; `nil` after the end.
    var input: SpoolInput?
    /// The number of bytes that were read from `input`.
    var taken = 0
    /// Whether bytes were read and the handlers have not finished for them.
    var isNotifying = false
    /// Whether bytes were read that are not decoded or not written yet.
    var isDecoding = false
    /// The handlers to call after each read and at the end, by the objects that read the copy.
    var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    /// The number of bytes copied so far; reading pauses when it reaches `allowed`.
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

  func begin(_ input: SpoolInput) {
    state.withLock { $0.input = input }
  }

  func didTake(_ count: Int) {
    state.withLock { $0.taken += count }
  }

  func willRead() {
    state.withLock { $0.isNotifying = true }
  }

  func willClose() {
    state.withLock { $0.input = nil }
  }

  /// Records that a read brought no bytes, so that no handler need be called.
  func didNotRead() {
    state.withLock { $0.isNotifying = false }
  }

  /// Records whether and why the stream has ended, then calls the handlers outside of the lock.
  /// - Parameter error: The error that ended the stream early; `nil` if there is none.
  func notify(isEnded: Bool, error: FileError?) {
    let handlers = state.withLock { state in
      state.isEnded = isEnded
      state.error = error
      return Array(state.handlers.values)
    }
    for handler in handlers { handler() }
    state.withLock { $0.isNotifying = false }
  }
}
