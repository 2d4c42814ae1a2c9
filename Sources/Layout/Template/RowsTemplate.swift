import ScrollworkGeometry

/// A group resolved for a container: the properties that all of its instances share. The instances follow each other
/// downwards.
///
/// The object is immutable and shared. In a section that scrolls on the cross axis, the template is resolved with
/// swapped axes.
final class RowsTemplate: Sendable {
  let root: ResolvedNode
  /// The number of cells in one instance of the group; zero if the group cannot hold any. If the number depends on
  /// measured widths, this is the number for estimated widths.
  let leafCount: Int
  /// The frames in an instance without measured cells: one for each cell, in data order.
  let slots: [LeafSlot]
  /// The frames of the cells and of the groups with badges, in the order in which they are visited; empty if no group
  /// has badges.
  let slotsWithGroups: [LeafSlot]
  /// The badges of all nodes; each node has a range of indices into this array.
  let badges: [LayoutSupplementary]
  /// The gap between one instance and the next, in subpixels.
  let spacing: Int64
  /// The height of an instance without measured cells, including the edge spacing of the group, in subpixels.
  let extent: Int64
  /// The overflow of cells and badges above or below their instance if nothing is measured, in subpixels.
  let overflow: Int64
  /// Whether no content decides the height of a cell, so that positions follow from a formula.
  let isUniform: Bool
  /// Whether an instance is exactly as tall as its only cell.
  let isRowPerCell: Bool
  /// Whether every instance gets the height of the tallest one.
  let isUniformAcrossInstances: Bool
  /// Whether the content decides the width of some cell or group.
  let hasIntrinsicWidths: Bool
  /// Whether some cell or group gets the height or the width of its largest sibling.
  let hasUniformCells: Bool
  /// The width of all cells in logical pixels; nil if widths differ. With a common width, a measured height stays valid
  /// when a cell moves.
  let commonWidth: Double?
  /// The estimated height of all cells in subpixels; nil if their estimates differ or some cell has a declared height.
  let commonEstimate: Int64?
  /// Whether nothing can overflow an instance, even after measuring, so that overflow need not be recorded.
  let isContained: Bool
  /// Whether the frames in every instance, even an incomplete one, are in ascending order of x, so that a binary search
  /// finds those in a part of the instance.
  let isAscending: Bool
  /// The declared size of the cells if an instance is a line that repeats a single kind of cell without edge spacing;
  /// nil otherwise. Such lines, for example of tags, are computed faster.
  let tag: (width: Double, extent: Int64, isEstimated: Bool)?
  /// The declared sizes of the cells, in data order. Reading them from nodes is slower, because it copies each node.
  private let leaves: [Leaf]

  /// The declared size of a cell, with an estimate where the content decides it.
  private struct Leaf {
    let width: Double
    /// The height in subpixels.
    let extent: Int64
    let isEstimated: Bool
    let hasIntrinsicWidth: Bool
  }

  /// Resolves a group.
  /// - Parameters:
  ///   - group: The declared group.
  ///   - content: The size of the section's content, in logical pixels.
  ///   - spacing: The gap between one instance and the next, in logical pixels.
  ///   - scale: The number of device pixels per logical pixel.
  ///   - breaksLines: Whether the number of cells in an instance may depend on their measured widths.
  init(group: LayoutGroup, in content: Size, spacing: Double, scale: Double, breaksLines: Bool = false) {
    var solver = TemplateSolver(scale: scale)
    let root =
      breaksLines && group.isLine
      ? solver.resolveLine(group, in: content) : solver.resolve(.group(group), in: content)
    self.root = root
    badges = solver.badges
    self.spacing = Subpixels.nearest(spacing)
    leafCount = root.leafCount
    var walked: [LeafSlot] = []
    Self.place(root, LeafSizes(limit: root.leafCount)) { walked.append($0) }
    slots = walked.filter { !$0.isGroup }
    slotsWithGroups = walked.count == slots.count ? [] : walked
    let extent = root.height(first: 0, LeafSizes(limit: root.leafCount)) + (root.edges?.height ?? 0)
    self.extent = extent
    overflow = Self.overflow(of: walked, extent: extent, badges: solver.badges)
    let leaves = root.leaves
    self.leaves = leaves.map {
      Leaf(width: $0.width, extent: $0.extent, isEstimated: $0.isEstimated, hasIntrinsicWidth: $0.hasIntrinsicWidth)
    }
    isUniform = leaves.allSatisfy { !$0.isEstimated }
    isRowPerCell = root.isChainOfEstimates
    isUniformAcrossInstances = root.isUniform
    hasIntrinsicWidths = root.hasIntrinsicWidths
    hasUniformCells = root.hasUniformParts
    commonWidth = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.contentWidth == first.contentWidth } ? first.contentWidth : nil
    }
    commonEstimate = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.isEstimated && $0.extent == first.extent } ? first.extent : nil
    }
    let isLineOfTags =
      root.openRoom != nil && root.isEstimated && root.arrangement == .row && root.children.count == 1
      && root.children[0].isPlainLeaf
    tag = isLineOfTags ? (root.children[0].width, root.children[0].extent, root.children[0].isEstimated) : nil
    isAscending =
      !root.isEstimated && !root.hasEstimates && !hasIntrinsicWidths && slotsWithGroups.isEmpty
      && zip(slots, slots.dropFirst()).allSatisfy { $0.minX <= $1.minX && $0.maxX <= $1.maxX }
    isContained =
      solver.badges.isEmpty && root.isContained && (!hasIntrinsicWidths || root.openRoom != nil)
  }

  /// Whether an instance is a line of as many cells as fit with their measured widths.
  var breaksLines: Bool { root.openRoom != nil }

  /// Whether no size depends on a measurement.
  var isFixed: Bool { isUniform && !hasIntrinsicWidths }

  /// Returns the height of an instance, including its edge spacing, in subpixels.
  func height(_ cells: LeafSizes) -> Int64 { root.height(first: 0, cells) + (root.edges?.height ?? 0) }

  /// Passes the frames in an instance, relative to its top leading corner, to `emit`.
  /// - Parameter height: The height of the instance, including its edge spacing, in subpixels; nil for the height that
  ///   follows from its cells.
  static func place(
    _ root: ResolvedNode, height: Int64? = nil, _ cells: LeafSizes, emit: (LeafSlot) -> Void
  ) {
    let own = height.map { $0 - (root.edges?.height ?? 0) } ?? root.height(first: 0, cells)
    root.place(
      at: (root.edges?.across.start ?? 0, root.edges?.along.start ?? 0), size: (root.width(first: 0, cells), own),
      first: 0, cells,
      emit: emit)
  }

  static func overflow(of slots: some Sequence<LeafSlot>, extent: Int64, badges: [LayoutSupplementary]) -> Int64 {
    slots.reduce(0) { overflow, slot in
      var result = max(overflow, slot.maxY - extent, -slot.minY)
      for badge in badges[Int(slot.badges.lowerBound)..<Int(slot.badges.upperBound)] {
        // The host may be shorter in an incomplete group, and then the badge may overflow by its whole height.
        let frame = badge.frame(on: slot)
        let own = frame.maxY - frame.minY + badge.farthestOffset(frame.maxY - frame.minY)
        result = max(result, frame.maxY - extent, -frame.minY, own)
      }
      return result
    }
  }

  /// Returns the distance from the leading edge of the row to the trailing edge of a slot and its badges, in subpixels.
  static func farthestAcross(of slot: LeafSlot, badges: [LayoutSupplementary]) -> Int64 {
    let own = badges[Int(slot.badges.lowerBound)..<Int(slot.badges.upperBound)]
    return own.reduce(Subpixels.nearestPosition(slot.maxX)) {
      max($0, Subpixels.nearestPosition($1.frame(on: slot).maxX))
    }
  }

  /// Returns the height of an instance that has only its first `count` cells, none of them measured, in subpixels.
  /// - Complexity: O(*L*), O(1) if the group declares its height.
  func extent(ofFirst count: Int) -> Int64 {
    count >= leafCount || isUniformAcrossInstances ? extent : height(LeafSizes(limit: count))
  }

  /// Returns whether the content decides the height of the cell at a position in the instance.
  func isEstimated(leaf: Int) -> Bool { commonEstimate != nil || (!isUniform && self.leaf(leaf).isEstimated) }

  /// Returns whether the content decides the width of the cell at a position in the instance.
  func hasIntrinsicWidth(leaf: Int) -> Bool { hasIntrinsicWidths && self.leaf(leaf).hasIntrinsicWidth }

  /// Returns the width of an unmeasured cell, in logical pixels; zero if no content decides a width.
  func estimatedWidth(ofLeaf leaf: Int) -> Double { hasIntrinsicWidths ? self.leaf(leaf).width : 0 }

  /// Returns the height of an unmeasured cell, in subpixels.
  func estimate(ofLeaf leaf: Int) -> Int64 { commonEstimate ?? self.leaf(leaf).extent }

  /// Returns the declared size of the cell at a position in the instance. A line that takes as many cells as fit
  /// repeats its subitems.
  private func leaf(_ position: Int) -> Leaf { leaves[position % leaves.count] }
}

extension LayoutSupplementary {
  /// Returns the largest distance by which the anchors' offsets move a badge of the given height up or down, in
  /// subpixels.
  fileprivate func farthestOffset(_ extent: Int64) -> Int64 {
    let own = Size(width: 0, height: Subpixels.pixels(extent))
    return Subpixels.nearest(abs(containerAnchor.offset(of: own).y) + abs(itemAnchor?.offset(of: own).y ?? 0))
  }

  /// Returns the frame of a badge on its host: x in logical pixels, y in subpixels.
  /// - Parameter measured: The measured extents on the badge's intrinsic axes.
  func frame(
    on host: LeafSlot, _ measured: SupplementarySize = .unmeasured
  ) -> (minX: Double, maxX: Double, minY: Int64, maxY: Int64) {
    let room = Size(width: host.maxX - host.minX, height: Subpixels.pixels(host.maxY - host.minY))
    let own = size(on: room, measured)
    let (point, item) = (containerAnchor.fractions, itemAnchor ?? containerAnchor)
    let (offset, shift) = (containerAnchor.offset(of: own), itemAnchor?.offset(of: own) ?? .zero)
    let x = host.minX + point.x * room.width - item.fractions.x * own.width + offset.x + shift.x
    let y = point.y * room.height - item.fractions.y * own.height + offset.y + shift.y
    let minY = host.minY + Subpixels.nearestSigned(y)
    let maxY = minY + Subpixels.nearest(own.height)
    guard contentInsets != .zero else { return (x, x + own.width, minY, maxY) }
    let insets = contentInsets.sane
    let (left, top) = (x + insets.leading, minY + Subpixels.nearest(insets.top))
    return (
      left, max(left, x + own.width - insets.trailing), top, max(top, maxY - Subpixels.nearest(insets.bottom))
    )
  }
}

extension ResolvedNode {
  /// The cells in the node, in data order.
  fileprivate var leaves: [ResolvedNode] { isLeaf ? [self] : children.flatMap(\.leaves) }

  /// The width of a cell inside its insets, in logical pixels.
  fileprivate var contentWidth: Double { max(0, width - leading - trailing) }

  /// Whether the node is a single cell of estimated height, perhaps inside groups that add nothing to that height.
  fileprivate var isChainOfEstimates: Bool {
    guard isEstimated, edges == nil, badges.isEmpty, !hasIntrinsicWidth, !isUniform else { return false }
    return isLeaf || (children.count == 1 && children.allSatisfy(\.isChainOfEstimates))
  }

  fileprivate var hasUniformParts: Bool { isUniform || isUniformWidth || children.contains(where: \.hasUniformParts) }

  /// Whether nothing inside the node can overflow it above or below, whatever is measured.
  fileprivate var isContained: Bool {
    if let edges, edges.along.start < 0 || edges.along.end < 0 { return false }
    guard !isLeaf else { return true }
    guard children.allSatisfy(\.isContained) else { return false }
    if isEstimated { return arrangement != .free }
    guard !hasEstimates else { return false }
    let content = extent - top - bottom
    switch arrangement {
    case .leaf: return true
    case .free: return children.allSatisfy { $0.y >= 0 && $0.y + $0.extent <= content }
    case .row: return children.allSatisfy { $0.outerExtent <= content }
    case .column: return columnHeight(first: 0, LeafSizes(limit: .max)) <= content
    }
  }

  fileprivate var hasEstimates: Bool { children.contains { $0.isEstimated || $0.hasEstimates } }
}
