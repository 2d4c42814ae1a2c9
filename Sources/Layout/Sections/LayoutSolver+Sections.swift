package import ScrollworkDiffing
package import ScrollworkGeometry

/// Resolves the layouts of sections. If many layouts differ, only those that are needed are resolved.
extension LayoutSolver {
  /// The largest number of sections in a list that is examined as a whole when it is applied.
  package static var eagerSections: Int { 1_024 }
  /// The number of sections that are examined when a list of more than `eagerSections` sections is applied. The others
  /// are resolved near the viewport or a few at a time.
  package static var eagerFirstSections: Int { 256 }
  /// The largest number of different layouts to resolve when a list is applied; the others are resolved near the
  /// viewport or a few at a time.
  package static var eagerLayouts: Int { 64 }
  /// The largest number of different layouts to resolve when a list of more than `eagerSections` sections is applied.
  package static var eagerFirstLayouts: Int { 16 }

  /// The sections that are examined when a list is applied.
  var firstSections: Range<Int> { 0..<(states.count > Self.eagerSections ? Self.eagerFirstSections : states.count) }

  /// Resolves the layouts of the first sections.
  /// - Parameter store: Returns the index of the store with a section's measured sizes, if its layout is resolved
  ///   again; `SectionState.none` for no store.
  mutating func resolveFirst(store: (_ section: Int) -> Int32 = { _ in SectionState.none }) {
    (hasOrthogonalSections, hasScrollingChildren) = (false, false)
    (hasVisibleItemsHandlers, hasArrangedSections) = (false, false)
    unresolvedCount = states.count
    let first = firstSections
    var left = first.count < states.count ? Self.eagerFirstLayouts : Self.eagerLayouts
    states.open(first: first.count)
    for section in first {
      OperationCounter.step()
      let input = states.input(section)
      if let known = knownTemplate(of: input) {
        take(known, for: section)
      } else if left > 0 {
        left -= 1
        take(templates.template(for: layout(of: section, input)), for: section)
      }
    }
  }

  /// Sets the resolved layout of a section that has none.
  mutating func take(_ template: Template, for section: Int) {
    record(template)
    for problem in template.problems { problems.record(problem, in: section) }
    states[section].take(template)
    unresolvedCount -= 1
  }

  /// Makes the arrangements of the resolved sections whose items are placed one by one.
  mutating func openArrangedStores() {
    nestingSections = []
    guard hasArrangedSections else { return }
    for section in states.known.joined() {
      guard case .arranged? = states.template(of: section)?.body else { continue }
      if states.store(of: section) < 0 { _ = openStore(section) } else { recordEstimates(of: section) }
    }
  }

  /// Records the rare features that a resolved layout uses, so that lists without them skip the work for them.
  mutating func record(_ template: Template) {
    if template.isOrthogonal { hasOrthogonalSections = true }
    if template.visibleItemsHandler != nil { hasVisibleItemsHandlers = true }
    guard case .arranged(let layout, _) = template.body else { return }
    hasArrangedSections = true
    // A failed conditional cast costs more than everything else here, so sections made of groups return before the
    // cast.
    guard let nested = layout.base as? NestedLayout else { return }
    if nested.mayHandleVisibleItems { hasVisibleItemsHandlers = true }
    if nested.mayScroll { hasScrollingChildren = true }
  }

  /// Returns the template of a section's declared layout; nil if the layout must be provided or resolved.
  mutating func knownTemplate(of section: SectionInput) -> Template? {
    section.provider == nil ? templates.find(section.layout) : nil
  }

  /// Returns the declared layout of a section, or the one that its provider returns. If the provider returns nil, the
  /// layout is empty.
  func layout(of section: Int) -> SectionLayout { layout(of: section, states.input(section)) }

  /// Returns the declared layout of a section, or the one that its provider returns.
  /// - Parameter input: The section as declared.
  func layout(of section: Int, _ input: SectionInput) -> SectionLayout {
    guard let provider = input.provider else { return input.layout }
    let context = SectionLayoutContext(
      section: section, itemCount: max(0, input.itemCount), environment: environment.seen)
    return provider.body(context) ?? .empty
  }

  /// Resolves the unresolved sections near the viewport, and does the work that their layouts deferred until now.
  ///
  /// Call it before the query of a frame, with the rectangle to bind. The extents of sections above may differ from
  /// their estimates, so the caller must keep an anchor in place.
  /// - Parameters:
  ///   - visible: The rectangle to bind, in content coordinates.
  ///   - sections: Further sections to resolve, wherever they are, because the caller's anchor depends on them.
  /// - Returns: Whether anything moved.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` intersects, plus the time to
  ///   resolve the layout of each new section.
  package mutating func prepare(in visible: Rect, and sections: [Int?] = []) -> Bool {
    var isMoved = false
    for case let section? in sections where resolve(section) { isMoved = true }
    for _ in 1...3 {
      guard needsPreparation else { return isMoved }
      guard prepareOnce(in: visible) else { return isMoved }
      isMoved = true
    }
    return isMoved
  }

  /// Returns whether `prepare(in:and:)` may have something to resolve.
  /// - Complexity: O(log *S* + *v*), where *v* is the number of sections that `visible` intersects.
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
      isMoved = resolve(section) || isMoved
      let index = states.store(of: section)
      if index >= 0, stores[Int(index)]?.arranged != nil {
        let rect = geometry(section).arranged((relative(range, start(of: section)), columns(of: inner)))
        if stores[Int(index)]?.arranged?.resolve(in: rect) ?? false {
          refresh(section)
          isMoved = true
        }
        recordProblemsOfSubsections(in: section)
      }
      section += 1
    }
    pending.search(around: first..<section)
    return isMoved
  }

  /// Returns whether the layout of a section is resolved.
  package func isResolved(section: Int) -> Bool { states.template(of: section) != nil }

  /// Resolves the layout of a section.
  /// - Returns: Whether anything moved.
  package mutating func resolve(_ section: Int) -> Bool {
    guard states.template(of: section) == nil else { return false }
    resolve(section, by: templates.template(for: layout(of: section)))
    let old = extents[section]
    refresh(section)
    recordExtent(of: section)
    return old != extents[section]
  }

  /// Resolves the layout of the section and the subsections that contain an item.
  /// - Returns: Whether anything moved.
  package mutating func resolve(_ path: ElementPath) -> Bool {
    let isMoved = resolve(path.section)
    let index = states.store(of: path.section)
    guard index >= 0, stores[Int(index)]?.arranged?.resolve(item: path.item) ?? false else { return isMoved }
    refresh(path.section)
    return true
  }
}

extension SectionLayout {
  /// A layout that places no items, used for a section whose provider returns nil.
  static let empty = SectionLayout(
    group: .vertical(LayoutSize(width: .fractionalWidth(1), height: .absolute(0)), subitems: []))
}
