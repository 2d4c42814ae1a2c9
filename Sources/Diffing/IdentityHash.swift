public import FoundationEssentials

/// Which hash puts identities into the table of a diff.
@usableFromInline
enum IdentityHashing: Sendable {
  /// A multiplication or two, keyed for each process; only for types whose equality is known.
  case fast
  /// The standard library's, keyed for each process and safe against chosen input.
  case standard
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

/// Equality and hash of one identity, chosen by type when the caller's code is compiled.
///
/// Each `if` on a type below is decided by the optimiser; what remains is straight code for that type.
@usableFromInline
enum IdentityOperations<ID: Hashable> {
  /// True if there is a fast hash for the type.
  @inlinable
  static var hasFastHash: Bool {
    ID.self == Int.self || ID.self == UUID.self || ID.self == String.self || ID.self == ElementID.self
      || ID.self == UInt.self || ID.self == Int64.self || ID.self == UInt64.self || ID.self == Int32.self
      || ID.self == UInt32.self
  }

  /// Equality as `==` has it; for a UUID two words instead of a call.
  @inlinable
  static func areEqual(_ a: UnsafePointer<ID>, _ b: UnsafePointer<ID>) -> Bool {
    if ID.self == UUID.self {
      let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
      let low = a.loadUnaligned(as: UInt64.self) ^ b.loadUnaligned(as: UInt64.self)
      let high =
        a.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ b.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      return low | high == 0
    }
    return a.pointee == b.pointee
  }

  /// A hash that is equal for equal identities.
  /// - Returns: `nil` if the fast hash cannot tell: a string that is not ASCII may equal one with other bytes.
  @inlinable
  static func hash(_ id: UnsafePointer<ID>, _ hashing: IdentityHashing, _ key: IdentityHashKey) -> UInt64? {
    switch hashing {
    case .fast: fastHash(id, key)
    case .standard: standardHash(id)
    }
  }

  @inlinable
  static func fastHash(_ id: UnsafePointer<ID>, _ key: IdentityHashKey) -> UInt64? {
    let raw = UnsafeRawPointer(id)
    if ID.self == Int.self || ID.self == UInt.self || ID.self == Int64.self || ID.self == UInt64.self {
      return IdentityHashKey.mix(raw.loadUnaligned(as: UInt64.self) ^ key.first, key.second)
    }
    if ID.self == Int32.self || ID.self == UInt32.self {
      return IdentityHashKey.mix(UInt64(raw.loadUnaligned(as: UInt32.self)) ^ key.first, key.second)
    }
    if ID.self == UUID.self {
      return IdentityHashKey.mix(
        raw.loadUnaligned(as: UInt64.self) ^ key.first,
        raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ key.second)
    }
    if ID.self == String.self { return ASCIIHash.hash(raw.assumingMemoryBound(to: String.self), key) }
    if ID.self == ElementID.self { return ASCIIHash.hash(raw.assumingMemoryBound(to: ElementID.self), key) }
    return nil
  }

  @inlinable
  static func standardHash(_ id: UnsafePointer<ID>) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(id.pointee)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// A keyed hash of bytes that gives up at the first that is not ASCII.
@usableFromInline
enum ASCIIHash {
  @inlinable
  static func hash(_ string: UnsafePointer<String>, _ key: IdentityHashKey) -> UInt64? {
    string.pointee.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0), key) } ?? nil
  }

  @usableFromInline
  static func hash(_ id: UnsafePointer<ElementID>, _ key: IdentityHashKey) -> UInt64? {
    switch id.pointee.storage {
    case .int(let value):
      return IdentityHashKey.mix(UInt64(bitPattern: Int64(value)) ^ key.first, key.second)
    case .string(let value):
      return withUnsafePointer(to: value) { hash($0, key) }
    case .other(let box):
      var hasher = Hasher()
      box.hash(into: &hasher)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }

  /// Sixteen bytes for each multiplication; the last ones may be read twice.
  @inlinable
  static func hash(_ bytes: UnsafeRawBufferPointer, _ key: IdentityHashKey) -> UInt64? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return key.first }
    let count = bytes.count
    var hash = key.first ^ UInt64(truncatingIfNeeded: count)
    var seen: UInt64 = 0
    if count >= 16 {
      var offset = 0
      while offset < count {
        // Without overlap for all but the last sixteen.
        let at = min(offset, count - 16)
        let low = base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let high = base.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
        seen |= low | high
        hash = IdentityHashKey.mix(low ^ hash, high ^ key.second)
        offset += 16
      }
    } else {
      let (low, high) = shortWords(base, count)
      seen = low | high
      hash = IdentityHashKey.mix(low ^ hash, high ^ key.second)
    }
    return seen & 0x8080_8080_8080_8080 == 0 ? hash : nil
  }

  /// One to fifteen bytes as two words, without reading past the end.
  @inlinable
  static func shortWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    }
    if count >= 4 {
      let low = UInt64(base.loadUnaligned(as: UInt32.self))
      let high = UInt64(base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      return (low | high << 32, 0)
    }
    let first = UInt64(base.load(as: UInt8.self))
    let middle = UInt64(base.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = UInt64(base.load(fromByteOffset: count - 1, as: UInt8.self))
    return (first | middle << 8 | last << 16, 0)
  }
}
