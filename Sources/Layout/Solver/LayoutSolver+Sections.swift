package import ScrollworkDiffing
package import ScrollworkGeometry

/// Resolves the layouts of sections. If many differ, it resolves only as many as needed.
extension LayoutSolver {
  /// The largest number of sections that are all looked at when a list arrives.
  package static var eagerSections: Int { 1_024 }
  /// The number of sections looked at when a longer list arrives. The others are resolved near the viewport or a few at
  /// a time.
  package static var eagerPart: Int { 256 }
  /// The largest number of different layouts resolved when a list arrives; the others are resolved near the viewport or
  /// a few at a time.
  package static var eagerLayouts: Int { 64 }
  /// That limit for a list that is longer than `eagerSections`.
  package static var eagerPartLayouts: Int { 16 }

  /// The sections looked at when a list arrives.
  var firstSections: Range<Int> { 0..<(states.count > Self.eagerSections ? Self.eagerPart : states.count) }

  /// Resolves the layouts of the first sections and drops the templates that none of them uses.
  /// - Parameter store: Returns the index of the store with the measured sizes of a section that is laid out again, or
  ///   `SectionState.none`.
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

  /// Whether a template belongs to the section's layout.
  ///
  /// Neighbours mostly have equal layouts, and comparing is cheaper than hashing. Where they mostly differ, comparing
  /// each costs more than it saves; then only copies of one layout count.
  private func isLaidOut(_ section: SectionInput, by template: Template, looksClosely: Bool) -> Bool {
    looksClosely ? template.layout == section.layout : template.layout.isCopy(of: section.layout)
  }

  /// Whether the extent of a section is known without resolving its layout.
  private func isPlain(_ section: SectionInput) -> Bool {
    configuration.scrollDirection == .vertical && section.provider == nil && section.layout.isPlain
  }

  /// Sets the layout of a section that has none.
  mutating func take(_ template: Template, for section: Int) {
    note(template)
    noteProblems(of: template, in: section)
    states[section].settle(template)
    unresolvedCount -= 1
  }

  /// Lays out the items of resolved sections that are not made of groups.
  mutating func openArrangedStores() {
    partedSections = []
    guard hasArrangedSections else { return }
    for section in states.known.joined() {
      guard case .arranged? = states.template(of: section)?.body else { continue }
      if states.store(of: section) < 0 { _ = openStore(section) } else { noteParts(of: section) }
    }
  }

  /// Records features that few layouts have.
  mutating func note(_ template: Template) {
    if template.isOrthogonal { hasOrthogonalSections = true }
    if template.visibleItemsHandler != nil { hasVisibleItemsHandlers = true }
    guard case .arranged(let layout, _) = template.body else { return }
    hasArrangedSections = true
    // A failed conditional cast costs more than everything else here, so sections made of groups return before it.
    guard let parted = layout.base as? any PartedLayout else { return }
    if parted.mayHandleVisibleItems { hasVisibleItemsHandlers = true }
    if parted.mayScroll { hasScrollingParts = true }
  }

  func makeTemplate(_ layout: SectionLayout, in inner: LayoutEnvironment) -> Template {
    Template(layout: layout, environment: inner, configuration: configuration)
  }

  /// Returns the template of a layout, resolved once for nearby sections that share it.
  ///
  /// Only a few recent templates are compared: where all layouts differ, a look-up in a table costs more than it could
  /// save.
  mutating func template(for layout: SectionLayout) -> Template {
    if let known = recentTemplates.first(where: { $0.layout == layout }) { return known }
    let template = makeTemplate(layout, in: innerEnvironment)
    if recentTemplates.count == Self.rememberedLayouts { recentTemplates.removeLast() }
    recentTemplates.insert(template, at: 0)
    return template
  }

  private static let rememberedLayouts = 4

  /// Returns the geometry of a section made of groups, of which only the declaration is known.
  /// - Parameter left: The number of layouts that may still be resolved. If it is zero and one is needed, the result is
  ///   nil.
  mutating func declaredGeometry(_ section: SectionInput, mostLayouts left: inout Int) -> SectionGeometry? {
    var template = recentTemplates.first { $0.layout == section.layout }
    if template == nil {
      guard left > 0 else { return nil }
      left -= 1
      template = self.template(for: section.layout)
    }
    return template.map { geometry(SectionState(section, template: $0), $0) }
  }

  /// Returns the layout of a section, from its provider if it has one. A provider that returns nil makes the section
  /// empty.
  func layout(of section: Int) -> SectionLayout {
    layout(of: section, states.input(section), measuredIn: states.store(of: section))
  }

  /// Returns the layout of a section.
  /// - Parameters:
  ///   - input: The section as declared.
  ///   - store: Index of the store with the section's measured sizes, or `SectionState.none`.
  func layout(of section: Int, _ input: SectionInput, measuredIn store: Int32) -> SectionLayout {
    guard let provider = input.provider else { return input.layout }
    let context = SectionLayoutContext(
      section: section, itemCount: max(0, input.itemCount), environment: environment.seen, sizes: sizes(in: store))
    return provider.body(context) ?? .empty
  }

  /// Returns the measured sizes of a section, for its provider.
  private func sizes(in store: Int32) -> SectionLayoutContext.Sizes {
    guard store >= 0, let rows = stores[Int(store)]?.rows else { return SectionLayoutContext.Sizes() }
    return SectionLayoutContext.Sizes { item in
      guard item >= 0, item < rows.items.count, rows.isMeasured(item) else { return nil }
      return rows.extent(ofItem: item).map(Subpixels.pixels)
    }
  }

  /// Resolves the unresolved sections near the viewport, and lets lazy layouts resolve their parts there.
  ///
  /// Call it before a frame's query, with the rectangle to bind. The caller holds an anchor, because the extents of
  /// sections above may differ from their estimates.
  /// - Parameters:
  ///   - visible: The rectangle to bind, in content coordinates.
  ///   - sections: Sections that the caller's anchor depends on, wherever they are.
  /// - Returns: Whether anything moved.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` meets; and the time to resolve
  ///   the layout of each section that is new.
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

  /// Whether `prepare(in:and:)` may have something to resolve.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` meets.
  package func needsPreparation(in visible: Rect, and section: Int? = nil) -> Bool {
    guard needsPreparation else { return false }
    if let section, states.template(of: section) == nil { return true }
    let range = rows(of: inner(visible))
    var section = firstSection(in: range)
    while section < states.count, start(of: section) < range.upperBound {
      switch states.template(of: section)?.body {
      case nil, .arranged?: return true
      case .rows?, .orthogonal?: section += 1
      }
    }
    return false
  }

  private var needsPreparation: Bool { unresolvedCount > 0 || hasArrangedSections }

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

  /// Whether the layout of a section is resolved.
  package func isSettled(_ section: Int) -> Bool { states.template(of: section) != nil }

  /// Resolves the layout of a section.
  /// - Returns: Whether anything moved.
  package mutating func settle(_ section: Int) -> Bool {
    guard states.template(of: section) == nil else { return false }
    findLayout(of: section)
    if case .arranged? = states.template(of: section)?.body { _ = openStore(section) }
    let old = extents[section]
    refresh(section)
    noteLength(of: section)
    return old != extents[section]
  }

  /// Resolves the layout of a section, and of the subsections that contain one of its items.
  /// - Returns: Whether anything moved.
  package mutating func settle(_ path: ElementPath) -> Bool {
    let isMoved = settle(path.section)
    let index = states.store(of: path.section)
    guard index >= 0, stores[Int(index)]?.arranged?.resolve(item: path.item) ?? false else { return isMoved }
    refresh(path.section)
    return true
  }
}

extension SectionLayout {
  /// A layout without a place for any item.
  static let empty = SectionLayout(
    group: .vertical(LayoutSize(width: .fractionalWidth(1), height: .absolute(0)), subitems: []))
}
