public import ScrollworkHostInterface

/// Why there are no bytes.
public enum ByteError: Error, Hashable, Sendable {
  /// A status of HTTP that is no success.
  /// - Parameter retryAfter: Seconds that the server asks to wait.
  case status(Int, retryAfter: Double?)
  /// Nothing came for too long.
  case timedOut(String)
  /// Nobody was reached: no such host, no connection.
  case unreachable(String)
  /// The connection broke, or the body ended before its end.
  case dropped(String)
  case tooLong(limit: Int)
  /// A redirection that must not be followed.
  case redirection(String)
  /// The server could not prove who it is.
  case untrusted(String)
  case unsupported(String)
  /// The source has nothing to read, such as a file that is not there.
  case unreadable(String)
  case cancelled

  /// What the person is told about `address`.
  public func imageError(for address: String) -> ImageError {
    switch self {
    case .status(let status, _): .refused(address: address, status: status)
    case .timedOut(let reason), .unreachable(let reason), .dropped(let reason):
      .unreachable(address: address, reason: reason)
    case .tooLong(let limit): .unreadable(path: address, reason: "it is longer than the limit of \(limit) bytes")
    case .redirection(let reason), .untrusted(let reason), .unreadable(let reason):
      .unreadable(path: address, reason: reason)
    case .unsupported(let what): .unsupported(what)
    case .cancelled: .cancelled
    }
  }

  /// True if the same request may succeed a moment later.
  package var isTransient: Bool {
    switch self {
    case .timedOut, .unreachable, .dropped: true
    case .status(let status, _): status == 429 || status == 503
    default: false
    }
  }
}
