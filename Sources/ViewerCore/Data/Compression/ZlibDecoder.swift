import CZlib

/// Decodes gzip by zlib.
final class ZlibDecoder: Decompressing {
  // zlib checks that the structure keeps its address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let isReady: Bool

  /// The `windowBits` argument of zlib: the largest window, plus 16 for the header and the checksum of gzip.
  private static let windowBits: Int32 = 15 + 16

  init() {
    stream.initialize(to: z_stream())
    isReady = inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  func restart() { inflateReset(stream) }

  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep {
    guard isReady else { return DecompressionStep(consumed: 0, produced: 0, fault: "zlib lacks memory") }
    // zlib does not write to its input; its type lacks the `const`.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let code = inflate(stream, Z_NO_FLUSH)
    let message = stream.pointee.msg.map { String(cString: $0) }
    return DecompressionStep(
      consumed: input.count - Int(stream.pointee.avail_in), produced: output.count - Int(stream.pointee.avail_out),
      isAtEnd: code == Z_STREAM_END,
      // Without input or room there is no progress, which is no fault.
      fault: code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? nil : message ?? "zlib error \(code)")
  }
}
