package import ScrollworkDiffing
package import ScrollworkGeometry

/// Which layout each section has; of those that are all different, only as many are looked at as are needed.
extension LayoutSolver {
  /// No more sections than this are all looked at when they come in.
  package static var eagerSections: Int { 1_024 }
  /// Of more, so many; what the others are is found out when somebody comes near, or a few at a time.
  package static var eagerPart: Int { 256 }
  /// So many different layouts are resolved at once when sections come in; of more, those near what is seen.
  package static var eagerLayouts: Int { 64 }
  /// The same where not all sections are looked at.
  package static var eagerPartLayouts: Int { 16 }

  /// How many sections are looked at when these come in.
  var firstSections: Range<Int> { 0..<(states.count > Self.eagerSections ? Self.eagerPart : states.count) }

  /// Finds out the layouts of the first sections. Templates that none of them uses are let go.
  /// - Parameter store: Where it is kept what was measured of a section that is laid out anew.
  mutating func resolveFirst(store: (_ section: Int) -> Int32 = { _ in SectionState.none }) {
    let known = templates
    forgetTemplates()
    (hasOrthogonalSections, hasScrollingParts) = (false, false)
    (hasVisibleItemsHandlers, hasArrangedSections) = (false, false)
    (unresolvedCount, pendingSearch) = (states.count, (0, 0))
    var (last, made) = (Template?.none, 0)
    let first = firstSections
    let mostMade = first.count < states.count ? Self.eagerPartLayouts : Self.eagerLayouts
    states.open(first: first.count)
    for index in first {
      Effort.step()
      let input = states.input(index)
      if let last, input.provider == nil,
        isLaidOut(input, by: last, looksClosely: made < mostMade || !isPlain(input))
      {
        take(last, for: index)
        continue
      }
      guard made < mostMade else { continue }
      let layout = layout(of: index, input, measuredIn: store(index))
      var template = templates[layout]
      if template == nil || input.provider != nil { made += 1 }
      if template == nil {
        template = (known.isEmpty ? nil : known[layout]) ?? makeTemplate(layout, in: innerEnvironment)
        templates[layout] = template
      }
      last = template
      if let template { take(template, for: index) }
    }
  }

  /// True if a template is that of a section. Neighbours are mostly alike, and comparing is cheaper than hashing; where
  /// they mostly are not, comparing each costs more than it saves.
  private func isLaidOut(_ section: SectionInput, by template: Template, looksClosely: Bool) -> Bool {
    looksClosely ? template.layout == section.layout : template.layout.isCopy(of: section.layout)
  }

  /// True if the length of a section is known without resolving its layout.
  private func isPlain(_ section: SectionInput) -> Bool {
    configuration.scrollDirection == .vertical && section.provider == nil && section.layout.isPlain
  }

  /// A section without layout gets it.
  mutating func take(_ template: Template, for section: Int) {
    note(template)
    noteProblems(of: template, in: section)
    states[section].settle(template)
    unresolvedCount -= 1
  }

  /// Lays out the cells of sections that are not made of groups.
  mutating func openArrangedStores() {
    partedSections = []
    guard hasArrangedSections else { return }
    for section in states.known.joined() {
      guard case .arranged? = states.template(of: section)?.body else { continue }
      if states.store(of: section) < 0 { _ = openStore(section) } else { noteParts(of: section) }
    }
  }

  /// Remembers what only few layouts have.
  mutating func note(_ template: Template) {
    if template.isOrthogonal { hasOrthogonalSections = true }
    if template.visibleItemsHandler != nil { hasVisibleItemsHandlers = true }
    guard case .arranged(let layout, _) = template.body else { return }
    hasArrangedSections = true
    // To find out that a layout is no such takes longer than all else here.
    guard let parted = layout.base as? any PartedLayout else { return }
    if parted.mayHandleVisibleItems { hasVisibleItemsHandlers = true }
    if parted.mayScroll { hasScrollingParts = true }
  }

  func makeTemplate(_ layout: SectionLayout, in inner: LayoutEnvironment) -> Template {
    Template(layout: layout, environment: inner, configuration: configuration)
  }

  /// A layout resolved, once for all sections near each other that have it. Where no two are alike, looking for each in
  /// a table costs more than it could save.
  mutating func template(for layout: SectionLayout) -> Template {
    if let known = recentTemplates.first(where: { $0.layout == layout }) { return known }
    let template = makeTemplate(layout, in: innerEnvironment)
    if recentTemplates.count == Self.rememberedLayouts { recentTemplates.removeLast() }
    recentTemplates.insert(template, at: 0)
    return template
  }

  private static let rememberedLayouts = 4

  /// A section made of groups of which nothing is known but what was declared.
  /// - Parameter left: So many layouts may be resolved; nil is the answer where it is none and takes one.
  mutating func declaredGeometry(_ section: SectionInput, mostLayouts left: inout Int) -> SectionGeometry? {
    var template = recentTemplates.first { $0.layout == section.layout }
    if template == nil {
      guard left > 0 else { return nil }
      left -= 1
      template = self.template(for: section.layout)
    }
    return template.map { geometry(SectionState(section, template: $0), $0) }
  }

  /// What a section is laid out by. A provider that gives none makes it empty.
  func layout(of section: Int) -> SectionLayout {
    layout(of: section, states.input(section), measuredIn: states.store(of: section))
  }

  /// - Parameters:
  ///   - input: The section as it was handed in.
  ///   - store: Where it is kept what was measured of the section.
  func layout(of section: Int, _ input: SectionInput, measuredIn store: Int32) -> SectionLayout {
    guard let provider = input.provider else { return input.layout }
    let context = SectionLayoutContext(
      section: section, itemCount: max(0, input.itemCount), environment: environment.seen, sizes: sizes(in: store))
    return provider.body(context) ?? .empty
  }

  /// What was measured in a section, for a provider.
  private func sizes(in store: Int32) -> SectionLayoutContext.Sizes {
    guard store >= 0, let rows = stores[Int(store)]?.rows else { return SectionLayoutContext.Sizes() }
    return SectionLayoutContext.Sizes { item in
      guard item >= 0, item < rows.items.count, rows.isMeasured(item) else { return nil }
      return rows.extent(ofItem: item).map(Subpixels.pixels)
    }
  }

  /// Looks at the sections near what is seen that nobody has looked at, and asks layouts that put something off.
  ///
  /// To be called before a frame's query with what is realised; the caller holds an anchor, because sections above may
  /// turn out to be of another length than was thought.
  /// - Parameter sections: Those by which the caller finds its place, wherever they are.
  /// - Returns: True if anything moved.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` meets; and for each section not
  ///   looked at before the time to resolve its layout.
  package mutating func prepare(in visible: Rect, and sections: [Int?] = []) -> Bool {
    var isMoved = false
    for case let section? in sections where settle(section) { isMoved = true }
    for _ in 1...3 {
      guard needsPreparation else { return isMoved }
      guard prepareOnce(in: visible) else { return isMoved }
      isMoved = true
    }
    return isMoved
  }

  /// True if `prepare(in:and:)` may find out something.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` meets.
  package func needsPreparation(in visible: Rect, and section: Int? = nil) -> Bool {
    guard !hasArrangedStores else { return true }
    guard unresolvedCount > 0 else { return false }
    if let section, states.template(of: section) == nil { return true }
    let range = rows(of: inner(visible))
    var section = firstSection(in: range)
    while section < states.count, start(of: section) < range.upperBound {
      if states.template(of: section) == nil { return true }
      section += 1
    }
    return false
  }

  private var needsPreparation: Bool { unresolvedCount > 0 || hasArrangedStores }

  private var hasArrangedStores: Bool { stores.count > freeStores.count }

  private mutating func prepareOnce(in visible: Rect) -> Bool {
    let inner = inner(visible)
    let range = rows(of: inner)
    var isMoved = false
    var section = firstSection(in: range)
    let first = section
    while section < states.count, start(of: section) < range.upperBound {
      isMoved = settle(section) || isMoved
      let index = states.store(of: section)
      if index >= 0, stores[Int(index)]?.arranged != nil {
        let rect = geometry(section).arranged((relative(range, start(of: section)), columns(of: inner)))
        if stores[Int(index)]?.arranged?.resolve(in: rect) ?? false {
          refresh(section)
          isMoved = true
        }
        noteInnerProblems(in: section)
      }
      section += 1
    }
    pendingSearch = (first - 1, section)
    return isMoved
  }

  /// True if it is known how a section is laid out.
  package func isSettled(_ section: Int) -> Bool { states.template(of: section) != nil }

  /// Finds out the layout of one section.
  /// - Returns: True if anything moved.
  package mutating func settle(_ section: Int) -> Bool {
    guard states.template(of: section) == nil else { return false }
    findLayout(of: section)
    if case .arranged? = states.template(of: section)?.body { _ = openStore(section) }
    let old = extents[section]
    refresh(section)
    noteLength(of: section)
    return old != extents[section]
  }

  /// Finds out the layout of one section, and of those in it that hold one of its cells.
  /// - Returns: True if anything moved.
  package mutating func settle(_ path: ElementPath) -> Bool {
    let isMoved = settle(path.section)
    let index = states.store(of: path.section)
    guard index >= 0, stores[Int(index)]?.arranged?.resolve(item: path.item) ?? false else { return isMoved }
    refresh(path.section)
    return true
  }
}

extension SectionLayout {
  /// Without a place for any cell.
  static let empty = SectionLayout(
    group: .vertical(LayoutSize(width: .fractionalWidth(1), height: .absolute(0)), subitems: []))
}
