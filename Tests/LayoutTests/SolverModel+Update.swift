import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

extension SolverModel {
  /// Inserts, deletes and moves cells and sections, also from one section to another.
  mutating func update() {
    var next = sections
    for _ in 0...random.generator.below(4) { edit(&next) }
    let mapping = Self.mapping(from: sections, to: next)
    drop(from: sections, in: &next, mapping)
    sections = next
    solver.update(sections.map(\.input), mapping: mapping)
  }

  private mutating func edit(_ sections: inout [NaiveSection]) {
    let index = random.generator.below(sections.count)
    let count = sections[index].cells.count
    switch random.generator.below(10) {
    case 0, 1:
      let position = random.generator.below(count + 1)
      let new = (0...random.generator.below(5)).map { _ in NaiveSection.Cell(id: random.id()) }
      sections[index].cells.insert(contentsOf: new, at: position)
    case 2: sections[index].cells.append(.init(id: random.id()))
    case 3, 4:
      let start = random.generator.below(count + 1)
      sections[index].cells.removeSubrange(start..<min(count, start + random.generator.below(4)))
    case 5:
      guard count > 0 else { return }
      let cell = sections[index].cells.remove(at: random.generator.below(count))
      sections[index].cells.insert(cell, at: random.generator.below(count))
    case 6:
      guard count > 0 else { return }
      let cell = sections[index].cells.remove(at: random.generator.below(count))
      let target = random.generator.below(sections.count)
      sections[target].cells.insert(cell, at: random.generator.below(sections[target].cells.count + 1))
    case 7: sections.insert(random.section(), at: random.generator.below(sections.count + 1))
    case 8: if sections.count > 1 { sections.remove(at: index) }
    default: if random.generator.chance(50) { sections.swapAt(index, 0) } else { sections[index].hasHeader.toggle() }
    }
  }

  /// The mapping by ids, without looking for the fewest moves.
  static func mapping(from old: [NaiveSection], to new: [NaiveSection]) -> ListMapping {
    let sections = positions(old.map(\.id), new.map(\.id))
    let elements = new.indices.map { index in
      sections.oldPosition(ofNew: index).map { positions(old[$0].cells.map(\.id), new[index].cells.map(\.id)) }
    }
    var crossings: [(old: ElementPath, new: ElementPath)] = []
    for (section, value) in new.enumerated() {
      for (item, cell) in value.cells.enumerated() {
        for (oldSection, oldValue) in old.enumerated() where oldValue.id != value.id {
          guard let oldItem = oldValue.cells.firstIndex(where: { $0.id == cell.id }) else { continue }
          crossings.append(
            (ElementPath(section: oldSection, item: oldItem), ElementPath(section: section, item: item)))
        }
      }
    }
    return ListMapping(sections: sections, elements: elements, crossings: crossings)
  }

  static func positions(_ old: [Int], _ new: [Int]) -> PositionMapping {
    let most = min(old.count, new.count)
    var (prefix, suffix) = (0, 0)
    while prefix < most, old[prefix] == new[prefix] { prefix += 1 }
    while suffix < most - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    let middle = new[prefix..<new.count - suffix].map { id in old.firstIndex(of: id).map { Int32($0) } ?? -1 }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, oldOfNew: middle)
  }

  /// Forgets in the model what the solver must not carry over: heights measured at another width.
  private func drop(from old: [NaiveSection], in new: inout [NaiveSection], _ mapping: ListMapping) {
    let original = new
    for section in new.indices {
      let leaves = leaves(of: new[section].layout)
      let source = mapping.sections.oldPosition(ofNew: section)
      let isStill = mapping.elements[section]?.isIdentity ?? false
      let keeps = source != nil && (isAlike(leaves) || isStill) && old[source ?? 0].cells.count > 0
      if !keeps { new[section].guess = nil }
      for item in new[section].cells.indices {
        let path = mapping.oldPath(ofNew: ElementPath(section: section, item: item))
        guard let path else { continue }
        if path.section == source {
          if !keeps { new[section].cells[item].measured = nil }
          continue
        }
        let sourceLeaves = self.leaves(of: old[path.section].layout)
        let widths = Set((sourceLeaves + leaves).map(\.width))
        let isFree = leaves[item % leaves.count].isEstimated
        if widths.count > 1 || !isFree || original[section].cells.isEmpty { new[section].cells[item].measured = nil }
      }
    }
  }

  private func isAlike(_ leaves: [NaiveInstance.Leaf]) -> Bool {
    leaves.allSatisfy { $0.isEstimated && $0.width == leaves[0].width && $0.guess == leaves[0].guess }
  }

  /// The places of one group.
  func leaves(of layout: SectionLayout) -> [NaiveInstance.Leaf] {
    let cells = (0..<500).map { NaiveSection.Cell(id: $0) }
    let section = NaiveSection(id: 0, layout: layout, cells: cells, hasHeader: false, hasFooter: false)
    var instance = NaiveInstance(section: section, scale: environment.scale)
    let content = environment.effectiveContentSize.inset(by: layout.contentInsets)
    _ = instance.place(
      .group(instance.group(of: layout, width: content.width)), in: content, forced: nil, at: (0, 0))
    return instance.leaves
  }
}
