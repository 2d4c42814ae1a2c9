/// A few identities, asked again and again whether they have one in common with many others.
///
/// Where one side has a few elements more than the other, and nothing else differs, these came or went; but if one of
/// them is among those that were paired without a hash, the *k*-th has to pair with the *k*-th, and that takes the whole
/// way. So each of the many leads to a byte of a map, and only where it says so it is compared with one of the few.
///
/// Which byte, a part of the identity says: that takes the least. Where this part tells too little, by chance or because
/// somebody chose it so, the map is made anew by a product of the whole with a secret number.
@usableFromInline
struct FewIdentities<Source: IdentitySource>: PickedIdentities {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  /// More are never few.
  @usableFromInline static var most: Int { 32 }
  /// In the map: more than one of the few is here.
  @usableFromInline static var several: UInt8 { 255 }

  @usableFromInline let old: Source
  @usableFromInline let new: Source
  /// Where they are: the old ones, then the new ones.
  @usableFromInline let positions: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let oldCount: Int
  /// For each place zero, or the number of the one of the few that is there, from one; empty if all are compared.
  @usableFromInline let map: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline let key: IdentityPlaceKey
  /// Which of a place's bits are an index of the map.
  @usableFromInline let shift: UInt64

  /// False if no two of the few can be equal.
  @usableFromInline private(set) var mayRepeat: Bool

  /// So many are compared with everything rather than found by their place: it is about as quick, and takes no map. With
  /// a type that has no places, and is cheap to compare but slow to hash, more.
  @inlinable
  static var mostCompared: Int { !Operations.havePlaces && Operations.areCheap ? 24 : 2 }

  /// So many of these identities are few.
  @inlinable
  static var limit: Int { Operations.havePlaces ? most : mostCompared }

  /// True if a part of an identity says its place.
  @usableFromInline private(set) var readsPart: Bool

  /// - Parameter map: A power of two, zero everywhere; empty if all are to be compared.
  /// - Returns: `nil` if one of the few may be equal to an identity with another place.
  @inlinable
  init?(
    old: Source, new: Source, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int,
    map: UnsafeMutableBufferPointer<UInt8>
  ) {
    self.old = old
    self.new = new
    self.positions = positions
    self.oldCount = oldCount
    self.map = map
    key = IdentityHashKey.ofProcess.ofPlaces
    shift = UInt64(truncatingIfNeeded: 64 &- map.count.trailingZeroBitCount)
    mayRepeat = map.isEmpty
    readsPart = Operations.havePlaces
    if map.isEmpty { return }
    guard fillMap() else { return nil }
    // To look for one that is there twice takes longer. Those of both sides may well be the same: they moved.
    if readsPart, mayRepeat, oldCount == 0 || oldCount == positions.count { readWhole() }
  }

  /// Notes where the few are.
  /// - Returns: False if one of them may be equal to an identity with another place.
  @inlinable
  mutating func fillMap() -> Bool {
    for index in 0..<positions.count {
      let id = id(at: index)
      guard Operations.isPlain(id) else { return false }
      let place = place(of: id, byPart: readsPart)
      if map[place] != 0 { mayRepeat = true }
      map[place] = map[place] == 0 ? UInt8(truncatingIfNeeded: index &+ 1) : Self.several
    }
    return true
  }

  /// From now on all of an identity says its place.
  @inlinable
  @inline(never)
  mutating func readWhole() {
    readsPart = false
    mayRepeat = false
    map.update(repeating: 0)
    // The few were asked before whether each is only equal to one with its place.
    _ = fillMap()
  }

  /// Makes the few with a map, on the stack if the many are not so many either: to ask the heap for it takes as long as to
  /// compare a hundred identities.
  /// - Parameters:
  ///   - oldCount: How many of the positions are old ones; these come first.
  ///   - body: Gets `nil` if one of the few may be equal to an identity with another place, or if they are not few.
  @inlinable
  static func with<Result>(
    old: Source, new: Source, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int,
    _ body: (FewIdentities?) -> Result
  ) -> Result {
    guard positions.count <= limit else { return body(nil) }
    if positions.count <= mostCompared {
      let none = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
      return body(FewIdentities(old: old, new: new, positions: positions, oldCount: oldCount, map: none))
    }
    if old.count &+ new.count > 4096 {
      // So large that few of the many are looked at in vain.
      let map = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 8192)
      defer { map.deallocate() }
      map.initialize(repeating: 0)
      return body(FewIdentities(old: old, new: new, positions: positions, oldCount: oldCount, map: map))
    }
    var map = InlineArray<512, UInt64>(repeating: 0)
    return withUnsafeMutableBytes(of: &map) { map in
      body(
        FewIdentities(
          old: old, new: new, positions: positions, oldCount: oldCount, map: map.assumingMemoryBound(to: UInt8.self)))
    }
  }

  @inlinable
  @inline(__always)
  func place(of id: Source.ID, byPart: Bool) -> Int {
    guard byPart else { return Int(truncatingIfNeeded: Operations.place(of: id, key) &>> shift) }
    let part = Operations.part(of: id, key)
    return Int(truncatingIfNeeded: Operations.areWords ? part & UInt64(map.count &- 1) : part &>> shift)
  }

  /// Zero if none of the few is the identity of this element.
  /// - Precondition: There is a map.
  @inlinable
  @inline(__always)
  func mark(_ source: Source, _ position: Int, byPart: Bool) -> UInt8 {
    map[place(of: source.id(at: position), byPart: byPart)]
  }

  /// True if the last word of a string is all that ``mark(ofLastWord:)`` asks for.
  @inlinable
  @inline(__always)
  var readsLastWords: Bool { Source.ID.self == String.self && readsPart && !map.isEmpty }

  /// Zero if none of the few is a string that ends with this word.
  /// - Precondition: ``readsLastWords``.
  @inlinable
  @inline(__always)
  func mark(ofLastWord word: UInt64) -> UInt8 { map[Int(truncatingIfNeeded: (word &* key.second) &>> shift)] }

  /// Zero if none of the few is the identity of this element or of the seven behind it.
  ///
  /// Eight at a time: a branch for each would take longer than the look at the map.
  /// - Precondition: There is a map.
  @inlinable
  @inline(__always)
  func markOfEight(_ source: Source, _ position: Int, byPart: Bool) -> UInt8 {
    let first =
      (mark(source, position, byPart: byPart) | mark(source, position &+ 1, byPart: byPart))
      | (mark(source, position &+ 2, byPart: byPart) | mark(source, position &+ 3, byPart: byPart))
    let second =
      (mark(source, position &+ 4, byPart: byPart) | mark(source, position &+ 5, byPart: byPart))
      | (mark(source, position &+ 6, byPart: byPart) | mark(source, position &+ 7, byPart: byPart))
    return first | second
  }

  /// True if none of the few is the identity of one of these elements.
  @inlinable
  mutating func areAbsent(from source: Source, in range: Range<Int>) -> Bool {
    guard !map.isEmpty else { return areAbsentByComparing(from: source, in: range) }
    var next = range.lowerBound
    if readsPart {
      // Few are looked at in vain if the part tells the identities apart.
      var patience = 4 &+ range.count / 64
      while next &+ 16 <= range.upperBound, patience > 0 {
        let (first, second) = (markOfEight(source, next, byPart: true), markOfEight(source, next &+ 8, byPart: true))
        if first | second != 0 {
          if first != 0, !areAbsentByMark(from: source, in: next..<next &+ 8) { return false }
          if second != 0, !areAbsentByMark(from: source, in: next &+ 8..<next &+ 16) { return false }
          patience &-= 1
        }
        next &+= 16
      }
      while next &+ 8 <= range.upperBound, patience > 0 {
        if markOfEight(source, next, byPart: true) != 0 {
          if !areAbsentByMark(from: source, in: next..<next &+ 8) { return false }
          patience &-= 1
        }
        next &+= 8
      }
      if patience == 0 { readWhole() }
    }
    while next &+ 8 <= range.upperBound {
      if markOfEight(source, next, byPart: false) != 0,
        !areAbsentByMark(from: source, in: next..<next &+ 8)
      {
        return false
      }
      next &+= 8
    }
    return areAbsentByMark(from: source, in: next..<range.upperBound)
  }

  @inlinable
  func areAbsentByComparing(from source: Source, in range: Range<Int>) -> Bool {
    var index = 0
    if !Operations.havePlaces, Operations.areCheap {
      while index &+ 4 <= positions.count {
        if isOneOfFourPresent(index, in: source, range) { return false }
        index &+= 4
      }
    }
    while index < positions.count {
      if isPresent(index, in: source, range) { return false }
      index &+= 1
    }
    return true
  }

  /// True if the identity of one of these elements is this one of the few.
  ///
  /// Four at a time: to count takes as long as to compare.
  @inlinable
  @inline(__always)
  func isPresent(_ index: Int, in source: Source, _ range: Range<Int>) -> Bool {
    let (own, place) = (index < oldCount ? old : new, Int(positions[index]))
    var next = range.lowerBound
    while Operations.areWords, next &+ 4 <= range.upperBound {
      if source.isEqual(at: next, to: own, at: place) || source.isEqual(at: next &+ 1, to: own, at: place)
        || source.isEqual(at: next &+ 2, to: own, at: place) || source.isEqual(at: next &+ 3, to: own, at: place)
      {
        return true
      }
      next &+= 4
    }
    while next < range.upperBound {
      if source.isEqual(at: next, to: own, at: place) { return true }
      next &+= 1
    }
    return false
  }

  /// True if the identity of one of these elements is among four of the few; each element is read once for all four.
  @inlinable
  @inline(__always)
  func isOneOfFourPresent(_ index: Int, in source: Source, _ range: Range<Int>) -> Bool {
    let (a, b) = (id(at: index), id(at: index &+ 1))
    let (c, d) = (id(at: index &+ 2), id(at: index &+ 3))
    for position in range {
      let id = source.id(at: position)
      if id == a || id == b || id == c || id == d { return true }
    }
    return false
  }

  @inlinable
  @inline(never)
  func areAbsentByMark(from source: Source, in range: Range<Int>) -> Bool {
    for position in range {
      let mark = mark(source, position, byPart: readsPart)
      if mark == 0 { continue }
      guard mark == Self.several else {
        if isEqual(at: Int(mark) &- 1, to: source, at: position) { return false }
        continue
      }
      for index in 0..<positions.count where isEqual(at: index, to: source, at: position) { return false }
    }
    return true
  }
}
