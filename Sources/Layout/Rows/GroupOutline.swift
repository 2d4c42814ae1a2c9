import ScrollworkGeometry

/// The parts of a declared group that decide the extent of a section.
///
/// They lie in flat arrays whose elements own no memory: a hundred thousand outlines are read in the time that it would
/// take to copy the declarations.
struct GroupOutline: Sendable {
  enum Kind: UInt8 {
    case item
    /// Groups, distinguished by the rule for the number of their subitems.
    case fitting, once, equally, repeating
  }

  /// One item or group. The value is small, because most of the time goes into reading many nodes from memory.
  struct Node: Sendable {
    let size: LayoutSize
    let kind: Kind
    let axis: Axis
    /// The number of copies of its subitem that a group declares; 1 for a group without such a number, 0 for an item.
    let count: Int32
    /// The minimum gap between neighbours, in logical pixels.
    let gap: Double
    /// The index after the last descendant of the node, where its next sibling begins.
    var end: Int32
    /// The index of the node's rarely declared properties; -1 for none.
    let surroundings: Int32
  }

  /// Rarely declared properties of a node.
  struct Surroundings: Equatable, Sendable {
    /// The insets of a group. Zero for an item, whose insets change no other place.
    var insets = Insets.zero
    var edges: ResolvedNode.Edges?
    var badges = BadgeReach()
  }

  /// The group and its descendants: each node is followed by its children.
  private(set) var nodes: [Node] = []
  private(set) var surroundings: [Surroundings] = []

  /// Whether the last group of a section may be less tall than the others if it has fewer cells.
  var followsCells: Bool { nodes[0].size.height.isEstimated && !nodes[0].size.height.isUniform }

  /// Creates the outline of a group. Nil if a closure places its cells, if a badge is a fraction of a host whose size
  /// is not declared, if a group is empty, or if there are too many nodes.
  init?(_ group: LayoutGroup) {
    guard append(group) else { return nil }
  }

  /// Appends a node and its descendants.
  /// - Returns: False if the outline cannot describe them.
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

  /// Returns the index of a node's rarely declared properties, or -1 for none; nil if the outline cannot describe them.
  private mutating func surround(
    _ insets: Insets, _ edges: LayoutEdgeSpacing, _ badges: [LayoutSupplementary], on host: LayoutSize
  ) -> Int32? {
    let reach = BadgeReach(badges)
    // The siblings or the content decide the size of such a host, so the size of the badge is not known.
    if reach.ofHeight > 0, host.height.isUniform { return nil }
    if reach.ofWidth > 0, host.width.isEstimated { return nil }
    if insets == .zero, edges.isNone, reach.isNone { return -1 }
    let around = Surroundings(insets: insets, edges: ResolvedNode.Edges(edges), badges: reach)
    // Siblings usually have equal properties, so these are stored once.
    if around != surroundings.last { surroundings.append(around) }
    return Int32(surroundings.count - 1)
  }
}

/// An upper bound of the overflow of badges above or below their host. Wherever a badge is placed, it overflows by at
/// most its own height and its offsets.
struct BadgeReach: Equatable, Sendable {
  /// The part that does not depend on the host, in logical pixels.
  private var fixed = 0.0
  /// The additional overflow for each pixel of the host's width and height.
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

  /// Returns the overflow in subpixels for a host of the given size, which does not include insets. The height is in
  /// subpixels.
  func of(width: Double, height: Int64) -> Int64 {
    if isNone { return 0 }
    var reach = fixed
    // One pixel more, because the host is rounded differently where the axes are swapped.
    if ofWidth > 0 { reach += ofWidth * (width + 1) }
    if ofHeight > 0 { reach += ofHeight * (Subpixels.pixels(height) + 1) }
    return Subpixels.nearest(min(reach, Subpixels.longest)) + 1
  }
}
