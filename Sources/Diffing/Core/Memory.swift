import Glibc

/// Comparison of memory as bytes.
@usableFromInline
enum Memory {
  /// The address of an empty collection that has none, so that the loops need no optional pointers; never read.
  // Safe to share between threads, because its bytes are neither read nor written.
  @usableFromInline nonisolated(unsafe) static let nowhere = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  /// Whether two addresses hold the same bytes.
  @usableFromInline
  static func isIdentical(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool { memcmp(a, b, count) == 0 }

  /// A bit for each of 64 neighbours of 16 bytes that differ, the lowest for the first.
  ///
  /// Free of branches. Each quarter shifts its results into the lanes of its own vector: so no result waits long for the
  /// one before, and results leave the vectors together.
  /// - Precondition: Both addresses are multiples of 16.
  @usableFromInline
  static func differences(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> UInt64 {
    var (first, second, third, fourth) = (Lanes(), Lanes(), Lanes(), Lanes())
    var offset = 240
    while offset >= 0 {
      first = first &+ first &- sameLanes(a, b, at: offset)
      second = second &+ second &- sameLanes(a, b, at: offset &+ 256)
      third = third &+ third &- sameLanes(a, b, at: offset &+ 512)
      fourth = fourth &+ fourth &- sameLanes(a, b, at: offset &+ 768)
      offset &-= 16
    }
    let same = inAllLanes(first) | inAllLanes(second) &<< 16 | inAllLanes(third) &<< 32 | inAllLanes(fourth) &<< 48
    return ~same
  }

  private typealias Lanes = SIMD4<UInt32>

  /// All bits of each lane that is equal.
  @inline(__always)
  private static func sameLanes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, at offset: Int) -> Lanes {
    unsafeBitCast(
      a.load(fromByteOffset: offset, as: Lanes.self) .== b.load(fromByteOffset: offset, as: Lanes.self), to: Lanes.self)
  }

  /// The bits that all lanes have in common.
  @inline(__always)
  private static func inAllLanes(_ lanes: Lanes) -> UInt64 { UInt64(lanes[0] & lanes[1] & lanes[2] & lanes[3]) }
}
