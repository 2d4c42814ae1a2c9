public import ScrollworkGeometry

/// The layout of a whole list: finds the elements in a rectangle, the frame of a given element and the size of the
/// content.
///
/// Nothing is computed before it is needed. In a section of rows of one height, positions follow from a formula. In a
/// section of estimated rows they do too until an item is measured, and then only measured items take memory. Sections
/// with unusual layouts are resolved near the viewport. All sums on the main axis are integers of 1/64 pixel, so even
/// in ten million rows the last position is exact.
///
/// Internally every list scrolls vertically and reads from left to right; this is called the plane of the solver. For
/// another direction, the declaration is transposed before it is resolved, and frames are converted back.
///
/// In the complexities, *S* is the number of sections, *n* that of items in a section, *L* that of items in one group
/// and *k* that of elements returned.
public struct LayoutSolver: Sendable {
  /// The environment in which the sections are laid out.
  package internal(set) var environment: LayoutEnvironment
  package let configuration: LayoutConfiguration

  var states = SectionStates()
  /// The data of sections that need more than their template, by `SectionState.store`. Unused elements are nil.
  var stores: [SectionStore?] = []
  var freeStores: [Int32] = []
  /// The templates resolved in the current environment.
  var templates = TemplateStore()
  /// The extents of the sections in subpixels, each including the spacing after the section.
  var extents = BlockSums()
  /// The largest overflow of any element beyond its section, in subpixels.
  var overflow: Int64 = 0
  /// The list boundaries: supplementaries placed once, before or after all sections.
  var listBoundaries: [ResolvedBoundary] = []
  /// The insets of the view at the start and the end of the main axis, in subpixels.
  private(set) var startInset: Int64 = 0
  private(set) var endInset: Int64 = 0
  /// The measured sizes of the list boundaries.
  var listBoundarySizes = SupplementarySizes()
  /// Whether a resolved section scrolls on the cross axis.
  package internal(set) var hasOrthogonalSections = false
  /// Whether a resolved section may contain subsections that scroll on the cross axis.
  package internal(set) var hasScrollingChildren = false
  /// Whether a scroll offset of a section or subsection may have been set since the last reload. The current layout of
  /// that section need not scroll or be resolved.
  package internal(set) var hasOwnOffsets = false
  /// Whether a resolved section or one of its subsections may have a handler of visible items.
  package internal(set) var hasVisibleItemsHandlers = false
  /// Whether a resolved section has a layout that places its items one by one.
  var hasArrangedSections = false
  /// The number of sections whose layout is not resolved.
  var unresolvedCount = 0
  /// The sections whose extent is estimated: they are not resolved, and `resolvePending(work:)` did not reach them yet.
  var pending = MarkedPositions()
  /// The sections that contain subsections of estimated size.
  var nestingSections: Set<Int> = []
  /// The known extents of sections: their number when the estimate for other sections was last computed, their current
  /// number, and their current sum in subpixels.
  var found: (atEstimate: Int, count: Int, extent: Int64) = (0, 0, 0)

  /// The mistakes found in resolved declarations.
  var problems = LayoutProblems()

  /// Whether frames are snapped to device pixels.
  package var snapsFrames = true
  /// Whether a measured size is rounded up to a device pixel.
  ///
  /// False if the items are subsections arranged in groups: rounding would leave gaps between them where a device pixel
  /// is not a whole number of subpixels.
  package var roundsMeasures = true

  package init(
    environment: LayoutEnvironment = LayoutEnvironment(container: .zero), configuration: LayoutConfiguration = .init()
  ) {
    self.environment = environment.sane.of(configuration)
    self.configuration = configuration
    templates = TemplateStore(environment: innerEnvironment, configuration: configuration)
    resolveListBoundaries()
  }

  package var sectionCount: Int { states.count }

  /// Returns the number of items that a section's layout places; as long as the layout is not resolved, the declared
  /// number of items.
  package func itemCount(inSection section: Int) -> Int { states.itemCount(of: section) }

  /// The size of the content, in logical pixels. On the cross axis it is that of the container. On the main axis it is
  /// an estimate until all layouts are resolved and all content that decides its own size is measured.
  /// - Complexity: O(log *S*)
  public var contentSize: Size {
    var size = environment.container
    size[configuration.scrollDirection] = Subpixels.pixels(contentExtent)
    return size
  }

  /// The environment in the plane of the solver.
  var innerEnvironment: LayoutEnvironment {
    configuration.scrollDirection == .horizontal ? environment.transposed : environment
  }

  /// Replaces the sections and discards all state of the earlier ones.
  /// - Complexity: O(*S* / 64), whatever the number of items: only the first sections are examined.
  package mutating func reload(_ sections: SectionInputs, environment: LayoutEnvironment) {
    self.environment = environment.sane.of(configuration)
    templates = TemplateStore(environment: innerEnvironment, configuration: configuration)
    stores = []
    freeStores = []
    listBoundarySizes = SupplementarySizes()
    problems = LayoutProblems()
    resolveListBoundaries()
    states = SectionStates(sections)
    hasOwnOffsets = false
    resolveFirst()
    openArrangedStores()
    sumUp()
  }

  mutating func resolveListBoundaries() {
    let inner = innerEnvironment
    let items = configuration.boundaryItems.map {
      configuration.scrollDirection == .horizontal ? $0.transposed : $0
    }
    let insets = ContentInsetsReference.automatic.insets(in: inner, automatic: configuration.contentInsetsReference)
    listBoundaries = ResolvedBoundary.resolve(items, from: insets.leading, in: inner.container.inset(by: insets))
    (startInset, endInset) = (Subpixels.nearest(inner.insets.top), Subpixels.nearest(inner.insets.bottom))
    overflow = listBoundaries.reduce(0) { max($0, abs($1.offset)) }
    recordProblemsOfConfiguration()
  }

  /// Computes the extent of a section again after its layout or a measured size changed.
  /// - Complexity: O(log *S* + log *n*)
  mutating func refresh(_ section: Int) {
    let geometry = geometry(section)
    overflow = max(overflow, geometry.overflow)
    extents.set(section, to: geometry.extent + spacing(after: section))
  }

  /// Returns the geometry of a section. If the layout is not resolved yet, it is resolved for this call and not kept.
  func geometry(_ section: Int) -> SectionGeometry {
    precondition(section >= 0 && section < states.count, "section \(section) of \(states.count)")
    guard let template = states.template(of: section) else { return geometryOfUnresolved(section) }
    let store = states.store(of: section)
    return SectionGeometry(
      template: template, itemCount: states.itemCount(of: section),
      reserved: states.reserved(by: template, in: section),
      offset: template.isOrthogonal ? states.offset(of: section) : 0, store: store < 0 ? nil : stores[Int(store)],
      measured: template.badges.isEmpty ? SupplementarySizes() : states.supplementarySizes(of: section))
  }

  private func geometryOfUnresolved(_ section: Int) -> SectionGeometry {
    var state = states[section]
    if state.earlier != nil {
      var solver = self
      solver.resolve(section, by: solver.templates.make(layout(of: section)))
      return solver.geometry(section)
    }
    let template = templates.make(layout(of: section))
    state.take(template)
    guard case .arranged(let layout, let sizes) = template.body else { return SectionGeometry(state, template) }
    var arranged = layout.arrangement(of: items(of: section, state.itemCount, template, sizes))
    for (subsection, offset) in state.subsectionOffsets { _ = arranged.scrollSubsection(subsection - 1, to: offset) }
    return SectionGeometry(state, template, SectionStore(arranged: arranged))
  }

  /// Returns the start of a section on the main axis, in subpixels.
  /// - Complexity: O(log *S*)
  func start(of section: Int) -> Int64 { listBoundaryExtent(atStart: true) + extents.sum(before: section) }

  /// The extent of the whole content, in subpixels.
  var contentExtent: Int64 { listBoundaryExtent(atStart: true) + extents.total + listBoundaryExtent(atStart: false) }

  /// Returns the extent that the insets of the view and the list boundaries take before the first section or, if
  /// `atStart` is false, after the last one, in subpixels.
  func listBoundaryExtent(atStart: Bool) -> Int64 {
    var result: Int64 = 0
    for (index, boundary) in listBoundaries.enumerated() where atStart ? boundary.reservesStart : boundary.reservesEnd {
      result = max(result, extent(ofListBoundary: index))
    }
    return result + (atStart ? startInset : endInset)
  }

  func extent(ofListBoundary index: Int) -> Int64 {
    listBoundaries[index].extent(listBoundarySizes[.edge(index)])
  }
}
