package import ScrollworkDiffing

/// The list that is shown while the user drags an item: the program's list with that item at another place.
package struct ReorderedList {
  /// The list as the program applied it.
  let base: List
  /// The path of the dragged item in `base`.
  let source: ElementPath
  /// The path of the dragged item in the list that is shown.
  let target: ElementPath
  /// Whether the dragged item belongs to the subsection of the item before it, if a subsection ends there and another one
  /// begins.
  var isAfter = true
  /// Whether the list is shown without the item, because the item is over another list.
  var isAway = false

  package init(base: List, source: ElementPath, target: ElementPath, isAfter: Bool = true, isAway: Bool = false) {
    (self.base, self.source, self.target) = (base, source, target)
    (self.isAfter, self.isAway) = (isAfter, isAway)
  }

  /// Returns the list to show.
  /// - Complexity: O(*s*) in the number of sections. If source and target section identify their items by different
  ///   types, also O(*n*) in the number of items of the target section.
  func list() -> List {
    guard isAway || source != target || base.sections[source.section].composition != nil else { return base }
    let (own, position) = base.sections[source.section].innermost(holding: source.item)
    var list = base
    list.sections[source.section] = list.sections[source.section].removing(source.item)
    if isAway { return list }
    let moved = own.rows.part(position..<position + 1)
    guard let section = list.sections[target.section].inserting(moved, at: target.item, isAfter: isAfter) else {
      return base
    }
    list.sections[target.section] = section
    return list
  }

  /// The sections that the move changes.
  private var sections: [Int] {
    source.section == target.section ? [source.section] : [source.section, target.section]
  }

  // MARK: Paths

  /// Returns the path in the program's list of an item that is shown.
  func original(of path: ElementPath) -> ElementPath {
    guard isAway || path != target else { return source }
    var original = path
    if !isAway, original.section == target.section, original.item > target.item { original.item -= 1 }
    if original.section == source.section, original.item >= source.item { original.item += 1 }
    return original
  }

  /// Returns the mapping from the list that an earlier state of the drag shows to the list that this one shows.
  /// - Precondition: Both have the same base and the same source.
  /// - Complexity: O(*s*) in the number of sections.
  func mapping(from old: ReorderedList) -> ListMapping {
    let changed = Set(sections + old.sections)
    let elements = base.sections.indices.map { section in
      changed.contains(section)
        ? Self.mapping(from: old.parts(of: section), to: parts(of: section))
        : PositionMapping.identity(count: base.sections[section].count)
    }
    return ListMapping(
      sections: .identity(count: base.sections.count), elements: elements,
      crossings: isAway || old.isAway || old.target.section == target.section ? [] : [(old.target, target)])
  }

  // MARK: Parts

  /// A run of items that are adjacent both in the program's list and in the shown list.
  private struct Part {
    var section: Int
    var range: Range<Int>
  }

  /// Returns the items of a section of the shown list, as runs of the program's list.
  private func parts(of section: Int) -> [Part] {
    let all = 0..<base.sections[section].count
    var ranges = [all]
    if section == source.section { ranges = [0..<source.item, source.item + 1..<all.upperBound] }
    guard !isAway, section == target.section else { return ranges.map { Part(section: section, range: $0) } }
    let moved = Part(section: source.section, range: source.item..<source.item + 1)
    var (parts, start, isPlaced): ([Part], Int, Bool) = ([], 0, false)
    for range in ranges {
      // The dragged item stands before the item whose position without the drag is the target.
      let cut = range.lowerBound + min(max(0, target.item - start), range.count)
      parts.append(Part(section: section, range: range.lowerBound..<cut))
      if !isPlaced, target.item <= start + range.count {
        parts.append(moved)
        isPlaced = true
      }
      parts.append(Part(section: section, range: cut..<range.upperBound))
      start += range.count
    }
    return parts.filter { !$0.range.isEmpty }
  }

  /// Returns the mapping of a section's items from one order to another. Items that enter or leave the section count as
  /// inserted or deleted.
  private static func mapping(from old: [Part], to new: [Part]) -> PositionMapping {
    var runs: [PositionRun] = []
    var newStart = 0
    for part in new {
      var oldStart = 0
      for before in old {
        if before.section == part.section {
          let common = before.range.clamped(to: part.range)
          if !common.isEmpty {
            runs.append(
              PositionRun(
                old: oldStart + common.lowerBound - before.range.lowerBound,
                new: newStart + common.lowerBound - part.range.lowerBound, count: common.count))
          }
        }
        oldStart += before.range.count
      }
      newStart += part.range.count
    }
    return .rearranged(oldCount: old.reduce(0) { $0 + $1.range.count }, newCount: newStart, runs: runs)
  }
}
