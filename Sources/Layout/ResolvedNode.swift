import ScrollworkGeometry

/// An item or a group of a template: its size is known, or guessed where it is estimated.
struct ResolvedNode: Sendable {
  /// Where it starts in the content of its parent, for parents that are rows; zero in columns.
  var x = 0.0
  var width: Double
  /// The height in subpixels, or the guess.
  var extent: Int64
  /// The height follows from the content.
  var isEstimated: Bool
  var leading: Double
  var trailing: Double
  var top: Int64
  var bottom: Int64
  /// Empty for a leaf.
  var children: [ResolvedNode] = []
  var axis = Axis.vertical
  /// Between the children of a column, in subpixels.
  var gap: Int64 = 0
  var isFlexible = false
  /// How many cells have their place in it; 1 for a leaf.
  var leafCount = 1
  var isLeaf = true

  /// The height of one instance that holds the leaves from `first` on; those from `limit` on are not there.
  ///
  /// - Parameter measure: The height of a leaf in subpixels, or nil where its guess holds. Asked also about leaves that
  ///   are not there.
  /// - Complexity: O(*L*) in the number of leaves.
  func height(first: Int, limit: Int, measure: (Int) -> Int64?) -> Int64 {
    guard isEstimated else { return extent }
    if isLeaf { return measure(first) ?? extent }
    var (leaf, result) = (first, Int64(0))
    for (index, child) in children.enumerated() where leaf < limit {
      let height = child.height(first: leaf, limit: limit, measure: measure)
      if axis == .horizontal { result = max(result, height) } else { result += height + (index > 0 ? gap : 0) }
      leaf += child.leafCount
    }
    return result
  }

  /// Gives every leaf of one instance its place.
  /// - Parameters:
  ///   - origin: Of this node in the instance, before its own insets.
  ///   - leaves: The first leaf of this node, and the first that is not there.
  /// - Complexity: O(*L* · depth).
  func place(
    at origin: (x: Double, y: Int64), leaves: Range<Int>, measure: (Int) -> Int64?, emit: (LeafSlot) -> Void
  ) {
    if isLeaf {
      let height = isEstimated ? measure(leaves.lowerBound) ?? extent : extent
      let (minX, minY) = (origin.x + leading, origin.y + top)
      emit(
        LeafSlot(
          leaf: leaves.lowerBound, minX: minX, maxX: max(minX, origin.x + width - trailing),
          minY: minY, maxY: max(minY, origin.y + height - bottom)))
      return
    }
    let between = axis == .vertical ? columnGap(leaves, measure: measure) : 0
    var (leaf, y) = (leaves.lowerBound, origin.y + top)
    for child in children where leaf < leaves.upperBound {
      child.place(
        at: (origin.x + leading + child.x, y), leaves: leaf..<leaves.upperBound, measure: measure, emit: emit)
      if axis == .vertical {
        y += child.height(first: leaf, limit: leaves.upperBound, measure: measure) + between
      }
      leaf += child.leafCount
    }
  }

  /// The gap of a column. A flexible one is found as if every place were taken, so that a last group that is not full
  /// keeps its places.
  private func columnGap(_ leaves: Range<Int>, measure: (Int) -> Int64?) -> Int64 {
    guard isFlexible, !isEstimated, children.count > 1 else { return gap }
    var (leaf, used) = (leaves.lowerBound, Int64(0))
    for child in children {
      used += child.height(first: leaf, limit: .max, measure: measure)
      leaf += child.leafCount
    }
    return max(gap, (extent - top - bottom - used) / Int64(children.count - 1))
  }
}

/// The place of one cell in an instance of its section's group: x in logical pixels, y in subpixels.
struct LeafSlot: Sendable {
  var leaf: Int
  var minX: Double
  var maxX: Double
  var minY: Int64
  var maxY: Int64
}
