import ScrollworkImageLoading

/// The rules for redirections: at most ten, no cycle, only to http and https, and never from https back to http.
struct RedirectPolicy {
  /// The largest number of redirections in one load.
  static let limit = 10
  /// The addresses that this load requested before the current one.
  private var visited: Set<String> = []

  /// Checks and counts a redirection; returns the address to load next.
  /// - Throws: `.redirection` if a rule forbids it.
  mutating func follow(from old: String, to new: String) throws(ByteError) -> String {
    visited.insert(old)
    guard let scheme = HTTPAddress.scheme(of: new), scheme == "https" || HTTPAddress.scheme(of: old) == "http" else {
      throw .redirection("a redirection to an unsafe address")
    }
    guard !visited.contains(new) else { throw .redirection("redirections in a circle") }
    guard visited.count <= Self.limit else { throw .redirection("too many redirections") }
    return new
  }
}

/// Parsing of http and https addresses.
enum HTTPAddress {
  /// Returns `http` or `https`; `nil` for any other address and for one without a host.
  static func scheme(of address: String) -> String? {
    for scheme in ["http", "https"] where address.lowercased().hasPrefix(scheme + "://") {
      let rest = address.dropFirst(scheme.count + 3)
      let isPlain = address.utf8.allSatisfy { $0 > 32 && $0 != 127 }
      return isPlain && !host(rest).isEmpty ? scheme : nil
    }
    return nil
  }

  /// Returns scheme, host and port. Secret header fields are sent only to the origin that they belong to.
  static func origin(of address: String) -> String? {
    guard let scheme = scheme(of: address) else { return nil }
    return scheme + "://" + host(address.dropFirst(scheme.count + 3)).lowercased()
  }

  /// Returns host and port from the part of an address after `://`.
  private static func host(_ rest: Substring) -> Substring {
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return authority }
    return authority[authority.index(after: at)...]
  }
}
