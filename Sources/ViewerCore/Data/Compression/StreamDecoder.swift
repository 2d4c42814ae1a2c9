import ScrollworkPlatform

/// Decodes a stream that may be compressed or in an encoding that is converted to UTF-8, and passes other streams
/// through unchanged.
///
/// Fill `room` with bytes of the stream whenever `needsInput` is true, and call `read` until `isEnded` is true. All
/// members or frames of the stream are decoded as one text. If the stream is damaged, the bytes before the damage are
/// decoded and `fault` gives the reason.
final class StreamDecoder {
  private enum State {
    /// The format is unknown, because the first bytes have not arrived yet.
    case unknown
    case plain
    /// Inside a member or frame.
    case member(any Decompressing)
    /// After a member or frame.
    case between(any Decompressing)
    case ended
  }

  private var state = State.unknown
  /// The format; `nil` if the stream is not compressed or not recognised yet.
  private(set) var compression: Compression?
  /// The reason why the rest of the stream cannot be read, in words that can follow a colon; `nil` if it can.
  private(set) var fault: String?
  /// Whether `read` returns nothing until more bytes were received.
  var needsInput: Bool { lacksInput && converter?.isFull != true }
  /// Whether all received bytes are decompressed.
  private var lacksInput = true
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
  /// The received bytes that are not decoded yet.
  private var pending = 0..<0
  /// Whether the stream has ended.
  private var hasEnd = false
  /// The number of bytes of the stream that are decoded.
  private var offset = 0

  private let gzip: GzipLibrary?
  /// The choice of the encoding, until the first bytes are known.
  private var conversion: Conversion?
  /// The converter of a text in another encoding; `nil` for other texts.
  private var converter: TextConverter?

  /// The choice of the encoding from which the text is converted.
  enum Conversion {
    /// The one that the first bytes show.
    case detected
    /// A known one; `nil` for none.
    case given(ConvertedEncoding?)
  }

  /// - Parameters:
  ///   - isDecompressed: Whether the bytes were decompressed before, so that none of them begin a compressed stream.
  ///   - gzip: The library for gzip; `nil` for the fastest one that is installed.
  init(conversion: Conversion = .detected, isDecompressed: Bool = false, gzip: GzipLibrary? = nil) {
    (self.conversion, self.gzip) = (conversion, gzip)
    if isDecompressed { state = .plain }
  }

  deinit { buffer.deallocate() }

  /// Whether all bytes were returned by `read`.
  var isEnded: Bool { isDecoded && converter?.isEmpty ?? true }

  /// Whether all bytes of the stream are decompressed.
  private var isDecoded: Bool {
    if case .ended = state { true } else { false }
  }

  /// Whether the bytes of the stream change on their way, so that their number may grow.
  var isDecoding: Bool { compression != nil || converter != nil }

  /// Whether the stream is uncompressed and nothing of it is stored here, so that the caller can pass the rest through.
  var isPassingThrough: Bool {
    guard conversion == nil, converter == nil else { return false }
    return if case .plain = state { pending.isEmpty } else { false }
  }

  /// The free space for more bytes of the stream.
  var room: UnsafeMutableRawBufferPointer {
    if pending.lowerBound > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[pending]))
      pending = 0..<pending.count
    }
    return UnsafeMutableRawBufferPointer(rebasing: buffer[pending.upperBound...])
  }

  /// Accepts the bytes that were put into `room`.
  /// - Parameter count: The number of bytes; 0 at the end of the stream.
  func didReceive(_ count: Int) {
    pending = pending.lowerBound..<pending.upperBound + count
    if count == 0 { hasEnd = true }
    lacksInput = false
  }

  /// Decodes received bytes.
  /// - Returns: The number of bytes written to `output`; 0 if more input is needed or the stream has ended.
  func read(into output: UnsafeMutableRawBufferPointer) -> Int {
    guard let converter else {
      let count = decompress(into: output)
      guard conversion != nil, count > 0 else { return count }
      return beginConversion(UnsafeMutableRawBufferPointer(rebasing: output[..<count]), in: output)
    }
    return withUnsafeTemporaryAllocation(byteCount: Self.conversionSize, alignment: 16) { bytes in
      while true {
        let count = isDecoded ? 0 : decompress(into: bytes)
        let decoded = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        let written = converter.convert(decoded, isEnd: isDecoded, into: output)
        if written > 0 || needsInput || isEnded { return written }
      }
    }
  }

  /// The number of bytes that are converted at once, which fit any output after they have grown.
  private static let conversionSize = 4_096

  /// Decides whether the text is converted, and converts its first bytes.
  /// - Parameters:
  ///   - start: The first bytes, at the beginning of `output`.
  /// - Returns: The number of bytes in `output`.
  private func beginConversion(
    _ start: UnsafeMutableRawBufferPointer, in output: UnsafeMutableRawBufferPointer
  ) -> Int {
    let encoding =
      switch conversion {
      case .given(let encoding): encoding
      case .detected, nil: ConvertedEncoding.detect(start)
      }
    conversion = nil
    guard let encoding else { return start.count }
    guard let converter = TextConverter(from: encoding) else {
      fail("the C library of this system cannot convert \(encoding.title)")
      return 0
    }
    self.converter = converter
    let bytes = Array(start)
    return bytes.withUnsafeBytes { converter.convert($0, isEnd: isDecoded, into: output) }
  }

  /// Decompresses received bytes.
  /// - Returns: The number of bytes written to `output`; 0 if more input is needed or the stream has ended.
  private func decompress(into output: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      switch state {
      case .unknown:
        guard let start = signature else { return starve() }
        begin(Compression.detect(start))
      case .plain:
        if let count = pass(to: output) { return count }
      case .member(let decoder):
        if let count = decode(with: decoder, into: output) { return count }
      case .between(let decoder):
        guard let count = search(with: decoder) else { continue }
        return count
      case .ended: return 0
      }
    }
  }

  /// Reads from `source` as long as nothing can be decoded.
  /// - Returns: The number of bytes written to `output`; 0 at the end of the stream.
  func read(
    into output: UnsafeMutableRawBufferPointer,
    from source: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(FileError) -> Int {
    while true {
      if isPassingThrough, !hasEnd { return try source(output) }
      let count = read(into: output)
      if count > 0 || isEnded { return count }
      didReceive(try source(room))
    }
  }

  // MARK: States

  /// The pending bytes if they suffice to recognise a format; `nil` until then.
  private var signature: UnsafeRawBufferPointer? {
    let start = UnsafeRawBufferPointer(rebasing: buffer[pending])
    // A short first line must not wait for more bytes.
    let isEnough = hasEnd || start.count >= Compression.signatureLength || !Compression.mayBegin(with: start)
    return isEnough ? start : nil
  }

  /// Requests more input. Returns 0, the number of bytes written.
  private func starve() -> Int {
    lacksInput = true
    return 0
  }

  private func take(_ count: Int) {
    pending = pending.lowerBound + count..<pending.upperBound
    offset += count
  }

  private func begin(_ compression: Compression?) {
    self.compression = compression
    guard let compression else {
      state = .plain
      return
    }
    guard let decoder = compression.makeDecoder(gzip: gzip) else {
      let need = compression.library.map { "\($0.purpose) need \($0.name); install the package \($0.debianPackage)" }
      return fail(need ?? "no library decodes \(name)")
    }
    state = .member(decoder)
  }

  private func fail(_ reason: String) {
    fault = reason
    state = .ended
  }

  /// Copies bytes of a stream that is not compressed. Returns `nil` at its end.
  private func pass(to output: UnsafeMutableRawBufferPointer) -> Int? {
    let count = min(pending.count, output.count)
    output.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[pending.prefix(count)]))
    take(count)
    if count == 0, hasEnd {
      state = .ended
      return nil
    }
    lacksInput = pending.isEmpty
    return count
  }

  /// Decodes a part of a member or frame. Returns the number of written bytes; `nil` if the state changed before any.
  private func decode(with decoder: any Decompressing, into output: UnsafeMutableRawBufferPointer) -> Int? {
    let step = decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[pending]), into: output)
    take(step.consumed)
    if let reason = step.fault {
      fail("its \(name) data are damaged near byte \(offset) (\(reason))")
    } else if step.isAtEnd {
      state = .between(decoder)
    } else if step.produced < output.count, pending.isEmpty {
      // The decoder holds nothing back, because it had room for more.
      if hasEnd { fail("its \(name) data are cut off at byte \(offset)") } else { lacksInput = true }
    } else if step.produced == 0, step.consumed == 0 {
      fail("its \(name) data are damaged near byte \(offset)")
    }
    if step.produced > 0 || lacksInput { return step.produced }
    return nil
  }

  /// Looks for the next member or frame. Returns 0 if more input is needed; `nil` if the state changed.
  private func search(with decoder: any Decompressing) -> Int? {
    // Programs that write to tapes fill the last block with zeros.
    let zeros = buffer[pending].prefix { $0 == 0 }.count
    take(zeros)
    guard let start = signature else { return starve() }
    if start.isEmpty {
      state = .ended
    } else if Compression.detect(start) == compression {
      decoder.restart()
      state = .member(decoder)
    } else {
      fail("other bytes follow its \(name) data at byte \(offset)")
    }
    return nil
  }

  private var name: String { compression?.rawValue ?? "" }
}
