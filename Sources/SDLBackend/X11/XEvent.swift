/// An event of the X server about selections, the X11 form of a clipboard, and about drags.
enum XEvent: Hashable {
  /// Another program wants the content of a selection.
  case wanted(XSelectionRequest)
  /// Another program has become the owner of a selection in place of this one.
  case lost(selection: UInt32)
  /// The content that we wanted is in `property` of our window; 0 for a refusal.
  case received(selection: UInt32, property: UInt32)
  /// Another program sent a message.
  case message(XClientMessage)
  /// A property of a window was written or deleted at a time of the server.
  case property(UInt32, window: UInt32, isDeleted: Bool, time: UInt32)

  /// Reads the 32 bytes of an event; `nil` for other kinds of events.
  init?(_ bytes: UnsafeRawPointer) {
    func number(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    // The highest bit tells that another program sent the event.
    switch bytes.load(as: UInt8.self) & 0x7F {
    case 28:
      let isDeleted = bytes.load(fromByteOffset: 16, as: UInt8.self) == 1
      self = .property(number(8), window: number(4), isDeleted: isDeleted, time: number(12))
    case 29: self = .lost(selection: number(12))
    case 30:
      self = .wanted(
        XSelectionRequest(
          time: number(4), requestor: number(12), selection: number(16), target: number(20), property: number(24)))
    case 31: self = .received(selection: number(12), property: number(20))
    // Only messages of 32-bit numbers are of interest.
    case 33 where bytes.load(fromByteOffset: 1, as: UInt8.self) == 32:
      self = .message(
        XClientMessage(window: number(4), type: number(8), data: (0..<5).map { number(12 + 4 * $0) }))
    default: return nil
    }
  }
}

/// A request of another program for the content of a selection.
struct XSelectionRequest: Hashable {
  var time: UInt32
  /// The window that gets the content.
  var requestor: UInt32
  var selection: UInt32
  /// The atom of the requested format.
  var target: UInt32
  /// The property that gets the content; 0 in requests of old programs, which mean `target`.
  var property: UInt32

  /// Returns the event that answers the request.
  /// - Parameter property: The property with the content; 0 for a refusal.
  func answer(_ property: UInt32) -> [UInt8] {
    var event: [UInt8] = [31, 0, 0, 0]
    for number in [time, requestor, selection, target, property, 0, 0] {
      withUnsafeBytes(of: number) { event += $0 }
    }
    return event
  }
}
