/// Elements of one list that found no partner in their own section, in the order of the list.
@usableFromInline
struct UnmatchedElements {
  /// Consecutive unmatched elements in one section.
  @usableFromInline
  struct Part {
    /// The position in the list of the section that holds the elements.
    @usableFromInline let section: Int
    /// The positions of the elements in that section.
    @usableFromInline let range: Range<Int>
    /// The number of unmatched elements before this part.
    @usableFromInline let start: Int
    /// The number of the section or subsection that directly holds the elements. Within it, a repeated identity is a
    /// mistake.
    fileprivate let site: Int
    /// The column that holds the identities; `nil` if the sections are read without columns.
    @usableFromInline let column: IdentityColumn?
    /// The positions of the elements in that column.
    @usableFromInline let columnRange: Range<Int>
  }

  @usableFromInline private(set) var parts: [Part] = []
  @usableFromInline private(set) var count = 0
  /// Whether 32 bits are enough for the positions and for the number of all elements.
  @usableFromInline private(set) var areNumbered = true

  /// Creates a value without elements.
  init() {}

  /// Collects the elements of a column that is a section by itself.
  init(_ ranges: [Range<Int>], of column: IdentityColumn) {
    for range in ranges { add(range, section: 0, site: 0, column, offset: 0) }
  }

  /// Appends adjacent elements as one part.
  /// - Parameters:
  ///   - range: The positions of the elements in the section.
  ///   - section: The position of the section in the list.
  ///   - site: The number of the section or subsection that directly contains the elements. A repeated identity in it
  ///     is a mistake.
  ///   - column: The identities of all elements of that section or subsection; `nil` without an ``IdentityColumn``.
  ///   - offset: The position, in the section, of the first element of `column`.
  mutating func add(_ range: Range<Int>, section: Int, site: Int, _ column: IdentityColumn?, offset: Int) {
    if range.isEmpty { return }
    let columnRange = range.lowerBound - offset..<range.upperBound - offset
    parts.append(
      Part(section: section, range: range, start: count, site: site, column: column, columnRange: columnRange))
    count += range.count
    areNumbered = areNumbered && max(count, range.upperBound) < Int(Int32.max)
  }

  /// Whether two elements are in the same section or subsection, where a repeated identity is a mistake.
  @usableFromInline
  func areInOneSection(_ repetition: PositionMapping.Repetition) -> Bool {
    part(at: repetition.first).site == part(at: repetition.second).site
  }

  /// Returns the part that holds the element with a number.
  /// - Complexity: O(log *p*) in the number of parts.
  private func part(at number: Int) -> Part { parts[parts.partitioningIndex { $0.start > number } - 1] }

  /// Returns the path of the element with a number.
  /// - Complexity: O(log *p*) in the number of parts.
  func path(at number: Int) -> ElementPath {
    let part = part(at: number)
    return ElementPath(section: part.section, item: part.range.lowerBound + number - part.start)
  }
}

extension UnmatchedElements {
  /// Returns copies of the identities of all elements, in order.
  @inlinable
  func copies<ID: Hashable>(_ fill: UnmatchedPairs.Fill<ID>) -> [ID] {
    Array(unsafeUninitializedCapacity: count) { target, written in
      guard let start = target.baseAddress else { return }
      for part in parts {
        fill(part, start + written)
        written += part.range.count
      }
    }
  }
}

extension UnmatchedPairs {
  /// A function that writes copies of the identities of a part into uninitialised memory.
  @usableFromInline typealias Fill<ID> = (UnmatchedElements.Part, UnsafeMutablePointer<ID>) -> Void

  /// Pairs unmatched elements by identity, each with the first partner that is not paired yet.
  ///
  /// The identities are copied to one array first, because the table reads them in any order.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func between<ID: Hashable>(
    _ old: UnmatchedElements, _ new: UnmatchedElements, hashing: IdentityHashing? = nil, fillOld: Fill<ID>,
    fillNew: Fill<ID>
  ) -> UnmatchedPairs {
    old.copies(fillOld).withUnsafeBufferPointer { oldIDs in
      new.copies(fillNew).withUnsafeBufferPointer { newIDs in
        between(
          IdentityView<ID>(oldIDs), IdentityView<ID>(newIDs), hashing: hashing, isMistake: new.areInOneSection)
      }
    }
  }

  /// Pairs identities, each with the first partner that is not paired yet.
  /// - Parameter isMistake: Returns whether it is a mistake that two new elements have the same identity; `nil` if it
  ///   always is.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func between<ID: Hashable>(
    _ old: IdentityView<ID>, _ new: IdentityView<ID>, hashing: IdentityHashing? = nil,
    isMistake: ((PositionMapping.Repetition) -> Bool)? = nil
  ) -> UnmatchedPairs {
    PositionDiff(old: old, new: new, hashing: hashing).pairsOfAll(isMistake)
  }
}
