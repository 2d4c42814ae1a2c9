import Glibc

/// Memory as bytes.
@usableFromInline
enum Memory {
  /// Stands for the address of what is empty and has none, so that nobody who reads elements asks for each whether there
  /// is any. Never read.
  // Shared by all threads without harm, because nobody reads or writes what is there.
  @usableFromInline nonisolated(unsafe) static let nowhere = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  /// True if two places hold the same bytes.
  @usableFromInline
  static func isIdentical(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool { memcmp(a, b, count) == 0 }

  /// A bit for each of 64 neighbours of 16 bytes that are not the same bytes, the lowest for the first.
  ///
  /// Without a branch. Each quarter shifts its answers into the lanes of a vector of its own: so no answer waits for the
  /// one before for long, and none is taken out of a vector alone.
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

  /// All bits of each lane that is the same.
  @inline(__always)
  private static func sameLanes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, at offset: Int) -> Lanes {
    unsafeBitCast(
      a.load(fromByteOffset: offset, as: Lanes.self) .== b.load(fromByteOffset: offset, as: Lanes.self), to: Lanes.self)
  }

  @inline(__always)
  private static func inAllLanes(_ lanes: Lanes) -> UInt64 { UInt64(lanes[0] & lanes[1] & lanes[2] & lanes[3]) }
}
