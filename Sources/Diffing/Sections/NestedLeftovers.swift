/// What of one list found no partner in its own section, where sections hold sections.
///
/// Each is known by the identities of all the sections that it is in and its own there; to those elsewhere also without
/// the outermost of these, and so on, at last by its own alone.
struct NestedLeftovers {
  /// A column: of a section of the list, or of one in it.
  struct Site {
    /// The section of the list.
    let section: Int
    /// The site that holds it; nil for a section of the list.
    let around: Int?
    /// How many sections its elements are in.
    let depth: Int
    /// The identity of its section where another one holds that.
    let id: ElementID?
    /// Its first element in the section of the list.
    let start: Int
    let column: IdentityColumn
  }

  /// Neighbours in the same sections.
  private struct Part {
    /// In the section of the list.
    let range: Range<Int>
    /// The innermost section.
    let site: Int
    /// By how many identities they are known.
    let depth: Int
    /// How many leftovers come before.
    let start: Int
  }

  private(set) var sites: [Site] = []
  private var parts: [Part] = []
  /// Whether each has found a partner.
  private var isPaired: [Bool] = []

  var isEmpty: Bool { parts.isEmpty }

  /// By how many identities any of them is known at most.
  var depth: Int { parts.reduce(0) { max($0, $1.depth) } }

  /// - Parameter leftovers: By ascending section, those of each by ascending place.
  init(_ leftovers: [(section: Int, range: Range<Int>)], of columns: [IdentityColumn]) {
    var rest = leftovers.filter { !$0.range.isEmpty }[...]
    while let section = rest.first?.section {
      let own = rest.prefix { $0.section == section }
      rest = rest.dropFirst(own.count)
      sites.append(Site(section: section, around: nil, depth: 1, id: nil, start: 0, column: columns[section]))
      add(own.map(\.range), in: sites.count - 1)
    }
  }

  /// - Parameter ranges: In the column of the site.
  private mutating func add(_ ranges: [Range<Int>], in number: Int) {
    let site = sites[number]
    guard site.column.isJoined else {
      for range in ranges { append(range, in: number, depth: site.depth) }
      return
    }
    let sections = site.column.sections
    var rest = RangeReader(ranges)
    while let first = rest.next {
      let index = sections.partitioningIndex { $0.end > first }
      guard index < sections.count, sections[index].start <= first else {
        // A header is known by the section that it belongs to.
        let end = index < sections.count ? sections[index].start : site.column.count
        rest.read(upTo: end) { append($0, in: number, depth: site.depth + 1) }
        continue
      }
      let inner = sections[index]
      sites.append(
        Site(
          section: site.section, around: number, depth: site.depth + 1, id: inner.id, start: site.start + inner.start,
          column: inner.elements))
      var own: [Range<Int>] = []
      rest.read(upTo: inner.end) { own.append($0.lowerBound - inner.start..<$0.upperBound - inner.start) }
      add(own, in: sites.count - 1)
    }
  }

  private mutating func append(_ range: Range<Int>, in site: Int, depth: Int) {
    if range.isEmpty { return }
    let start = sites[site].start
    parts.append(
      Part(
        range: start + range.lowerBound..<start + range.upperBound, site: site, depth: depth, start: isPaired.count))
    isPaired.append(contentsOf: repeatElement(false, count: range.count))
  }

  // MARK: Looking for partners

  /// Those without a partner that are known by so many identities, with the last so many of these: by the type of what
  /// they have for an identity in the section within which that tells them apart.
  func groups(ofDepth depth: Int) -> [ObjectIdentifier: NestedGroup] {
    var groups: [ObjectIdentifier: NestedGroup] = [:]
    for part in parts where part.depth >= depth {
      guard let number = site(around: part.site, ofDepth: part.depth - depth + 1) else { continue }
      let site = sites[number]
      forEachUnpaired(in: part) { offsets in
        groups[site.column.type, default: NestedGroup(site.column)].add(
          part.range.lowerBound + offsets.lowerBound..<part.range.lowerBound + offsets.upperBound, of: site, number,
          first: part.start + offsets.lowerBound)
      }
    }
    return groups
  }

  /// - Returns: Nil if it is further in.
  private func site(around number: Int, ofDepth depth: Int) -> Int? {
    var number = number
    while sites[number].depth > depth, let around = sites[number].around { number = around }
    return sites[number].depth == depth ? number : nil
  }

  private func forEachUnpaired(in part: Part, _ body: (Range<Int>) -> Void) {
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

  /// Some of a group have found their partners.
  /// - Parameter partners: -1 for the others.
  mutating func note(_ partners: [Int32], of group: NestedGroup) {
    for (part, first) in zip(group.places.parts, group.numbers) {
      for offset in 0..<part.range.count where partners[part.start + offset] >= 0 { isPaired[first + offset] = true }
    }
  }

  /// True if a site is that of the section that another one's became. What is in no other has been compared already.
  func isSame(_ site: Int, as other: Int, of new: NestedLeftovers, sections: PositionMapping) -> Bool {
    let (a, b) = (sites[site], new.sites[other])
    guard a.depth == b.depth, a.id == b.id else { return false }
    guard let around = a.around, let otherAround = b.around else {
      return sections.newPosition(ofOld: a.section) == b.section
    }
    return isSame(around, as: otherAround, of: new, sections: sections)
  }
}

/// Reads ranges from start to end.
private struct RangeReader {
  private let ranges: [Range<Int>]
  private var index = 0
  /// The next position; nil at the end.
  private(set) var next: Int?

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    next = ranges.first?.lowerBound
  }

  /// Reads what comes before an end.
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
