/// A message from one program to another through the X server. Its type defines the meaning of its numbers.
package struct XClientMessage: Hashable {
  /// The window that the message is about.
  package var window: UInt32
  /// The atom that names the kind of message.
  package var type: UInt32
  /// The five numbers of the message.
  package var data: [UInt32]

  package init(window: UInt32, type: UInt32, data: [UInt32]) {
    (self.window, self.type, self.data) = (window, type, data)
  }

  /// The 32 bytes of the event.
  package var bytes: [UInt8] {
    var event: [UInt8] = [33, 32, 0, 0]
    for number in [window, type] + (data + [0, 0, 0, 0, 0]).prefix(5) { withUnsafeBytes(of: number) { event += $0 } }
    return event
  }
}

/// Encodes and decodes the messages of the XDND protocol, version 5.
package struct XDragMessages {
  /// The version of the protocol that this program uses if the target supports it.
  static let version: UInt32 = 5
  /// The oldest version that a target may support.
  static let oldestVersion: UInt32 = 3

  private let source: UInt32
  private let types: [UInt32]
  private let atoms: [String: UInt32]
  private static let names = [
    "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished", "XdndActionCopy",
    "XdndActionMove",
  ]

  /// Creates an encoder for one drag.
  /// - Parameters:
  ///   - source: The window of the source.
  ///   - types: The atoms of the offered formats, the preferred one first.
  ///   - atom: Returns the atom of a name.
  package init(source: UInt32, types: [UInt32], atom: (String) -> UInt32) {
    (self.source, self.types) = (source, types)
    atoms = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, atom($0)) })
  }

  private func atom(_ name: String) -> UInt32 { atoms[name] ?? 0 }

  /// Encodes a message to a target.
  /// - Parameter time: The server's time.
  package func event(_ message: XDragSource.Message, to target: XDragSource.Target, at time: UInt32) -> XClientMessage {
    func event(_ name: String, _ data: UInt32...) -> XClientMessage {
      XClientMessage(window: target.window, type: atom(name), data: [source] + data)
    }
    switch message {
    case .enter:
      let version = min(target.version, Self.version) << 24 | (types.count > 3 ? 1 : 0)
      let first = types.prefix(3) + [0, 0, 0]
      return event("XdndEnter", version, first[0], first[1], first[2])
    case .position(let place):
      let point = UInt32(UInt16(clamping: place.x)) << 16 | UInt32(UInt16(clamping: place.y))
      return event("XdndPosition", 0, point, time, atom(place.action == .move ? "XdndActionMove" : "XdndActionCopy"))
    case .leave: return event("XdndLeave")
    case .drop: return event("XdndDrop", 0, time)
    }
  }

  /// A message from a target to the source.
  package enum Answer: Hashable {
    /// The target window would perform an action on a drop; `nil` if it refuses the content.
    case status(UInt32, XDragSource.Action?)
    case finished(UInt32, isDone: Bool)
  }

  /// Decodes a message from a target; `nil` for other messages.
  /// - Parameter version: The version that the target speaks.
  package func answer(_ message: XClientMessage, version: UInt32) -> Answer? {
    guard message.data.count == 5, message.type != 0 else { return nil }
    let (window, flags) = (message.data[0], message.data[1])
    switch message.type {
    case atom("XdndStatus"):
      guard flags & 1 == 1 else { return .status(window, nil) }
      return .status(window, message.data[4] == atom("XdndActionMove") ? .move : .copy)
    case atom("XdndFinished"): return .finished(window, isDone: version < 5 || flags & 1 == 1)
    default: return nil
    }
  }
}
