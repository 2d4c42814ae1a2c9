import ScrollworkGeometry

/// A group resolved for a container: the properties that all of its instances share. The instances follow each other
/// downwards.
///
/// Immutable and shared. A section that scrolls on its own has one of these in a plane whose axes are swapped.
final class RowsTemplate: Sendable {
  let root: ResolvedNode
  /// The number of cells in one instance of the group, with estimates if it follows from measured widths; zero if the
  /// group has no place for any.
  let leafCount: Int
  /// The places in an instance without measured cells, one for each cell.
  let slots: [LeafSlot]
  /// The places of the cells and of the groups with badges, in the order of the walk; empty if no group has badges.
  let slotsWithGroups: [LeafSlot]
  /// The badges that nodes refer to.
  let badges: [LayoutSupplementary]
  /// The gap between one instance and the next, in subpixels.
  let spacing: Int64
  /// The height of an instance without measured cells, with the room outside the group, in subpixels.
  let extent: Int64
  /// The overflow of cells and badges above or below their instance when nothing is measured, in subpixels.
  let reach: Int64
  /// True if no cell decides its own height, so that positions have a closed form.
  let isUniform: Bool
  /// True if an instance is exactly as tall as its only cell.
  let isRowPerCell: Bool
  /// True if all instances are as tall as the tallest.
  let isUniformAcrossInstances: Bool
  /// True if the content decides the width of some cell or group.
  let hasFreeWidths: Bool
  /// True if some cell or group is as tall or as wide as the largest of its siblings.
  let hasUniformCells: Bool
  /// The width that all cells have in common, if they do, in logical pixels: then a measured height stays right when a
  /// cell changes its place.
  let commonWidth: Double?
  /// The estimated height of every cell in subpixels, if all are estimated alike.
  let commonGuess: Int64?
  /// True if nothing overflows an instance, whatever is measured, so that no overflow needs to be recorded.
  let isContained: Bool

  /// Resolves a group.
  /// - Parameters:
  ///   - group: The declared group.
  ///   - content: The size of the section's content, in logical pixels.
  ///   - spacing: The gap between one instance and the next, in logical pixels.
  ///   - scale: The number of device pixels per logical pixel.
  ///   - breaksLines: True if the number of cells in an instance may follow from their measured widths.
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
    let extent = Self.height(of: root, LeafSizes(limit: root.leafCount))
    self.extent = extent
    reach = Self.reach(of: walked, extent: extent, badges: solver.badges)
    let leaves = root.leaves
    isUniform = leaves.allSatisfy { !$0.isEstimated }
    isRowPerCell = root.isChainOfEstimates
    isUniformAcrossInstances = root.isUniform
    hasFreeWidths = root.hasFreeWidths
    hasUniformCells = root.hasUniformParts
    commonWidth = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.contentWidth == first.contentWidth } ? first.contentWidth : nil
    }
    commonGuess = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.isEstimated && $0.extent == first.extent } ? first.extent : nil
    }
    isContained =
      solver.badges.isEmpty && root.isContained && (!hasFreeWidths || root.openRoom != nil)
  }

  /// True if an instance holds as many cells as fit with their measured widths.
  var breaksLines: Bool { root.openRoom != nil }

  /// True if no size depends on a measurement.
  var isFixed: Bool { isUniform && !hasFreeWidths }

  /// Returns the height of an instance with the room outside it, in subpixels.
  static func height(of root: ResolvedNode, _ cells: LeafSizes) -> Int64 {
    root.height(first: 0, cells) + (root.edges?.height ?? 0)
  }

  /// Emits the places in an instance, measured from its top leading corner.
  /// - Parameter height: The height of the instance with the room outside it, if it differs from the one that its cells
  ///   give.
  static func place(
    _ root: ResolvedNode, height: Int64? = nil, _ cells: LeafSizes, emit: (LeafSlot) -> Void
  ) {
    let own = height.map { $0 - (root.edges?.height ?? 0) } ?? root.height(first: 0, cells)
    root.place(
      at: (root.edges?.leading ?? 0, root.edges?.top ?? 0), size: (root.width(first: 0, cells), own), first: 0, cells,
      emit: emit)
  }

  static func reach(of slots: some Sequence<LeafSlot>, extent: Int64, badges: [LayoutSupplementary]) -> Int64 {
    slots.reduce(0) { reach, slot in
      var result = max(reach, slot.maxY - extent, -slot.minY)
      for badge in badges[Int(slot.badges.lowerBound)..<Int(slot.badges.upperBound)] {
        // On a host that is shorter than this one, as in a group that is not full, the badge may overflow by its whole
        // height.
        let frame = badge.frame(on: slot)
        let own = frame.maxY - frame.minY + badge.farthestOffset(frame.maxY - frame.minY)
        result = max(result, frame.maxY - extent, -frame.minY, own)
      }
      return result
    }
  }

  /// Returns the distance that a place and its badges extend from the leading edge of the row, in subpixels.
  static func farthestAcross(of slot: LeafSlot, badges: [LayoutSupplementary]) -> Int64 {
    let own = badges[Int(slot.badges.lowerBound)..<Int(slot.badges.upperBound)]
    return own.reduce(Subpixels.nearestPosition(slot.maxX)) {
      max($0, Subpixels.nearestPosition($1.frame(on: slot).maxX))
    }
  }

  /// Returns the height of an instance with only its first `count` cells and nothing measured, in subpixels.
  /// - Complexity: O(*L*), O(1) if the group has a height of its own.
  func extent(ofFirst count: Int) -> Int64 {
    count >= leafCount || isUniformAcrossInstances ? extent : Self.height(of: root, LeafSizes(limit: count))
  }

  /// Returns true if the cell at this position of its instance decides its own height.
  func isEstimated(leaf: Int) -> Bool { commonGuess != nil || (!isUniform && root.leaf(leaf).isEstimated) }

  /// Returns true if the cell at this position of its instance decides its own width.
  func isFreeWidth(leaf: Int) -> Bool { hasFreeWidths && root.leaf(leaf).isFreeWidth }

  /// Returns the width of an unmeasured cell, in logical pixels; zero if the widths do not depend on measurements.
  func guessedWidth(ofLeaf leaf: Int) -> Double { hasFreeWidths ? root.leaf(leaf).width : 0 }

  /// Returns the height of an unmeasured cell, in subpixels.
  func guess(ofLeaf leaf: Int) -> Int64 { commonGuess ?? root.leaf(leaf).extent }
}

extension LayoutSupplementary {
  /// Returns the maximum distance that the offsets of its anchors move a badge of this height up or down, in subpixels.
  fileprivate func farthestOffset(_ extent: Int64) -> Int64 {
    let own = Size(width: 0, height: Subpixels.pixels(extent))
    return Subpixels.nearest(abs(containerAnchor.offset(of: own).y) + abs(itemAnchor?.offset(of: own).y ?? 0))
  }

  /// Returns the frame on a host: x in logical pixels, y in subpixels.
  /// - Parameter measured: The measured extents of the sides that its content decides.
  func frame(
    on host: LeafSlot, _ measured: BoundarySize = .unmeasured
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
  /// All leaves in data order.
  fileprivate var leaves: [ResolvedNode] { isLeaf ? [self] : children.flatMap(\.leaves) }

  /// The width of a cell inside its insets, in logical pixels.
  fileprivate var contentWidth: Double { max(0, width - leading - trailing) }

  /// True if the node is one leaf of estimated height, with nothing around it that has a height of its own.
  fileprivate var isChainOfEstimates: Bool {
    guard isEstimated, edges == nil, badges.isEmpty, !isFreeWidth, !isUniform else { return false }
    return isLeaf || (children.count == 1 && children.allSatisfy(\.isChainOfEstimates))
  }

  fileprivate var hasUniformParts: Bool { isUniform || isUniformWidth || children.contains(where: \.hasUniformParts) }

  /// Returns the leaf at a position in data order.
  fileprivate func leaf(_ position: Int) -> ResolvedNode {
    if openRoom != nil { return children[position % children.count] }
    var (node, left) = (self, position)
    while !node.isLeaf {
      guard
        let child = node.children.first(where: { child in
          if left < child.leafCount { return true }
          left -= child.leafCount
          return false
        })
      else { return node }
      node = child
    }
    return node
  }

  /// True if nothing in the node can overflow it above or below, whatever is measured.
  fileprivate var isContained: Bool {
    if let edges, edges.top < 0 || edges.bottom < 0 { return false }
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

  private var hasEstimates: Bool { children.contains { $0.isEstimated || $0.hasEstimates } }
}
