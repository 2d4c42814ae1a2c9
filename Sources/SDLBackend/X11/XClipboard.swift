import Dispatch
import Glibc
package import ScrollworkHostInterface
import Synchronization

/// The clipboard of an X server in any format, which SDL exchanges as text only.
///
/// It has a connection and a thread of its own, so that other programs get the content even while this one is busy, and
/// this one does not wait for others.
package final class XClipboard: Sendable {
  private enum Request: Sendable {
    case offer([ClipboardItem])
    case withdraw
    case read(SelectionReader.Request)
    case close
  }

  private let requests = Mutex<[Request]>([])
  /// A pipe that wakes the thread. Neither end blocks.
  private let wake: (readEnd: Int32, writeEnd: Int32)
  private let owns = Atomic(false)
  private let isEnded = Atomic(false)

  /// Connects to the display that `DISPLAY` names.
  /// - Returns: `nil` if there is none, or if libxcb is not installed.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    wake = (ends[0], ends[1])
    guard let connection = XConnection() else { return nil }
    // Only the thread uses the connection from here on.
    nonisolated(unsafe) let handedOver = connection
    DispatchQueue(label: "scrollwork.clipboard", qos: .userInitiated).async { self.run(handedOver) }
  }

  deinit {
    Glibc.close(wake.readEnd)
    Glibc.close(wake.writeEnd)
  }

  /// Whether this program offers the content of the clipboard.
  package var isOwner: Bool { owns.load(ordering: .acquiring) }

  /// Puts content on the clipboard in several formats.
  package func offer(_ items: [ClipboardItem]) {
    owns.store(!isEnded.load(ordering: .acquiring), ordering: .releasing)
    send(.offer(items))
  }

  /// Ends the offer, because SDL takes the clipboard for a text.
  package func withdraw() {
    owns.store(false, ordering: .releasing)
    send(.withdraw)
  }

  /// Reads the clipboard in the first of `types` that is available.
  /// - Parameter completion: Called on a background thread; with `nil` if no format is available, or if the other
  ///   program does not answer.
  package func read(_ types: [String], then completion: @escaping @Sendable (ClipboardItem?) -> Void) {
    send(.read(SelectionReader.Request(types: types, completion: completion)))
  }

  /// Ends the connection and the thread.
  package func close() { send(.close) }

  private func send(_ request: Request) {
    let isLost = requests.withLock { requests in
      requests.append(request)
      return isEnded.load(ordering: .acquiring)
    }
    if isLost { return failRequests() }
    var byte: UInt8 = 1
    _ = write(wake.writeEnd, &byte, 1)
  }

  private func takeRequests() -> [Request] {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = Glibc.read(wake.readEnd, buffer.baseAddress, buffer.count)
    }
    return requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  /// Ends the requests that will not be handled, without a result.
  private func failRequests() {
    for case .read(let request) in takeRequests() { request.completion(nil) }
  }

  // MARK: The thread

  private func run(_ connection: XConnection) {
    let selection = connection.atom("CLIPBOARD")
    var (server, reader) = (SelectionServer(), SelectionReader())
    while !connection.isBroken, perform(&server, &reader, selection, connection) {
      reader.timeDidPass(Self.now, selection, connection)
      connection.flush()
      // Replies may have brought events along, which the descriptor does not tell again.
      if handleEvents(&server, &reader, selection, connection) { continue }
      var descriptors = [
        pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, reader.deadline == nil ? -1 : 250)
    }
    requests.withLock { _ in isEnded.store(true, ordering: .releasing) }
    owns.store(false, ordering: .releasing)
    reader.fail()
    failRequests()
  }

  /// Performs the waiting requests. Returns `false` if one of them ends the thread.
  private func perform(
    _ server: inout SelectionServer, _ reader: inout SelectionReader, _ selection: UInt32, _ connection: XConnection
  ) -> Bool {
    var batch = takeRequests()[...]
    while let request = batch.popFirst() {
      switch request {
      case .offer(let items): server.set(items, connection)
      case .withdraw: server.withdraw()
      case .read(let request):
        // Our own content needs no way through the server.
        if let own = server.content(request.types, connection) {
          request.completion(own)
        } else if server.isOffering {
          request.completion(nil)
        } else {
          reader.add(request, at: Self.now, selection, connection)
        }
      case .close:
        // Those that came after it are answered at the end of the thread.
        requests.withLock { $0.insert(contentsOf: batch, at: 0) }
        return false
      }
    }
    return true
  }

  /// Handles the events that have arrived. Returns `false` if there were none.
  private func handleEvents(
    _ server: inout SelectionServer, _ reader: inout SelectionReader, _ selection: UInt32, _ connection: XConnection
  ) -> Bool {
    var isAny = false
    while let event = connection.nextEvent() {
      isAny = true
      switch event {
      case .wanted(let request): server.answer(request, connection)
      case .lost:
        server.withdraw()
        owns.store(false, ordering: .releasing)
      case .message: break
      case .received(_, let property): reader.didReceive(property, at: Self.now, selection, connection)
      case .property(let property, let window, let isDeleted, let time):
        server.propertyDidChange(property, of: window, isDeleted: isDeleted, at: time, selection, connection)
        if window == connection.window, !isDeleted {
          reader.propertyWasWritten(property, at: Self.now, selection, connection)
        }
      }
    }
    return isAny
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
