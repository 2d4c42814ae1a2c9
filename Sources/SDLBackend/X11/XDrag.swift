import Dispatch
import Glibc
package import ScrollworkHostInterface
import Synchronization

/// The picture beside the pointer during a drag.
package struct DragPicture: Sendable {
  /// The picture; all pixels are opaque.
  package var bitmap: Bitmap
  /// The radius of the corners, in pixels.
  package var radius: Int

  package init(_ bitmap: Bitmap, radius: Int) { (self.bitmap, self.radius) = (bitmap, radius) }
}

/// A drag of content from this program to others through an X server, while the user holds the left button. SDL only
/// receives drops, so the drag has its own connection and thread to query the pointer and talk to targets.
package final class XDrag: Sendable {
  /// The effect that a drop at the pointer's position would have.
  package enum Feedback: Hashable, Sendable {
    /// The pointer is over a window of this program, which itself decides whether it accepts the content.
    case own(OwnPlace)
    /// No window there accepts the content.
    case refused
    case copy, move
  }

  /// A position of the pointer in a window of this program.
  package struct OwnPlace: Hashable, Sendable {
    /// The identity of the window on the X server.
    package var window: UInt32
    /// The position in the window, in pixels.
    package var x: Int
    package var y: Int
    package var isShiftDown: Bool
    package var isControlDown: Bool
  }

  /// An event of a drag that is reported to the program.
  package enum Event: Hashable, Sendable {
    case feedback(Feedback)
    /// The user has released the button, or the drag was cancelled.
    case released
    case ended(End)
  }

  /// The result of a drag.
  package enum End: Hashable, Sendable {
    case notTaken
    /// Another program took the content.
    case taken
    /// The content was dropped on a window of this program.
    case dropped(OwnPlace)
  }

  private let items: [ClipboardItem]
  private let picture: DragPicture?
  private let isCancelled = Atomic(false)
  private let report: @Sendable (Event) -> Void

  /// The interval between queries of the pointer's position, in milliseconds.
  private static let pause: Int32 = 12

  /// Begins a drag.
  /// - Parameters:
  ///   - items: The content in several formats, the preferred one first.
  ///   - picture: The picture beside the pointer; `nil` for none.
  ///   - report: Called on a background thread.
  package init(
    _ items: [ClipboardItem], picture: DragPicture? = nil, report: @escaping @Sendable (Event) -> Void
  ) {
    (self.items, self.picture, self.report) = (items, picture, report)
    DispatchQueue(label: "scrollwork.drag", qos: .userInteractive).async { self.run() }
  }

  /// Ends the drag without a drop.
  package func cancel() { isCancelled.store(true, ordering: .releasing) }

  // MARK: The thread

  private func run() {
    guard let connection = XConnection() else {
      report(.released)
      return report(.ended(.notTaken))
    }
    var (server, source) = (SelectionServer(), XDragSource())
    let messages = offer(&server, connection)
    var picture = self.picture.flatMap { XDragPicture($0.bitmap, radius: $0.radius, connection) }
    var (told, isReleaseTold): (Feedback?, Bool) = (nil, false)
    var end = End.notTaken
    while !connection.isBroken, !source.end.isReached {
      func send(_ list: [(XDragSource.Message, XDragSource.Target)]) {
        for (message, target) in list {
          connection.send(messages.event(message, to: target, at: server.time).bytes, to: target.receiver)
        }
      }
      send(handleEvents(&server, &source, connection.atom("XdndSelection"), messages, connection))
      var feedback = told ?? .refused
      if isCancelled.load(ordering: .acquiring) {
        end = .notTaken
        send(source.cancel())
      }
      if source.isDragging, server.time != 0, let pointer = connection.pointer {
        // A quick pointer may be above the picture until that has followed.
        if pointer.window != picture?.window {
          let target = XDropTarget(at: pointer, connection)
          send(source.move(to: target.target, at: XDragSource.Place(pointer)))
          (feedback, end) = meaning(of: target, source)
        }
        picture?.follow(pointer, connection)
        if !pointer.isPressed { send(source.release(at: Self.now)) }
      }
      send(source.timeDidPass(Self.now))
      if source.isDragging, server.time != 0, feedback != told {
        told = feedback
        report(.feedback(feedback))
      }
      if !source.isDragging, !isReleaseTold {
        isReleaseTold = true
        picture?.remove(connection)
        report(.released)
      }
      connection.flush()
      if !source.end.isReached { Self.wait(for: connection) }
    }
    connection.flush()
    // After a lost connection, the program would wait for the release.
    if !isReleaseTold { report(.released) }
    report(.ended(source.end.action == nil ? end : .taken))
  }

  /// Offers the content to other programs; returns the encoder of messages to targets.
  private func offer(_ server: inout SelectionServer, _ connection: XConnection) -> XDragMessages {
    server.set(items, connection)
    // Targets read the formats here if there are more than three.
    connection.write(
      server.targets, to: connection.atom("XdndTypeList"), of: connection.window, type: XConnection.Number.atomType)
    return XDragMessages(source: connection.window, types: server.targets) { connection.atom($0) }
  }

  /// Returns the effect of a drop on `target`, and the result of the drag if the user releases it there and no other
  /// program takes the content.
  private func meaning(of target: XDropTarget, _ source: XDragSource) -> (Feedback, End) {
    if let own = target.own { return (.own(own), .dropped(own)) }
    return (source.accepted.map { $0 == .move ? .move : .copy } ?? .refused, .notTaken)
  }

  /// Handles the events that have arrived. Returns the messages to send.
  private func handleEvents(
    _ server: inout SelectionServer, _ source: inout XDragSource, _ selection: UInt32, _ messages: XDragMessages,
    _ connection: XConnection
  ) -> [(XDragSource.Message, XDragSource.Target)] {
    var list: [(XDragSource.Message, XDragSource.Target)] = []
    while let event = connection.nextEvent() {
      switch event {
      case .wanted(let request): server.answer(request, connection)
      // Another program drags something now.
      case .lost: list += source.cancel()
      case .received: break
      case .property(let property, let window, let isDeleted, let time):
        server.propertyDidChange(property, of: window, isDeleted: isDeleted, at: time, selection, connection)
      case .message(let message):
        switch messages.answer(message, version: source.target?.version ?? 0) {
        case .status(let window, let action)?: list += source.didAnswer(window, action, at: Self.now)
        case .finished(let window, let isDone)?: source.didFinish(window, isDone: isDone)
        case nil: break
        }
      }
    }
    return list
  }

  /// Waits until the server sends something, but at most `pause` milliseconds.
  private static func wait(for connection: XConnection) {
    var descriptor = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, pause)
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

extension XDragSource.Place {
  /// Creates a place from the state of the pointer. The action is a move while Shift is held, otherwise a copy.
  fileprivate init(_ pointer: XConnection.Pointer) {
    self.init(x: pointer.x, y: pointer.y, action: pointer.isShiftDown ? .move : .copy)
  }
}

/// The window under the pointer that takes drops.
private struct XDropTarget {
  /// The target in another program; `nil` for none.
  var target: XDragSource.Target?
  /// The position in a window of this program; `nil` for none.
  var own: XDrag.OwnPlace?

  /// The largest number of nested windows that are searched.
  private static let maximumLevels = 32

  /// Finds the window under `pointer`, searching from the outermost window inwards.
  init(at pointer: XConnection.Pointer, _ connection: XConnection) {
    let (aware, proxy) = (connection.atom("XdndAware"), connection.atom("XdndProxy"))
    var window = pointer.window
    for _ in 0..<Self.maximumLevels where window != 0 {
      let receiver = Self.receiver(of: window, proxy, connection)
      if let version = connection.read(aware, of: receiver, deletes: false)?.numbers.first,
        version >= XDragMessages.oldestVersion
      {
        let owner = connection.read(connection.atom("_NET_WM_PID"), of: window, deletes: false)?.numbers.first
        if owner == UInt32(bitPattern: getpid()) {
          own = connection.pointer(in: window).map {
            XDrag.OwnPlace(
              window: window, x: $0.x, y: $0.y, isShiftDown: $0.isShiftDown, isControlDown: $0.isControlDown)
          }
        } else {
          target = XDragSource.Target(window: window, receiver: receiver, version: version)
        }
        return
      }
      window = connection.pointer(in: window)?.window ?? 0
    }
  }

  /// Returns the window to send messages to: the confirmed proxy of `window`, or `window` itself.
  private static func receiver(of window: UInt32, _ proxy: UInt32, _ connection: XConnection) -> UInt32 {
    guard let other = connection.read(proxy, of: window, deletes: false)?.numbers.first, other != 0,
      connection.read(proxy, of: other, deletes: false)?.numbers.first == other
    else { return window }
    return other
  }
}
