import ScrollworkHostInterface

/// The requests of this program for the content of a selection, handled one after the other.
struct SelectionReader {
  /// A request: the accepted formats, and the function that gets the content.
  struct Request {
    var types: [String]
    var completion: @Sendable (ClipboardItem?) -> Void
  }

  /// The state of the first request, which is the current one.
  private enum Step {
    /// The owner is asked for its formats.
    case formats
    /// The owner is asked for the content in a format.
    case content(type: String)
    /// The content arrives in parts.
    case parts(type: String, bytes: [UInt8])
  }

  private var requests: [Request] = []
  private var step = Step.formats
  /// The time by which the owner must answer, in nanoseconds; `nil` without a request.
  private(set) var deadline: UInt64?

  /// The time that an owner has for each answer, in nanoseconds.
  private static let patience: UInt64 = 3_000_000_000
  /// The largest content, in bytes.
  private static let limit = 1 << 27
  private static let propertyName = "SCROLLWORK_CONTENT"

  /// Adds a request, and begins with it if it is the only one.
  mutating func add(_ request: Request, at now: UInt64, _ selection: UInt32, _ connection: XConnection) {
    requests.append(request)
    if requests.count == 1 { begin(at: now, selection, connection) }
  }

  private mutating func begin(at now: UInt64, _ selection: UInt32, _ connection: XConnection) {
    deadline = nil
    guard !requests.isEmpty else { return }
    guard connection.owner(of: selection) != 0 else { return finish(nil, at: now, selection, connection) }
    step = .formats
    deadline = now + Self.patience
    connection.convert(selection, to: connection.atom("TARGETS"), into: connection.atom(Self.propertyName))
  }

  /// Calls the completion of the first request with the content, and begins with the next request.
  private mutating func finish(
    _ item: ClipboardItem?, at now: UInt64, _ selection: UInt32, _ connection: XConnection
  ) {
    guard !requests.isEmpty else { return }
    requests.removeFirst().completion(item)
    begin(at: now, selection, connection)
  }

  /// Ends the first request without content if the owner of the selection has not answered in time.
  mutating func timeDidPass(_ now: UInt64, _ selection: UInt32, _ connection: XConnection) {
    if let deadline, now >= deadline { finish(nil, at: now, selection, connection) }
  }

  /// Ends all requests, because the connection is broken.
  mutating func fail() {
    for request in requests { request.completion(nil) }
    requests = []
    deadline = nil
  }

  /// Handles the answer of the owner.
  /// - Parameter property: The property with the answer; 0 for a refusal.
  mutating func didReceive(_ property: UInt32, at now: UInt64, _ selection: UInt32, _ connection: XConnection) {
    guard let request = requests.first, deadline != nil else { return }
    guard property != 0, let answer = connection.read(property, of: connection.window, deletes: true) else {
      return finish(nil, at: now, selection, connection)
    }
    switch step {
    case .formats:
      let offered = Set(answer.numbers)
      guard let type = request.types.first(where: { offered.contains(connection.atom(Self.target(of: $0))) }) else {
        return finish(nil, at: now, selection, connection)
      }
      step = .content(type: type)
      deadline = now + Self.patience
      connection.convert(selection, to: connection.atom(Self.target(of: type)), into: property)
    case .content(let type):
      guard answer.type == connection.atom("INCR") else {
        return finish(ClipboardItem(type: type, bytes: answer.bytes), at: now, selection, connection)
      }
      // Deleting the property told the owner to send the first part.
      step = .parts(type: type, bytes: [])
      deadline = now + Self.patience
    case .parts: break
    }
  }

  /// Reads the next part that the owner wrote to the property.
  mutating func propertyWasWritten(
    _ property: UInt32, at now: UInt64, _ selection: UInt32, _ connection: XConnection
  ) {
    guard case .parts(let type, var bytes) = step, deadline != nil, property == connection.atom(Self.propertyName),
      let part = connection.read(property, of: connection.window, deletes: true)
    else { return }
    guard !part.bytes.isEmpty else {
      return finish(ClipboardItem(type: type, bytes: bytes), at: now, selection, connection)
    }
    bytes += part.bytes
    guard bytes.count <= Self.limit else { return finish(nil, at: now, selection, connection) }
    step = .parts(type: type, bytes: bytes)
    deadline = now + Self.patience
  }

  /// Returns the X server's name of a format.
  private static func target(of type: String) -> String { type == ClipboardItem.plainText ? "UTF8_STRING" : type }
}
