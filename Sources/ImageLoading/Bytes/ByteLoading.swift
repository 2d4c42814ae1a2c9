/// A source of bytes for addresses that the pipeline cannot read itself, such as those of the network.
///
/// A loader makes one attempt for each call. The pipeline retries and resumes loads, limits their number, and stores
/// the results.
public protocol ByteLoading: Sendable {
  /// Starts to load `request`; never blocks.
  /// - Parameter receive: Called on any thread, one call at a time: at most one `response`, then `bytes`, and exactly
  ///   one `end` or `failure` as the last event, also after a cancellation.
  /// - Returns: A token that cancels the load.
  func load(
    _ request: ByteRequest, receive: @escaping @Sendable (ByteEvent) -> Void
  ) -> any ByteLoadToken

  /// Returns the host of an address. `NetworkPolicy` limits the concurrent loads of each host.
  func host(of address: String) -> String
}

extension ByteLoading {
  /// Returns the part of the address between the scheme and the path, with the port; empty if the address has no `://`.
  public func host(of address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return "" }
    return String(address[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

/// A handle with which the pipeline can cancel a load.
public protocol ByteLoadToken: Sendable {
  /// Stops the load. Has no effect after the last event.
  func cancel()
}

/// A request to a byte loader.
public struct ByteRequest: Hashable, Sendable {
  /// The address to load.
  public var address: String
  /// The validators of the copy that the pipeline already has, so that the server can confirm the copy instead of
  /// sending it again; `nil` if there is no copy.
  package var known: ByteValidators?
  /// The number of bytes that the pipeline already has of the version in `known`, so that the server can send only the
  /// rest; 0 to load everything.
  public var offset = 0
  /// Whether caches between the loader and the server must be bypassed.
  package var bypassesCaches = false
  /// The longest accepted body, in bytes.
  public var byteLimit: Int

  /// Creates a request for the whole resource.
  package init(address: String, byteLimit: Int) {
    self.address = address
    self.byteLimit = byteLimit
  }
}

/// The marks by which a server recognises a version of a resource (RFC 9110, 8.8).
package struct ByteValidators: Hashable, Sendable {
  /// The value of the `ETag` field, with its quotes.
  package var entityTag: String?
  /// The value of the `Last-Modified` field, as the server wrote it.
  package var lastModified: String?

  /// Creates validators from two header fields.
  package init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  /// Whether the server gave no validator.
  package var isEmpty: Bool { entityTag == nil && lastModified == nil }

  /// Whether these validators and `other` may identify the same version. Compares the tags if both have one, otherwise
  /// the dates; `true` if neither can be compared.
  func mayBe(_ other: ByteValidators?) -> Bool {
    if let tag = entityTag, let former = other?.entityTag { return tag == former }
    if let date = lastModified, let former = other?.lastModified { return date == former }
    return true
  }

  /// The validator that a request for the rest of a resource may use (RFC 9110, 13.1.5); `nil` if there is none or the
  /// tag is weak.
  package var strong: String? {
    if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
    return lastModified
  }
}

/// The facts about an answer that a byte loader reports before the body.
public struct ByteResponse: Hashable, Sendable {
  /// The kind of body that an answer has.
  public enum Kind: Hashable, Sendable {
    /// The body is the whole resource.
    case whole
    /// The body is the rest of the resource, starting at the given byte offset.
    case rest(from: Int)
    /// The copy that the request named is still valid; there is no body.
    case unchanged
  }

  /// Whether the body is the whole resource, the rest of it, or missing because the pipeline's copy is still valid.
  public var kind = Kind.whole
  /// Length of the body in bytes; `nil` if the server does not tell.
  public var length: Int?
  /// Length of the whole resource in bytes, for a partial answer; `nil` if the server does not tell.
  public var total: Int?
  /// The validators of the version that the server sent.
  package var validators = ByteValidators()
  /// Whether the server can send a part of the resource.
  package var acceptsRanges = false
  /// The time for which the answer may be used.
  package var freshness = ByteFreshness()

  /// Creates the head of a whole answer of unknown length.
  public init() {}
}

/// The time for which an answer may be used without asking the server again.
package struct ByteFreshness: Hashable, Sendable {
  /// The age up to which the answer is fresh, in seconds; 0 to ask the server each time.
  package var maximumAge = 0.0
  /// The time after `maximumAge` in which the old copy may be shown while the new one loads, in seconds.
  package var staleAge = 0.0
  /// Whether the answer must not be stored on disk.
  package var isPrivate = false

  /// Creates the freshness of an answer that must be validated each time.
  package init() {}

  /// Reads the value of a `Cache-Control` field (RFC 9111, 5.2.2) and ignores unknown directives.
  package init(cacheControl: String) {
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
    // "no-cache" wins over the other directives, whatever their order.
    if isAskedAboutAlways { (maximumAge, staleAge) = (0, 0) }
  }
}

/// An event of a load, reported to the `receive` callback of `ByteLoading.load`.
public enum ByteEvent: Sendable {
  /// The head of the answer.
  case response(ByteResponse)
  /// The next bytes of the body.
  case bytes([UInt8])
  /// The body is complete.
  case end
  /// The load failed or was cancelled.
  case failure(ByteError)
}
