public import FoundationEssentials

/// Which hash puts identities into the table of a diff.
@usableFromInline
package enum IdentityHashing: Sendable {
  /// A multiplication or two, keyed for each process; only for types whose equality is known.
  case fast
  /// The standard library's, keyed for each process and safe against chosen input.
  case standard
  /// One hash for all: slow, and right all the same. For tests.
  case equal
}

/// Two secret numbers, new for each process, so that nobody can choose identities that collide.
@usableFromInline
struct IdentityHashKey: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// The standard library's hasher is keyed with random numbers of the system when a process starts.
  @usableFromInline
  static let ofProcess = IdentityHashKey(
    first: UInt64(bitPattern: Int64("diffing.first".hashValue)),
    second: UInt64(bitPattern: Int64("diffing.second".hashValue)) | 1)

  /// The two halves of a 128-bit product, folded (the mixing step of wyhash).
  @inlinable
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

/// The hash of one identity, chosen by type when the caller's code is compiled.
///
/// Each `if` on a type below is decided by the optimiser; what remains is straight code for that type.
@usableFromInline
enum IdentityOperations<ID: Hashable> {
  /// True if equality is that of eight bytes.
  @inlinable
  static var isOneWord: Bool {
    ID.self == Int.self || ID.self == UInt.self || ID.self == Int64.self || ID.self == UInt64.self
  }

  /// True if equality is that of four bytes.
  @inlinable
  static var isHalfWord: Bool { ID.self == Int32.self || ID.self == UInt32.self }

  @inlinable
  static var isUUID: Bool { ID.self == UUID.self }

  /// True if there is a fast hash for the type.
  @inlinable
  static var hasFastHash: Bool {
    isOneWord || isHalfWord || isUUID || ID.self == String.self || ID.self == ElementID.self
  }

  /// A hash that is equal for equal identities.
  /// - Returns: `nil` if the fast hash cannot tell: a string that is not ASCII may equal one with other bytes.
  @inlinable
  @inline(__always)
  static func hash(_ id: ID, _ hashing: IdentityHashing, _ key: IdentityHashKey) -> UInt64? {
    switch hashing {
    case .fast: fastHash(id, key)
    case .standard: standardHash(id)
    case .equal: 1
    }
  }

  @inlinable
  @inline(__always)
  static func fastHash(_ id: ID, _ key: IdentityHashKey) -> UInt64? {
    if isOneWord { return IdentityHashKey.mix(unsafeBitCast(id, to: UInt64.self) ^ key.first, key.second) }
    if isHalfWord { return IdentityHashKey.mix(UInt64(unsafeBitCast(id, to: UInt32.self)) ^ key.first, key.second) }
    if isUUID {
      let words = unsafeBitCast(id, to: (UInt64, UInt64).self)
      return IdentityHashKey.mix(words.0 ^ key.first, words.1 ^ key.second)
    }
    if ID.self == String.self { return StringIdentity.hash(unsafeBitCast(id, to: String.self), key) }
    if ID.self == ElementID.self { return StringIdentity.hash(unsafeBitCast(id, to: ElementID.self), key) }
    return nil
  }

  /// `hashValue`, not a `Hasher` of our own: it is as well keyed, and the standard library makes it in one go.
  @inlinable
  @inline(__always)
  static func standardHash(_ id: ID) -> UInt64 {
    IdentityHashKey.mix(UInt64(bitPattern: Int64(id.hashValue)), 0x9E37_79B9_7F4A_7C15)
  }
}
