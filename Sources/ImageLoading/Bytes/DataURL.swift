package import ScrollworkHostInterface

/// Addresses that contain their picture: `data:image/png;base64,...` (RFC 2397).
package enum DataURL {
  /// Whether an address has the scheme `data`, in upper or lower case (RFC 3986, 3.1).
  static func isDataURL(_ address: String) -> Bool { address.prefix("data:".count).lowercased() == "data:" }

  /// Decodes the bytes in an address, from base64 or percent escapes.
  /// - Throws: `.corrupt` if the address is malformed.
  /// - Complexity: O(*n*) in the length of the address.
  package static func bytes(of address: String) throws(ImageError) -> [UInt8] {
    guard isDataURL(address), let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw .corrupt("the data address has no data")
    }
    let data = address.utf8[address.utf8.index(after: comma)...]
    let isBase64 = address[..<comma].hasSuffix(";base64")
    // Base64 text may have percent escapes too: it is part of an address.
    guard let plain = PercentSigns.resolved(in: data), let bytes = isBase64 ? decoded(base64: plain) : plain else {
      throw .corrupt("the data address is damaged")
    }
    return bytes
  }

  /// Decodes base64; returns `nil` for a byte outside the alphabet. White space is ignored, and padding ends the data.
  private static func decoded(base64 text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      if character == UInt8(ascii: "=") { break }
      if character == UInt8(ascii: " ") || (9...13).contains(character) { continue }
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bytes
  }

  /// Returns the six bits of a base64 digit.
  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
