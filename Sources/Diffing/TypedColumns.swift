/// Elements of one column that found no partner in their own section.
@usableFromInline
struct Leftover {
  @usableFromInline let identities: AnyObject
  /// Positions in the column, ascending.
  @usableFromInline let ranges: [Range<Int>]
  @usableFromInline let count: Int

  init(identities: AnyObject, ranges: [Range<Int>]) {
    self.identities = identities
    self.ranges = ranges
    count = ranges.reduce(0) { $0 + $1.count }
  }
}

/// Which leftovers belong together: both tables count through all leftovers in order; -1 means none.
@usableFromInline
struct LeftoverPairs {
  @usableFromInline var oldOfNew: [Int32]
  @usableFromInline var newOfOld: [Int32]

  @inlinable
  init(oldCount: Int, newCount: Int) {
    oldOfNew = [Int32](repeating: -1, count: newCount)
    newOfOld = [Int32](repeating: -1, count: oldCount)
  }
}

/// What is done with columns whose identities have one type; specialised where the column is made.
@usableFromInline
enum TypedColumns<ID: Hashable> {
  /// - Parameters:
  ///   - offset: Where in an element in memory its identity is, in bytes; `nil` if nowhere.
  ///   - read: The identity of an element.
  @inlinable
  static func identities<D: RandomAccessCollection>(
    of data: D, offset: Int?, read: @escaping (D.Element) -> ID
  ) -> Identities<ID> {
    let count = data.count
    return Identities<ID>(
      count: count,
      lend: { body in
        guard let offset else { return false }
        return data.withContiguousStorageIfAvailable { elements in
          guard elements.count == count else { return false }
          let base = UnsafeRawPointer(elements.baseAddress).map { $0 + offset }
          body(IdentityView(base: base, stride: MemoryLayout<D.Element>.stride, count: count))
          return true
        } ?? false
      },
      fill: { range, target in fill(range, of: data, count, read, target) })
  }

  /// Writes copies of some identities of a collection into uninitialised memory.
  @inlinable
  static func fill<D: RandomAccessCollection>(
    _ range: Range<Int>, of data: D, _ count: Int, _ read: (D.Element) -> ID, _ start: UnsafeMutablePointer<ID>
  ) {
    var target = start
    if range.count == count {
      // An iterator may know a quicker way than one index after the other.
      for element in data where target < start + count {
        target.initialize(to: read(element))
        target += 1
      }
      precondition(target == start + count, "\(target - start) elements where there were \(count)")
      return
    }
    var index = data.index(data.startIndex, offsetBy: range.lowerBound)
    for _ in 0..<range.count {
      target.initialize(to: read(data[index]))
      target += 1
      data.formIndex(after: &index)
    }
  }

  /// The identity of an element: at its place in memory if that is known, which is much faster than by key path.
  @inlinable
  static func read<Element>(from element: Element, _ offset: Int?, _ id: KeyPath<Element, ID>) -> ID {
    guard let offset else { return element[keyPath: id] }
    return withUnsafePointer(to: element) { element in
      (UnsafeRawPointer(element) + offset).assumingMemoryBound(to: ID.self).pointee
    }
  }

  @inlinable
  static func typed(_ identities: AnyObject) -> Identities<ID> {
    unsafeDowncast(identities, to: Identities<ID>.self)
  }

  /// - Precondition: Both are identities of this type.
  @inlinable
  static func mapping(from old: AnyObject, to new: AnyObject) -> PositionMapping {
    let (old, new) = (typed(old), typed(new))
    var mapping = PositionMapping.disjoint(oldCount: old.count, newCount: new.count)
    old.withIdentities { old in
      new.withIdentities { new in mapping = PositionDiff(old: old, new: new).mapping() }
    }
    return mapping
  }

  /// Copies of some identities.
  @inlinable
  static func array(_ identities: AnyObject, _ ranges: [Range<Int>]) -> [ID] {
    let count = ranges.reduce(0) { $0 + $1.count }
    return Array(unsafeUninitializedCapacity: count) { target, written in
      guard let start = target.baseAddress else { return }
      written = typed(identities).copy(ranges, to: start) - start
    }
  }

  /// Pairs leftovers of several columns, first come, first served.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func pairs(_ old: [Leftover], _ new: [Leftover]) -> LeftoverPairs {
    let (old, new) = (copies(of: old), copies(of: new))
    defer {
      for ids in [old, new] {
        ids.deinitialize()
        ids.deallocate()
      }
    }
    var pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
    let oldView = IdentityView<ID>(base: old.baseAddress, stride: MemoryLayout<ID>.stride, count: old.count)
    let newView = IdentityView<ID>(base: new.baseAddress, stride: MemoryLayout<ID>.stride, count: new.count)
    pairs.oldOfNew.withUnsafeMutableBufferPointer { oldOfNew in
      pairs.newOfOld.withUnsafeMutableBufferPointer { newOfOld in
        let tables = PositionTables(start: 0, oldOfNew: oldOfNew, newOfOld: newOfOld)
        _ = PositionDiff(old: oldView, new: newView).pairResidue(into: tables, pairs: 0, suffix: 0)
      }
    }
    return pairs
  }

  @inlinable
  static func copies(of leftovers: [Leftover]) -> UnsafeMutableBufferPointer<ID> {
    let count = leftovers.reduce(0) { $0 + $1.count }
    let ids = UnsafeMutablePointer<ID>.allocate(capacity: max(1, count))
    var end = ids
    for leftover in leftovers { end = typed(leftover.identities).copy(leftover.ranges, to: end) }
    return UnsafeMutableBufferPointer(start: ids, count: count)
  }
}

extension TypedColumns where ID == ElementID {
  static func identities(of ids: [ElementID], offset: Int) -> Identities<ElementID> {
    identities(of: ids, offset: offset) { $0 }
  }
}
