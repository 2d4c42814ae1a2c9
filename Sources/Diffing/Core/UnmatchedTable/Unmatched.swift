/// The elements of both lists that steps 1 and 2 of ``PositionDiff`` left without a partner, by their positions.
@usableFromInline
struct Unmatched<Source: IdentitySource> {
  @usableFromInline let old: Source
  @usableFromInline let new: Source
  /// The positions of the old elements, then those of the new ones, each ascending.
  @usableFromInline let positions: UnsafeMutableBufferPointer<Int32>
  /// The number of old elements.
  @usableFromInline let oldCount: Int

  /// Creates a value for the elements at given positions.
  /// - Parameter positions: The old positions, then the new ones, in memory that outlives this value.
  @inlinable
  init(old: Source, new: Source, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int) {
    self.old = old
    self.new = new
    self.positions = positions
    self.oldCount = oldCount
  }

  /// The number of elements of both sides.
  @inlinable var count: Int { positions.count }

  /// The number of new elements.
  @inlinable var newCount: Int { positions.count &- oldCount }

  /// Returns the position of the element at `index` in its own list, which is the old or the new one.
  @inlinable @inline(__always)
  func position(at index: Int) -> Int { Int(positions[index]) }

  /// Returns the identity of the element at `index`.
  @inlinable @inline(__always)
  func id(at index: Int) -> Source.ID {
    index < oldCount ? old.id(at: position(at: index)) : new.id(at: position(at: index))
  }

  /// Whether the element at `index` has the identity of the element of `source` at `position`.
  @inlinable @inline(__always)
  func isEqual(at index: Int, to source: Source, at position: Int) -> Bool {
    index < oldCount
      ? source.isEqual(at: position, to: old, at: self.position(at: index))
      : source.isEqual(at: position, to: new, at: self.position(at: index))
  }
}

/// The pairs found among unmatched elements. Old and new elements are numbered separately, from zero; -1 stands for no
/// partner.
@usableFromInline
struct UnmatchedPairs {
  /// For each new element the number of its old partner, then for each old element the number of its new partner.
  @usableFromInline var partners: [Int32]
  /// The number of new elements.
  @usableFromInline let newCount: Int
  /// The number of pairs.
  @usableFromInline var count = 0
  /// Two new elements with the same identity, if the table met some.
  @usableFromInline var repetition: PositionMapping.Repetition?

  /// Creates a value without pairs.
  @inlinable
  init(oldCount: Int, newCount: Int) {
    partners = [Int32](repeating: -1, count: oldCount + newCount)
    self.newCount = newCount
  }

  /// Records that an old and a new element are partners.
  @inlinable @inline(__always)
  mutating func link(old: Int, new: Int) {
    partners[new] = Int32(truncatingIfNeeded: old)
    partners[newCount &+ old] = Int32(truncatingIfNeeded: new)
    count &+= 1
  }

  /// The old partner of each new element, or -1.
  @inlinable var oldOfNew: ArraySlice<Int32> { partners[..<newCount] }

  /// The new partner of each old element, or -1; the indices of the slice begin at the number of new elements.
  @inlinable var newOfOld: ArraySlice<Int32> { partners[newCount...] }
}
