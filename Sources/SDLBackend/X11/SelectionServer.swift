import ScrollworkHostInterface

/// The content that this program offers to others through a selection of the X server.
struct SelectionServer {
  /// The offered formats, the preferred one first: the atom of each, and the content in it.
  private var offer: [(target: UInt32, bytes: [UInt8])] = []
  /// The server's time of the offer; 0 until it is known.
  private(set) var time: UInt32 = 0
  /// The unfinished transfers, each of which sends content in parts because it is too large for one request.
  private var transfers: [Transfer] = []

  /// Content that another program fetches in parts, because it is too large for one request.
  private struct Transfer {
    var requestor: UInt32
    var property: UInt32
    var target: UInt32
    var rest: ArraySlice<UInt8>
  }

  /// The largest number of bytes in one part; every server accepts requests of this size.
  private static let part = 1 << 16
  /// The largest number of unfinished transfers. A program that ends during a transfer never fetches the rest.
  private static let transferLimit = 16
  /// The names of formats that mean UTF-8 text.
  private static let textNames = ["UTF8_STRING", "text/plain", "TEXT", "STRING"]

  /// Whether anything is offered.
  var isOffering: Bool { !offer.isEmpty }

  /// The atoms of the offered formats, the preferred one first.
  var targets: [UInt32] { offer.map(\.target) }

  /// Stores the content to offer and asks the server for its time. `propertyDidChange` then takes the selection.
  mutating func set(_ items: [ClipboardItem], _ connection: XConnection) {
    offer = items.map { (connection.atom($0.type), $0.bytes) }
    if let text = items.first(where: { $0.type == ClipboardItem.plainText }) {
      for name in Self.textNames { offer.append((connection.atom(name), text.bytes)) }
    }
    time = 0
    // The event of this change has the time that the protocol demands of an owner.
    connection.write(
      [], to: connection.atom(Self.clockName), of: connection.window, type: XConnection.Number.atomType,
      appends: true)
  }

  private static let clockName = "SCROLLWORK_TIME"

  /// Returns the offered content in the first of `types` that it has; `nil` if it has none of them.
  func content(_ types: [String], _ connection: XConnection) -> ClipboardItem? {
    for type in types {
      let target = connection.atom(type)
      if let found = offer.first(where: { $0.target == target }) {
        return ClipboardItem(type: type, bytes: found.bytes)
      }
    }
    return nil
  }

  /// Ends the offer, because another program or another part of this one owns the selection.
  mutating func withdraw() { offer = [] }

  /// Handles a change of a property: takes the selection at the time of the event, or sends the next part of content.
  mutating func propertyDidChange(
    _ property: UInt32, of window: UInt32, isDeleted: Bool, at time: UInt32, _ selection: UInt32,
    _ connection: XConnection
  ) {
    if window == connection.window, property == connection.atom(Self.clockName), isOffering, self.time == 0 {
      self.time = time
      connection.own(selection, at: time)
    }
    guard isDeleted,
      let index = transfers.firstIndex(where: { $0.requestor == window && $0.property == property })
    else { return }
    let part = transfers[index].rest.prefix(Self.part)
    connection.write(part, to: property, of: window, type: transfers[index].target)
    transfers[index].rest = transfers[index].rest.dropFirst(part.count)
    // An empty part tells the end.
    if part.isEmpty { transfers.remove(at: index) }
  }

  /// Answers a request with the content, its first part, or a refusal.
  mutating func answer(_ request: XSelectionRequest, _ connection: XConnection) {
    let property = request.property == 0 ? request.target : request.property
    let isGranted = write(to: property, for: request, connection)
    connection.send(request.answer(isGranted ? property : 0), to: request.requestor)
  }

  private mutating func write(to property: UInt32, for request: XSelectionRequest, _ connection: XConnection) -> Bool {
    guard isOffering else { return false }
    let (targets, timestamp) = (connection.atom("TARGETS"), connection.atom("TIMESTAMP"))
    switch request.target {
    case targets:
      connection.write(
        [targets, timestamp] + offer.map(\.target), to: property, of: request.requestor,
        type: XConnection.Number.atomType)
    case timestamp:
      connection.write([time], to: property, of: request.requestor, type: XConnection.Number.integerType)
    default:
      guard let bytes = offer.first(where: { $0.target == request.target })?.bytes else { return false }
      guard bytes.count > Self.part else {
        connection.write(bytes, to: property, of: request.requestor, type: request.target)
        return true
      }
      connection.watchProperties(of: request.requestor)
      connection.write(
        [UInt32(clamping: bytes.count)], to: property, of: request.requestor, type: connection.atom("INCR"))
      transfers.append(
        Transfer(requestor: request.requestor, property: property, target: request.target, rest: bytes[...]))
      if transfers.count > Self.transferLimit { transfers.removeFirst() }
    }
    return true
  }
}
