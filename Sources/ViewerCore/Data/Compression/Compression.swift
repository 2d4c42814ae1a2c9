package import ScrollworkPlatform

/// A format of compressed data. It is recognised by its first bytes; the name of the file does not matter.
package enum Compression: String, Hashable, Sendable {
  case gzip, zstd

  /// The number of bytes that are enough to recognise a format.
  static let signatureLength = 4

  /// Returns the format of data by their first bytes; `nil` if they are not compressed.
  package static func detect(_ start: some Collection<UInt8>) -> Compression? {
    let bytes = Array(start.prefix(signatureLength))
    // The third byte of gzip is the method, of which there is only one (RFC 1952).
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) { return .gzip }
    if bytes == [0x28, 0xB5, 0x2F, 0xFD] { return .zstd }
    // A skippable frame (RFC 8878), which programs write before the data.
    if bytes.count == 4, (0x50...0x5F).contains(bytes[0]), bytes[1...] == [0x2A, 0x4D, 0x18] { return .zstd }
    return nil
  }

  /// Returns the format of a file; `nil` if it is not compressed.
  package static func detect(_ file: RandomAccessFile) throws(FileError) -> Compression? {
    detect(try file.bytes(at: 0, count: signatureLength))
  }

  /// Whether data may be compressed that begin with these bytes, of which there are fewer than `signatureLength`.
  static func mayBegin(with start: some Collection<UInt8>) -> Bool {
    // Each format is told by its first two bytes well enough to wait for the others.
    let bytes = Array(start.prefix(2))
    let isZstd = bytes.first.map { $0 == 0x28 || (0x50...0x5F).contains($0) } ?? true
    return [0x1F, 0x8B].starts(with: bytes) || isZstd && (bytes.count < 2 || [0xB5, 0x2A].contains(bytes[1]))
  }

  /// Returns a decoder for the format; `nil` if the system lacks the library of zstd.
  /// - Parameter gzip: The library for gzip; `nil` for the fastest one that is installed.
  func makeDecoder(gzip: GzipLibrary? = nil) -> (any Decompressing)? {
    switch self {
    case .gzip: gzip.flatMap { $0.makeDecoder() } ?? GzipLibrary.isal.makeDecoder() ?? GzipLibrary.zlib.makeDecoder()
    case .zstd: ZstdDecoder.make()
    }
  }
}

/// A library that decodes gzip.
package enum GzipLibrary: String, Sendable, CaseIterable {
  case isal, zlib

  /// Whether the library can be used; zlib is always there.
  package var isPresent: Bool { self == .zlib || ISALDecoder.isPresent }

  /// Returns a decoder; `nil` without the library.
  fileprivate func makeDecoder() -> (any Decompressing)? {
    switch self {
    case .isal: ISALDecoder.make()
    case .zlib: ZlibDecoder()
    }
  }
}

/// A decoder of one format, used by one thread at a time.
protocol Decompressing: AnyObject {
  /// Decodes as many bytes as fit. Bytes that were decoded before a fault count as produced.
  func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> DecompressionStep

  /// Prepares for the next member of a gzip file, or the next frame of zstd.
  func restart()
}

/// The result of one call of a decoder.
struct DecompressionStep {
  /// The number of input bytes that were read.
  var consumed: Int
  /// The number of output bytes that were written.
  var produced: Int
  /// Whether a member or frame has ended.
  var isAtEnd = false
  /// The reason why the data cannot be decoded any further, in words; `nil` if they can.
  var fault: String?
}
