/// Operations on columns whose identities have the type `ID`; specialised where a column is made.
@usableFromInline
enum TypedColumns<ID: Hashable> {
  /// Returns the identities of a collection.
  /// - Parameters:
  ///   - offset: The distance in bytes from an element in memory to its identity; `nil` if the identity is not stored
  ///     in the element.
  ///   - read: Returns the identity of an element.
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
      // An iterator may be quicker than one index after the other.
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

  /// Reads the identity of an element: from memory if its distance from the element is known, which is much faster, or
  /// else by key path.
  @inlinable
  static func read<Element>(from element: Element, _ offset: Int?, _ id: KeyPath<Element, ID>) -> ID {
    guard let offset else { return element[keyPath: id] }
    return withUnsafePointer(to: element) { element in
      (UnsafeRawPointer(element) + offset).assumingMemoryBound(to: ID.self).pointee
    }
  }

  /// Casts the identities of a column to their type.
  /// - Precondition: Their type is `ID`.
  @inlinable
  static func typed(_ identities: AnyObject) -> Identities<ID> {
    unsafeDowncast(identities, to: Identities<ID>.self)
  }

  /// Returns the mapping of old to new identities.
  /// - Parameter instead: See ``PositionDiff/difference(orIfManyAreLeft:)``.
  /// - Precondition: The type of both is `ID`.
  @inlinable
  static func mapping(
    from old: AnyObject, to new: AnyObject, orIfManyAreLeft instead: () -> PositionMapping?
  ) -> PositionMapping {
    let (old, new) = (typed(old), typed(new))
    var mapping = PositionMapping.disjoint(oldCount: old.count, newCount: new.count)
    old.withIdentities { old in
      new.withIdentities { new in
        mapping = PositionDiff(old: old, new: new).difference(orIfManyAreLeft: instead).mapping
      }
    }
    return mapping
  }

  /// Returns copies of the identities in some ranges.
  @inlinable
  static func array(_ identities: AnyObject, _ ranges: [Range<Int>]) -> [ID] {
    let count = ranges.reduce(0) { $0 + $1.count }
    return Array(unsafeUninitializedCapacity: count) { target, written in
      guard let start = target.baseAddress else { return }
      for range in ranges {
        typed(identities).fill(range, start + written)
        written += range.count
      }
    }
  }

  /// Returns the identities of parts of columns, one part after the other. Nothing is copied until they are compared.
  @inlinable
  static func joined(_ parts: [IdentityColumn.Part]) -> Identities<ID> {
    Identities<ID>(
      count: parts.reduce(0) { $0 + $1.range.count }, lend: { _ in false },
      fill: { range, target in
        var (start, next) = (0, target)
        for part in parts {
          let own = range.clamped(to: start..<start + part.range.count)
          let first = part.range.lowerBound - start
          typed(part.column.identities).fill(own.lowerBound + first..<own.upperBound + first, next)
          next += own.count
          start += part.range.count
        }
      })
  }

  /// Pairs unmatched elements of several columns by identity, each with the first partner that is not paired yet.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func pairs(_ old: UnmatchedElements, _ new: UnmatchedElements) -> UnmatchedPairs {
    UnmatchedPairs.between(old, new, fillOld: { copy($0, $1) }, fillNew: { copy($0, $1) })
  }

  /// Writes copies of the identities of a part into uninitialised memory.
  @inlinable
  static func copy(_ part: UnmatchedElements.Part, _ ids: UnsafeMutablePointer<ID>) {
    guard let column = part.column else { preconditionFailure("no column of section \(part.section)") }
    typed(column.identities).fill(part.columnRange, ids)
  }
}
