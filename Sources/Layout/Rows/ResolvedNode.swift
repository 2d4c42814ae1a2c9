import ScrollworkGeometry

/// An item or a group of a template: its size is known, or guessed where it is estimated.
struct ResolvedNode: Sendable {
  /// How the children of a group stand.
  enum Arrangement: Sendable {
    case leaf, row, column
    /// Each child has its `x` and `y`.
    case free
  }

  /// Room outside of a node, at least. Negative where it takes room away.
  struct Edges: Equatable, Sendable {
    var leading: Double
    var trailing: Double
    var top: Int64
    var bottom: Int64
    let isLeadingFlexible: Bool
    let isTrailingFlexible: Bool
    let isTopFlexible: Bool
    let isBottomFlexible: Bool

    /// Nil where there is none.
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

    /// In logical pixels.
    func extent(along axis: Axis) -> Double { axis == .horizontal ? width : Subpixels.pixels(height) }

    /// The same taking away no more than a node has, so that nothing is shorter than nothing.
    func limited(toWidth width: Double, extent: Int64) -> Edges {
      var copy = self
      copy.leading = max(leading, -width)
      copy.trailing = max(trailing, -(width + copy.leading))
      copy.top = max(top, -extent)
      copy.bottom = max(bottom, -(extent + copy.top))
      return copy
    }
  }

  /// Where it starts in the content of its parent, if that is a row of fixed widths or places its children freely.
  var x = 0.0
  /// The same down; only for children that are placed freely.
  var y: Int64 = 0
  var zIndex: Int32 = 0
  var width: Double
  /// The height in subpixels, or the guess.
  var extent: Int64
  /// The height follows from the content.
  var isEstimated: Bool
  /// The width follows from the content.
  var isFreeWidth = false
  /// The height is that of the largest of the siblings.
  var isUniform = false
  /// The width is that of the widest of the siblings.
  var isUniformWidth = false
  /// Some width in it follows from a content.
  var hasFreeWidths = false
  var leading: Double
  var trailing: Double
  var top: Int64
  var bottom: Int64
  var edges: Edges?
  /// Empty for a leaf.
  var children: [ResolvedNode] = []
  var arrangement = Arrangement.leaf
  /// Between the children of a column, in subpixels.
  var gap: Int64 = 0
  /// Between the children of a row, in logical pixels.
  var rowGap = 0.0
  var isFlexible = false
  /// How many cells have their place in it; 1 for a leaf.
  var leafCount = 1
  /// Where its children follow each other again and again, as many as there is room for with what is measured of them:
  /// that room, with half a device pixel more, so that three thirds fit.
  var openRoom: Double?
  /// Its first badge in the template's list and how many it has.
  var badges: Range<Int32> = 0..<0

  var isLeaf: Bool { arrangement == .leaf }
  /// The height with what is outside.
  var outerExtent: Int64 { extent + (edges?.height ?? 0) }
  var outerWidth: Double { width + (edges?.width ?? 0) }
}

/// The place of one cell in an instance of its section's group: x in logical pixels, y in subpixels. Also that of a
/// group that has badges.
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

/// What is measured of a cell.
struct LeafSize: Equatable, Sendable {
  var extent: Int64?
  var width: Double?
}

/// What is measured of the cells of one instance.
struct LeafSizes {
  /// Where measured sizes are kept; nil where nothing is measured.
  var measured: MeasuredRows?
  /// The cell of the first leaf.
  var first = 0
  /// Leaves from here on are not there.
  var limit: Int
  /// The sizes of some of the cells, read ahead.
  var window: CellWindow?
  /// Taken for every cell; counts only where nothing is measured.
  var guess: Int64?

  /// The same as if every place were taken.
  var full: LeafSizes {
    var copy = self
    copy.limit = .max
    return copy
  }

  /// The height of a leaf in subpixels; nil where its declared guess holds. Also of leaves that are not there.
  func extent(_ leaf: Int) -> Int64? {
    if let read = window?.extent(of: first + leaf) { return read < 0 ? nil : read }
    return measured.map { $0.extent(ofItem: first + leaf) } ?? guess
  }

  /// The width of a leaf in logical pixels; nil where its declared guess holds.
  func width(_ leaf: Int) -> Double? {
    if let read = window?.width(of: first + leaf) { return read < 0 ? nil : read }
    return measured?.width(ofItem: first + leaf)
  }
}
