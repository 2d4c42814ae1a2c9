/// XXH64 (Yann Collet's specification), a fast checksum that detects interrupted or damaged writes. It is not
/// cryptographic.
package enum XXHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of the bytes.
  /// - Complexity: O(*n*)
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    var hash = bytes.count >= 32 ? stripes(bytes, seed, &offset) : seed &+ prime5
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      hash = rotate(hash ^ half &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotate(hash ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  /// Returns the hash of the text's UTF-8 bytes.
  package static func hash(_ text: String, seed: UInt64 = 0) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0), seed: seed) }
  }

  /// Hashes whole stripes of 32 bytes into four independent sums and merges them.
  private static func stripes(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64, _ offset: inout Int) -> UInt64 {
    var sums = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    while offset + 32 <= bytes.count {
      sums.0 = round(sums.0, word(bytes, offset))
      sums.1 = round(sums.1, word(bytes, offset + 8))
      sums.2 = round(sums.2, word(bytes, offset + 16))
      sums.3 = round(sums.3, word(bytes, offset + 24))
      offset += 32
    }
    var hash = rotate(sums.0, 1) &+ rotate(sums.1, 7) &+ rotate(sums.2, 12) &+ rotate(sums.3, 18)
    hash = merge(hash, sums.0)
    hash = merge(hash, sums.1)
    hash = merge(hash, sums.2)
    return merge(hash, sums.3)
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ sum: UInt64) -> UInt64 { (hash ^ round(0, sum)) &* prime1 &+ prime4 }

  @inline(__always)
  private static func round(_ sum: UInt64, _ word: UInt64) -> UInt64 { rotate(sum &+ word &* prime2, 31) &* prime1 }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 { value &<< count | value &>> (64 &- count) }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
