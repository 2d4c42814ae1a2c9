import ScrollworkPlatform

/// Functions for lists of picture addresses, which are the lines of a text.
package enum PictureAddress {
  private static let schemes = ["http://", "https://", "file:/", "data:image/"]

  /// Whether `line` is an address with a known scheme.
  package static func isAddress(_ line: String) -> Bool {
    schemes.contains { line.lowercased().hasPrefix($0) } && !line.contains(where: \.isWhitespace)
  }

  /// Whether the address shows, by its scheme or file name extension, that it is the address of a picture.
  private static func namesPicture(_ address: String) -> Bool {
    address.lowercased().hasPrefix("data:image/")
      || EntryKind(name: lastComponent(of: address), kind: .regular) == .picture
  }

  /// Returns the title of an address in a list: its last path component, or its host.
  package static func name(of address: String) -> String {
    if address.lowercased().hasPrefix("data:") {
      return "data: " + address.dropFirst(5).prefix(while: { $0 != "," && $0 != ";" })
    }
    let last = lastComponent(of: address)
    return last.isEmpty ? host(of: address) : PathBytes.display(percentDecoded(last))
  }

  /// Returns the host of an address without user and password; empty if there is none.
  package static func host(of address: String) -> String {
    guard let start = address.firstRange(of: "://") else { return "" }
    let authority = address[start.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }

  /// Returns a text without the user names and passwords in its addresses, so that it can be shown.
  package static func withoutPasswords(_ text: String) -> String {
    var parts = text.split(separator: "://", omittingEmptySubsequences: false).map { $0 }
    for index in parts.indices.dropFirst() {
      let authority = parts[index].prefix { !"/?#".contains($0) && !$0.isWhitespace }
      guard let end = authority.lastIndex(of: "@") else { continue }
      parts[index] = parts[index][parts[index].index(after: end)...]
    }
    return parts.joined(separator: "://")
  }

  /// Returns the addresses in a text that contains nothing else: one on each line, except for blank lines and comments
  /// with `#`.
  /// - Returns: `nil` if there is any other line, or if less than half of the first 200 addresses name a picture.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func list(in text: [UInt8]) -> [String]? {
    var addresses: [String] = []
    for line in withoutMark(text[...]).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.count <= maximumLength, line.first != UInt8(ascii: "#") else {
        if line.first == UInt8(ascii: "#") { continue }
        return nil
      }
      let words = String(decoding: line, as: UTF8.self).trimmed
      if words.isEmpty { continue }
      guard isAddress(words) else { return nil }
      addresses.append(normalized(words))
    }
    let naming = addresses.prefix(200).count(where: namesPicture)
    return naming > 0 && naming * 2 >= min(200, addresses.count) ? addresses : nil
  }

  /// Returns an address in the form used to load it: with a lower-case scheme and percent-encoded.
  static func normalized(_ address: String) -> String { withLowercaseScheme(percentEncoded(address)) }

  /// Percent-encodes the non-ASCII characters after the host (RFC 3987, section 3.1), so that two addresses are equal
  /// exactly if their bytes are.
  private static func percentEncoded(_ address: String) -> String {
    let start = address.firstRange(of: "://").map { address[$0.upperBound...].firstIndex(of: "/") ?? address.endIndex }
    let kept = address[..<(start ?? address.startIndex)]
    return address[kept.endIndex...].utf8.reduce(into: String(kept)) { result, byte in
      result += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
  }

  /// Converts the scheme to lower case, which does not change its meaning (RFC 3986, section 3.1).
  private static func withLowercaseScheme(_ address: String) -> String {
    guard let colon = address.firstIndex(of: ":") else { return address }
    return address[..<colon].lowercased() + address[colon...]
  }

  /// Whether a text that begins with `start` may be a list of addresses: its first line that is neither blank nor a
  /// comment begins with a known scheme.
  package static func mayBeList(_ start: [UInt8]) -> Bool {
    let text = String(decoding: withoutMark(start[...]), as: UTF8.self)
    let first = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .first { !$0.isEmpty && !$0.hasPrefix("#") }
    return first.map { first in schemes.contains { first.lowercased().hasPrefix($0) } } ?? false
  }

  /// Removes the byte order mark that some programs write.
  private static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
  }

  /// The largest length of an address, in bytes, also for `data:` addresses.
  private static let maximumLength = 1 << 20

  /// Returns the last component of the address's path, without query and fragment.
  private static func lastComponent(of address: String) -> String {
    // A `file:` address may have no host (RFC 8089).
    guard let start = address.firstRange(of: "://") ?? address.firstRange(of: ":") else { return "" }
    let path = address[start.upperBound...].prefix { $0 != "?" && $0 != "#" }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[path.index(after: slash)...])
  }

  /// Decodes percent escapes.
  private static func percentDecoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let value = UInt8(String(decoding: source[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}
