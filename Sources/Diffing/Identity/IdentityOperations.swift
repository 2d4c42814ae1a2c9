public import FoundationEssentials

/// Hashes and marks of identities, chosen by type when the caller's code is compiled.
///
/// The optimiser decides each `if` on a type below, so the compiled code has only the branch for that type.
@usableFromInline
enum IdentityOperations<ID: Hashable> {
  /// Whether identities are eight-byte integers. Two of them are equal exactly if their bytes are equal.
  @inlinable
  static var isOneWord: Bool {
    ID.self == Int.self || ID.self == UInt.self || ID.self == Int64.self || ID.self == UInt64.self
  }

  /// Whether identities are four-byte integers. Two of them are equal exactly if their bytes are equal.
  @inlinable
  static var isHalfWord: Bool { ID.self == Int32.self || ID.self == UInt32.self }

  /// Whether identities are UUIDs. Two of them are equal exactly if their sixteen bytes are equal.
  @inlinable
  static var isUUID: Bool { ID.self == UUID.self }

  /// Whether identities consist of one or two words of eight bytes. Two of them are equal exactly if their words are
  /// equal.
  @inlinable
  static var areWords: Bool { isOneWord || isUUID }

  /// Whether identities are references to elements whose type only ``ElementOperations`` knows.
  @inlinable
  static var isReference: Bool { ID.self == ElementReference.self }

  /// Whether the type may have a fast hash.
  @inlinable
  static var hasFastHash: Bool {
    isOneWord || isHalfWord || isUUID || ID.self == String.self || ID.self == ElementID.self || isReference
  }

  /// The best kind of hash for the type.
  @inlinable
  static var usualHashing: IdentityHashing { hasFastHash ? .fast : .standard }

  /// Whether identities of the type have *places*; see ``place(of:_:)``.
  @inlinable
  static var havePlaces: Bool { areWords || ID.self == String.self }

  /// Returns the *place* of an identity: a number that is computed faster than a hash, and is equal for equal
  /// identities that are plain (``isPlain(_:)``). Each bit of the identity that the computation reads can change the
  /// lower 40 bits of the number.
  @inlinable @inline(__always)
  static func place(of id: ID, _ key: IdentityHashKey) -> UInt64 {
    if isUUID {
      let words = unsafeBitCast(id, to: (UInt64, UInt64).self)
      return ((words.0 ^ words.1) &* key.second) &>> 24
    }
    if isOneWord { return (unsafeBitCast(id, to: UInt64.self) &* key.second) &>> 24 }
    if ID.self == String.self { return StringIdentity.place(of: unsafeBitCast(id, to: String.self), key) }
    return 0
  }

  /// Returns a part of an identity that usually distinguishes it from others, and is read even faster than a place: the
  /// lowest bits of a number, the last two bytes of a UUID, or the last bytes of a string.
  ///
  /// The end of a UUID is random or, in some versions, part of a computer's address.
  @inlinable @inline(__always)
  static func part(of id: ID, _ key: IdentityHashKey) -> UInt64 {
    if isUUID { return unsafeBitCast(id, to: (UInt64, UInt64).self).1 &>> 48 }
    if ID.self == String.self {
      let word = StringIdentity.lastWord(of: unsafeBitCast(id, to: String.self))
      return StringIdentity.mark(ofLastWord: word, key.second)
    }
    return isOneWord ? unsafeBitCast(id, to: UInt64.self) : 0
  }

  /// Whether every identity that is equal to this one has the same bytes.
  @inlinable
  static func isPlain(_ id: ID) -> Bool {
    ID.self == String.self ? StringIdentity.isPlain(unsafeBitCast(id, to: String.self)) : areWords
  }

  /// Returns a hash of an identity, which is equal for equal identities.
  /// - Returns: `nil` if this kind of hash cannot be used: a string beyond ASCII may equal one with other bytes.
  @inlinable @inline(__always)
  static func hash(_ id: ID, _ hashing: IdentityHashing, _ key: IdentityHashKey) -> UInt64? {
    switch hashing {
    case .fast: fastHash(id, key)
    case .standard: standardHash(id, key)
    case .equal: 1
    }
  }

  /// Returns the fast hash of an identity; `nil` if it has none.
  @inlinable @inline(__always)
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

  /// Returns the folded state of the standard library's hasher after it was fed the identity.
  ///
  /// It is keyed for each process like `hashValue`, but skips the last rounds, which take two thirds of the time; two
  /// products mix the bits well enough for a table. The state has five words and no padding: the tail that is not mixed
  /// in yet, and the four words of SipHash.
  @inlinable @inline(__always)
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
