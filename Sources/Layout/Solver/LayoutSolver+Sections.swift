package import ScrollworkGeometry

/// Which layout each section has; of those that are all different, only as many are looked at as are needed.
extension LayoutSolver {
  /// So many different layouts are resolved at once when sections come in; of more, those near what is seen.
  package static var eagerLayouts: Int { 128 }
  /// A section of which nothing is known is taken to be as tall as so many pixels for each cell, if there is nothing to
  /// go by.
  private static let unknownCellExtent = 44.0

  /// The sections with their templates, nothing measured. Templates that no section uses are let go.
  /// - Complexity: O(*S*)
  mutating func makeStates() -> [SectionState] {
    let known = templates
    templates = [:]
    (hasOrthogonalSections, hasVisibleItemsHandlers, hasArrangedSections) = (false, false, false)
    (unresolvedCount, pendingCount, pendingSearch) = (0, 0, (0, 0))
    var (last, made) = (Template?.none, 0)
    let inner = innerEnvironment
    var states: [SectionState] = []
    states.reserveCapacity(inputs.count)
    for index in inputs.indices {
      let isPlain = isPlain(index)
      if let last, inputs[index].provider == nil,
        isLaidOut(index, by: last, looksClosely: made < Self.eagerLayouts || !isPlain)
      {
        states.append(SectionState(inputs[index], template: last))
        continue
      }
      guard made < Self.eagerLayouts else {
        unresolvedCount += 1
        if !isPlain { pendingCount += 1 }
        states.append(SectionState(inputs[index], template: nil))
        continue
      }
      let layout = layout(of: index)
      let template = templates[layout] ?? known[layout] ?? makeTemplate(layout, in: inner)
      if templates.updateValue(template, forKey: layout) == nil || inputs[index].provider != nil { made += 1 }
      last = template
      note(template)
      states.append(SectionState(inputs[index], template: template))
    }
    return states
  }

  /// True if a template is that of a section. Neighbours are mostly alike, and comparing is cheaper than hashing; where
  /// they mostly are not, comparing each costs more than it saves.
  private func isLaidOut(_ section: Int, by template: Template, looksClosely: Bool) -> Bool {
    looksClosely
      ? template.layout == inputs[section].layout : template.layout.isCopy(of: inputs[section].layout)
  }

  /// True if the length of a section is known without resolving its layout.
  func isPlain(_ section: Int) -> Bool {
    configuration.scrollDirection == .vertical && inputs[section].provider == nil && inputs[section].layout.isPlain
  }

  /// What there is for sections of which the length is known without resolving their layout.
  var plainContainer: Size {
    let inner = innerEnvironment
    return inner.container.inset(
      by: ContentInsetsReference.automatic.insets(in: inner, automatic: configuration.contentInsetsReference))
  }

  /// The length of a section that nobody has come near.
  func lengthOfUnresolved(_ section: Int, _ container: Size) -> Int64 {
    guard isPlain(section), let rows = inputs[section].layout.plainRows else { return pendingExtent }
    return rows.extent(of: inputs[section], in: container)
  }

  /// A section has got its layout.
  mutating func countAsResolved(_ section: Int) {
    unresolvedCount -= 1
    if !isPlain(section) { pendingCount -= 1 }
  }

  /// Lays out the cells of sections that are not made of groups.
  mutating func openArrangedStores() {
    if hasArrangedSections {
      for section in states.indices where states[section].store < 0 {
        if case .arranged? = states[section].template?.body { _ = openStore(section) }
      }
    }
    guard pendingCount > 0 else { return }
    let known = states.indices.prefix(Self.eagerLayouts).filter { states[$0].template != nil }
    let sum = known.reduce(Int64(0)) { $0 + geometry($1).extent }
    pendingExtent =
      known.isEmpty
      ? Subpixels.nearest(Self.unknownCellExtent * Double(min(1_000, states.first?.itemCount ?? 0)))
      : sum / Int64(known.count)
  }

  /// Remembers what only few layouts have.
  mutating func note(_ template: Template) {
    if template.isOrthogonal { hasOrthogonalSections = true }
    if template.visibleItemsHandler != nil { hasVisibleItemsHandlers = true }
    if case .arranged = template.body { hasArrangedSections = true }
  }

  func makeTemplate(_ layout: SectionLayout, in inner: LayoutEnvironment) -> Template {
    Template(layout: layout, environment: inner, configuration: configuration)
  }

  /// What a section is laid out by. A provider that gives none makes it empty.
  func layout(of section: Int) -> SectionLayout {
    guard let provider = inputs[section].provider else { return inputs[section].layout }
    let context = SectionLayoutContext(
      section: section, itemCount: max(0, inputs[section].itemCount), environment: environment,
      sizes: sizes(of: section))
    return provider.body(context) ?? .empty
  }

  /// What was measured in a section, for a provider.
  private func sizes(of section: Int) -> SectionLayoutContext.Sizes {
    guard section < states.count, states[section].store >= 0, let rows = stores[Int(states[section].store)]?.rows else {
      return SectionLayoutContext.Sizes()
    }
    return SectionLayoutContext.Sizes { item in
      guard item >= 0, item < rows.items.count, rows.isMeasured(item) else { return nil }
      return rows.extent(ofItem: item).map(Subpixels.pixels)
    }
  }

  /// Looks at the sections near what is seen that nobody has looked at, and asks layouts that put something off.
  ///
  /// To be called before a frame's query with what is realised; the caller holds an anchor, because sections above may
  /// turn out to be of another length than was thought.
  /// - Returns: True if anything moved.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` meets; and for each section not
  ///   looked at before the time to resolve its layout.
  package mutating func prepare(in visible: Rect) -> Bool {
    var isMoved = false
    for _ in 1...3 {
      guard needsPreparation else { return isMoved }
      guard prepareOnce(in: visible) else { return isMoved }
      isMoved = true
    }
    return isMoved
  }

  /// True if `prepare(in:)` may find out something.
  package var needsPreparation: Bool { unresolvedCount > 0 || hasArrangedStores }

  private var hasArrangedStores: Bool { stores.count > freeStores.count }

  private mutating func prepareOnce(in visible: Rect) -> Bool {
    let inner = inner(visible)
    let range = rows(of: inner)
    var isMoved = false
    var section = firstSection(in: range)
    let first = section
    while section < states.count, start(of: section) < range.upperBound {
      isMoved = settle(section) || isMoved
      let index = states[section].store
      if index >= 0, stores[Int(index)]?.arranged != nil {
        let body = start(of: section) + geometry(section).bodyStart
        let rect = inner.offset(x: -(states[section].template?.leading ?? 0), y: -Subpixels.pixels(body))
        if stores[Int(index)]?.arranged?.resolve(in: rect) ?? false {
          refresh(section)
          isMoved = true
        }
      }
      section += 1
    }
    pendingSearch = (first - 1, section)
    return isMoved
  }

  /// Looks at so many more sections that nobody has looked at, those near the last ones prepared first: a little of this
  /// in every frame, with an anchor, makes the whole exact.
  /// - Returns: True if anything moved.
  package mutating func resolvePending(limit: Int) -> Bool {
    var (left, isMoved) = (limit, false)
    while left > 0, pendingCount > 0 {
      let (before, after) = pendingSearch
      guard before >= 0 || after < states.count else {
        pendingSearch = (-1, 0)
        continue
      }
      if after < states.count {
        if states[after].template == nil, !isPlain(after) {
          isMoved = settle(after) || isMoved
          left -= 1
        }
        pendingSearch.after += 1
      }
      if before >= 0, before < states.count {
        if states[before].template == nil, !isPlain(before) {
          isMoved = settle(before) || isMoved
          left -= 1
        }
      }
      if before >= 0 { pendingSearch.before -= 1 }
    }
    return isMoved
  }

  /// Finds out the layout of one section.
  /// - Returns: True if anything moved.
  mutating func settle(_ section: Int) -> Bool {
    guard states[section].template == nil else { return false }
    let layout = layout(of: section)
    // Layouts that are all different are not kept for others: looking each up costs more than it could save.
    var template: Template?
    for neighbour in [section - 1, section + 1] where template == nil && states.indices.contains(neighbour) {
      if let known = states[neighbour].template, known.layout == layout { template = known }
    }
    let resolved = template ?? makeTemplate(layout, in: innerEnvironment)
    note(resolved)
    states[section].settle(resolved)
    countAsResolved(section)
    if case .arranged? = states[section].template?.body { _ = openStore(section) }
    let old = extents[section]
    refresh(section)
    return old != extents[section]
  }
}

extension SectionLayout {
  /// Without a place for any cell.
  static let empty = SectionLayout(
    group: .vertical(LayoutSize(width: .fractionalWidth(1), height: .absolute(0)), subitems: []))
}
