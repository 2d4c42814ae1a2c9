import Glibc

/// Converts a text, which arrives in parts, from an encoding of the C library to UTF-8. Used by one thread at a time.
final class TextConverter {
  private let converter: iconv_t
  /// The number of bytes of a code unit, which are skipped together.
  private let unitSize: Int
  /// The bytes that are not converted yet: an incomplete character, or more than the last output had room for.
  private var pending: [UInt8] = []
  /// Whether no character was converted yet, so that a byte order mark may come.
  private var isAtStart = true

  /// Creates a converter; returns `nil` if the C library lacks the encoding.
  init?(from encoding: ConvertedEncoding) {
    guard let converter = iconv_open("UTF-8", encoding.name), converter != iconv_t(bitPattern: -1) else { return nil }
    self.converter = converter
    unitSize = encoding.unitSize
  }

  deinit { iconv_close(converter) }

  /// Whether the text has ended, and whether the converter has given back the last character, which it may hold until
  /// it knows the next one.
  private var (hasEnded, isFlushed) = (false, false)

  /// Whether all bytes that arrived are converted.
  var isEmpty: Bool { pending.isEmpty && (isFlushed || !hasEnded) }

  /// Whether bytes are left only because the last output had no room for them.
  private(set) var isFull = false

  /// The largest number of bytes of a character that may become a character of UTF-8.
  private static let longestCharacter = 16

  /// Converts bytes, and writes the text to `output`. Each code unit that begins no character becomes
  /// U+FFFD.
  /// - Parameters:
  ///   - isEnd: Whether the text ends with these bytes.
  /// - Returns: The number of bytes written. The bytes that did not fit are converted by the next call.
  func convert(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    pending += bytes
    hasEnded = isEnd
    var (taken, written) = (0, 0)
    let count = pending.count
    pending.withUnsafeMutableBytes { source in
      while taken < count, output.count - written >= Self.longestCharacter {
        var from = source.baseAddress.map { ($0 + taken).assumingMemoryBound(to: CChar.self) }
        var to = output.baseAddress.map { ($0 + written).assumingMemoryBound(to: CChar.self) }
        var (fromCount, toCount) = (count - taken, output.count - written)
        let result = iconv(converter, &from, &fromCount, &to, &toCount)
        let code = errno
        (taken, written) = (count - fromCount, output.count - toCount)
        if result != -1 { continue }
        if code == E2BIG { break }
        // An incomplete character is completed by the next bytes.
        if code == EINVAL, !isEnd { break }
        output[written] = 0xEF
        output[written + 1] = 0xBF
        output[written + 2] = 0xBD
        (taken, written) = (min(count, taken + unitSize), written + 3)
      }
    }
    isFull = taken < count && output.count - written < Self.longestCharacter
    pending.removeFirst(taken)
    if isEnd, pending.isEmpty, !isFlushed, output.count - written >= Self.longestCharacter {
      var to = output.baseAddress.map { ($0 + written).assumingMemoryBound(to: CChar.self) }
      var toCount = output.count - written
      iconv(converter, nil, nil, &to, &toCount)
      (written, isFlushed) = (output.count - toCount, true)
    }
    return tidied(output, count: written)
  }

  /// Removes the byte order mark at the start, and makes the line ends of EBCDIC (U+0085) those of other texts.
  /// - Returns: The number of bytes that remain.
  private func tidied(_ output: UnsafeMutableRawBufferPointer, count: Int) -> Int {
    guard count > 0 else { return 0 }
    let text = UnsafeRawBufferPointer(rebasing: output[..<count])
    var (from, to) = (isAtStart && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 0)
    isAtStart = false
    while from < count {
      if output[from] == 0xC2, from + 1 < count, output[from + 1] == 0x85 {
        output[to] = 0x0A
        from += 2
      } else {
        output[to] = output[from]
        from += 1
      }
      to += 1
    }
    return to
  }
}
