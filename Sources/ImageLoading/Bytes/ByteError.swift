package import ScrollworkHostInterface

/// The reason for which a byte loader delivered no bytes.
public enum ByteError: Error, Hashable, Sendable {
  /// An HTTP status other than success.
  /// - Parameter retryAfter: The wait in seconds that the server asks for.
  case status(Int, retryAfter: Double?)
  /// The server sent nothing for too long.
  case timedOut(String)
  /// No server was reached: unknown host or no connection.
  case unreachable(String)
  /// The connection broke, or the body ended early.
  case dropped(String)
  /// The body exceeds the request's limit, in bytes.
  case tooLong(limit: Int)
  /// A redirection that is not allowed.
  case redirection(String)
  /// The server could not prove its identity.
  case untrusted(String)
  /// The loader cannot handle the address or the answer.
  case unsupported(String)
  /// The source cannot be read, for example because the file is missing.
  case unreadable(String)
  /// The load was cancelled.
  case cancelled

  /// Returns the error to show to the user for `address`.
  package func imageError(for address: String) -> ImageError {
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

  /// Whether the same request may succeed a moment later.
  package var isTransient: Bool {
    switch self {
    case .timedOut, .unreachable, .dropped: true
    case .status(let status, _): status == 429 || status == 503
    default: false
    }
  }
}
