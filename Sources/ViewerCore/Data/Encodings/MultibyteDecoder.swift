import Glibc
import Synchronization

/// Decodes texts whose characters have one to four bytes, by the C library.
final class MultibyteDecoder: Sendable {
  /// A converter of the C library. It is `Sendable` without checks, because the decoder lends each one to one thread at
  /// a time.
  private struct Converter: @unchecked Sendable {
    var handle: iconv_t
  }

  private let name: String
  /// The converters that no thread uses at the moment.
  private let idle: Mutex<[Converter]>

  /// Creates a decoder; returns `nil` if the C library does not support the encoding.
  init?(_ name: String) {
    guard let converter = Self.open(name) else { return nil }
    self.name = name
    idle = Mutex([converter])
  }

  deinit {
    for converter in idle.withLock({ $0 }) { iconv_close(converter.handle) }
  }

  private static func open(_ name: String) -> Converter? {
    guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
    return Converter(handle: handle)
  }

  /// Returns the text of some bytes. Each byte that begins no character is replaced by U+FFFD.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func decode(_ bytes: some Collection<UInt8>) -> String {
    guard let converter = idle.withLock({ $0.popLast() }) ?? Self.open(name) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    defer { idle.withLock { $0.append(converter) } }
    var (source, text) = (Array(bytes), [UInt8]())
    text.reserveCapacity(2 * source.count)
    // A former text may have ended inside of a character.
    iconv(converter.handle, nil, nil, nil, nil)
    source.withUnsafeMutableBytes { Self.convert($0, by: converter, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func convert(
    _ source: UnsafeMutableRawBufferPointer, by converter: Converter, to text: inout [UInt8]
  ) {
    var from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
    var fromCount = source.count
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      while fromCount > 0 {
        var to = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var toCount = buffer.count
        let result = iconv(converter.handle, &from, &fromCount, &to, &toCount)
        let code = errno
        text += UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(buffer.count - toCount)])
        // A full buffer is no error.
        guard result == -1, code != E2BIG else { continue }
        text += [0xEF, 0xBF, 0xBD]
        from = from?.advanced(by: 1)
        fromCount -= 1
        iconv(converter.handle, nil, nil, nil, nil)
      }
    }
  }
}
