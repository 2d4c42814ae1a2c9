/// A kind of hash for the table of a diff.
@usableFromInline
package enum IdentityHashing: Sendable {
  /// A fast hash of integers, UUIDs and strings, whose bytes the library can read: a multiplication with secret numbers
  /// for each sixteen bytes. Other types, and the values inside an ``ElementID``, get the standard library's hash.
  case fast
  /// The standard library's hash, keyed for each process and safe against chosen input.
  case standard
  /// One constant for all identities. It is slow, and lets tests check that the result does not depend on the hash.
  case equal
}

/// Two secret numbers, new for each process, so that input cannot be chosen to collide.
@usableFromInline
struct IdentityHashKey: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64
  /// An empty hasher to copy for each identity, because making a new one takes longer.
  @usableFromInline let hasher: Hasher

  /// The key of this process: the standard library's hasher draws random numbers when a process starts.
  @usableFromInline
  static let ofProcess = IdentityHashKey(
    first: UInt64(bitPattern: Int64("diffing.first".hashValue)),
    second: UInt64(bitPattern: Int64("diffing.second".hashValue)) | 1, hasher: Hasher())

  /// Returns the exclusive or of the two halves of a 128-bit product (the mixing step of wyhash).
  @inlinable
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
