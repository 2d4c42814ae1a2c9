import ScrollworkGeometry

/// What of a declared group decides how long a section is, without what owns memory: a hundred thousand of these are
/// looked through in the time in which a declaration would only be copied.
struct GroupOutline: Sendable {
  enum Kind: UInt8 {
    case item
    /// Groups, by how the subitems follow each other.
    case fitting, once, equally, repeating
  }

  /// Small, because reading so many from memory is what takes the time.
  struct Node: Sendable {
    let size: LayoutSize
    let kind: Kind
    let axis: Axis
    /// How often the subitem of a group is there, where that is declared.
    let count: Int32
    /// Between neighbours, at least; in logical pixels.
    let gap: Double
    /// Where what follows the node and all in it is.
    var end: Int32
    /// Where its surroundings are, or -1.
    let surroundings: Int32
  }

  /// What only few nodes have.
  struct Surroundings: Equatable, Sendable {
    /// Zero for an item, whose insets change nothing around it.
    var insets = Insets.zero
    var edges: ResolvedNode.Edges?
    /// How far badges of it may stick out of it at most, above or below; in logical pixels.
    var badgeReach = 0.0
  }

  /// The group and all in it, depth first.
  private(set) var nodes: [Node] = []
  private(set) var surroundings: [Surroundings] = []

  /// A last group with fewer cells may be less tall.
  var followsCells: Bool { nodes[0].size.height.isEstimated && !nodes[0].size.height.isUniform }

  /// Nil for what closures place, for cells that follow each other in lines, where a badge is a part of its host, and for
  /// groups of nothing.
  init?(_ group: LayoutGroup) {
    guard FlowLayout.line(of: group) == nil, append(group) else { return nil }
  }

  /// - Returns: False where an outline does not tell all.
  private mutating func append(_ node: LayoutNode) -> Bool {
    guard nodes.count <= FixedNode.mostLeaves else { return false }
    switch node {
    case .item(let item):
      guard let around = surround(.zero, item.edgeSpacing, item.supplementaries) else { return false }
      let end = Int32(nodes.count + 1)
      nodes.append(
        Node(size: item.size, kind: .item, axis: .horizontal, count: 0, gap: 0, end: end, surroundings: around))
      return true
    case .group(let group): return append(group)
    }
  }

  private mutating func append(_ group: LayoutGroup) -> Bool {
    guard let (kind, count, children) = Self.arrangement(of: group), !children.isEmpty,
      let around = surround(group.contentInsets.sane, group.edgeSpacing, group.supplementaries)
    else { return false }
    let index = nodes.count
    nodes.append(
      Node(
        size: group.size, kind: kind, axis: group.axis, count: Int32(min(max(1, count), FixedNode.mostLeaves + 1)),
        gap: group.interItemSpacing.minimum, end: 0, surroundings: around))
    for child in children where !append(child) { return false }
    nodes[index].end = Int32(nodes.count)
    return true
  }

  private static func arrangement(of group: LayoutGroup) -> (kind: Kind, count: Int, children: [LayoutNode])? {
    switch group.arrangement {
    case .fitting(let nodes): (.fitting, 1, nodes)
    case .once(let nodes): (.once, 1, nodes)
    case .equally(let node, let count): (.equally, count, [node])
    case .repeating(let node, let count): (.repeating, count, [node])
    case .custom: nil
    }
  }

  /// Where the surroundings of a node are, or -1; nil where these do not tell all.
  private mutating func surround(
    _ insets: Insets, _ edges: LayoutEdgeSpacing, _ badges: [LayoutSupplementary]
  ) -> Int32? {
    guard let reach = Self.reach(of: badges) else { return nil }
    if insets == .zero, edges.isNone, reach == 0 { return -1 }
    let around = Surroundings(insets: insets, edges: ResolvedNode.Edges(edges), badgeReach: reach)
    // Siblings mostly have the same.
    if around != surroundings.last { surroundings.append(around) }
    return Int32(surroundings.count - 1)
  }

  /// Wherever on its host a badge stands, it sticks out by no more than all of itself, moved by its offsets.
  private static func reach(of badges: [LayoutSupplementary]) -> Double? {
    var result = 0.0
    for badge in badges {
      guard case .absolute(let height) = badge.size.height else { return nil }
      let own = Size(width: 0, height: Subpixels.sane(height))
      let offsets = [badge.containerAnchor.offset(of: own).y, badge.itemAnchor?.offset(of: own).y ?? 0]
      result = max(result, own.height + abs(offsets[0]) + abs(offsets[1]))
    }
    return result
  }
}
