package import ScrollworkPlatform

/// A format of compressed data. It is recognised by its first bytes; the name of the file does not matter.
package enum Compression: String, Hashable, Sendable {
  case gzip, zstd, xz, bzip2

  /// For each format, the ranges of its first bytes.
  private static let signatures: [(Compression, [ClosedRange<UInt8>])] = [
    // The third byte of gzip is the method, of which there is only one (RFC 1952).
    (.gzip, [0x1F, 0x8B, 0x08].map { $0...$0 }),
    (.zstd, [0x28, 0xB5, 0x2F, 0xFD].map { $0...$0 }),
    // A skippable frame (RFC 8878), which programs write before the data.
    (.zstd, [0x50...0x5F, 0x2A...0x2A, 0x4D...0x4D, 0x18...0x18]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00].map { $0...$0 }),
    // The beginning of the first block, or the end of an empty file.
    (.bzip2, bzip2Header + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59].map { $0...$0 }),
    (.bzip2, bzip2Header + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90].map { $0...$0 }),
  ]

  /// "BZh", and the size of the blocks, "1" to "9".
  private static let bzip2Header: [ClosedRange<UInt8>] = [0x42...0x42, 0x5A...0x5A, 0x68...0x68, 0x31...0x39]

  /// The number of bytes that are enough to recognise a format.
  static let signatureLength = 10

  /// The number of bytes of a signature that no text begins with. Data that end within the rest of the signature count
  /// as compressed and cut off.
  private static let certainLength = 4

  /// Returns the format of data by their first bytes; `nil` if they are not compressed.
  /// - Parameter start: At least `signatureLength` bytes, or all of the data if there are fewer.
  package static func detect(_ start: some Collection<UInt8>) -> Compression? {
    signatures.first { _, signature in
      start.count >= min(signature.count, certainLength) && zip(start, signature).allSatisfy { $1.contains($0) }
    }?.0
  }

  /// Returns the format of a file; `nil` if it is not compressed.
  package static func detect(_ file: RandomAccessFile) throws(FileError) -> Compression? {
    detect(try file.bytes(at: 0, count: signatureLength))
  }

  /// Whether data may be compressed of which only these first bytes are known. Returns `false` if they already rule out
  /// or complete every signature.
  static func mayBegin(with start: some Collection<UInt8>) -> Bool {
    signatures.contains { start.count < $0.1.count && zip(start, $0.1).allSatisfy { $1.contains($0) } }
  }

  /// The optional library that decodes the format; `nil` for gzip, which is decoded by the required zlib.
  package var library: OptionalLibrary? {
    switch self {
    case .gzip: nil
    case .zstd: .zstd
    case .xz: .lzma
    case .bzip2: .bzip2
    }
  }

  /// Returns a decoder for the format; `nil` if the system lacks its library.
  /// - Parameter gzip: The library for gzip; `nil` for the fastest one that is installed.
  func makeDecoder(gzip: GzipLibrary? = nil) -> (any Decompressing)? {
    switch self {
    case .gzip: gzip.flatMap { $0.makeDecoder() } ?? GzipLibrary.isal.makeDecoder() ?? GzipLibrary.zlib.makeDecoder()
    case .zstd: ZstdDecoder.make()
    case .xz: XZDecoder.make()
    case .bzip2: BzipDecoder.make()
    }
  }
}

/// The libraries that can decode gzip.
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

  /// Prepares for the next member, frame or stream of the same file.
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
