import Glibc

/// Converts paths without loss between bytes, the form of the file system, and strings, the form of this package.
///
/// Two path strings are equal if and only if their bytes are. Swift compares strings by canonical equivalence: "é" as
/// one scalar equals "e" with a combining accent, but to a file system these are two names. Therefore only scalars
/// below U+0300, which never combine, stand for themselves.
///
/// Each byte of other scalars, and each byte of invalid UTF-8, is escaped as one scalar of a private-use plane. Opening
/// the path turns it back into the byte.
package enum PathBytes {
  /// The number to add to a byte, 128 to 255, to get the scalar that stands for the escaped byte.
  private static let escapeBase: UInt32 = 0x10_FE00
  /// The first UTF-8 byte of U+0300, where scalars that may combine with others begin.
  private static let firstCombining: UInt8 = 0xCC

  /// Returns the string for the bytes of a name or path.
  package static func decode(_ bytes: some Collection<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) } ?? decode(Array(bytes))
  }

  /// Returns the string for the bytes of a name or path, without the cost of generic code, because a folder has many
  /// names.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    if all < 0x80 { return String(decoding: bytes, as: UTF8.self) }
    if !bytes.contains(where: { $0 >= firstCombining }), let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    return escaping(bytes) { $0.value < 0x300 }
  }

  /// Returns the comparable form of a path that was typed or read from a text. Paths from `decode` already have that
  /// form.
  package static func canonical(_ path: String) -> String {
    path.utf8.contains { $0 >= firstCombining } ? decode(encode(path)) : path
  }

  /// Returns the form of a path for a text file, in which only bytes of invalid UTF-8 stay escaped.
  package static func written(_ path: String) -> String {
    guard isEscaped(path) else { return path }
    return escaping(encode(path)) { escapedByte($0) == nil }
  }

  /// Returns a string in which scalars that satisfy `isPlain` stand for themselves and all other bytes are escaped.
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

  /// Returns the string for a zero-terminated name from the system.
  package static func decode(cString: UnsafePointer<CChar>) -> String {
    decode(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// Returns the file system's bytes of a path, without a terminating zero.
  package static func encode(_ path: String) -> [UInt8] {
    guard isEscaped(path) else { return Array(path.utf8) }
    var bytes: [UInt8] = []
    for scalar in path.unicodeScalars {
      if let byte = escapedByte(scalar) { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// The length in bytes from which the system refuses a path: `PATH_MAX`.
  private static let longestPath = 4096

  /// Calls `body` with the zero-terminated path in the file system's form.
  ///
  /// A path that is too long for the system is passed from the working directory, if it is below that.
  package static func withCString<R>(_ path: String, _ body: (UnsafePointer<CChar>) -> R) -> R {
    let path = path.utf8.count < longestPath ? path : FilePath.fromWorkingDirectory(path)
    guard isEscaped(path) else { return path.withCString(body) }
    return (encode(path) + [0]).withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }

  /// Returns the path to show to the user, with the replacement character for invalid UTF-8.
  package static func display(_ path: String) -> String {
    guard isEscaped(path) else { return path }
    return String(decoding: encode(path), as: UTF8.self)
  }

  /// Whether the path contains an escaped byte.
  private static func isEscaped(_ path: String) -> Bool {
    // A quick test first: UTF-8 text rarely contains F4, the lead byte of the escapes.
    path.utf8.contains(0xF4) && path.unicodeScalars.contains { escapedByte($0) != nil }
  }

  /// Returns the byte that a scalar stands for; `nil` if it is not an escape.
  private static func escapedByte(_ scalar: Unicode.Scalar) -> UInt8? {
    let value = scalar.value
    return value >= escapeBase + 0x80 && value <= escapeBase + 0xFF ? UInt8(value - escapeBase) : nil
  }

  /// Returns the first scalar of `bytes`; `nil` if they do not begin with valid UTF-8.
  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 where bytes.count >= length {
      if let text = String(validating: bytes.prefix(length), as: UTF8.self) { return text.unicodeScalars.first }
    }
    return nil
  }
}
