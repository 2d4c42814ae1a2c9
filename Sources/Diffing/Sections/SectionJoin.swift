/// The unmatched elements of one list, as input of a search that pairs elements across sections.
///
/// An element is known by its own identity and by those of the subsections and the section that contain it. It is
/// searched for by all of these identities first, then without the outermost one, and so on, at last by its own
/// identity alone. So a subsection that moves to another section takes its elements along. In a list without
/// subsections there is only the last search.
struct SectionJoin {
  /// A *site*: a section of the list, or a subsection at any depth.
  private struct Site {
    /// The position in the list of the section that is this site or contains it.
    let section: Int
    /// The index of the site that directly contains this one; `nil` for a section of the list.
    let parent: Int?
    /// The nesting depth: 1 for a section of the list, one more for each subsection.
    let depth: Int
    /// The identity of a subsection; `nil` for a section of the list.
    let id: ElementID?
    /// The position of the site's first element in the section at `section`.
    let start: Int
    /// The identities of the site's elements; `nil` if sections are read without columns.
    let column: IdentityColumn?

    /// The type of the identities; sections without columns share a stand-in, because all their identities have the
    /// same type.
    var type: ObjectIdentifier { column?.type ?? ObjectIdentifier(Never.self) }
  }

  /// Consecutive unmatched elements with the same innermost site.
  private struct Part {
    /// The positions of the elements in the section of the list that contains the site.
    let range: Range<Int>
    let site: Int
    /// The number of identities by which each element is known: its own, and one for each site that contains it.
    let depth: Int
    /// The number of unmatched elements before this part.
    let start: Int
  }

  /// Unmatched elements whose identities have the same type.
  private struct Group {
    var elements = UnmatchedElements()
    /// For each part, the index of its first element among all unmatched elements of the list.
    var numbers: [Int] = []
    /// The site that holds all elements of the group; `nil` if they are in several sites.
    var onlySite: Int?
  }

  private var sites: [Site] = []
  private var parts: [Part] = []
  private var count = 0
  /// Whether each element has found a partner; empty as long as none has.
  private var isPaired: [Bool] = []

  /// The largest number of identities by which an element is known.
  private var depth: Int { parts.reduce(0) { max($0, $1.depth) } }

  /// Pairs across sections and puts the crossings into a mapping.
  /// - Complexity: O(*d* *n*) on average in the depth of subsections and the number of unmatched elements.
  static func join(_ sections: some SectionPair, _ hashing: IdentityHashing?, into builder: inout ListMappingBuilder) {
    let hasSubsections =
      (0..<sections.oldSectionCount).contains { sections.oldColumn(ofSection: $0)?.isJoined == true }
      || (0..<sections.newSectionCount).contains { sections.newColumn(ofSection: $0)?.isJoined == true }
    guard
      hasSubsections
        || builder.mayHaveCrossings(oldCount: sections.oldCount(ofSection:), newCount: sections.newCount(ofSection:))
    else { return }
    var (old, new) = (SectionJoin(), SectionJoin())
    for section in 0..<sections.oldSectionCount {
      let ranges = builder.unmatchedRanges(ofOld: section, count: sections.oldCount(ofSection: section))
      old.add(ranges, of: section, sections.oldColumn(ofSection: section))
    }
    if old.parts.isEmpty { return }
    for section in 0..<sections.newSectionCount {
      let ranges = builder.unmatchedRanges(ofNew: section, count: sections.newCount(ofSection: section))
      new.add(ranges, of: section, sections.newColumn(ofSection: section))
    }
    for depth in (0..<min(old.depth, new.depth)).reversed() {
      let oldGroups = old.groups(ofDepth: depth + 1)
      for (type, target) in new.groups(ofDepth: depth + 1) {
        // Beyond 2,147,483,647 elements of one type nothing crosses.
        guard let source = oldGroups[type], source.elements.areNumbered, target.elements.areNumbered else { continue }
        if let from = source.onlySite, let to = target.onlySite, old.isSame(from, as: to, of: new, builder.sections) {
          // The diff of the section has compared these already.
          continue
        }
        let pairs = sections.pairs(of: source.elements, and: target.elements, hashing)
        if depth > 0 {
          old.record(pairs.newOfOld, of: source)
          new.record(pairs.oldOfNew, of: target)
        }
        builder.add(pairs, old: source.elements, new: target.elements)
      }
    }
  }

  // MARK: Collecting

  /// Adds unmatched elements of a section of the list.
  private mutating func add(_ ranges: [Range<Int>], of section: Int, _ column: IdentityColumn?) {
    if ranges.isEmpty { return }
    sites.append(Site(section: section, parent: nil, depth: 1, id: nil, start: 0, column: column))
    add(ranges, in: sites.count - 1)
  }

  /// Adds unmatched elements of a site, divided among its subsections.
  /// - Parameter ranges: Positions in the column of the site.
  private mutating func add(_ ranges: [Range<Int>], in number: Int) {
    let site = sites[number]
    guard let column = site.column, column.isJoined else {
      for range in ranges { append(range, in: number, depth: site.depth) }
      return
    }
    let subsections = column.sections
    var rest = RangeReader(ranges)
    while let first = rest.next {
      let index = subsections.partitioningIndex { $0.end > first }
      guard index < subsections.count, subsections[index].start <= first else {
        // A header is known by the subsection that it belongs to.
        let end = index < subsections.count ? subsections[index].start : column.count
        rest.read(upTo: end) { append($0, in: number, depth: site.depth + 1) }
        continue
      }
      let inner = subsections[index]
      sites.append(
        Site(
          section: site.section, parent: number, depth: site.depth + 1, id: inner.id, start: site.start + inner.start,
          column: inner.elements))
      var own: [Range<Int>] = []
      rest.read(upTo: inner.end) { own.append($0.lowerBound - inner.start..<$0.upperBound - inner.start) }
      add(own, in: sites.count - 1)
    }
  }

  /// Appends consecutive unmatched elements as a part.
  /// - Parameters:
  ///   - range: Positions in the column of the site.
  ///   - site: The index of the innermost site that contains the elements.
  ///   - depth: The number of identities by which each element is known; see `Part`.
  private mutating func append(_ range: Range<Int>, in site: Int, depth: Int) {
    if range.isEmpty { return }
    let start = sites[site].start
    parts.append(
      Part(range: start + range.lowerBound..<start + range.upperBound, site: site, depth: depth, start: count))
    count += range.count
  }

  // MARK: Searching

  /// Groups the unpaired elements for a search by their innermost `depth` identities; elements with fewer identities
  /// are left out. The key of a group is the type of the outermost of these identities.
  private func groups(ofDepth depth: Int) -> [ObjectIdentifier: Group] {
    var groups: [ObjectIdentifier: Group] = [:]
    // The group that was last added to stays out of the dictionary: neighbours mostly have one type.
    var (type, group) = (ObjectIdentifier(Never.self), Group())
    for part in parts where part.depth >= depth {
      guard let number = site(around: part.site, ofDepth: part.depth - depth + 1) else { continue }
      let site = sites[number]
      if site.type != type {
        groups[type] = group
        (type, group) = (site.type, groups.removeValue(forKey: site.type) ?? Group())
      }
      forEachUnpaired(in: part) { offsets in
        group.onlySite = group.numbers.isEmpty || group.onlySite == number ? number : nil
        group.elements.add(
          part.range.lowerBound + offsets.lowerBound..<part.range.lowerBound + offsets.upperBound,
          section: site.section, site: number, site.column, offset: site.start)
        group.numbers.append(part.start + offsets.lowerBound)
      }
    }
    groups[type] = group
    return groups.filter { $0.value.elements.count > 0 }
  }

  /// Returns the site at `depth` that is the site `number` or contains it; `nil` if the site `number` is less deep.
  private func site(around number: Int, ofDepth depth: Int) -> Int? {
    var number = number
    while sites[number].depth > depth, let parent = sites[number].parent { number = parent }
    return sites[number].depth == depth ? number : nil
  }

  /// Calls the body for the ranges of elements of a part, counted from its start, that have no partner yet.
  private func forEachUnpaired(in part: Part, _ body: (Range<Int>) -> Void) {
    if isPaired.isEmpty { return body(0..<part.range.count) }
    var first = 0
    while first < part.range.count {
      guard !isPaired[part.start + first] else {
        first += 1
        continue
      }
      var end = first + 1
      while end < part.range.count, !isPaired[part.start + end] { end += 1 }
      body(first..<end)
      first = end
    }
  }

  /// Records which elements of a group have found partners.
  /// - Parameter partners: The partner of each element of the group; -1 if it found none.
  private mutating func record(_ partners: ArraySlice<Int32>, of group: Group) {
    if isPaired.isEmpty { isPaired = [Bool](repeating: false, count: count) }
    for (part, first) in zip(group.elements.parts, group.numbers) {
      for offset in 0..<part.range.count where partners[partners.startIndex + part.start + offset] >= 0 {
        isPaired[first + offset] = true
      }
    }
  }

  /// Whether a site and a site of the new list are the same section or subsection.
  private func isSame(_ site: Int, as other: Int, of new: SectionJoin, _ sections: PositionMapping) -> Bool {
    let (a, b) = (sites[site], new.sites[other])
    guard a.depth == b.depth, a.id == b.id else { return false }
    guard let parent = a.parent, let otherParent = b.parent else {
      return sections.newPosition(ofOld: a.section) == b.section
    }
    return isSame(parent, as: otherParent, of: new, sections)
  }
}

/// Reads ranges from start to end.
private struct RangeReader {
  private let ranges: [Range<Int>]
  private var index = 0
  /// The next position to read; `nil` after the last range.
  private(set) var next: Int?

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    next = ranges.first?.lowerBound
  }

  /// Reads all remaining positions before `end`, range by range.
  mutating func read(upTo end: Int, _ body: (Range<Int>) -> Void) {
    while let first = next, first < end {
      let upper = min(end, ranges[index].upperBound)
      body(first..<upper)
      guard upper == ranges[index].upperBound else {
        next = upper
        return
      }
      index += 1
      next = index < ranges.count ? ranges[index].lowerBound : nil
    }
  }
}
