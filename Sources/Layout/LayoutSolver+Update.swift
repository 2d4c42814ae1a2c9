package import ScrollworkDiffing
import ScrollworkGeometry

/// The sections, or what they are laid out in, became others.
extension LayoutSolver {
  /// Lays out these sections; what was measured goes where its cell went.
  /// - Parameter mapping: From the sections and cells laid out now to these.
  /// - Complexity: O(*S* log *n*) where cells were appended, or inserted or deleted in one place of a section; where
  ///   measured cells lie between the first and the last change of a section, and O(*m* log *m*) in their number.
  package mutating func update(_ sections: [SectionInput], mapping: ListMapping) {
    precondition(
      mapping.sections.oldCount == states.count && mapping.sections.newCount == sections.count,
      "a mapping of \(mapping.sections.oldCount) to \(mapping.sections.newCount) sections for \(states.count) to "
        + "\(sections.count)")
    let crossings = measuredCrossings(mapping)
    let old = states
    states = makeStates(sections)
    for section in states.indices {
      guard let source = mapping.sections.oldPosition(ofNew: section) else { continue }
      carry(old[source], to: section, mapping.elements[section])
    }
    for source in old.indices where mapping.sections.newPosition(ofOld: source) == nil { closeStore(old[source].store) }
    for crossing in crossings { receive(crossing) }
    sumUp()
  }

  /// Lays out the same sections in another environment. Measured heights are forgotten if they depended on what
  /// changed.
  /// - Complexity: O(*S*)
  package mutating func setEnvironment(_ new: LayoutEnvironment) {
    let (old, new) = (environment, new.sane)
    guard old != new else { return }
    environment = new
    let keepsMeasures = old.effectiveContentSize.width == new.effectiveContentSize.width && old.scale == new.scale
    if keepsMeasures, old.container == new.container, old.insets == new.insets { return }
    templates = [:]
    let inputs = states.map { $0.input }
    let previous = states
    states = makeStates(inputs)
    for section in states.indices {
      if keepsMeasures {
        let count = states[section].itemCount
        carry(previous[section], to: section, count == previous[section].itemCount ? .identity(count: count) : nil)
      } else {
        closeStore(previous[section].store)
      }
    }
    sumUp()
  }

  /// A measured height that goes to another section with its cell.
  private struct Crossing {
    var new: ElementPath
    var extent: Int64
    var width: Double
  }

  /// - Complexity: O(log *n*) for each cell that changed its section.
  private func measuredCrossings(_ mapping: ListMapping) -> [Crossing] {
    mapping.crossings.compactMap { crossing in
      let state = states[crossing.old.section]
      guard state.store >= 0, crossing.old.item < state.itemCount, let width = state.template.commonWidth,
        let extent = stores[Int(state.store)]?.items.extent(at: crossing.old.item)
      else { return nil }
      return Crossing(new: crossing.new, extent: extent, width: width)
    }
  }

  private mutating func receive(_ crossing: Crossing) {
    let (section, item) = (crossing.new.section, crossing.new.item)
    let (template, count) = (states[section].template, states[section].itemCount)
    guard item < count, template.commonWidth == crossing.width,
      template.isEstimated(leaf: item % template.leafCount)
    else { return }
    let index = openStore(section)
    _ = stores[index]?.set(crossing.extent, ofItem: item, template: template)
  }

  /// Gives a new section what was measured of the old one, as far as it still holds.
  private mutating func carry(_ old: SectionState, to section: Int, _ mapping: PositionMapping?) {
    let template = states[section].template
    if old.template.header.width == template.header.width { states[section].headerMeasured = old.headerMeasured }
    if old.template.footer.width == template.footer.width { states[section].footerMeasured = old.footerMeasured }
    guard old.store >= 0 else { return }
    guard let mapping, mapping.oldCount == old.itemCount, mapping.newCount == states[section].itemCount,
      template.keepsMeasures(of: old.template, when: mapping)
    else {
      closeStore(old.store)
      return
    }
    states[section].store = old.store
    stores[Int(old.store)]?.update(mapping, from: old.template, to: template)
  }
}

extension SectionState {
  /// What this was made of.
  fileprivate var input: LayoutSolver.SectionInput {
    .init(layout: template.layout, itemCount: itemCount, hasHeader: hasHeader, hasFooter: hasFooter)
  }
}

extension Template {
  /// True if heights measured in cells of the `old` template are right in this one too.
  fileprivate func keepsMeasures(of old: Template, when mapping: PositionMapping) -> Bool {
    guard !isUniform else { return false }
    if let commonWidth, commonGuess != nil, old.commonGuess != nil, commonWidth == old.commonWidth { return true }
    // Different leaves: only what keeps its place in the group keeps its width.
    return slots.count == old.slots.count && mapping.isIdentity
      && zip(slots, old.slots).allSatisfy { $0.maxX - $0.minX == $1.maxX - $1.minX }
  }
}
