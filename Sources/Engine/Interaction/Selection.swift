package import ScrollworkDiffing

/// The selected items, as one set of positions for each section. Every update maps the positions, so that the same
/// identities stay selected.
package struct Selection: Hashable, Sendable {
  private var sections: [Int: PositionSet] = [:]

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

  /// The paths of the selected items, ascending.
  /// - Complexity: O(*k*) in the number of selected items.
  var paths: [ElementPath] {
    sections.sorted { $0.key < $1.key }.flatMap { section, positions in
      positions.ranges.joined().map { ElementPath(section: section, item: $0) }
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
  /// One item at most.
  case single
  /// Any number of items.
  case multiple
}
