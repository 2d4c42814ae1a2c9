/// Fetches the bytes behind the addresses that the pipeline does not know itself, such as those of the network.
///
/// A loader makes one attempt: retries, limits on how much goes on at a time, storing and resuming are the pipeline's.
public protocol ByteLoading: Sendable {
  /// Starts to fetch; never waits.
  /// - Parameter receive: Called on any thread, one event after the other: at most one `response`, then chunks, and
  ///   exactly one `end` or `failure` as the last, also after a cancellation.
  func load(
    _ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void
  ) -> any ByteLoadToken

  /// Whom the loader asks for an address; as many loads as its limits allow go on at a time for one host.
  func host(of address: String) -> String
}

extension ByteLoading {
  /// What stands between the scheme and the path.
  public func host(of address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return "" }
    return String(address[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

/// Bytes that are being fetched.
public protocol ByteLoadToken: Sendable {
  /// The bytes are no longer wanted. Does nothing once they are there.
  func cancel()
}

/// What is asked of a byte loader.
public struct ByteRequest: Hashable, Sendable {
  public var address: String
  /// A copy is at hand that has these marks: the server may say that it is still right.
  public var known: ByteValidators?
  /// The first bytes of what has the marks `known` are at hand, so many: the server may send only the rest.
  public var offset = 0
  /// Caches on the way are to be passed over.
  public var bypassesCaches = false
  /// Longer bodies are refused.
  public var byteLimit: Int

  public init(address: String, byteLimit: Int) {
    self.address = address
    self.byteLimit = byteLimit
  }
}

/// By what a server knows a version of a resource again.
public struct ByteValidators: Hashable, Sendable {
  public var entityTag: String?
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  public var isEmpty: Bool { entityTag == nil && lastModified == nil }

  /// False if these are surely not of the version that has the marks `other`.
  func mayBe(_ other: ByteValidators?) -> Bool {
    if let tag = entityTag, let former = other?.entityTag { return tag == former }
    if let date = lastModified, let former = other?.lastModified { return date == former }
    return true
  }

  /// What a request for the rest of a resource may name (RFC 9110, 13.1.5): no weak tag.
  public var strong: String? {
    if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
    return lastModified
  }
}

/// The head of an answer.
public struct ByteResponse: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The body is the whole.
    case whole
    /// The body continues what is at hand from this byte on.
    case rest(from: Int)
    /// What is at hand is still right; there is no body.
    case unchanged
  }

  public var kind = Kind.whole
  /// Bytes of the body to come, where the server says.
  public var length: Int?
  /// Bytes of the whole of which the body is the rest, where the server says.
  public var total: Int?
  public var validators = ByteValidators()
  /// True if the server can send a part of it.
  public var acceptsRanges = false
  public var freshness = ByteFreshness()

  public init() {}
}

/// How long an answer may be used without asking again.
public struct ByteFreshness: Hashable, Sendable {
  /// Seconds; 0 to ask every time.
  public var maximumAge = 0.0
  /// Seconds past that age in which the old copy may be shown while the new one is fetched.
  public var staleAge = 0.0
  /// Nothing may be kept on the disk.
  public var isPrivate = false

  public init() {}

  /// Reads the value of a `Cache-Control` field (RFC 9111, 5.2.2). What it does not know it passes over.
  public init(cacheControl: String) {
    var isAskedAboutAlways = false
    for part in cacheControl.lowercased().split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
      let seconds = pair.count > 1 ? min(Double(pair[1]) ?? 0, 3.2e9) : 0
      switch pair.first {
      case "no-store": isPrivate = true
      case "no-cache": isAskedAboutAlways = true
      case "max-age": maximumAge = max(0, seconds)
      case "immutable": maximumAge = max(maximumAge, 365 * 86_400)
      case "stale-while-revalidate": staleAge = max(0, seconds)
      default: continue
      }
    }
    // Whatever else is said before or after it.
    if isAskedAboutAlways { (maximumAge, staleAge) = (0, 0) }
  }
}

/// What a byte loader tells.
public enum ByteEvent: Sendable {
  case response(ByteResponse)
  case bytes([UInt8])
  case end
  case failure(ByteError)
}
