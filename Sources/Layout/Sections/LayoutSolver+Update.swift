package import ScrollworkDiffing
import ScrollworkGeometry

/// Applies updates: other sections, another environment or another configuration.
extension LayoutSolver {
  /// Replaces the sections; measured sizes move with their items.
  /// - Parameters:
  ///   - mapping: The mapping from the current sections and items to the new ones.
  ///   - seen: The current sections that are visible; their layouts are resolved at once.
  ///   - newSubsection: Returns the new number of a subsection, counted from 1, for its current number; nil if the
  ///     subsection no longer exists.
  /// - Complexity: O(*S* log *n*) if items were appended, or were inserted or deleted in one place of a section. If
  ///   measured items lie between the first and the last change of a section, also O(*m* log *m*), where *m* is their
  ///   number.
  package mutating func update(
    _ sections: SectionInputs, mapping: ListMapping, seen: Set<Int> = [],
    newSubsection: (_ subsection: Int, _ oldSection: Int, _ section: Int) -> Int? = { subsection, _, _ in subsection }
  ) {
    precondition(
      mapping.sections.oldCount == states.count && mapping.sections.newCount == sections.count,
      "a mapping of \(mapping.sections.oldCount) to \(mapping.sections.newCount) sections for \(states.count) to "
        + "\(sections.count)")
    let crossings = measuredCrossings(mapping)
    let known = KnownLengths(mapping: mapping.sections, extents: extents, overflow: overflow)
    let old = states
    states = SectionStates(sections)
    problems.follow(mapping.sections)
    resolveFirst { section in
      mapping.sections.oldPosition(ofNew: section).map { old[$0].store } ?? SectionState.none
    }
    for source in old.known.joined() where !old[source].isBlank {
      if let section = mapping.sections.newPosition(ofOld: source) {
        if old[source].hasOffsets { states[section].stand(as: old[source]) { newSubsection($0, source, section) } }
        let isSeen = seen.contains(source)
        carry(old[source], old.input(source), to: section, mapping.elements[section], isSeen: isSeen)
      } else {
        closeStore(old[source].store)
      }
    }
    receive(crossings)
    openArrangedStores()
    sumUp(known)
  }

  /// Lays out the same sections in another environment. Measured sizes are discarded if they depended on the changed
  /// values.
  /// - Parameter seen: The sections that are visible; their layouts are resolved at once.
  /// - Complexity: O(*S*)
  package mutating func setEnvironment(_ new: LayoutEnvironment, seen: Set<Int> = []) {
    let (old, new) = (environment, new.sane.of(configuration))
    guard old != new else { return }
    environment = new
    let keepsMeasures = old.leavesSameRoom(as: new) && old.scale == new.scale
    let known = KnownLengths(mapping: .identity(count: states.count), extents: extents, overflow: overflow)
    templates = TemplateStore(environment: innerEnvironment, configuration: configuration)
    if !keepsMeasures { listBoundarySizes = SupplementarySizes() }
    resolveListBoundaries()
    let previous = states
    states = SectionStates(previous.declared)
    resolveFirst { previous[$0].store }
    for section in previous.known.joined() where !previous[section].isBlank {
      carry(previous[section], to: section, keepsMeasures: keepsMeasures, isSeen: seen.contains(section))
    }
    openArrangedStores()
    sumUp(known)
  }

  /// Transfers the state of a section to the new environment.
  private mutating func carry(_ old: SectionState, to section: Int, keepsMeasures: Bool, isSeen: Bool) {
    if old.hasOffsets { states[section].stand(as: old) }
    // Measured sizes are stored by their places in a template, so the section needs a template now.
    if isSeen || keepsMeasures && (old.store >= 0 || !old.supplementarySizes.isEmpty) {
      findLayout(of: section)
    }
    guard keepsMeasures else { return closeStore(old.store) }
    let count = states.itemCount(of: section)
    carry(
      old, states.input(section), to: section, count == old.itemCount ? .identity(count: count) : nil,
      keepsTemplate: false)
  }

  private mutating func findLayout(of section: Int) {
    guard states.template(of: section) == nil else { return }
    take(templates.template(for: layout(of: section)), for: section)
  }

  /// Returns a solver for the same sections with another configuration. It keeps scroll offsets and discards measured
  /// sizes.
  /// - Parameter seen: The sections that are visible; their layouts are resolved at once.
  /// - Complexity: O(*S* / 64), and O(1) for each section with a scroll offset of its own.
  package func configured(_ configuration: LayoutConfiguration, seen: Set<Int> = []) -> LayoutSolver {
    var solver = LayoutSolver(environment: environment, configuration: configuration)
    solver.reload(states.declared, environment: environment)
    solver.hasOwnOffsets = hasOwnOffsets
    solver.problems.leaveOut(problems)
    for section in seen { _ = solver.resolve(section) }
    for section in states.known.joined() where states[section].hasOffsets {
      solver.states[section].stand(as: states[section])
      solver.restoreSubsectionOffsets(section)
    }
    return solver
  }

  /// Transfers the scroll offsets and the measured sizes that are still valid from an old section to a new one.
  private mutating func carry(
    _ old: SectionState, _ input: SectionInput, to section: Int, _ mapping: PositionMapping?,
    keepsTemplate: Bool = true, isSeen: Bool = false
  ) {
    if keepsTemplate, states.template(of: section) == nil, let known = old.template,
      self.keepsTemplate(old, input, section)
    {
      take(known, for: section)
    }
    if isSeen { findLayout(of: section) }
    guard let oldTemplate = old.measuredIn else { return closeStore(old.store) }
    guard let template = states.template(of: section) else { return remember(old, oldTemplate, in: section, mapping) }
    if !old.supplementarySizes.isEmpty {
      let (boundaries, before) = (template.boundaries, oldTemplate.boundaries)
      states[section].supplementarySizes = old.supplementarySizes.moved(
        template.badges == oldTemplate.badges ? mapping : nil, edgeCount: boundaries.count
      ) { edge in
        before.firstIndex { $0.kind == boundaries[edge].kind }
          .flatMap { before[$0].width == boundaries[edge].width ? $0 : nil }
      }
    }
    carryStore(of: old, to: section, template, oldTemplate, mapping)
    restoreSubsectionOffsets(section)
  }

  /// Keeps the measured sizes of a section as remembered sizes, at the new positions of their items, until the layout
  /// is resolved and shows whether they are still valid.
  private mutating func remember(
    _ old: SectionState, _ template: Template, in section: Int, _ mapping: PositionMapping?
  ) {
    carryStore(of: old, to: section, template, template, mapping)
    guard states.store(of: section) >= 0 || !old.supplementarySizes.isEmpty else { return }
    states[section].earlier = template
    states[section].supplementarySizes = old.supplementarySizes.moved(
      mapping, edgeCount: template.boundaries.count
    ) { $0 }
  }

  /// Sets the resolved layout of a section and applies the section's remembered sizes, as far as they are valid in it.
  /// If the layout places items one by one, they are placed.
  mutating func resolve(_ section: Int, by template: Template) {
    takeRemembered(section, by: template)
    if case .arranged = template.body { _ = openStore(section) }
  }

  private mutating func takeRemembered(_ section: Int, by template: Template) {
    var old = states[section]
    take(template, for: section)
    guard old.earlier != nil else { return }
    (states[section].earlier, states[section].store) = (nil, SectionState.none)
    states[section].supplementarySizes = SupplementarySizes()
    // The declared number: a layout may have fewer places, but that is known only after it is resolved.
    old.itemCount = max(0, states.input(section).itemCount)
    carry(old, states.input(section), to: section, .identity(count: old.itemCount), keepsTemplate: false)
  }

  /// Returns whether a section keeps its resolved layout in an update, because the declaration did not change.
  private func keepsTemplate(_ old: SectionState, _ oldInput: SectionInput, _ section: Int) -> Bool {
    let input = states.input(section)
    return input.provider == nil && oldInput.provider == nil && old.template?.scale == environment.scale
      && old.template?.layout == input.layout
  }

  /// Transfers the store of an old section to a new one, or removes it if its contents are no longer valid.
  private mutating func carryStore(
    of old: SectionState, to section: Int, _ template: Template, _ oldTemplate: Template, _ mapping: PositionMapping?
  ) {
    guard old.store >= 0 else { return }
    guard let mapping, mapping.oldCount == old.itemCount, mapping.newCount == states.itemCount(of: section),
      carryStore(Int(old.store), section, template, oldTemplate, mapping)
    else { return closeStore(old.store) }
    states[section].store = old.store
  }

  /// Transfers the contents of a store to a section that changed.
  /// - Returns: False if they are no longer valid.
  private mutating func carryStore(
    _ store: Int, _ section: Int, _ template: Template, _ old: Template, _ mapping: PositionMapping
  ) -> Bool {
    switch (template.body, old.body) {
    case (.rows(let rows), .rows(let oldRows)), (.orthogonal(let rows), .orthogonal(let oldRows)):
      guard rows.keepsMeasures(of: oldRows, when: mapping) else { return false }
      stores[store]?.changeRows { $0.update(mapping, from: oldRows, to: rows) }
      return true
    case (.arranged(let layout, let sizes), .arranged(let oldLayout, _)):
      let cells = items(of: section, states.itemCount(of: section), template, sizes)
      if let nested = layout.base as? NestedLayout, let known = stores[store]?.arranged as? NestedArrangement {
        // They are valid even if the subsections or their item counts differ: the arrangement stores measured sizes by
        // item.
        stores[store]?.arranged = NestedArrangement(layout: nested, items: cells, keeping: known, mapping)
        return true
      }
      guard layout == oldLayout else { return false }
      return stores[store]?.arranged?.update(to: cells, mapping) ?? false
    default: return false
    }
  }
}

extension RowsTemplate {
  /// Returns whether sizes measured in items of the `old` template are valid in this one.
  fileprivate func keepsMeasures(of old: RowsTemplate, when mapping: PositionMapping) -> Bool {
    guard !isFixed, hasIntrinsicWidths == old.hasIntrinsicWidths else { return false }
    if let commonWidth, commonEstimate != nil, old.commonEstimate != nil, commonWidth == old.commonWidth { return true }
    // If the widths of the items differ, an item keeps its width only if it keeps its place in the group.
    return slots.count == old.slots.count && mapping.isIdentity
      && zip(slots, old.slots).allSatisfy { $0.maxX - $0.minX == $1.maxX - $1.minX }
  }
}

/// Transfers the measured sizes of items that move to another section or subsection.
extension LayoutSolver {
  /// The measured size of an item that moves to another section.
  struct Crossing {
    var new: ElementPath
    /// The height in logical pixels; the receiving section rounds it like any measured size.
    var height: Double
    var width: Double
  }

  /// Returns the width of an item in logical pixels, if its measured height is valid in other sections with items of
  /// this width; otherwise nil. This requires that the content decides only the height of the item, and that all items
  /// of the section are equally wide.
  func rowWidth(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard path.item < state.itemCount, let template = state.measuredIn else { return nil }
    switch template.body {
    case .rows(let rows):
      let isEstimated = !rows.hasIntrinsicWidths && rows.isEstimated(leaf: path.item % rows.leafCount)
      return isEstimated ? rows.commonWidth : nil
    case .arranged: return arrangement(of: path.section)?.rowWidth(of: path.item)
    case .orthogonal: return nil
    }
  }

  /// Returns the measured sizes of the items that change their section.
  /// - Complexity: O(log *n*) for each item that changes its section.
  func measuredCrossings(_ mapping: ListMapping) -> [Crossing] {
    mapping.crossings.compactMap { crossing in
      guard let height = measuredHeight(of: crossing.old), let width = rowWidth(of: crossing.old) else { return nil }
      return Crossing(new: crossing.new, height: height, width: width)
    }
  }

  private func measuredHeight(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard state.store >= 0, path.item < state.itemCount, let store = stores[Int(state.store)] else { return nil }
    if let arranged = store.arranged { return (arranged as? NestedArrangement)?.measured[path.item]?.height }
    // Rounded, because a whole number of device pixels may not be a whole number of subpixels.
    return store.rows?.items.extent(at: path.item).map {
      (Subpixels.pixels($0) * environment.scale).rounded() / environment.scale
    }
  }

  /// Records the measured heights of items that came from other sections. A height is recorded only if
  /// ``rowWidth(of:)`` of the item is the same as before.
  /// - Parameter crossings: The items in ascending order of their new path.
  mutating func receive(_ crossings: [Crossing]) {
    var rest = crossings[...]
    while let section = rest.first?.new.section {
      let own = rest.prefix { $0.new.section == section }
      rest = rest.dropFirst(own.count)
      receive(Array(own), in: section)
    }
  }

  private mutating func receive(_ crossings: [Crossing], in section: Int) {
    let state = states[section]
    guard let template = state.measuredIn, state.template != nil || state.store >= 0 else { return }
    switch template.body {
    case .rows(let rows):
      for crossing in crossings where rowWidth(of: crossing.new) == crossing.width {
        let (index, size) = (openStore(section), LeafSize(extent: measured(crossing.height)))
        _ = stores[index]?.changeRows { $0.set(size, ofItem: crossing.new.item, template: rows) }
      }
    case .arranged: stores[openStore(section)]?.arranged?.receive(crossings)
    case .orthogonal: return
    }
  }
}
