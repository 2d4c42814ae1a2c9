import ScrollworkGeometry

/// An item or a group of a template with its size, which is an estimate if the content decides it.
struct ResolvedNode: Sendable {
  /// The arrangement of a group's children.
  enum Arrangement: Sendable {
    case leaf, row, column
    /// Children that each have their own `x` and `y`.
    case free
  }

  /// The minimum room outside a node: leading and trailing in logical pixels, top and bottom in subpixels. It is
  /// negative where it removes room.
  struct Edges: Equatable, Sendable {
    var leading: Double
    var trailing: Double
    var top: Int64
    var bottom: Int64
    let isLeadingFlexible: Bool
    let isTrailingFlexible: Bool
    let isTopFlexible: Bool
    let isBottomFlexible: Bool

    /// Creates the room outside a node; nil if there is none.
    init?(_ declared: LayoutEdgeSpacing) {
      guard !declared.isNone else { return nil }
      leading = declared.leading?.room ?? 0
      trailing = declared.trailing?.room ?? 0
      top = Subpixels.nearestSigned(declared.top?.room ?? 0)
      bottom = Subpixels.nearestSigned(declared.bottom?.room ?? 0)
      isLeadingFlexible = declared.leading?.isFlexible ?? false
      isTrailingFlexible = declared.trailing?.isFlexible ?? false
      isTopFlexible = declared.top?.isFlexible ?? false
      isBottomFlexible = declared.bottom?.isFlexible ?? false
    }

    var width: Double { leading + trailing }
    var height: Int64 { top + bottom }

    /// Returns the room along an axis, in logical pixels.
    func extent(along axis: Axis) -> Double { axis == .horizontal ? width : Subpixels.pixels(height) }

    /// Returns this room, limited so that it removes no more than the node's size.
    func limited(toWidth width: Double, extent: Int64) -> Edges {
      var copy = self
      copy.leading = max(leading, -width)
      copy.trailing = max(trailing, -(width + copy.leading))
      copy.top = max(top, -extent)
      copy.bottom = max(bottom, -(extent + copy.top))
      return copy
    }
  }

  /// The leading edge in the content of the parent, in logical pixels, if the parent is a row of fixed widths or places
  /// its children freely.
  var x = 0.0
  /// The top edge in the content of the parent, in subpixels; only for children that are placed freely.
  var y: Int64 = 0
  var zIndex: Int32 = 0
  var width: Double
  /// The height in subpixels, or its estimate.
  var extent: Int64
  /// True if the content decides the height.
  var isEstimated: Bool
  /// True if the content decides the width.
  var isFreeWidth = false
  /// True if the height is that of the tallest uniform sibling.
  var isUniform = false
  /// True if the width is that of the widest uniform sibling.
  var isUniformWidth = false
  /// True if the content decides the width of the node or of a descendant.
  var hasFreeWidths = false
  var leading: Double
  var trailing: Double
  var top: Int64
  var bottom: Int64
  var edges: Edges?
  /// The children of a group; empty for a leaf.
  var children: [ResolvedNode] = []
  var arrangement = Arrangement.leaf
  /// The gap between the children of a column, in subpixels.
  var gap: Int64 = 0
  /// The gap between the children of a row, in logical pixels.
  var rowGap = 0.0
  var isFlexible = false
  /// The number of cells that have their place in the node; 1 for a leaf.
  var leafCount = 1
  /// The room of a line that breaks, in logical pixels: its children repeat as often as they fit with their measured
  /// widths. It has half a device pixel more than the line, so that three thirds fit. Nil for other nodes.
  var openRoom: Double?
  /// The range of the node's badges in the template's list.
  var badges: Range<Int32> = 0..<0

  var isLeaf: Bool { arrangement == .leaf }
  /// Whether the node is a cell whose height depends on no sibling, without room outside.
  var isPlainLeaf: Bool { isLeaf && !isUniform && edges == nil }
  /// The height with the room outside the node, in subpixels.
  var outerExtent: Int64 { extent + (edges?.height ?? 0) }
  var outerWidth: Double { width + (edges?.width ?? 0) }
}

/// The place of one cell, or of a group with badges, in an instance of its section's group: x in logical pixels, y in
/// subpixels.
struct LeafSlot: Equatable, Sendable {
  /// The cell, or the first cell of a group.
  var leaf: Int
  var minX: Double
  var maxX: Double
  var minY: Int64
  var maxY: Int64
  var zIndex: Int32 = 0
  var isGroup = false
  var badges: Range<Int32> = 0..<0
}

/// The measured size of a cell: the extent in subpixels, the width in logical pixels.
struct LeafSize: Equatable, Sendable {
  var extent: Int64?
  var width: Double?
}

/// The measured sizes of the cells of one instance.
struct LeafSizes {
  /// The stored sizes; nil if nothing is measured.
  var measured: MeasuredRows?
  /// The cell at the first leaf.
  var first = 0
  /// The number of leaves that exist; later leaves are absent.
  var limit: Int
  /// The sizes of some of the cells, read ahead.
  var window = CellWindow()
  /// The estimated height of every cell, in subpixels; used only if nothing is measured.
  var guess: Int64?

  /// These sizes as if every place were taken.
  var full: LeafSizes {
    var copy = self
    copy.limit = .max
    return copy
  }

  /// Returns the height of a leaf in subpixels, even of an absent one; nil if its declared estimate holds.
  func extent(_ leaf: Int) -> Int64? {
    if let read = window.extent(of: first + leaf) { return read < 0 ? nil : read }
    return measured.map { $0.extent(ofItem: first + leaf) } ?? guess
  }

  /// Returns the width of a leaf in logical pixels; nil if its declared estimate holds.
  func width(_ leaf: Int) -> Double? {
    if let read = window.width(of: first + leaf) { return read < 0 ? nil : read }
    return measured?.width(ofItem: first + leaf)
  }
}
