import ScrollworkGeometry

/// What has to be known of an item or a group to say how long a section is, found out without resolving it: as
/// `TemplateSolver` does it, but nothing is made.
struct FixedNode {
  /// Declarations with more places than this are not looked through.
  static let mostLeaves = 256

  let width: Double
  /// What was declared, in subpixels; where contents decide, the guess.
  let extent: Int64
  /// What it comes to with the guesses for all that contents decide, in subpixels.
  let height: Int64
  let leafCount: Int
  /// Contents decide how tall it is.
  let isEstimated: Bool
  /// Its siblings of this kind are all as tall as the tallest of them.
  let isUniform: Bool
  /// How far the cells may reach below the node at most, in subpixels.
  let overhang: Int64
  /// How far badges in it may stick out at most, in subpixels.
  let badgeReach: Int64

  /// A size along one axis that replaces the declared one.
  private typealias Forced = (axis: Axis, extent: Double)?

  /// What a node is resolved in.
  private struct Room {
    var content: Size
    var scale: Double
    /// Leaves from here on are not there.
    var limit: Int
  }

  /// Nil where it takes a resolved group.
  /// - Parameter limit: So many cells are there; they decide only where contents decide the height.
  init?(_ outline: GroupOutline, in content: Size, scale: Double, limit: Int = .max) {
    let found = outline.nodes.withUnsafeBufferPointer { nodes in
      FixedNode(nodes, 0, in: Room(content: content, scale: scale, limit: limit))
    }
    guard let found else { return nil }
    self = found
  }

  /// Where nodes are looked up without counting references.
  private typealias Nodes = UnsafeBufferPointer<GroupOutline.Node>

  private init?(_ nodes: Nodes, _ index: Int, in room: Room, forced: Forced = nil) {
    let node = nodes[index]
    var size = Size(
      width: node.size.width.resolved(in: room.content), height: node.size.height.resolved(in: room.content))
    if let forced { size[forced.axis] = forced.extent }
    isEstimated = node.size.height.isEstimated && forced?.axis != .vertical
    isUniform = node.size.height.isUniform && isEstimated
    let ownReach = node.badgeReach > 0 ? Subpixels.nearest(node.badgeReach) + 1 : 0
    (width, extent) = (size.width, Subpixels.nearest(size.height))
    guard case .group(let arrangement) = node.content else {
      (height, leafCount, overhang, badgeReach) = (extent, 1, 0, ownReach)
      return
    }
    var insets = node.insets
    let top = isEstimated ? 0 : Subpixels.nearest(insets.top)
    let bottom = isEstimated ? 0 : Subpixels.nearest(insets.bottom)
    (insets.top, insets.bottom) = (Subpixels.pixels(top), Subpixels.pixels(bottom))
    let inner = Room(content: size.inset(by: insets), scale: room.scale, limit: room.limit)
    guard let children = Self.children(nodes, index, node, arrangement, in: inner),
      (1...Self.mostLeaves).contains(children.leafCount)
    else { return nil }
    leafCount = children.leafCount
    badgeReach = max(ownReach, children.badgeReach)
    let reached = node.axis == .horizontal ? children.tallest : children.sum
    height = isEstimated ? reached : extent
    overhang = max(0, top + max(height - top - bottom, reached) + children.overhang - height)
  }

  /// What children of a group are together.
  private struct Children {
    var count = 0
    var leafCount = 0
    var tallest: Int64 = 0
    var overhang: Int64 = 0
    var badgeReach: Int64 = 0
    /// Of the heights of those that have their own, and of the gaps between all.
    private var own: Int64 = 0
    /// The others are as tall as the tallest of them.
    private var uniform = (count: Int64(0), tallest: Int64(0))

    /// Of their heights and the gaps between them.
    var sum: Int64 { own + uniform.count * uniform.tallest }

    mutating func append(_ child: FixedNode, gap: Int64, times: Int = 1, limit: Int) {
      guard times > 0 else { return }
      let present = leafCount >= limit ? 0 : min(times, (limit - leafCount - 1) / max(1, child.leafCount) + 1)
      if present > 0 {
        own += Int64(count > 0 ? present : present - 1) * gap
        if child.isUniform {
          uniform = (uniform.count + Int64(present), max(uniform.tallest, child.height))
        } else {
          own += Int64(present) * child.height
        }
        tallest = max(tallest, child.height)
      }
      count += times
      leafCount += times * child.leafCount
      overhang = max(overhang, child.overhang)
      badgeReach = max(badgeReach, child.badgeReach)
    }
  }

  private static func children(
    _ nodes: Nodes, _ index: Int, _ group: GroupOutline.Node, _ arrangement: GroupOutline.Arrangement, in room: Room
  ) -> Children? {
    switch arrangement {
    case .fitting: return fitting(nodes, index, group, in: room)
    case .once:
      var (result, child) = (Children(), index + 1)
      while child < group.end {
        guard append(nodes, child, to: &result, group, in: room) else { return nil }
        child = nodes[child].end
      }
      return result
    case .equally(let count):
      let count = min(max(1, count), mostLeaves + 1)
      let gaps = group.gap * Double(count - 1)
      let share = Subpixels.sane((room.content[group.axis] - gaps) / Double(count))
      return copies(nodes, index + 1, count, group, in: room, forced: (group.axis, share))
    case .repeating(let count):
      return copies(nodes, index + 1, min(max(1, count), mostLeaves + 1), group, in: room, forced: nil)
    }
  }

  private static func copies(
    _ nodes: Nodes, _ index: Int, _ count: Int, _ group: GroupOutline.Node, in room: Room, forced: Forced
  ) -> Children? {
    var result = Children()
    guard room.limit < .max else {
      guard let child = FixedNode(nodes, index, in: room, forced: forced) else { return nil }
      result.append(child, gap: Subpixels.nearest(group.gap), times: count, limit: .max)
      return result
    }
    for _ in 0..<count where !append(nodes, index, to: &result, group, in: room, forced: forced) {
      return nil
    }
    return result
  }

  /// - Returns: False where nothing can be said of the node.
  private static func append(
    _ nodes: Nodes, _ index: Int, to result: inout Children, _ group: GroupOutline.Node, in room: Room,
    forced: Forced = nil
  ) -> Bool {
    var own = room
    if room.limit < .max { own.limit = max(0, room.limit - result.leafCount) }
    guard let child = FixedNode(nodes, index, in: own, forced: forced) else { return false }
    result.append(child, gap: Subpixels.nearest(group.gap), limit: room.limit)
    return true
  }

  /// The subitems in turn until the first that does not fit. One is placed in any case.
  private static func fitting(
    _ nodes: Nodes, _ index: Int, _ group: GroupOutline.Node, in room: Room
  ) -> Children? {
    let end = room.content[group.axis] + 0.5 / room.scale
    let gap = Subpixels.nearest(group.gap)
    var (result, used, cycleStart, next) = (Children(), 0.0, 0.0, index + 1)
    while result.leafCount <= mostLeaves {
      if next == group.end {
        next = index + 1
        if used <= cycleStart { return result }
        cycleStart = used
      }
      var own = room
      if room.limit < .max { own.limit = max(0, room.limit - result.leafCount) }
      guard let child = FixedNode(nodes, next, in: own) else { return nil }
      let extent = group.axis == .horizontal ? child.width : Subpixels.pixels(child.extent)
      let reached = used + (result.count > 0 ? group.gap : 0) + extent
      if result.count > 0, reached > end { return result }
      result.append(child, gap: gap, limit: room.limit)
      used = reached
      next = nodes[next].end
    }
    return nil
  }
}
