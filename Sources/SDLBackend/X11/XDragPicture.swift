import Glibc
import ScrollworkHostInterface

/// The picture beside the pointer during a drag: a window of its own, which no window manager touches.
struct XDragPicture {
  let window: UInt32
  private var place: (x: Int, y: Int)?

  /// The distance of the picture from the tip of the pointer, in pixels of the screen.
  private static let distance = 14
  /// The depths of screens whose pixels have the same format as those of a bitmap.
  private static let depths: Set<UInt8> = [24, 32]

  private enum Number {
    static let picture: UInt8 = 2
    static let backgroundPixmap: UInt32 = 1 << 0
    static let overrideRedirect: UInt32 = 1 << 9
    static let saveUnder: UInt32 = 1 << 10
    static let position: UInt16 = 1 << 0 | 1 << 1
    static let inputOutput: UInt16 = 1
  }

  /// Creates the window, which stays hidden until the first call of `follow`.
  /// - Parameter radius: The radius of its corners, in pixels.
  /// - Returns: `nil` for an empty picture, one larger than a request, and a screen of few colours.
  init?(_ bitmap: Bitmap, radius: Int, _ connection: XConnection) {
    let (functions, server) = (connection.functions, connection.connection)
    // A request without extensions has at most 65,535 units of four bytes.
    guard Self.depths.contains(connection.depth), !bitmap.pixels.isEmpty, bitmap.pixels.count < 65_000 else {
      return nil
    }
    let (width, height) = (UInt16(clamping: bitmap.width), UInt16(clamping: bitmap.height))
    let (pixmap, graphics) = (functions.newID(server), functions.newID(server))
    window = functions.newID(server)
    _ = functions.createPixmap(server, connection.depth, pixmap, connection.root, width, height)
    _ = functions.createContext(server, graphics, pixmap, 0, nil)
    bitmap.pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = functions.putImage(
        server, Number.picture, pixmap, graphics, width, height, 0, 0, 0, connection.depth, UInt32(bytes.count), start)
    }
    let values: [UInt32] = [pixmap, 1, 1]
    _ = functions.createWindow(
      server, 0, window, connection.root, 0, 0, width, height, 0, Number.inputOutput, 0,
      Number.backgroundPixmap | Number.overrideRedirect | Number.saveUnder, values)
    connection.write(
      [connection.atom("_NET_WM_WINDOW_TYPE_DND")], to: connection.atom("_NET_WM_WINDOW_TYPE"), of: window,
      type: XConnection.Number.atomType)
    roundCorners(width: bitmap.width, height: bitmap.height, radius: radius, connection)
  }

  /// Cuts the corners off, if the server supports windows that are not rectangles.
  private func roundCorners(width: Int, height: Int, radius: Int, _ connection: XConnection) {
    let (functions, server, name) = (connection.functions, connection.connection, "SHAPE")
    let radius = min(radius, width / 2, height / 2)
    guard radius > 0, let shape = functions.shapeRectangles,
      let reply = functions.queryExtensionReply(
        server, functions.queryExtension(server, UInt16(name.utf8.count), name), nil)
    else { return }
    defer { free(reply) }
    // A request of an extension that is not there would end the connection.
    guard reply.load(fromByteOffset: 8, as: UInt8.self) != 0 else { return }
    var numbers = [0, radius, width, height - 2 * radius]
    for row in 0..<radius {
      let (side, rise) = (Double(radius), Double(radius - row) - 0.5)
      let inset = Int((side - (side * side - rise * rise).squareRoot()).rounded())
      for y in [row, height - 1 - row] { numbers += [inset, y, width - 2 * inset, 1] }
    }
    let rectangles = numbers.map { UInt16(clamping: $0) }
    _ = shape(server, 0, 0, 0, window, 0, 0, UInt32(rectangles.count / 4), rectangles)
  }

  /// Moves the picture to the pointer.
  mutating func follow(_ pointer: XConnection.Pointer, _ connection: XConnection) {
    let new = (x: pointer.x + Self.distance, y: pointer.y + Self.distance)
    if let place, place == new { return }
    let values = [UInt32(bitPattern: Int32(new.x)), UInt32(bitPattern: Int32(new.y))]
    _ = connection.functions.configureWindow(connection.connection, window, Number.position, values)
    if place == nil { _ = connection.functions.mapWindow(connection.connection, window) }
    place = new
  }

  /// Destroys the window of the picture.
  func remove(_ connection: XConnection) {
    _ = connection.functions.destroyWindow(connection.connection, window)
  }
}
