@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The bits of inotify that we use.
enum InotifyMask {
  static let movedFrom: UInt32 = 0x40
  static let movedTo: UInt32 = 0x80
  static let create: UInt32 = 0x100
  static let delete: UInt32 = 0x200
  /// Modified, attributes, closed after writing.
  static let changed: UInt32 = 0x2 | 0x4 | 0x8
  /// Deleted, moved or unmounted itself.
  static let selfGone: UInt32 = 0x400 | 0x800 | 0x2000
  static let overflow: UInt32 = 0x4000
  static let onlyFolder: UInt32 = 0x0100_0000
}

/// One record as the kernel wrote it.
struct InotifyEvent: Hashable, Sendable {
  var watch: Int32
  var mask: UInt32
  var cookie: UInt32 = 0
  var name = ""

  /// Reads the records in `bytes`; a record that is cut off ends the list.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      guard length <= bytes.count - offset - 16 else { break }
      let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      events.append(
        InotifyEvent(
          watch: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
          mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
          cookie: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self),
          name: PathBytes.decode(name)))
      offset += 16 + length
    }
    return events
  }
}

/// An inotify descriptor with its own queue. Events come in batches: what happens within `delay` comes together.
final class Inotify: Sendable {
  private struct State {
    var pending: [InotifyEvent] = []
    var isScheduled = false
    /// How often delivery was put off because events kept coming.
    var extensions = 0
    var isDelivering = false
  }

  /// Long enough for the halves of a rename and the writes of a save to come together, short enough not to be noticed.
  private static let delay = DispatchTimeInterval.milliseconds(8)
  /// After so many delays in a row a batch is delivered although more comes in.
  private static let mostExtensions = 5

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "scrollwork.inotify", qos: .userInitiated)
  private let source: any DispatchSourceRead
  private let state = Mutex(State())
  private let handler: @Sendable ([InotifyEvent]) -> Void

  /// - Parameter handler: Called from the queue of this object, never twice at a time, and not after `cancel`.
  init(path: String, handler: @escaping @Sendable ([InotifyEvent]) -> Void) throws(FileError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .watch) }
    self.descriptor = descriptor
    self.handler = handler
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in self?.readEvents() }
    source.activate()
  }

  deinit { source.cancel() }

  /// Ends the events for good. A batch that is being delivered ends first, unless this is called from the handler.
  func cancel() {
    source.cancel()
  }

  /// True if something has happened that the handler was not told yet, or is being told. Waits for a read that is under way.
  var hasNews: Bool {
    guard !source.isCancelled else { return false }
    return queue.sync {
      var bytes: Int32 = 0
      // The descriptor is open: it is closed on this queue, after a cancellation.
      if !source.isCancelled, ioctl(descriptor, UInt(FIONREAD), &bytes) == 0, bytes > 0 { return true }
      return state.withLock { $0.isScheduled || $0.isDelivering }
    }
  }

  /// Watches `path` for the events in `mask`.
  func add(_ path: String, mask: UInt32) throws(FileError) -> Int32 {
    let watch = PathBytes.withCString(path) { inotify_add_watch(descriptor, $0, mask) }
    guard watch >= 0 else { throw FileError(path: path, code: errno, action: .watch) }
    return watch
  }

  func remove(_ watch: Int32) {
    inotify_rm_watch(descriptor, watch)
  }

  private func readEvents() {
    guard !source.isCancelled else { return }
    let events = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? InotifyEvent.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
    }
    guard !events.isEmpty else { return }
    let schedules = state.withLock { state in
      state.pending += events
      state.extensions += state.isScheduled ? 1 : 0
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if schedules { deliverLater(after: 0) }
  }

  /// Delivers after `delay`; if events came in since (`seen` counts them), waits once more.
  private func deliverLater(after seen: Int) {
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      guard let self, !source.isCancelled else { return }
      let extensions = state.withLock { $0.extensions }
      if extensions > seen, extensions < Self.mostExtensions { return deliverLater(after: extensions) }
      let events = state.withLock { state in
        defer { state = State(isDelivering: true) }
        return state.pending
      }
      handler(events)
      state.withLock { $0.isDelivering = false }
    }
  }
}
