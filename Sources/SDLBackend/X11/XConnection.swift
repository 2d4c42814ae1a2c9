import Glibc

/// A connection to the X server with a window of its own that is never shown. It is used by one thread at a time.
///
/// Atoms are the server's numbers for names.
final class XConnection {
  let functions: XCBFunctions
  let connection: XCBFunctions.Connection
  /// The window that owns selections and receives their content.
  let window: UInt32
  /// The window of the whole screen.
  let root: UInt32
  /// The number of significant bits in a pixel of the screen.
  let depth: UInt8
  private var atoms: [String: UInt32] = [:]

  /// Numbers of the X protocol.
  enum Number {
    static let atomType: UInt32 = 4
    static let integerType: UInt32 = 19
    /// The name of the property in which the desktop stores its settings for programs.
    static let resources: UInt32 = 23
    static let propertyChanges: UInt32 = 1 << 22
    fileprivate static let eventMask: UInt32 = 1 << 11
    fileprivate static let inputOnly: UInt16 = 2
    fileprivate static let replace: UInt8 = 0
    fileprivate static let append: UInt8 = 2
  }

  /// Connects to the display that `DISPLAY` names.
  /// - Returns: `nil` if libxcb is not installed or the display does not answer.
  init?() {
    guard let functions = XCBFunctions.loaded, let connection = functions.connect(nil, nil) else { return nil }
    guard functions.hasError(connection) == 0, let setup = functions.setup(connection) else {
      functions.disconnect(connection)
      return nil
    }
    (self.functions, self.connection) = (functions, connection)
    window = functions.newID(connection)
    let screen = Self.screen(in: setup)
    root = screen.loadUnaligned(as: UInt32.self)
    depth = screen.load(fromByteOffset: 38, as: UInt8.self)
    var mask = Number.propertyChanges
    _ = functions.createWindow(
      connection, 0, window, root, -1, -1, 1, 1, 0, Number.inputOnly, 0, Number.eventMask, &mask)
  }

  deinit { functions.disconnect(connection) }

  /// Returns the address of the first screen in the data that the server sends on connecting: 40 bytes, the vendor's
  /// name, the picture formats, and the screens, each of which begins with its root window.
  private static func screen(in setup: UnsafeRawPointer) -> UnsafeRawPointer {
    let vendor = Int(setup.loadUnaligned(fromByteOffset: 24, as: UInt16.self))
    let formats = Int(setup.load(fromByteOffset: 29, as: UInt8.self))
    return setup + (40 + (vendor + 3) / 4 * 4 + 8 * formats)
  }

  /// Whether the server has ended or closed the connection.
  var isBroken: Bool { functions.hasError(connection) != 0 }

  /// A descriptor that is readable when the server has sent something.
  var descriptor: Int32 { functions.descriptor(connection) }

  /// Sends the buffered requests.
  func flush() { _ = functions.flush(connection) }

  /// Returns the next event of the kinds in `XEvent`; `nil` if none has arrived.
  func nextEvent() -> XEvent? {
    while let bytes = functions.poll(connection) {
      defer { free(bytes) }
      if let event = XEvent(bytes) { return event }
    }
    return nil
  }

  /// Returns the server's number for a name; 0 if the connection is broken.
  func atom(_ name: String) -> UInt32 {
    if let known = atoms[name] { return known }
    let cookie = functions.internAtom(connection, 0, UInt16(clamping: name.utf8.count), name)
    guard let reply = functions.internAtomReply(connection, cookie, nil) else { return 0 }
    defer { free(reply) }
    let atom = reply.load(fromByteOffset: 8, as: UInt32.self)
    atoms[name] = atom
    return atom
  }

  // MARK: Properties

  /// A property of a window: its type and its bytes.
  struct Property {
    var type: UInt32
    var bytes: [UInt8]

    /// The bytes as numbers of 32 bits.
    var numbers: [UInt32] {
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
    }
  }

  /// Writes bytes to a property.
  func write(
    _ bytes: some Collection<UInt8>, to property: UInt32, of window: UInt32, type: UInt32, appends: Bool = false
  ) {
    Array(bytes).withUnsafeBytes { buffer in
      _ = functions.changeProperty(
        connection, appends ? Number.append : Number.replace, window, property, type, 8, UInt32(buffer.count),
        buffer.baseAddress)
    }
  }

  /// Writes numbers to a property.
  func write(_ numbers: [UInt32], to property: UInt32, of window: UInt32, type: UInt32) {
    numbers.withUnsafeBytes { buffer in
      _ = functions.changeProperty(
        connection, Number.replace, window, property, type, 32, UInt32(numbers.count), buffer.baseAddress)
    }
  }

  /// Reads a property of a window, and deletes it if `deletes` is `true`.
  /// - Returns: `nil` if there is none.
  func read(_ property: UInt32, of window: UInt32, deletes: Bool) -> Property? {
    // The length is counted in units of four bytes; this is more than a server accepts in one property.
    let cookie = functions.getProperty(connection, deletes ? 1 : 0, window, property, 0, 0, 1 << 26)
    guard let reply = functions.getPropertyReply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    let type = reply.load(fromByteOffset: 8, as: UInt32.self)
    guard type != 0 else { return nil }
    let width = Int(reply.load(fromByteOffset: 1, as: UInt8.self)) / 8
    let count = Int(reply.load(fromByteOffset: 16, as: UInt32.self)) * width
    return Property(type: type, bytes: Array(UnsafeRawBufferPointer(start: reply + 32, count: count)))
  }

  /// Requests events for changes to the properties of another program's window.
  func watchProperties(of window: UInt32) {
    var mask = Number.propertyChanges
    _ = functions.changeAttributes(connection, window, Number.eventMask, &mask)
  }

  // MARK: The pointer

  /// The state of the pointer relative to a window.
  struct Pointer: Hashable {
    /// The position in the window.
    var x: Int
    var y: Int
    /// The child window under the pointer; 0 for none.
    var window: UInt32
    /// Whether the left button is down.
    var isPressed: Bool
    var isShiftDown: Bool
    var isControlDown: Bool
  }

  /// The current state of the pointer relative to the screen; `nil` if the connection is broken.
  var pointer: Pointer? { pointer(in: root) }

  /// Returns the current state of the pointer relative to a window; `nil` if the window is gone.
  func pointer(in window: UInt32) -> Pointer? {
    guard let reply = functions.queryPointerReply(connection, functions.queryPointer(connection, window), nil) else {
      return nil
    }
    defer { free(reply) }
    func position(_ offset: Int) -> Int { Int(reply.load(fromByteOffset: offset, as: Int16.self)) }
    let state = reply.load(fromByteOffset: 24, as: UInt16.self)
    return Pointer(
      x: position(20), y: position(22), window: reply.load(fromByteOffset: 12, as: UInt32.self),
      isPressed: state & 1 << 8 != 0, isShiftDown: state & 1 != 0, isControlDown: state & 1 << 2 != 0)
  }

  // MARK: Selections

  /// Makes the window of this connection the owner of a selection.
  func own(_ selection: UInt32, at time: UInt32) { _ = functions.setOwner(connection, window, selection, time) }

  /// Returns the window that owns a selection; 0 for none.
  func owner(of selection: UInt32) -> UInt32 {
    guard let reply = functions.getOwnerReply(connection, functions.getOwner(connection, selection), nil) else {
      return 0
    }
    defer { free(reply) }
    return reply.load(fromByteOffset: 8, as: UInt32.self)
  }

  /// Asks the owner of a selection to write its content to a property of our window.
  func convert(_ selection: UInt32, to target: UInt32, into property: UInt32) {
    _ = functions.convert(connection, window, selection, target, property, 0)
  }

  /// Sends an event of 32 bytes to a window.
  func send(_ event: [UInt8], to window: UInt32) {
    precondition(event.count == 32, "\(event.count) bytes")
    event.withUnsafeBytes { buffer in
      if let start = buffer.baseAddress { _ = functions.send(connection, 0, window, 0, start) }
    }
  }
}
