package import ScrollworkGeometry

/// Finds where everything is: which elements a rectangle shows, where a given one stands, how long the whole is.
///
/// Scrolling is vertical. Nothing is computed for what nobody asks about: uniform sections are a closed form, sections
/// of estimated rows are one until something in them is measured, and then take memory only for what was measured. All
/// sums along the direction of scrolling are integers of 1/64 pixel, so the last of ten million rows is exact.
///
/// In the complexities, *S* is the number of sections, *n* that of cells in a section, *L* that of cells in one group
/// and *k* that of elements returned.
package struct LayoutSolver: Sendable {
  /// A section as the engine hands it in.
  package struct SectionInput: Hashable, Sendable {
    package var layout: SectionLayout
    package var itemCount: Int
    package var hasHeader: Bool
    package var hasFooter: Bool

    package init(layout: SectionLayout, itemCount: Int, hasHeader: Bool = false, hasFooter: Bool = false) {
      self.layout = layout
      self.itemCount = itemCount
      self.hasHeader = hasHeader
      self.hasFooter = hasFooter
    }
  }

  package internal(set) var environment: LayoutEnvironment
  package let configuration: LayoutConfiguration

  var states: [SectionState] = []
  /// The measured heights of those sections that have any; a section knows its index.
  var stores: [MeasuredRows?] = []
  var freeStores: [Int32] = []
  /// The layouts in use, resolved.
  var templates: [SectionLayout: Template] = [:]
  /// The extents of the sections, each with the spacing that follows it.
  var extents = PrefixSums()
  /// How far any cell of any section reaches below its row.
  var overflow: Int64 = 0

  package init(
    environment: LayoutEnvironment = LayoutEnvironment(container: .zero), configuration: LayoutConfiguration = .init()
  ) {
    self.environment = environment.sane
    self.configuration = configuration
  }

  package var sectionCount: Int { states.count }

  /// The number of cells that have a place in a section.
  package func itemCount(inSection section: Int) -> Int { states[section].itemCount }

  /// The size of everything, in logical pixels. Its width is that of the container.
  /// - Complexity: O(log *S*)
  package var contentSize: Size {
    Size(width: environment.container.width, height: Subpixels.pixels(extents.total))
  }

  /// Lays out these sections, of which nothing is known.
  /// - Complexity: O(*S*), whatever the number of cells.
  package mutating func reload(_ sections: [SectionInput], environment: LayoutEnvironment) {
    self.environment = environment.sane
    templates = [:]
    stores = []
    freeStores = []
    states = makeStates(sections)
    sumUp()
  }

  /// The sections with their templates, nothing measured. Templates that no section uses are let go.
  /// - Complexity: O(*S*)
  mutating func makeStates(_ sections: [SectionInput]) -> [SectionState] {
    let known = templates
    var used: [SectionLayout: Template] = [:]
    var last: Template?
    var states: [SectionState] = []
    states.reserveCapacity(sections.count)
    for section in sections {
      // Neighbours are mostly alike, and comparing is cheaper than hashing.
      if let last, last.layout == section.layout {
        states.append(SectionState(template: last, input: section))
        continue
      }
      let template =
        used[section.layout] ?? known[section.layout] ?? Template(layout: section.layout, environment: environment)
      used[section.layout] = template
      last = template
      states.append(SectionState(template: template, input: section))
    }
    templates = used
    return states
  }

  /// Adds up the sections.
  /// - Complexity: O(*S*)
  mutating func sumUp() {
    overflow = 0
    let between = Subpixels.nearest(configuration.interSectionSpacing)
    var values: [Int64] = []
    values.reserveCapacity(states.count)
    for section in states.indices {
      let geometry = geometry(section)
      overflow = max(overflow, geometry.overflow)
      values.append(geometry.extent + (section + 1 < states.count ? between : 0))
    }
    extents = PrefixSums(values)
  }

  /// Adds up one section again.
  /// - Complexity: O(log *S* + log *n*)
  mutating func refresh(_ section: Int) {
    let geometry = geometry(section)
    overflow = max(overflow, geometry.overflow)
    let isLast = section + 1 == states.count
    let between = isLast ? 0 : Subpixels.nearest(configuration.interSectionSpacing)
    extents.set(section, to: geometry.extent + between)
  }

  /// One section as a whole.
  func geometry(_ section: Int) -> SectionGeometry {
    precondition(section >= 0 && section < states.count, "section \(section) of \(states.count)")
    let state = states[section]
    return SectionGeometry(
      template: state.template, itemCount: state.itemCount, headerExtent: state.headerExtent,
      footerExtent: state.footerExtent, measured: state.store < 0 ? nil : stores[Int(state.store)])
  }

  /// A rectangle in content coordinates: y in subpixels, mirrored where the environment asks for it, and snapped.
  func rect(minX: Double, maxX: Double, minY: Int64, maxY: Int64) -> Rect {
    let scale = environment.scale
    func snap(_ edge: Double) -> Double { (edge * scale + 0.5).rounded(.down) / scale }
    var (left, right) = (minX, maxX)
    if environment.isRightToLeft {
      (left, right) = (environment.container.width - maxX, environment.container.width - minX)
    }
    return Rect(
      minX: snap(left), minY: snap(Subpixels.pixels(minY)), maxX: snap(right), maxY: snap(Subpixels.pixels(maxY)))
  }
}
