import Glibc

/// The scans of a JPEG file, located by their markers to estimate the time of decoding.
///
/// The length of the file is no measure: a scan of a few bytes can cover all blocks, and a file can have hundreds of
/// scans.
struct JPEGScans {
  /// The number of scans.
  private(set) var count = 0
  /// An upper bound of the processor time, in nanoseconds.
  private(set) var nanoseconds = 0

  // Upper bounds, in nanoseconds. The measured times are 4 to 22 for a block without data, and 40 for a byte, each bit
  // of which may be a coefficient. With arithmetic coding, each of a block's 64 coefficients takes time even without
  // data.
  private static let (blockTime, arithmeticBlockTime, byteTime) = (30, 600, 40)

  /// Scans the file until its end, or until the estimate exceeds the limit.
  /// - Complexity: O(*n*) in the length of the file.
  init(_ bytes: [UInt8], _ header: JPEGHeader) {
    let reader = ByteReader(bytes: bytes)
    nanoseconds = Self.nanoseconds(ofBytes: bytes.count - header.scanOffset)
    let blockTime = header.isArithmetic ? Self.arithmeticBlockTime : Self.blockTime
    var offset = header.scanOffset
    while let marker = Self.nextMarker(bytes, from: offset), nanoseconds <= DecodeLimits.estimatedTime {
      offset = marker + 2
      if bytes[marker + 1] == 0xD9 { return }
      guard !JPEGHeader.isWithoutLength(Int(bytes[marker + 1])) else { continue }
      if bytes[marker + 1] == 0xDA {
        count += 1
        nanoseconds += Self.blockCount(reader, at: marker + 4, header) * blockTime
      }
      offset += max(2, reader.number16(at: offset, isLittle: false) ?? 2)
    }
  }

  /// Returns an upper bound of the time for `count` bytes of scan data, in nanoseconds.
  static func nanoseconds(ofBytes count: Int) -> Int { count * byteTime }

  /// Returns the number of blocks in the components of a scan.
  private static func blockCount(_ reader: ByteReader, at offset: Int, _ header: JPEGHeader) -> Int {
    (0..<min(4, reader.byte(at: offset) ?? 0)).reduce(0) { sum, index in
      let id = reader.byte(at: offset + 1 + index * 2)
      return sum + (header.components.first { $0.id == id }.map(header.blockCount) ?? 0)
    }
  }

  /// Returns the offset of the first marker at or after `start`, skipping the escaped bytes and restart markers inside
  /// scan data; `nil` at the end.
  private static func nextMarker(_ bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = start
      while index + 1 < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + index, 0xFF, buffer.count - index - 1)
      {
        index = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
        switch buffer[index + 1] {
        case 0xFF: index += 1
        case 0, 0xD0...0xD7: index += 2
        default: return index
        }
      }
      return nil
    }
  }
}
