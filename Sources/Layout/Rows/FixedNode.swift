import ScrollworkGeometry

/// What has to be known of an item or a group to say how long a section is, found out without resolving it: as
/// `TemplateSolver` does it, but nothing is made.
struct FixedNode {
  /// Declarations with more places than this are not looked through.
  private static let mostLeaves = 256

  let width: Double
  /// In subpixels.
  let extent: Int64
  let leafCount: Int
  /// How far the cells may reach below the node at most, in subpixels.
  let overhang: Int64

  /// A size along one axis that replaces the declared one.
  private typealias Forced = (axis: Axis, extent: Double)?

  /// Nil where contents decide a size, where there is room outside or badges, and for what closures place.
  init?(_ group: LayoutGroup, in content: Size, scale: Double) {
    self.init(group, in: content, forced: nil, scale: scale)
  }

  private init?(_ node: LayoutNode, in content: Size, forced: Forced = nil, scale: Double) {
    // Looked into once: what it holds is large.
    switch node {
    case .item(let item): self.init(item, in: content, forced: forced)
    case .group(let group): self.init(group, in: content, forced: forced, scale: scale)
    }
  }

  private init?(_ item: LayoutItem, in content: Size, forced: Forced) {
    guard item.edgeSpacing == .none, item.supplementaries.isEmpty,
      let size = Self.size(item.size, in: content, forced: forced)
    else { return nil }
    (width, extent, leafCount, overhang) = (size.width, Subpixels.nearest(size.height), 1, 0)
  }

  private init?(_ group: LayoutGroup, in content: Size, forced: Forced, scale: Double) {
    guard group.edgeSpacing == .none, group.supplementaries.isEmpty,
      let size = Self.size(group.size, in: content, forced: forced)
    else { return nil }
    var insets = group.contentInsets.sane
    let (top, bottom) = (Subpixels.nearest(insets.top), Subpixels.nearest(insets.bottom))
    (insets.top, insets.bottom) = (Subpixels.pixels(top), Subpixels.pixels(bottom))
    guard let children = Self.children(of: group, in: size.inset(by: insets), scale: scale),
      (1...Self.mostLeaves).contains(children.leafCount)
    else { return nil }
    (width, extent, leafCount) = (size.width, Subpixels.nearest(size.height), children.leafCount)
    let reached = group.axis == .horizontal ? children.tallest : children.sum
    overhang = max(0, top + max(extent - top - bottom, reached) + children.overhang - extent)
  }

  private static func size(_ declared: LayoutSize, in content: Size, forced: Forced) -> Size? {
    guard !declared.width.isEstimated, !declared.height.isEstimated else { return nil }
    var size = Size(width: declared.width.resolved(in: content), height: declared.height.resolved(in: content))
    if let forced { size[forced.axis] = forced.extent }
    return size
  }

  /// What children of a group are together.
  private struct Children {
    var count = 0
    var leafCount = 0
    var tallest: Int64 = 0
    /// Of their extents and the gaps between them.
    var sum: Int64 = 0
    var overhang: Int64 = 0

    mutating func append(_ child: FixedNode, gap: Int64, times: Int = 1) {
      guard times > 0 else { return }
      sum += Int64(times) * child.extent + Int64(count > 0 ? times : times - 1) * gap
      count += times
      leafCount += times * child.leafCount
      tallest = max(tallest, child.extent)
      overhang = max(overhang, child.overhang)
    }
  }

  private static func children(of group: LayoutGroup, in content: Size, scale: Double) -> Children? {
    let gap = Subpixels.nearest(group.interItemSpacing.minimum)
    var result = Children()
    switch group.arrangement {
    case .fitting(let nodes): return fitting(nodes, group, in: content, scale: scale)
    case .once(let nodes):
      for node in nodes.prefix(mostLeaves + 1) {
        guard let child = FixedNode(node, in: content, scale: scale) else { return nil }
        result.append(child, gap: gap)
      }
    case .equally(let node, let count):
      let count = min(max(1, count), mostLeaves + 1)
      let gaps = group.interItemSpacing.minimum * Double(count - 1)
      let share = Subpixels.sane((content[group.axis] - gaps) / Double(count))
      guard let child = FixedNode(node, in: content, forced: (group.axis, share), scale: scale) else { return nil }
      result.append(child, gap: gap, times: count)
    case .repeating(let node, let count):
      guard let child = FixedNode(node, in: content, scale: scale) else { return nil }
      result.append(child, gap: gap, times: min(max(1, count), mostLeaves + 1))
    case .custom: return nil
    }
    return result
  }

  /// The subitems in turn until the first that does not fit. One is placed in any case.
  private static func fitting(
    _ nodes: [LayoutNode], _ group: LayoutGroup, in content: Size, scale: Double
  ) -> Children? {
    let (gap, room) = (group.interItemSpacing.minimum, content[group.axis] + 0.5 / scale)
    var (result, used, cycleStart) = (Children(), 0.0, 0.0)
    guard !nodes.isEmpty, nodes.count <= mostLeaves else { return nil }
    while result.leafCount <= mostLeaves {
      let index = result.count % nodes.count
      if index == 0, result.count > 0 {
        if used <= cycleStart { return result }
        cycleStart = used
      }
      guard let child = FixedNode(nodes[index], in: content, scale: scale) else { return nil }
      let extent = group.axis == .horizontal ? child.width : Subpixels.pixels(child.extent)
      let end = used + (result.count > 0 ? gap : 0) + extent
      if result.count > 0, end > room { return result }
      result.append(child, gap: Subpixels.nearest(gap))
      used = end
    }
    return nil
  }
}
