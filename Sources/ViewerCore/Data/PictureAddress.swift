import ScrollworkPlatform

/// Addresses of pictures, as lines of a text.
package enum PictureAddress {
  private static let schemes = ["http://", "https://", "file:/", "data:image/"]

  /// True if `line` is an address of which something may be shown.
  package static func isAddress(_ line: String) -> Bool {
    schemes.contains { line.lowercased().hasPrefix($0) } && !line.contains(where: \.isWhitespace)
  }

  /// True if the address says by itself that a picture is there.
  private static func namesPicture(_ address: String) -> Bool {
    address.lowercased().hasPrefix("data:image/")
      || EntryKind(name: lastComponent(of: address), kind: .regular) == .picture
  }

  /// What the address is called in a list: its last part, else its server.
  package static func name(of address: String) -> String {
    if address.lowercased().hasPrefix("data:") {
      return "data: " + address.dropFirst(5).prefix(while: { $0 != "," && $0 != ";" })
    }
    let last = lastComponent(of: address)
    return last.isEmpty ? host(of: address) : PathBytes.display(unescaped(last))
  }

  /// The server; empty where there is none. Who asks it, and by what password, is left out.
  package static func host(of address: String) -> String {
    guard let start = address.firstRange(of: "://") else { return "" }
    let authority = address[start.upperBound...].prefix { !"/?#".contains($0) }
    return String(authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }

  /// A text for people in which addresses may stand: without the names and passwords that these begin with.
  package static func withoutPasswords(_ text: String) -> String {
    var parts = text.split(separator: "://", omittingEmptySubsequences: false).map { $0 }
    for index in parts.indices.dropFirst() {
      let authority = parts[index].prefix { !"/?#".contains($0) && !$0.isWhitespace }
      guard let end = authority.lastIndex(of: "@") else { continue }
      parts[index] = parts[index][parts[index].index(after: end)...]
    }
    return parts.joined(separator: "://")
  }

  /// The addresses in a text that has nothing else: one a line, blank lines and lines that begin with `#` aside. `nil` if
  /// there is anything else, or if less than half of them name a picture.
  package static func list(in text: [UInt8]) -> [String]? {
    var addresses: [String] = []
    for line in withoutMark(text[...]).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.count <= longest, line.first != UInt8(ascii: "#") else {
        if line.first == UInt8(ascii: "#") { continue }
        return nil
      }
      let words = String(decoding: line, as: UTF8.self).trimmed
      if words.isEmpty { continue }
      guard isAddress(words) else { return nil }
      addresses.append(withSmallScheme(asSent(words)))
    }
    let naming = addresses.prefix(200).count(where: namesPicture)
    return naming > 0 && naming * 2 >= min(200, addresses.count) ? addresses : nil
  }

  /// The address with all that is not ASCII behind the server written with percent signs (RFC 3987, 3.1): so two addresses
  /// are equal exactly if their bytes are.
  private static func asSent(_ address: String) -> String {
    let start = address.firstRange(of: "://").map { address[$0.upperBound...].firstIndex(of: "/") ?? address.endIndex }
    let kept = address[..<(start ?? address.startIndex)]
    return address[kept.endIndex...].utf8.reduce(into: String(kept)) { result, byte in
      result += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
  }

  /// Letters of schemes may be large, and mean the same (RFC 3986, 3.1).
  private static func withSmallScheme(_ address: String) -> String {
    guard let colon = address.firstIndex(of: ":") else { return address }
    return address[..<colon].lowercased() + address[colon...]
  }

  /// False if the beginning of a text says that it has something else.
  package static func mayBeList(_ start: [UInt8]) -> Bool {
    let text = String(decoding: withoutMark(start[...]), as: UTF8.self)
    let first = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .first { !$0.isEmpty && !$0.hasPrefix("#") }
    return first.map { first in schemes.contains { first.lowercased().hasPrefix($0) } } ?? false
  }

  /// Some programs begin a text of UTF-8 with a mark.
  private static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
  }

  /// Longer lines are no addresses, not even of data.
  private static let longest = 1 << 20

  private static func lastComponent(of address: String) -> String {
    // That of a file may go without a server, even an empty one (RFC 8089).
    guard let start = address.firstRange(of: "://") ?? address.firstRange(of: ":") else { return "" }
    let path = address[start.upperBound...].prefix { $0 != "?" && $0 != "#" }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[path.index(after: slash)...])
  }

  private static func unescaped(_ text: String) -> String {
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
