import ScrollworkGeometry

/// What of a declared group decides how long a section is, without what owns memory: a hundred thousand of these are
/// looked through in the time in which a declaration would only be copied.
struct GroupOutline: Sendable {
  /// How the subitems of a group follow each other.
  enum Arrangement: Sendable {
    case fitting, once
    case equally(Int)
    case repeating(Int)
  }

  enum Content: Sendable {
    case item
    case group(Arrangement)
  }

  struct Node: Sendable {
    let size: LayoutSize
    let content: Content
    let axis: Axis
    let insets: Insets
    /// Between neighbours, at least; in logical pixels.
    let gap: Double
    /// How far badges of it may stick out of it at most, above or below; in logical pixels.
    let badgeReach: Double
    /// Where what follows the node and all in it is.
    var end: Int
  }

  /// The group and all in it, depth first.
  private(set) var nodes: [Node] = []

  /// A last group with fewer cells may be less tall.
  var followsCells: Bool { nodes[0].size.height.isEstimated && !nodes[0].size.height.isUniform }

  /// Nil where contents decide a width, where there is room outside, where a badge is a part of its host, for what
  /// closures place, and for groups of nothing.
  init?(_ group: LayoutGroup) {
    guard append(group) else { return nil }
  }

  /// - Returns: False where an outline does not tell all.
  private mutating func append(_ node: LayoutNode) -> Bool {
    guard nodes.count <= FixedNode.mostLeaves else { return false }
    switch node {
    case .item(let item):
      guard item.edgeSpacing.isNone, !item.size.width.isEstimated, let reach = Self.reach(of: item.supplementaries)
      else { return false }
      nodes.append(
        Node(
          size: item.size, content: .item, axis: .horizontal, insets: .zero, gap: 0, badgeReach: reach,
          end: nodes.count + 1))
      return true
    case .group(let group): return append(group)
    }
  }

  private mutating func append(_ group: LayoutGroup) -> Bool {
    guard group.edgeSpacing.isNone, !group.size.width.isEstimated,
      let reach = Self.reach(of: group.supplementaries),
      let (arrangement, children) = Self.arrangement(of: group), !children.isEmpty
    else { return false }
    let index = nodes.count
    nodes.append(
      Node(
        size: group.size, content: .group(arrangement), axis: group.axis, insets: group.contentInsets.sane,
        gap: group.interItemSpacing.minimum, badgeReach: reach, end: 0))
    for child in children where !append(child) { return false }
    nodes[index].end = nodes.count
    return true
  }

  private static func arrangement(of group: LayoutGroup) -> (Arrangement, [LayoutNode])? {
    switch group.arrangement {
    case .fitting(let nodes): (.fitting, nodes)
    case .once(let nodes): (.once, nodes)
    case .equally(let node, let count): (.equally(count), [node])
    case .repeating(let node, let count): (.repeating(count), [node])
    case .custom: nil
    }
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
