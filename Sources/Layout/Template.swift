import ScrollworkGeometry

/// A section's layout resolved for one environment: what all of its groups, and all sections alike, have in common.
///
/// Immutable and shared, so that a hundred thousand sections of one layout cost one of these.
final class Template: Sendable {
  /// No group has places for more cells than this.
  static let mostLeaves = 10_000

  let layout: SectionLayout
  let root: ResolvedNode
  /// How many cells one instance of the group holds; zero if it has no place for any.
  let leafCount: Int
  /// The places in an instance whose cells are not measured.
  let slots: [LeafSlot]
  /// The height of an instance whose cells are not measured, in subpixels.
  let extent: Int64
  /// How far cells reach below their instance when nothing is measured, in subpixels.
  let overflow: Int64
  /// No cell decides its own height: positions are a closed form.
  let isUniform: Bool
  /// An instance is exactly as tall as its only cell.
  let isRowPerCell: Bool
  /// What all cells have in common, if they do: then a measured height stays right when a cell changes its place.
  let commonWidth: Double?
  /// The guess for every cell, if it is the same for all and all are estimated.
  let commonGuess: Int64?

  let leading: Double
  let top: Int64
  let bottom: Int64
  let spacing: Int64
  let header: Boundary
  let footer: Boundary

  /// A header or footer resolved.
  struct Boundary: Sendable {
    let minX: Double
    let width: Double
    let extent: Int64
    let isEstimated: Bool
    let isPinned: Bool
  }

  /// - Parameter environment: Must be sane.
  init(layout: SectionLayout, environment: LayoutEnvironment) {
    self.layout = layout
    let insets = layout.contentInsets.sane
    let container = environment.effectiveContentSize
    let content = container.inset(by: insets)
    leading = environment.insets.leading + insets.leading
    top = Subpixels.nearest(insets.top)
    bottom = Subpixels.nearest(insets.bottom)
    spacing = Subpixels.nearest(layout.interGroupSpacing)
    let start = leading
    func boundary(_ declared: LayoutBoundary) -> Boundary {
      let room = Size(width: content.width, height: container.height)
      return Boundary(
        minX: start, width: declared.size.width.resolved(in: room),
        extent: Subpixels.nearest(declared.size.height.resolved(in: room)),
        isEstimated: declared.size.height.isEstimated, isPinned: declared.pinToVisibleBounds)
    }
    header = boundary(layout.header)
    footer = boundary(layout.footer)

    var solver = TemplateSolver(scale: environment.scale)
    root = solver.resolve(.group(Self.group(of: layout, width: content.width, scale: environment.scale)), in: content)
    leafCount = root.leafCount
    var slots: [LeafSlot] = []
    root.place(at: (start, 0), leaves: 0..<root.leafCount, measure: { _ in nil }, emit: { slots.append($0) })
    self.slots = slots
    let extent = root.height(first: 0, limit: root.leafCount) { _ in nil }
    self.extent = extent
    overflow = slots.reduce(0) { max($0, $1.maxY - extent) }
    let leaves = root.leaves
    isUniform = leaves.allSatisfy { !$0.isEstimated }
    isRowPerCell = root.isChainOfEstimates
    commonWidth = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.contentWidth == first.contentWidth } ? first.contentWidth : nil
    }
    commonGuess = leaves.first.flatMap { first in
      leaves.allSatisfy { $0.isEstimated && $0.extent == first.extent } ? first.extent : nil
    }
  }

  /// The height of an instance that holds the first `count` cells only and nothing measured.
  /// - Complexity: O(*L*), O(1) where the group has a height of its own.
  func extent(ofFirst count: Int) -> Int64 {
    count >= leafCount ? extent : root.height(first: 0, limit: count) { _ in nil }
  }

  /// True if the cell at this position of its instance decides its own height.
  func isEstimated(leaf: Int) -> Bool { commonGuess != nil || (!isUniform && root.leaf(leaf).isEstimated) }

  /// The height of a cell that is not measured, in subpixels.
  func guess(ofLeaf leaf: Int) -> Int64 { commonGuess ?? root.leaf(leaf).extent }

  private static func group(of layout: SectionLayout, width: Double, scale: Double) -> LayoutGroup {
    switch layout.content {
    case .group(let group): group
    case .adaptiveGrid(let grid): grid.group(width: width, scale: scale)
    }
  }
}

extension ResolvedNode {
  /// All leaves in data order.
  fileprivate var leaves: [ResolvedNode] { isLeaf ? [self] : children.flatMap(\.leaves) }

  /// What a cell gets of the width.
  fileprivate var contentWidth: Double { max(0, width - leading - trailing) }

  /// One leaf, and nothing around it that has a height of its own.
  fileprivate var isChainOfEstimates: Bool {
    guard isEstimated else { return false }
    return isLeaf || (children.count == 1 && children.allSatisfy(\.isChainOfEstimates))
  }

  /// The leaf at a position in data order.
  fileprivate func leaf(_ position: Int) -> ResolvedNode {
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
}
