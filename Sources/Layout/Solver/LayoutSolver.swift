package import ScrollworkGeometry

/// Finds where everything is: which elements a rectangle shows, where a given one stands, how long the whole is.
///
/// Nothing is computed for what nobody asks about: uniform sections are a closed form, sections of estimated rows are
/// one until something in them is measured, and then take memory only for what was measured; sections whose layout is
/// like no other are looked at when they come near what is seen. All sums along the direction of scrolling are integers
/// of 1/64 pixel, so the last of ten million rows is exact.
///
/// Inside, the list scrolls vertically and reads from left to right: a declaration for another direction is transposed
/// when it comes in, and frames are when they go out.
///
/// In the complexities, *S* is the number of sections, *n* that of cells in a section, *L* that of cells in one group
/// and *k* that of elements returned.
package struct LayoutSolver: Sendable {
  /// A section as the engine hands it in.
  package struct SectionInput: Sendable {
    package var layout: SectionLayout
    /// Gives the section its layout when somebody comes near it; then `layout` is not looked at.
    package var provider: SectionProvider?
    package var itemCount: Int
    package var hasHeader: Bool
    package var hasFooter: Bool
    /// What identifies a cell, for layouts that treat some by name.
    package var identify: (@Sendable (Int) -> String)?

    package init(
      layout: SectionLayout, provider: SectionProvider? = nil, itemCount: Int, hasHeader: Bool = false,
      hasFooter: Bool = false, identify: (@Sendable (Int) -> String)? = nil
    ) {
      self.layout = layout
      self.provider = provider
      self.itemCount = itemCount
      self.hasHeader = hasHeader
      self.hasFooter = hasFooter
      self.identify = identify
    }
  }

  package internal(set) var environment: LayoutEnvironment
  package let configuration: LayoutConfiguration

  var states = SectionStates()
  /// What is known of the cells of those sections that need it; a section knows its index.
  var stores: [SectionStore?] = []
  var freeStores: [Int32] = []
  /// The layouts of the first sections, resolved.
  var templates: [SectionLayout: Template] = [:]
  /// Those that were resolved last for others, the newest first.
  var recentTemplates: [Template] = []
  /// The extents of the sections, each with the spacing that follows it.
  var extents = BlockSums()
  /// How far anything sticks out of its section.
  var reach: Int64 = 0
  /// What stands once before and after all sections.
  var globals: [ResolvedBoundary] = []
  /// The measured sizes of these; empty if none was measured.
  var globalSizes: [BoundarySize] = []
  /// True if a section in use scrolls by itself.
  package internal(set) var hasOrthogonalSections = false
  /// True if a section in use may hold sections that scroll by themselves.
  package internal(set) var hasScrollingParts = false
  /// True if anything may have been scrolled by itself since the sections came in, whether a layout has that scroll now or
  /// nobody has come near it.
  package internal(set) var hasOwnOffsets = false
  /// True if a section in use has a handler of visible items, so that they are worth calling.
  package internal(set) var hasVisibleItemsHandlers = false
  /// True if a section in use is not made of groups.
  var hasArrangedSections = false
  /// How many sections have not got their layouts, because nobody has come near them.
  var unresolvedCount = 0
  /// The sections whose length is a guess.
  var pending = MarkedPositions()
  /// The sections that have sections whose sizes are guesses.
  var partedSections: Set<Int> = []
  /// How many lengths were found out when the guess for the others was made, how many since the sections came in, and
  /// their sum.
  var found: (atGuess: Int, count: Int, extent: Int64) = (0, 0, 0)
  /// Where looking at those goes on.
  var pendingSearch: (before: Int, after: Int) = (0, 0)

  /// What was wrong in the declarations that were looked at.
  var problems = LayoutProblems()

  /// Whether frames stand on device pixels.
  package var snapsFrames = true
  /// Whether a measured size is rounded up to a device pixel. Sections that stand in groups where cells would are as large
  /// as they are: else there would be gaps between them where a device pixel is not a whole number of subpixels.
  package var roundsMeasures = true

  package init(
    environment: LayoutEnvironment = LayoutEnvironment(container: .zero), configuration: LayoutConfiguration = .init()
  ) {
    self.environment = environment.sane.of(configuration)
    self.configuration = configuration
    resolveGlobals()
  }

  package var sectionCount: Int { states.count }

  /// The number of cells that have a place in a section.
  package func itemCount(inSection section: Int) -> Int { states.itemCount(of: section) }

  /// The size of everything, in logical pixels. Across the direction of scrolling it is that of the container.
  /// - Complexity: O(log *S*)
  package var contentSize: Size {
    var size = environment.container
    size[configuration.scrollDirection] = Subpixels.pixels(contentExtent)
    return size
  }

  /// The environment with the axes that the solver works in.
  var innerEnvironment: LayoutEnvironment {
    configuration.scrollDirection == .horizontal ? environment.transposed : environment
  }

  /// Lays out these sections, of which nothing is known.
  /// - Complexity: O(*S* / 64), whatever the number of cells: only the first sections are looked at.
  package mutating func reload(_ sections: SectionInputs, environment: LayoutEnvironment) {
    self.environment = environment.sane.of(configuration)
    forgetTemplates()
    stores = []
    freeStores = []
    globalSizes = []
    problems = LayoutProblems()
    resolveGlobals()
    states = SectionStates(sections)
    hasOwnOffsets = false
    resolveFirst()
    openArrangedStores()
    sumUp()
  }

  mutating func forgetTemplates() {
    templates = [:]
    recentTemplates = []
  }

  mutating func resolveGlobals() {
    let inner = innerEnvironment
    let items = configuration.boundaryItems.map {
      configuration.scrollDirection == .horizontal ? $0.transposed : $0
    }
    let insets = ContentInsetsReference.automatic.insets(in: inner, automatic: configuration.contentInsetsReference)
    globals = ResolvedBoundary.resolve(items, from: insets.leading, in: inner.container.inset(by: insets))
    reach = globals.reduce(0) { max($0, abs($1.offset)) }
    noteGlobalProblems()
  }

  /// Adds up one section again.
  /// - Complexity: O(log *S* + log *n*)
  mutating func refresh(_ section: Int) {
    let geometry = geometry(section)
    reach = max(reach, geometry.reach)
    extents.set(section, to: geometry.extent + spacing(after: section))
  }

  /// One section as a whole. One that nobody has come near yet is looked at just for this.
  func geometry(_ section: Int) -> SectionGeometry {
    precondition(section >= 0 && section < states.count, "section \(section) of \(states.count)")
    guard let template = states.template(of: section) else { return geometryOfUnresolved(section) }
    let store = states.store(of: section)
    return SectionGeometry(
      template: template, itemCount: states.itemCount(of: section),
      reserved: states.reserved(by: template, in: section),
      offset: template.isOrthogonal ? states.offset(of: section) : 0, store: store < 0 ? nil : stores[Int(store)],
      badges: template.badges.isEmpty ? BadgeSizes() : states.badgeSizes(of: section))
  }

  private func geometryOfUnresolved(_ section: Int) -> SectionGeometry {
    var state = states[section]
    if state.earlier != nil {
      var solver = self
      solver.findLayout(of: section)
      return solver.geometry(section)
    }
    let template = makeTemplate(layout(of: section), in: innerEnvironment)
    state.settle(template)
    guard case .arranged(let layout, let sizes) = template.body else { return geometry(state, template) }
    var arranged = layout.arrange(items(of: section, state.itemCount, template, sizes))
    for (part, offset) in state.partOffsets { _ = arranged.scrollPart(part - 1, to: offset) }
    return geometry(state, template, SectionStore(arranged: arranged))
  }

  func geometry(_ state: SectionState, _ template: Template) -> SectionGeometry {
    geometry(state, template, state.store < 0 ? nil : stores[Int(state.store)])
  }

  private func geometry(_ state: SectionState, _ template: Template, _ store: SectionStore?) -> SectionGeometry {
    SectionGeometry(
      template: template, itemCount: state.itemCount, reserved: state.reserved(by: template),
      offset: template.isOrthogonal ? state.offset : 0, store: store, badges: state.badgeSizes)
  }

  /// Where a section starts.
  /// - Complexity: O(log *S*)
  func start(of section: Int) -> Int64 { globalExtent(atStart: true) + extents.sum(before: section) }

  /// The length of everything.
  var contentExtent: Int64 { globalExtent(atStart: true) + extents.total + globalExtent(atStart: false) }

  /// What global boundary items reserve.
  func globalExtent(atStart: Bool) -> Int64 {
    var result: Int64 = 0
    for (index, boundary) in globals.enumerated() where atStart ? boundary.reservesStart : boundary.reservesEnd {
      result = max(result, extent(ofGlobal: index))
    }
    return result
  }

  func extent(ofGlobal index: Int) -> Int64 {
    globals[index].extent(size(ofGlobal: index))
  }

  func size(ofGlobal index: Int) -> BoundarySize { index < globalSizes.count ? globalSizes[index] : .unmeasured }
}
