/// What the solver remembers of one section: small, because there may be a hundred thousand.
struct SectionState: Sendable {
  /// No section has more rows than this.
  private static let mostRows = 1 << 40
  /// Nothing was measured.
  static let none: Int32 = -1

  let hasHeader: Bool
  let hasFooter: Bool
  /// Nil as long as nobody came near a section whose layout is like no other.
  var template: Template?
  /// What it was laid out by when that was measured which is remembered of it, as long as nobody has come near to find out
  /// the layout that it has now.
  var earlier: Template?
  /// The number of cells that have a place.
  var itemCount: Int
  /// The measured sizes of the boundary items; empty if none was measured.
  var boundarySizes: [BoundarySize] = []
  /// The same of the badges.
  var badgeSizes = BadgeSizes()
  /// Where the measured sizes of the cells are kept, or `none`.
  var store = SectionState.none
  /// How far the section is scrolled by itself, in logical pixels.
  var offset = 0.0
  /// False as long as nobody has scrolled it: then it stands where it begins.
  var isScrolled = false
  /// The same of the sections in it that somebody has scrolled, by their numbers from 1 on.
  var partOffsets: [Int: Double] = [:]

  init(_ input: LayoutSolver.SectionInput, template: Template?) {
    hasHeader = input.hasHeader
    hasFooter = input.hasFooter
    self.template = template
    itemCount = max(0, input.itemCount)
    if let template { settle(template) }
  }

  /// A section longer than any screen can scroll through in a lifetime is cut, so that no sum can overflow.
  /// - Parameter pitch: From one row to the next, in subpixels, at least 1.
  static func mostRows(ofPitch pitch: Int64) -> Int {
    min(Int(Subpixels.longestSection / pitch), mostRows)
  }

  /// Takes the layout that was found for the section.
  mutating func settle(_ template: Template) {
    self.template = template
    switch template.body {
    case .rows(let rows), .orthogonal(let rows):
      let mostRows = Self.mostRows(ofPitch: max(1, rows.extent + rows.spacing))
      itemCount = rows.leafCount > 0 ? min(itemCount, mostRows * rows.leafCount) : 0
    case .arranged:
      itemCount = min(itemCount, Int(Int32.max))
    }
  }

  /// What it is laid out by, or was when something in it was measured.
  var measuredIn: Template? { template ?? earlier }

  /// True if nothing is known but what was declared.
  var isBlank: Bool { template == nil && earlier == nil && !hasOffsets }

  /// True if anybody has scrolled it or a section in it.
  var hasOffsets: Bool { isScrolled || !partOffsets.isEmpty }

  /// - Parameter part: What number a section in the other one has in this; nil if it is not there.
  mutating func stand(as other: SectionState, part: (Int) -> Int? = { $0 }) {
    if other.isScrolled { (offset, isScrolled) = (other.offset, true) }
    for (old, offset) in other.partOffsets {
      if let new = part(old) { partOffsets[new] = offset }
    }
  }

  /// True if the section has a boundary item of this kind.
  func has(_ boundary: ResolvedBoundary) -> Bool {
    switch boundary.kind {
    case .header: hasHeader
    case .footer: hasFooter
    default: true
    }
  }

  /// The height of a boundary item that is there.
  func extent(_ boundary: ResolvedBoundary, at index: Int) -> Int64 {
    boundary.extent(index < boundarySizes.count ? boundarySizes[index] : .unmeasured)
  }

  /// What the boundary items that are there reserve.
  func reserved(by template: Template) -> ReservedExtents {
    var result = ReservedExtents()
    for index in template.boundaries.indices where has(template.boundaries[index]) {
      let boundary = template.boundaries[index]
      result.add(
        extent(boundary, at: index), edge: boundary.extendsBoundary ? boundary.edge : 0, offset: boundary.offset)
    }
    return result
  }
}

/// What boundary items take of a section, in subpixels.
struct ReservedExtents: Sendable {
  var start: Int64 = 0
  var end: Int64 = 0
  /// How far they may stick out of the section, above or below.
  var reach: Int64 = 0

  /// - Parameters:
  ///   - edge: Less than zero where it takes room at the start, more where it does at the end.
  ///   - offset: How far it is moved.
  mutating func add(_ extent: Int64, edge: Int, offset: Int64) {
    reach = max(reach, abs(offset) + (edge == 0 ? extent : 0))
    if edge < 0 { start = max(start, extent) }
    if edge > 0 { end = max(end, extent) }
  }
}

/// What the content of a boundary item, or of a badge, says about the sides that it decides, in subpixels.
struct BoundarySize: Hashable, Sendable {
  static let unmeasured = BoundarySize()

  var width = SectionState.none
  var extent = SectionState.none
}

extension ResolvedBoundary {
  /// How tall it is where its content said so much.
  func extent(_ measured: BoundarySize) -> Int64 { measured.extent >= 0 ? Int64(measured.extent) : extent }

  /// How wide, in logical pixels.
  func width(_ measured: BoundarySize) -> Double {
    measured.width >= 0 ? Subpixels.pixels(Int64(measured.width)) : width
  }

  /// Where it starts across if it is so wide.
  func minX(ofWidth width: Double) -> Double { room.minX + alignment * (room.width - width) + room.shift }

  /// True if the content has said all that it decides.
  func isKnown(_ measured: BoundarySize) -> Bool {
    (!isEstimated || measured.extent >= 0) && (!isFreeWidth || measured.width >= 0)
  }
}
