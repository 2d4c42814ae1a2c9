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

/// What leads from an identity to its place: ``IdentityOperations/place(of:_:)``.
@usableFromInline
struct IdentityPlaceKey: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @inlinable
  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }
}

/// Two secret numbers, new for each process, so that nobody can choose identities that collide.
@usableFromInline
struct IdentityHashKey: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64
  /// A hasher that nothing was fed to yet: copied for each identity, because to make one takes longer.
  @usableFromInline let hasher: Hasher

  /// The standard library's hasher is keyed with random numbers of the system when a process starts.
  @usableFromInline
  static let ofProcess = IdentityHashKey(
    first: UInt64(bitPattern: Int64("diffing.first".hashValue)),
    second: UInt64(bitPattern: Int64("diffing.second".hashValue)) | 1, hasher: Hasher())

  @inlinable
  var ofPlaces: IdentityPlaceKey { IdentityPlaceKey(first: first, second: second) }

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

  /// True if an identity is one or two words and equality is theirs.
  @inlinable
  static var areWords: Bool { isOneWord || isUUID }

  /// True if only operations know the type, and perhaps a fast hash.
  @inlinable
  static var isReference: Bool { ID.self == ElementReference.self }

  /// True if a comparison takes less than a hash by far.
  @inlinable
  static var areCheap: Bool { _isPOD(ID.self) && !isReference }

  /// True if there may be a fast hash for the type.
  @inlinable
  static var hasFastHash: Bool {
    isOneWord || isHalfWord || isUUID || ID.self == String.self || ID.self == ElementID.self || isReference
  }

  /// The hash that is best for the type.
  @inlinable
  static var usualHashing: IdentityHashing { hasFastHash ? .fast : .standard }

  /// True if a look at a part of an identity tells most of them apart: ``place(of:_:)``.
  @inlinable
  static var havePlaces: Bool { areWords || ID.self == String.self }

  /// A number that is equal for equal identities that are ``isPlain(_:)``, found faster than a hash; its upper bits
  /// depend on all that it is made of.
  @inlinable
  @inline(__always)
  static func place(of id: ID, _ key: IdentityPlaceKey) -> UInt64 {
    if isUUID {
      let words = unsafeBitCast(id, to: (UInt64, UInt64).self)
      return (words.0 ^ words.1) &* key.second
    }
    if isOneWord { return unsafeBitCast(id, to: UInt64.self) &* key.second }
    if ID.self == String.self { return StringIdentity.place(of: unsafeBitCast(id, to: String.self), key) }
    return 0
  }

  /// A part of an identity that is likely to tell it from others, found faster than ``place(of:_:)``: the lowest bits of a
  /// number; the last two bytes of a UUID, which are random or, in some, those of a computer's address; the last bytes of
  /// a string, in the upper bits.
  @inlinable
  @inline(__always)
  static func part(of id: ID, _ key: IdentityPlaceKey) -> UInt64 {
    if isUUID { return unsafeBitCast(id, to: (UInt64, UInt64).self).1 &>> 48 }
    if ID.self == String.self { return StringIdentity.lastWord(of: unsafeBitCast(id, to: String.self)) &* key.second }
    return isOneWord ? unsafeBitCast(id, to: UInt64.self) : 0
  }

  /// True if only an identity of the same bytes is equal.
  @inlinable
  static func isPlain(_ id: ID) -> Bool {
    ID.self == String.self ? StringIdentity.isPlain(unsafeBitCast(id, to: String.self)) : areWords
  }

  /// A hash that is equal for equal identities.
  /// - Returns: `nil` if the fast hash cannot tell: a string that is not ASCII may equal one with other bytes.
  @inlinable
  @inline(__always)
  static func hash(_ id: ID, _ hashing: IdentityHashing, _ key: IdentityHashKey) -> UInt64? {
    switch hashing {
    case .fast: fastHash(id, key)
    case .standard: standardHash(id, key)
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
    if isReference { return unsafeBitCast(id, to: ElementReference.self).fastHash(key) }
    return nil
  }

  /// What the standard library's hasher knows after it was fed the identity, folded.
  ///
  /// It is keyed for each process as `hashValue` is, but is not put through the last rounds that make every bit of the
  /// result depend on every bit of the input: these take two thirds of the time, and the two products do what a table
  /// needs. The state has five words and no padding: the tail that is not mixed in yet, and the four of SipHash.
  @inlinable
  @inline(__always)
  static func standardHash(_ id: ID, _ key: IdentityHashKey) -> UInt64 {
    guard MemoryLayout<Hasher>.size >= 40 else { return UInt64(bitPattern: Int64(id.hashValue)) }
    var hasher = key.hasher
    id.hash(into: &hasher)
    return withUnsafeBytes(of: &hasher) { state in
      let tail = state.load(as: UInt64.self)
      let a = IdentityHashKey.mix(
        state.load(fromByteOffset: 8, as: UInt64.self) ^ tail, state.load(fromByteOffset: 16, as: UInt64.self))
      let b = IdentityHashKey.mix(
        state.load(fromByteOffset: 24, as: UInt64.self) ^ key.first, state.load(fromByteOffset: 32, as: UInt64.self))
      return a ^ b
    }
  }
}
