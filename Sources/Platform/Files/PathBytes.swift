import Glibc

/// Paths of the file system are bytes; ours are strings. The two are translated without loss.
///
/// Two of our paths are equal exactly if their bytes are. Strings compare by what characters mean, so that "é" is the same
/// in one piece and as a letter with an accent; to a file system these are two names. Only characters below U+0300, which
/// never combine, stand for themselves. Every byte of others, and every byte that is no UTF-8, becomes one scalar of a
/// private plane, and the same byte again when the path is opened.
package enum PathBytes {
  /// Byte `b` (128 to 255) that does not stand for itself is scalar `escapeBase + b`.
  private static let escapeBase: UInt32 = 0x10_FE00
  /// The first byte of U+0300: with it begin the characters that may combine with others.
  private static let firstCombining: UInt8 = 0xCC

  /// The string for the bytes of a name or path.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    if !bytes.contains(where: { $0 >= firstCombining }), let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    return escaping(bytes) { $0.value < 0x300 }
  }

  /// The path as it compares with others. Paths that are not made from bytes pass through here: those that are typed or
  /// read from a text.
  package static func canonical(_ path: String) -> String {
    path.utf8.contains { $0 >= firstCombining } ? decode(encode(path)) : path
  }

  /// The path for a file of text: only what text cannot hold is not written as itself.
  package static func written(_ path: String) -> String {
    guard isEscaped(path) else { return path }
    return escaping(encode(path)) { escapedByte($0) == nil }
  }

  /// Text in which the characters that satisfy `isPlain` stand for themselves, and all other bytes are escaped.
  private static func escaping(_ bytes: some Collection<UInt8>, isPlain: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let scalar = firstScalar(of: rest)
      if let scalar, isPlain(scalar) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text.unicodeScalars.append(Unicode.Scalar(escapeBase + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The string for a name that the system gave, which ends with a zero byte.
  package static func decode(cString: UnsafePointer<CChar>) -> String {
    decode(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The bytes that the system knows a path by, without a closing zero.
  package static func encode(_ path: String) -> [UInt8] {
    guard isEscaped(path) else { return Array(path.utf8) }
    var bytes: [UInt8] = []
    for scalar in path.unicodeScalars {
      if let byte = escapedByte(scalar) { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// Calls `body` with the path as the system wants it.
  package static func withCString<R>(_ path: String, _ body: (UnsafePointer<CChar>) -> R) -> R {
    guard isEscaped(path) else { return path.withCString(body) }
    return (encode(path) + [0]).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }

  /// The path for people: its characters as they are, and the replacement character for what is no UTF-8.
  package static func display(_ path: String) -> String {
    guard isEscaped(path) else { return path }
    return String(decoding: encode(path), as: UTF8.self)
  }

  private static func isEscaped(_ path: String) -> Bool {
    // The escapes are nearly the only scalars with a lead byte of F4.
    path.utf8.contains(0xF4) && path.unicodeScalars.contains { escapedByte($0) != nil }
  }

  private static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value
    return value >= escapeBase + 0x80 && value <= escapeBase + 0xFF ? UInt8(value - escapeBase) : nil
  }

  /// The character that `bytes` begin with; `nil` if they are no UTF-8.
  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 where bytes.count >= length {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) { return text.unicodeScalars.first }
    }
    return nil
  }
}
