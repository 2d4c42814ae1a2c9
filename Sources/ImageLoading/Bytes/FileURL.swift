import ScrollworkPlatform

/// Addresses of local files.
package enum FileURL {
  /// Returns the path in `file:///...` or `file:/...` with percent escapes resolved; `nil` for other hosts and schemes.
  package static func path(of address: String) -> String? {
    guard address.prefix("file:".count).lowercased() == "file:" else { return nil }
    var path = address.dropFirst("file:".count)
    if path.hasPrefix("//localhost/") { path = path.dropFirst("//localhost".count) }
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    return resolvingEscapes(in: path)
  }

  /// Returns a path with its percent escapes resolved; `nil` if a percent sign lacks its two digits, or if one stands
  /// for a NUL.
  package static func resolvingEscapes(in path: some StringProtocol) -> String? {
    guard let bytes = PercentSigns.resolved(in: Substring(path).utf8), !bytes.contains(0) else { return nil }
    return PathBytes.decode(bytes)
  }

  /// Returns the `file:` address of a path, byte for byte as GLib's `g_filename_to_uri` writes it, because shared
  /// thumbnails are named by a hash of the address.
  /// - Parameter path: An absolute path.
  package static func address(ofPath path: String) -> String {
    var address = "file://"
    for byte in PathBytes.encode(path) {
      let character = Unicode.Scalar(byte)
      if byte < 128, isPlain(character) {
        address.unicodeScalars.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return address
  }

  /// Whether `g_filename_to_uri` leaves the character unescaped.
  private static func isPlain(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "-_.~/!$&'()*+,:=@".unicodeScalars.contains(character)
    }
  }
}

/// Percent escapes: a percent sign and two hexadecimal digits.
enum PercentSigns {
  /// Resolves percent escapes; `nil` if a percent sign lacks its two digits.
  static func resolved(in text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.utf8.first != UInt8(ascii: "+"), let value = UInt8(digits, radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
