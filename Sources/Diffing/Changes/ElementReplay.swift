/// Neighbouring elements that are taken over together.
@usableFromInline
struct ReplayedRange {
  /// The section in which they were; `nil` if they are taken from the new data.
  @usableFromInline let section: Int?
  /// Where they are there.
  @usableFromInline var items: Range<Int>
}

/// The changes of elements, section by section: what is named goes to its place, the rest keeps its order.
@usableFromInline
struct ElementReplay {
  /// An element that does not stay between its neighbours as it was.
  private struct Named {
    var target: Int
    /// Where it comes from; `nil` if it is taken from the new data.
    var source: ElementPath?
    /// True if it was at its place among the rest.
    var isRest = false
  }

  private var goneBySection: [Int: [Int]] = [:]
  private var namedBySection: [Int: [Named]] = [:]

  @usableFromInline
  init(_ positions: ChangePositions) {
    let changes = positions.lists
    for path in changes.elementDeleted { goneBySection[path.section, default: []].append(path.item) }
    for path in changes.elementInserted {
      namedBySection[path.section, default: []].append(Named(target: path.item, source: nil))
    }
    for change in changes.elementMoved {
      goneBySection[change.source.section, default: []].append(change.source.item)
      namedBySection[change.target.section, default: []].append(
        Named(target: change.target.item, source: change.source))
    }
    for change in changes.elementUpdated {
      namedBySection[change.target.section, default: []].append(
        Named(target: change.target.item, source: nil, isRest: true))
    }
    for section in goneBySection.keys { goneBySection[section]?.sort() }
    // An update stands behind the move of the same element, because that was put in first.
    for section in namedBySection.keys { namedBySection[section]?.sort { $0.target < $1.target } }
  }

  init(deleting paths: [ElementPath]) {
    for path in paths { goneBySection[path.section, default: []].append(path.item) }
  }

  /// What a section consists of after the changes.
  /// - Parameters:
  ///   - source: Where the section was.
  ///   - count: How many elements it had.
  /// - Complexity: O(*c*) in the number of changes in the section.
  @usableFromInline
  func ranges(ofSection target: Int, from source: Int, count: Int) -> [ReplayedRange] {
    var writer = RangeWriter(section: source, rest: Self.rest(of: count, without: goneBySection[source] ?? []))
    let named = namedBySection[target] ?? []
    for (index, place) in named.enumerated() {
      let isMove = index + 1 < named.count && named[index + 1].target == place.target
      // Its update is next, and takes the element from the new data.
      if isMove { continue }
      let hasMoved = index > 0 && named[index - 1].target == place.target
      writer.addRest(upTo: place.target)
      precondition(
        writer.count == place.target, "nothing comes before \(place.target) but \(writer.count)")
      if place.isRest, !hasMoved { writer.dropRest() }
      writer.add(place.source, at: place.target)
    }
    writer.addRest(upTo: Int.max)
    return writer.ranges
  }

  /// The same for a section that is inserted: all that does not come from elsewhere is in the new data.
  @usableFromInline
  func ranges(ofInsertedSection target: Int, count: Int) -> [ReplayedRange] {
    var writer = RangeWriter(section: nil, rest: [0..<count])
    let named = namedBySection[target] ?? []
    for (index, place) in named.enumerated() where place.source != nil {
      if index + 1 < named.count, named[index + 1].target == place.target { continue }
      writer.addRest(upTo: place.target)
      writer.dropRest()
      writer.add(place.source, at: place.target)
    }
    writer.addRest(upTo: Int.max)
    return writer.ranges
  }

  /// What is between positions.
  /// - Parameter gone: Ascending.
  private static func rest(of count: Int, without gone: [Int]) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var start = 0
    for position in gone {
      precondition(position >= 0 && position < count, "position \(position) of \(count)")
      precondition(position >= start, "position \(position) is deleted or moved twice")
      if position > start { rest.append(start..<position) }
      start = position + 1
    }
    if start < count { rest.append(start..<count) }
    return rest
  }
}

/// Puts a section together.
private struct RangeWriter {
  /// The section of the rest.
  let section: Int?
  /// What keeps its order, the next last.
  private var rest: [Range<Int>]
  private(set) var ranges: [ReplayedRange] = []
  /// How many elements there are so far.
  private(set) var count = 0

  init(section: Int?, rest: [Range<Int>]) {
    self.section = section
    self.rest = rest.reversed()
  }

  mutating func addRest(upTo target: Int) {
    while count < target, let next = rest.popLast() {
      let items = next.prefix(target - count)
      if items.count < next.count { rest.append(items.endIndex..<next.upperBound) }
      add(items.startIndex..<items.endIndex, of: section)
    }
  }

  /// Leaves one element of the rest out.
  mutating func dropRest() {
    guard let next = rest.popLast() else { return }
    if next.count > 1 { rest.append(next.lowerBound + 1..<next.upperBound) }
  }

  /// Adds one element: that of a path, or the new one of a position.
  mutating func add(_ source: ElementPath?, at target: Int) {
    let item = source?.item ?? target
    add(item..<item + 1, of: source?.section)
  }

  private mutating func add(_ items: Range<Int>, of section: Int?) {
    count += items.count
    if let last = ranges.last, last.section == section, last.items.upperBound == items.lowerBound {
      ranges[ranges.count - 1].items = last.items.lowerBound..<items.upperBound
    } else {
      ranges.append(ReplayedRange(section: section, items: items))
    }
  }
}
