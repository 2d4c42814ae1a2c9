/// Consecutive elements that ``Changeset/applied(to:)`` copies at once.
@usableFromInline
struct ReplayedRange {
  /// The section of the old data to copy from; `nil` to copy from the new data.
  @usableFromInline let section: Int?
  /// The positions of the elements in their section.
  @usableFromInline var items: Range<Int>
}

/// The plan by which a section is rebuilt from old and new elements when changes are applied.
///
/// An element that a change names goes to its target. All other elements, the *rest*, keep their order.
@usableFromInline
struct ElementReplay {
  /// A change that gives an element its target. An element that moves and is updated has two, with the same target.
  private struct Named {
    var target: Int
    /// The old path of a moved element; `nil` for an element of the new data.
    var source: ElementPath?
    /// Whether the change is an update. The updated element replaces the old one in place, unless the element also
    /// moves.
    var isRest = false
  }

  private var goneBySection: [Int: [Int]] = [:]
  private var namedBySection: [Int: [Named]] = [:]

  /// Groups all changes of elements by section.
  @usableFromInline
  init(_ changes: ChangePositions) {
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
    // The sort is stable: an update stays behind the move of the same element.
    for section in namedBySection.keys { namedBySection[section]?.sort { $0.target < $1.target } }
  }

  /// Returns the ranges of elements to copy, in order, for one section after the changes.
  /// - Parameters:
  ///   - target: The section after the changes.
  ///   - source: The section before the changes; `nil` for an inserted section, whose elements are in the new data
  ///     unless they cross into it.
  ///   - count: The number of elements of the source section, or of an inserted section in the new data.
  /// - Complexity: O(*c*) in the number of changes in the section.
  @usableFromInline
  func ranges(ofSection target: Int, from source: Int?, count: Int) -> [ReplayedRange] {
    let gone = source.flatMap { goneBySection[$0] } ?? []
    var writer = RangeWriter(section: source, rest: Self.rest(of: count, without: gone))
    let named = namedBySection[target] ?? []
    for (index, place) in named.enumerated() {
      // If the next entry is an update of the same element, it adds the element, from the new data.
      if index + 1 < named.count, named[index + 1].target == place.target { continue }
      if source == nil, place.source == nil { continue }
      let hasMoved = index > 0 && named[index - 1].target == place.target
      writer.addRest(upTo: place.target)
      precondition(
        writer.count == place.target, "nothing comes before \(place.target) but \(writer.count)")
      if source == nil || (place.isRest && !hasMoved) { writer.dropRest() }
      writer.add(place.source, at: place.target)
    }
    writer.addRest(upTo: Int.max)
    return writer.ranges
  }

  /// Returns the positions below `count` that are not in `gone`, as ranges.
  /// - Parameter gone: Ascending positions.
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

extension ChangePositions {
  /// Returns the old position of each section after the changes; `nil` for an inserted one.
  /// - Parameter count: The number of sections before the changes.
  /// - Complexity: O(*n*), and O(*c* log *c*) in the number of changes of sections.
  func sectionOrigins(count: Int) -> [Int?] {
    // A list of sections is put together as the elements of one section are.
    func path(_ position: Int) -> ElementPath { ElementPath(section: 0, item: position) }
    var changes = ChangePositions()
    changes.elementDeleted = sectionDeleted.map(path)
    changes.elementInserted = sectionInserted.map(path)
    changes.elementMoved = sectionMoved.map { PositionChange(source: path($0.source), target: path($0.target)) }
    return ElementReplay(changes).ranges(ofSection: 0, from: 0, count: count).flatMap { range in
      range.items.map { range.section == nil ? nil : $0 }
    }
  }
}

extension RandomAccessCollection {
  /// Returns the elements in a range of positions, counted from zero whatever the type of the index.
  @inlinable
  func elements(at range: Range<Int>) -> SubSequence {
    let start = index(startIndex, offsetBy: range.lowerBound)
    return self[start..<index(start, offsetBy: range.count)]
  }
}

/// Builds the ranges of one section from front to back.
private struct RangeWriter {
  /// The section of the old data to copy the rest from; `nil` for an inserted section, copied from the new data.
  let section: Int?
  /// The ranges of elements that no change names, last range first, so that the next one is removed from the end.
  private var rest: [Range<Int>]
  private(set) var ranges: [ReplayedRange] = []
  /// The number of elements added so far.
  private(set) var count = 0

  init(section: Int?, rest: [Range<Int>]) {
    self.section = section
    self.rest = rest.reversed()
  }

  /// Adds elements that no change names, until the section has `target` elements or no such element is left.
  mutating func addRest(upTo target: Int) {
    while count < target, let next = rest.popLast() {
      let items = next.prefix(target - count)
      if items.count < next.count { rest.append(items.endIndex..<next.upperBound) }
      add(items.startIndex..<items.endIndex, of: section)
    }
  }

  /// Skips the next of the elements that keep their order, because another one replaces it.
  mutating func dropRest() {
    guard let next = rest.popLast() else { return }
    if next.count > 1 { rest.append(next.lowerBound + 1..<next.upperBound) }
  }

  /// Adds one element: the old one at `source`, or the new one at `target` if there is no source.
  mutating func add(_ source: ElementPath?, at target: Int) {
    let item = source?.item ?? target
    add(item..<item + 1, of: source?.section)
  }

  /// Adds consecutive elements; they extend the last range if they continue it.
  private mutating func add(_ items: Range<Int>, of section: Int?) {
    count += items.count
    if let last = ranges.last, last.section == section, last.items.upperBound == items.lowerBound {
      ranges[ranges.count - 1].items = last.items.lowerBound..<items.upperBound
    } else {
      ranges.append(ReplayedRange(section: section, items: items))
    }
  }
}
