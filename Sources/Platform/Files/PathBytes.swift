import Glibc

/// Paths of the file system are bytes; ours are strings. The two are translated without loss.
///
/// A byte that is no UTF-8 becomes one scalar of a private plane, and the same byte again when the path is opened.
package enum PathBytes {
  /// Byte `b` (128 to 255) that is no part of valid UTF-8 is scalar `escapeBase + b`.
  private static let escapeBase: UInt32 = 0x10_FE00

  /// The string for the bytes of a name or path.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let length = validPrefix(rest)
      if length > 0 {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(escapeBase + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// The string for a name that the system gave, which ends with a zero byte.
  package static func decode(cString: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: cString) { return text }
    return decode(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
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

  /// The path for people: what is no UTF-8 is shown as the replacement character.
  package static func display(_ path: String) -> String {
    guard isEscaped(path) else { return path }
    var text = ""
    for scalar in path.unicodeScalars {
      text.unicodeScalars.append(escapedByte(scalar) == nil ? scalar : "\u{FFFD}")
    }
    return text
  }

  private static func isEscaped(_ path: String) -> Bool {
    // The escapes are the only scalars we expect with a lead byte of F4.
    path.utf8.contains(0xF4) && path.unicodeScalars.contains { escapedByte($0) != nil }
  }

  private static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value
    return value >= escapeBase + 0x80 && value <= escapeBase + 0xFF ? UInt8(value - escapeBase) : nil
  }

  /// Length of the first character of `bytes`, 0 if they don't begin with one.
  private static func validPrefix(_ bytes: ArraySlice<UInt8>) -> Int {
    for length in 1...4 where bytes.count >= length {
      if String(validating: bytes.prefix(length), as: UTF8.self) != nil { return length }
    }
    return 0
  }
}
