import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

extension SolverModel {
  /// Inserts, deletes and moves cells and sections; cells may move to another section.
  mutating func update() {
    var next = sections
    for _ in 0...random.generator.below(4) { edit(&next) }
    for index in next.indices {
      next[index].follow(environment)
      next[index].shortenWaterfall()
    }
    let mapping = Self.mapping(from: sections, to: next)
    let old = sections
    sections = next
    solver.update(sections.map(\.input), mapping: mapping)
    follow(from: old, mapping)
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

  /// Returns a mapping by ids, which need not have the fewest moves.
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

  /// Checks that the solver kept the measured sizes of each section that kept its layout and whose cells are all alike.
  /// Then discards in the model every size that the solver discarded.
  mutating func follow(from old: [NaiveSection], _ mapping: ListMapping) {
    for section in sections.indices {
      guard let source = mapping.sections.oldPosition(ofNew: section), !old[source].cells.isEmpty,
        let cells = mapping.elements[section]
      else { continue }
      for item in sections[section].cells.indices {
        guard cells.oldPosition(ofNew: item) != nil, sections[section].cells[item].measured != nil else { continue }
        if axis == .vertical, isSimple(sections[section].layout), isSimple(old[source].layout) {
          #expect(!solver.isEstimated(.item(ElementPath(section: section, item: item))))
        }
      }
    }
    forgetWhatSolverForgot()
  }

  /// Returns whether a layout has rows of one estimated cell each.
  private func isSimple(_ layout: SectionLayout) -> Bool {
    let bare = SectionLayout.vertical()
    return layout.content == bare.content && layout.orthogonalScrolling == .none
  }
}
