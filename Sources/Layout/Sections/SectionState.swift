/// The solver's state of one section. The value is small, because there may be a hundred thousand sections.
struct SectionState: Sendable {
  /// The largest number of rows in one section: so small that no sum overflows, and far more than a user can scroll
  /// through.
  private static let maxRowCount = 1 << 40
  /// The value that stands for a missing store or an unmeasured length.
  static let none: Int32 = -1

  let hasHeader: Bool
  let hasFooter: Bool
  /// The resolved layout; nil while the layout is not resolved.
  var template: Template?
  /// The layout in which the remembered sizes were measured; nil if the current layout is resolved or no sizes are
  /// remembered.
  var earlier: Template?
  /// The number of items that the layout places; as long as it is not resolved, the declared number of items.
  var itemCount: Int
  /// The measured sizes of the supplementaries.
  var supplementarySizes = SupplementarySizes()
  /// The index of the store with the measured sizes of the items, or `none`.
  var store = SectionState.none
  /// The section's cross-axis scroll offset, in logical pixels.
  var offset = 0.0
  /// Whether a scroll offset was ever set; if not, the section is at its start.
  var isScrolled = false
  /// The recorded scroll offsets of subsections, in logical pixels, by their numbers counted from 1.
  var subsectionOffsets: [Int: Double] = [:]

  init(_ input: LayoutSolver.SectionInput, template: Template?) {
    hasHeader = input.hasHeader
    hasFooter = input.hasFooter
    self.template = template
    itemCount = max(0, input.itemCount)
    if let template { take(template) }
  }

  /// Sets the resolved layout, and limits the number of items to the number that it can place.
  mutating func take(_ template: Template) {
    self.template = template
    switch template.body {
    case .rows(let rows), .orthogonal(let rows):
      let maxRowCount = min(Int(Subpixels.longestSection / max(1, rows.extent + rows.spacing)), Self.maxRowCount)
      itemCount = rows.leafCount > 0 ? min(itemCount, maxRowCount * rows.leafCount) : 0
    case .arranged:
      itemCount = min(itemCount, Int(Int32.max))
    }
  }

  /// The current layout or, as long as it is not resolved, the layout in which the remembered sizes were measured.
  var measuredIn: Template? { template ?? earlier }

  /// Whether the section has no state beyond its declaration.
  var isBlank: Bool { template == nil && earlier == nil && !hasOffsets }

  /// Whether a scroll offset of the section or of a subsection was ever set.
  var hasOffsets: Bool { isScrolled || !subsectionOffsets.isEmpty }

  /// Copies the scroll offsets of another state.
  /// - Parameter subsection: Returns the number that a subsection of the other section has in this one; nil if it no
  ///   longer exists.
  mutating func stand(as other: SectionState, subsection: (Int) -> Int? = { $0 }) {
    if other.isScrolled { (offset, isScrolled) = (other.offset, true) }
    for (old, offset) in other.subsectionOffsets {
      if let new = subsection(old) { subsectionOffsets[new] = offset }
    }
  }

  /// Returns whether the section shows a boundary supplementary that its layout declares: a header and a footer may be
  /// absent.
  func has(_ boundary: ResolvedBoundary) -> Bool {
    switch boundary.kind {
    case .header: hasHeader
    case .footer: hasFooter
    default: true
    }
  }

  /// Returns the extents that the boundary supplementaries of the section reserve.
  func reserved(by template: Template) -> ReservedExtents {
    var result = ReservedExtents()
    for index in template.boundaries.indices where has(template.boundaries[index]) {
      let boundary = template.boundaries[index]
      result.add(
        boundary.extent(supplementarySizes[.edge(index)]), edge: boundary.extendsBoundary ? boundary.edge : 0,
        offset: boundary.offset)
    }
    return result
  }
}

/// The extents that boundary supplementaries reserve at a section's start and end, in subpixels.
struct ReservedExtents: Sendable {
  var start: Int64 = 0
  var end: Int64 = 0
  /// An upper bound of the overflow of boundary supplementaries beyond the section, at either end.
  var overflow: Int64 = 0

  /// Includes a supplementary in the reserved extents.
  /// - Parameters:
  ///   - edge: Negative if it reserves space at the start, positive if at the end, zero if it reserves none.
  ///   - offset: Its offset on the main axis, in subpixels.
  mutating func add(_ extent: Int64, edge: Int, offset: Int64) {
    overflow = max(overflow, abs(offset) + (edge == 0 ? extent : 0))
    if edge < 0 { start = max(start, extent) }
    if edge > 0 { end = max(end, extent) }
  }
}

/// The data of a section's items that is not in its template.
struct SectionStore: Sendable {
  /// The measured sizes of items in groups; nil if the items are placed one by one.
  private(set) var rows: MeasuredRows?
  /// The arrangement of the items, if a layout places them one by one.
  var arranged: (any NestingArrangement)?

  init(rows: MeasuredRows? = nil, arranged: (any NestingArrangement)? = nil) {
    self.rows = rows
    self.arranged = arranged
  }

  /// Changes the measured sizes of items in groups and returns the result of `body`; nil if there are none. If the
  /// sizes are shared, they are copied first.
  mutating func changeRows<Result>(_ body: (MeasuredRows) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&rows) { rows = rows.map { MeasuredRows(copying: $0) } }
    return rows.map(body)
  }
}
