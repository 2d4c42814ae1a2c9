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
    var badges = BadgeReach()
  }

  /// The group and all in it, depth first.
  private(set) var nodes: [Node] = []
  private(set) var surroundings: [Surroundings] = []

  /// A last group with fewer cells may be less tall.
  var followsCells: Bool { nodes[0].size.height.isEstimated && !nodes[0].size.height.isUniform }

  /// Nil for what closures place, where a badge is a part of a host whose size follows from others, and for groups of
  /// nothing.
  init?(_ group: LayoutGroup) {
    guard append(group) else { return nil }
  }

  /// - Returns: False where an outline does not tell all.
  private mutating func append(_ node: LayoutNode) -> Bool {
    guard nodes.count <= FixedNode.mostLeaves else { return false }
    switch node {
    case .item(let item):
      guard let around = surround(.zero, item.edgeSpacing, item.supplementaries, on: item.size) else { return false }
      let end = Int32(nodes.count + 1)
      nodes.append(
        Node(size: item.size, kind: .item, axis: .horizontal, count: 0, gap: 0, end: end, surroundings: around))
      return true
    case .group(let group): return append(group)
    }
  }

  private mutating func append(_ group: LayoutGroup) -> Bool {
    guard let (kind, count, children) = Self.arrangement(of: group), !children.isEmpty,
      let around = surround(group.contentInsets.sane, group.edgeSpacing, group.supplementaries, on: group.size)
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
    _ insets: Insets, _ edges: LayoutEdgeSpacing, _ badges: [LayoutSupplementary], on host: LayoutSize
  ) -> Int32? {
    let reach = BadgeReach(badges)
    // How large such a host is, its siblings decide, or all that is in it.
    if reach.ofHeight > 0, host.height.isUniform { return nil }
    if reach.ofWidth > 0, host.width.isEstimated { return nil }
    if insets == .zero, edges.isNone, reach.isNone { return -1 }
    let around = Surroundings(insets: insets, edges: ResolvedNode.Edges(edges), badges: reach)
    // Siblings mostly have the same.
    if around != surroundings.last { surroundings.append(around) }
    return Int32(surroundings.count - 1)
  }
}

/// How far badges may stick out of their host at most, above or below: wherever one stands, by no more than all of itself,
/// moved by its offsets.
struct BadgeReach: Equatable, Sendable {
  /// Whatever the host, in logical pixels.
  private var fixed = 0.0
  /// So much more for each pixel of the host's width and height.
  private(set) var ofWidth = 0.0
  private(set) var ofHeight = 0.0

  init() {}

  init(_ badges: [LayoutSupplementary]) {
    for badge in badges {
      let anchors = [badge.containerAnchor, badge.itemAnchor ?? LayoutAnchor([])]
      var (parts, offset) = (1.0, 0.0)
      for anchor in anchors where anchor.offset.y.isFinite {
        if anchor.isFractional {
          parts += abs(anchor.offset.y)
        } else {
          offset += abs(Subpixels.bounded(anchor.offset.y))
        }
      }
      var height = 0.0
      switch badge.size.height {
      case .fractionalWidth(let part): ofWidth = max(ofWidth, Self.sane(part) * parts)
      case .fractionalHeight(let part): ofHeight = max(ofHeight, Self.sane(part) * parts)
      case .absolute, .estimated, .uniformAcrossSiblings: height = badge.size.height.resolved(in: .zero)
      }
      fixed = max(fixed, height * parts + offset)
    }
  }

  private static func sane(_ part: Double) -> Double { part.isFinite ? max(0, part) : 0 }

  var isNone: Bool { fixed == 0 && ofWidth == 0 && ofHeight == 0 }

  /// In subpixels, of a host that is so large before its insets.
  func of(width: Double, height: Int64) -> Int64 {
    if isNone { return 0 }
    var reach = fixed
    // In a plane whose axes are swapped the host is rounded otherwise.
    if ofWidth > 0 { reach += ofWidth * (width + 1) }
    if ofHeight > 0 { reach += ofHeight * (Subpixels.pixels(height) + 1) }
    return Subpixels.nearest(min(reach, Subpixels.longest)) + 1
  }
}
