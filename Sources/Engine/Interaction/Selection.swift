package import ScrollworkDiffing

/// The selected items, as one set of positions for each section. Every update maps the positions, so that the same
/// identities stay selected.
package struct Selection: Hashable, Sendable {
  private var sections: [Int: PositionSet] = [:]

  package init() {}

  /// Selects one item.
  init(_ path: ElementPath) { insert(path) }

  /// Selects all items of a list.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  init(allOf list: List) {
    selectAll(counts: list.sections.map(\.count))
    keepItems(of: list)
  }

  /// Selects positions by section.
  /// - Parameter items: For each section once, ascending ranges of positions that do not touch.
  init(_ items: [(section: Int, ranges: [Range<Int>])]) {
    for (section, ranges) in items where !ranges.isEmpty { sections[section] = PositionSet(ascending: ranges) }
  }

  var isEmpty: Bool { sections.isEmpty }

  /// The number of selected items.
  /// - Complexity: O(*r*) in the number of ranges.
  var count: Int { sections.values.reduce(0) { $0 + $1.count } }

  package func contains(_ path: ElementPath) -> Bool { sections[path.section]?.contains(path.item) ?? false }

  /// The sections with selected items, and the selected positions in each.
  var positionsBySection: some Sequence<(key: Int, value: PositionSet)> { sections }

  /// The first selected item; `nil` if there is none.
  /// - Complexity: O(*s*) in the number of sections with selected items.
  var first: ElementPath? {
    sections.min { $0.key < $1.key }.flatMap { section, positions in
      positions.ranges.first.map { ElementPath(section: section, item: $0.lowerBound) }
    }
  }

  /// Returns the selected positions of a section.
  func positions(inSection section: Int) -> PositionSet { sections[section] ?? PositionSet() }

  mutating func removeAll() {
    sections.removeAll()
  }

  package mutating func insert(_ path: ElementPath) {
    sections[path.section, default: PositionSet()].insert(path.item..<(path.item + 1))
  }

  mutating func insert(_ positions: PositionSet, inSection section: Int) {
    guard !positions.isEmpty else { return }
    sections[section, default: PositionSet()].formUnion(positions)
  }

  mutating func remove(_ path: ElementPath) {
    guard var set = sections[path.section] else { return }
    set.remove(path.item..<(path.item + 1))
    sections[path.section] = set.isEmpty ? nil : set
  }

  /// Returns the selected items that are not in `other`.
  /// - Complexity: O(*r*) in the number of ranges of both.
  func subtracting(_ other: Selection) -> Selection {
    guard !other.isEmpty, !isEmpty else { return self }
    var result = self
    for (section, positions) in sections {
      guard let others = other.sections[section] else { continue }
      let rest = positions.subtracting(others)
      result.sections[section] = rest.isEmpty ? nil : rest
    }
    return result
  }

  /// Returns the items that are in either selection.
  func union(_ other: Selection) -> Selection {
    var result = self
    for (section, positions) in other.sections { result.insert(positions, inSection: section) }
    return result
  }

  /// The selected items, in list order.
  /// - Complexity: O(*s* log *s*) in the number of sections with selected items.
  var paths: some Sequence<ElementPath> {
    sections.sorted { $0.key < $1.key }.lazy.flatMap { section, positions in
      positions.ranges.joined().lazy.map { ElementPath(section: section, item: $0) }
    }
  }

  mutating func toggle(_ path: ElementPath) {
    if contains(path) { remove(path) } else { insert(path) }
  }

  /// Selects all items between two paths, both included, in either order.
  /// - Parameter counts: Returns the number of items in a section.
  /// - Complexity: O(*s*) in the number of sections between them, whatever the number of items.
  mutating func insert(from a: ElementPath, through b: ElementPath, counts: (Int) -> Int) {
    let (first, last) = a < b ? (a, b) : (b, a)
    for section in first.section...last.section {
      let lower = section == first.section ? first.item : 0
      let upper = section == last.section ? last.item + 1 : counts(section)
      guard lower < upper else { continue }
      sections[section, default: PositionSet()].insert(lower..<upper)
    }
  }

  /// Selects all items.
  /// - Parameter counts: The number of items in each section.
  /// - Complexity: O(*s*) in the number of sections.
  mutating func selectAll(counts: some Sequence<Int>) {
    sections.removeAll()
    for (section, count) in counts.enumerated() where count > 0 {
      sections[section] = PositionSet(0..<count)
    }
  }

  /// Removes the headers and footers of subsections from the selection.
  /// - Complexity: O(*s* + *r*) in the number of subsections and of ranges.
  mutating func keepItems(of list: List) {
    for (section, positions) in sections where list.sections[section].composition != nil {
      let items = positions.intersection(list.sections[section].itemRanges)
      sections[section] = items.isEmpty ? nil : items
    }
  }

  /// Returns the items that are in this selection or in another one, but not in both.
  func symmetricDifference(_ other: Selection) -> Selection {
    var result = self
    for (section, positions) in other.sections {
      let own = self.positions(inSection: section).symmetricDifference(positions)
      result.sections[section] = own.isEmpty ? nil : own
    }
    return result
  }

  /// Returns the selection of the same items after a change.
  func mapped(by mapping: ListMapping) -> Selection {
    var result = Selection()
    for (section, set) in sections {
      if let new = mapping.sections.newPosition(ofOld: section), let elements = mapping.elements[new] {
        let positions = set.mapped(by: elements)
        result.insert(positions, inSection: new)
      }
    }
    // Items that crossed to another section.
    for crossing in mapping.crossings where contains(crossing.old) { result.insert(crossing.new) }
    return result
  }
}

/// The number of items that may be selected at a time.
public enum SelectionMode: Hashable, Sendable {
  /// No item; keys scroll the list.
  case none
  /// At most one item.
  case single
  /// Any number of items.
  case multiple
}
