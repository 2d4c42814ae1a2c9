import ScrollworkGeometry

/// A group resolved for a container: what all of its instances have in common. They follow each other downwards.
///
/// Immutable and shared. A section that scrolls by itself has one of these in a plane whose axes are swapped.
final class RowsTemplate: Sendable {
  let root: ResolvedNode
  /// How many cells one instance of the group holds, with the guesses where that follows what is measured; zero if it has
  /// no place for any.
  let leafCount: Int
  /// The places in an instance whose cells are not measured, one a cell.
  let slots: [LeafSlot]
  /// The same with the groups that have badges, in the order of the walk; empty where that would be the same.
  let slotsWithGroups: [LeafSlot]
  /// The badges that nodes refer to.
  let badges: [LayoutSupplementary]
  /// Between one instance and the next, in subpixels.
  let spacing: Int64
  /// The height of an instance whose cells are not measured with what is outside of the group, in subpixels.
  let extent: Int64
  /// How far cells and badges stick out of their instance, above or below, when nothing is measured, in subpixels.
  let reach: Int64
  /// No cell decides its own height: positions are a closed form.
  let isUniform: Bool
  /// An instance is exactly as tall as its only cell.
  let isRowPerCell: Bool
  /// All instances are as tall as the tallest.
  let isUniformAcrossInstances: Bool
  /// Some cell decides its own width.
  let hasFreeWidths: Bool
  /// Some cell or group is as tall or as wide as the largest of its siblings.
  let hasUniformCells: Bool
  /// What all cells have in common, if they do: then a measured height stays right when a cell changes its place.
  let commonWidth: Double?
  /// The guess for every cell, if it is the same for all and all are estimated.
  let commonGuess: Int64?
  /// Nothing sticks out of an instance, whatever is measured, so that nobody needs to look.
  let isContained: Bool
  /// No place of an instance ends above the place before it ends, and none starts above it.
  let isInOrder: Bool

  /// - Parameters:
  ///   - content: What the section has to give.
  ///   - breaksLines: Whether the number of cells in an instance may follow their measured widths.
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
    isInOrder = solver.badges.isEmpty
  }

  /// Instances hold as many cells as there is room for with what is measured of them.
  var breaksLines: Bool { root.openRoom != nil }

  /// Nothing is to be measured.
  var isFixed: Bool { isUniform && !hasFreeWidths }

  /// The height of an instance and what is outside of it.
  static func height(of root: ResolvedNode, _ cells: LeafSizes) -> Int64 {
    root.height(first: 0, cells) + (root.edges?.height ?? 0)
  }

  /// The places of an instance from its own top leading corner.
  /// - Parameter height: Of the instance with what is outside, if it is not what its cells make it.
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
        // On a host that is shorter than this one, as in a group that is not full, it may stick out by all of itself.
        let frame = badge.frame(on: slot)
        let own = frame.maxY - frame.minY + badge.farthestOffset(frame.maxY - frame.minY)
        result = max(result, frame.maxY - extent, -frame.minY, own)
      }
      return result
    }
  }

  /// How far across a place and its badges reach, in subpixels.
  static func farthestAcross(of slot: LeafSlot, badges: [LayoutSupplementary]) -> Int64 {
    let own = badges[Int(slot.badges.lowerBound)..<Int(slot.badges.upperBound)]
    return own.reduce(Subpixels.nearestPosition(slot.maxX)) {
      max($0, Subpixels.nearestPosition($1.frame(on: slot).maxX))
    }
  }

  /// The height of an instance that holds the first `count` cells only and nothing measured.
  /// - Complexity: O(*L*), O(1) where the group has a height of its own.
  func extent(ofFirst count: Int) -> Int64 {
    count >= leafCount || isUniformAcrossInstances ? extent : Self.height(of: root, LeafSizes(limit: count))
  }

  /// True if the cell at this position of its instance decides its own height.
  func isEstimated(leaf: Int) -> Bool { commonGuess != nil || (!isUniform && root.leaf(leaf).isEstimated) }

  /// True if the cell at this position of its instance decides its own width.
  func isFreeWidth(leaf: Int) -> Bool { hasFreeWidths && root.leaf(leaf).isFreeWidth }

  /// The width of a cell that is not measured, in logical pixels; the same for all where none decides its own.
  func guessedWidth(ofLeaf leaf: Int) -> Double { hasFreeWidths ? root.leaf(leaf).width : 0 }

  /// The height of a cell that is not measured, in subpixels.
  func guess(ofLeaf leaf: Int) -> Int64 { commonGuess ?? root.leaf(leaf).extent }
}

extension LayoutSupplementary {
  /// How far the offsets of its anchors may move it up or down, if it is so tall.
  fileprivate func farthestOffset(_ extent: Int64) -> Int64 {
    let own = Size(width: 0, height: Subpixels.pixels(extent))
    return Subpixels.nearest(abs(containerAnchor.offset(of: own).y) + abs(itemAnchor?.offset(of: own).y ?? 0))
  }

  /// The place on a host, y in subpixels.
  /// - Parameter measured: What its content says about the sides that it decides.
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

  /// What a cell gets of the width.
  fileprivate var contentWidth: Double { max(0, width - leading - trailing) }

  /// One leaf, and nothing around it that has a height of its own.
  fileprivate var isChainOfEstimates: Bool {
    guard isEstimated, edges == nil, badges.isEmpty, !isFreeWidth, !isUniform else { return false }
    return isLeaf || (children.count == 1 && children.allSatisfy(\.isChainOfEstimates))
  }

  fileprivate var hasUniformParts: Bool { isUniform || isUniformWidth || children.contains(where: \.hasUniformParts) }

  /// The leaf at a position in data order.
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

  /// Whether nothing in it can stick out above or below, whatever is measured.
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
