import ScrollworkPlatform

/// Addresses of local files, such as `file:///home/ada/a%20b.txt`.
enum FileAddress {
  /// Returns the address of an absolute path.
  static func address(of path: String) -> String { "file://" + encoded(path) }

  /// Returns the absolute path of an address; `nil` if it names no file of this machine.
  static func path(of address: String) -> String? {
    guard address.prefix(5).lowercased() == "file:" else { return nil }
    var rest = address.dropFirst(5)
    if rest.hasPrefix("//") {
      // A name of a machine may stand before the path. Some programs write the name of this one.
      rest = rest.dropFirst(2)
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      rest = rest[slash...]
    }
    guard rest.hasPrefix("/") else { return nil }
    let path = PathBytes.decode(decoded(rest))
    return path.utf8.contains(0) ? nil : FilePath.absolute(path)
  }

  /// Returns the bytes of a path, percent-encoded except for letters, digits and a few punctuation marks.
  static func encoded(_ path: String) -> String {
    var text = ""
    for byte in PathBytes.encode(path) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// Returns the bytes of a percent-encoded text.
  static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = PathBytes.encode(String(text))[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
