import ScrollworkGeometry

/// An item or a group of a template with its size, which is an estimate where the content decides it.
struct ResolvedNode: Sendable {
  /// The arrangement of a group's children.
  enum Arrangement: Sendable {
    case leaf, row, column
    /// Children at the positions that their `x` and `y` give.
    case free
  }

  /// The spacing outside a node: horizontal lengths in logical pixels, vertical ones in subpixels.
  struct Edges: Equatable, Sendable {
    var across: Sides<Double>
    var along: Sides<Int64>

    /// Creates the spacing outside a node; nil if none is declared.
    init?(_ declared: LayoutEdgeSpacing) {
      guard !declared.isNone else { return nil }
      across = Sides(declared.leading, declared.trailing) { $0 }
      along = Sides(declared.top, declared.bottom, Subpixels.nearestSigned)
    }

    var width: Double { across.start + across.end }
    var height: Int64 { along.start + along.end }

    /// Returns the total spacing on both sides along an axis, in logical pixels.
    func extent(along axis: Axis) -> Double { axis == .horizontal ? width : Subpixels.pixels(height) }
  }

  /// The leading edge in the content of the parent, in logical pixels. Used only if the parent places its children
  /// freely, or is a row in which no content decides a width.
  var x = 0.0
  /// The top edge in the content of the parent, in subpixels. Used only if the parent places its children freely.
  var y: Int64 = 0
  var zIndex: Int32 = 0
  var width: Double
  /// The height in subpixels, which is an estimate if the content decides it.
  var extent: Int64
  /// Whether the content decides the height.
  var isEstimated: Bool
  /// Whether the content decides the width.
  var hasIntrinsicWidth = false
  /// Whether the height is that of the tallest uniform sibling.
  var isUniform = false
  /// Whether the width is that of the widest uniform sibling.
  var isUniformWidth = false
  /// Whether the content decides the width of the node or of a descendant.
  var hasIntrinsicWidths = false
  var leading: Double
  var trailing: Double
  var top: Int64
  var bottom: Int64
  var edges: Edges?
  /// The children of a group; empty for a leaf.
  var children: [ResolvedNode] = []
  /// Whether some child is uniform in height, so that it is as tall as its tallest uniform sibling.
  var hasUniformChildren = false
  var arrangement = Arrangement.leaf
  /// The gap between the children of a column, in subpixels.
  var gap: Int64 = 0
  /// The gap between the children of a row, in logical pixels.
  var rowGap = 0.0
  var isFlexible = false
  /// The number of cells that the node holds; 1 for a leaf.
  var leafCount = 1
  /// The width of a line that takes as many cells as fit with their measured widths, in logical pixels; nil for other
  /// nodes. It exceeds the declared width by half a device pixel, so that three thirds fit despite rounding.
  var openRoom: Double?
  /// The range of the node's badges in `RowsTemplate.badges`.
  var badges: Range<Int32> = 0..<0

  var isLeaf: Bool { arrangement == .leaf }
  /// Whether the node is a cell without edge spacing, whose height does not depend on siblings.
  var isPlainLeaf: Bool { isLeaf && !isUniform && edges == nil }
  /// The height including the edge spacing of the node, in subpixels.
  var outerExtent: Int64 { extent + (edges?.height ?? 0) }
  var outerWidth: Double { width + (edges?.width ?? 0) }
}

/// The spacing at both sides of a node along one axis; where it is flexible, its minimum. A negative side moves the
/// node or its successor closer.
struct Sides<Length: LayoutLength>: Equatable, Sendable {
  private(set) var start: Length
  private(set) var end: Length
  let isStartFlexible: Bool
  let isEndFlexible: Bool

  init(_ start: LayoutSpacing?, _ end: LayoutSpacing?, _ length: (Double) -> Length) {
    (self.start, self.end) = (length(start?.room ?? 0), length(end?.room ?? 0))
    (isStartFlexible, isEndFlexible) = (start?.isFlexible ?? false, end?.isFlexible ?? false)
  }

  /// Limits negative sides, so that they remove no more than the node's extent.
  mutating func limit(to extent: Length) {
    start = max(start, 0 - extent)
    end = max(end, 0 - (extent + start))
  }

  /// Returns the spacing at the start.
  /// - Parameter level: The extent of flexible spacing; see ``FlexDistribution``.
  func atStart(_ level: Length) -> Length { isStartFlexible ? max(start, level) : start }
  func atEnd(_ level: Length) -> Length { isEndFlexible ? max(end, level) : end }

  /// Returns the distance of a node from the start of its parent.
  /// - Parameter available: The extent to distribute among the sides.
  func shift(available: Length) -> Length {
    guard isStartFlexible else { return start }
    guard isEndFlexible else { return max(start, available - end) }
    return atStart(
      FlexDistribution.level(available: available) { minimum in
        minimum(start)
        minimum(end)
      })
  }
}

/// The frame of one cell, or of a group with badges, in an instance of a section's group or in the section: x in
/// logical pixels, y in subpixels.
struct LeafSlot: Equatable, Sendable {
  /// The index of the cell, or of the first cell of a group.
  var leaf: Int
  var minX: Double
  var maxX: Double
  var minY: Int64
  var maxY: Int64
  var zIndex: Int32 = 0
  var isGroup = false
  var badges: Range<Int32> = 0..<0
}

/// The measured size of a cell: the extent in subpixels, the width in logical pixels; nil where not measured.
struct LeafSize: Equatable, Sendable {
  var extent: Int64?
  var width: Double?
}

/// The measured sizes of the cells of one instance, by their positions in the instance.
struct LeafSizes {
  /// The stored sizes of the whole section; nil if nothing is measured.
  var measured: MeasuredRows?
  /// The position in the section of the first cell of the instance.
  var first = 0
  /// The number of cells that exist in the instance; there are none at later positions.
  var limit: Int
  /// A buffer for the sizes of some of the cells.
  var window = CellWindow()
  /// The estimated height of every cell, in subpixels, in place of the declared one. Used only if nothing is measured.
  var estimate: Int64?

  /// These sizes for an instance without missing cells.
  var full: LeafSizes {
    var copy = self
    copy.limit = .max
    return copy
  }

  /// Returns the measured height of a cell, or the estimate that replaced the declared one, in subpixels; nil if the
  /// declared estimate is in use. A missing cell counts as an unmeasured one.
  @inline(__always)
  func extent(_ leaf: Int) -> Int64? {
    if let read = window.extent(of: first + leaf) { return read < 0 ? nil : read }
    return measured.map { $0.extent(ofItem: first + leaf) } ?? estimate
  }

  /// Returns the width of a cell in logical pixels; nil if the declared estimate is in use.
  @inline(__always)
  func width(_ leaf: Int) -> Double? {
    if let read = window.width(of: first + leaf) { return read < 0 ? nil : read }
    return measured?.width(ofItem: first + leaf)
  }
}
