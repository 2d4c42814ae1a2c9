import ScrollworkGeometry

/// What has to be known of an item or a group to say how long a section is, found out without resolving it: as
/// `TemplateSolver` does it, but nothing is made.
struct FixedNode {
  /// Declarations with more places than this are not looked through.
  private static let mostLeaves = 256

  let width: Double
  /// What was declared, in subpixels; where contents decide, the guess.
  let extent: Int64
  /// What it comes to with the guesses for all that contents decide, in subpixels.
  let height: Int64
  let leafCount: Int
  /// Contents decide how tall it is.
  let isEstimated: Bool
  /// How far the cells may reach below the node at most, in subpixels.
  let overhang: Int64

  /// A size along one axis that replaces the declared one.
  private typealias Forced = (axis: Axis, extent: Double)?

  /// What a node is resolved in.
  private struct Room {
    var content: Size
    var scale: Double
    /// Leaves from here on are not there.
    var limit: Int
  }

  /// Nil where contents decide a width or siblings a height, where there is room outside or badges, and for what closures
  /// place.
  /// - Parameter limit: So many cells are there; they decide only where contents decide the height.
  init?(_ group: LayoutGroup, in content: Size, scale: Double, limit: Int = .max) {
    self.init(group, in: Room(content: content, scale: scale, limit: limit), forced: nil)
  }

  private init?(_ node: LayoutNode, in room: Room, forced: Forced = nil) {
    // Looked into once: what it holds is large.
    switch node {
    case .item(let item): self.init(item, in: room, forced: forced)
    case .group(let group): self.init(group, in: room, forced: forced)
    }
  }

  private init?(_ item: LayoutItem, in room: Room, forced: Forced) {
    guard item.edgeSpacing.isNone, item.supplementaries.isEmpty,
      let size = Self.size(item.size, in: room.content, forced: forced)
    else { return nil }
    (width, extent, leafCount, overhang) = (size.width, Subpixels.nearest(size.height), 1, 0)
    (height, isEstimated) = (extent, item.size.height.isEstimated && forced?.axis != .vertical)
  }

  private init?(_ group: LayoutGroup, in room: Room, forced: Forced) {
    guard group.edgeSpacing.isNone, group.supplementaries.isEmpty,
      let size = Self.size(group.size, in: room.content, forced: forced)
    else { return nil }
    isEstimated = group.size.height.isEstimated && forced?.axis != .vertical
    var insets = group.contentInsets.sane
    let top = isEstimated ? 0 : Subpixels.nearest(insets.top)
    let bottom = isEstimated ? 0 : Subpixels.nearest(insets.bottom)
    (insets.top, insets.bottom) = (Subpixels.pixels(top), Subpixels.pixels(bottom))
    let inner = Room(content: size.inset(by: insets), scale: room.scale, limit: room.limit)
    guard let children = Self.children(of: group, in: inner), (1...Self.mostLeaves).contains(children.leafCount) else {
      return nil
    }
    (width, extent, leafCount) = (size.width, Subpixels.nearest(size.height), children.leafCount)
    let reached = group.axis == .horizontal ? children.tallest : children.sum
    height = isEstimated ? reached : extent
    overhang = max(0, top + max(height - top - bottom, reached) + children.overhang - height)
  }

  private static func size(_ declared: LayoutSize, in content: Size, forced: Forced) -> Size? {
    guard !declared.width.isEstimated, !declared.height.isUniform else { return nil }
    var size = Size(width: declared.width.resolved(in: content), height: declared.height.resolved(in: content))
    if let forced { size[forced.axis] = forced.extent }
    return size
  }

  /// What children of a group are together.
  private struct Children {
    var count = 0
    var leafCount = 0
    var tallest: Int64 = 0
    /// Of their heights and the gaps between them.
    var sum: Int64 = 0
    var overhang: Int64 = 0

    mutating func append(_ child: FixedNode, gap: Int64, times: Int = 1, limit: Int) {
      guard times > 0 else { return }
      let present = leafCount >= limit ? 0 : min(times, (limit - leafCount - 1) / max(1, child.leafCount) + 1)
      if present > 0 {
        sum += Int64(present) * child.height + Int64(count > 0 ? present : present - 1) * gap
        tallest = max(tallest, child.height)
      }
      count += times
      leafCount += times * child.leafCount
      overhang = max(overhang, child.overhang)
    }
  }

  private static func children(of group: LayoutGroup, in room: Room) -> Children? {
    switch group.arrangement {
    case .fitting(let nodes): return fitting(nodes, group, in: room)
    case .once(let nodes):
      var result = Children()
      for node in nodes.prefix(mostLeaves + 1) {
        guard append(node, to: &result, group, in: room) else { return nil }
      }
      return result
    case .equally(let node, let count):
      let count = min(max(1, count), mostLeaves + 1)
      let gaps = group.interItemSpacing.minimum * Double(count - 1)
      let share = Subpixels.sane((room.content[group.axis] - gaps) / Double(count))
      return copies(of: node, count, group, in: room, forced: (group.axis, share))
    case .repeating(let node, let count):
      return copies(of: node, min(max(1, count), mostLeaves + 1), group, in: room, forced: nil)
    case .custom: return nil
    }
  }

  private static func copies(
    of node: LayoutNode, _ count: Int, _ group: LayoutGroup, in room: Room, forced: Forced
  ) -> Children? {
    var result = Children()
    guard room.limit < .max else {
      guard let child = FixedNode(node, in: room, forced: forced) else { return nil }
      result.append(child, gap: Subpixels.nearest(group.interItemSpacing.minimum), times: count, limit: .max)
      return result
    }
    for _ in 0..<count where !append(node, to: &result, group, in: room, forced: forced) { return nil }
    return result
  }

  /// - Returns: False where nothing can be said of the node.
  private static func append(
    _ node: LayoutNode, to result: inout Children, _ group: LayoutGroup, in room: Room, forced: Forced = nil
  ) -> Bool {
    var own = room
    if room.limit < .max { own.limit = max(0, room.limit - result.leafCount) }
    guard let child = FixedNode(node, in: own, forced: forced) else { return false }
    result.append(child, gap: Subpixels.nearest(group.interItemSpacing.minimum), limit: room.limit)
    return true
  }

  /// The subitems in turn until the first that does not fit. One is placed in any case.
  private static func fitting(_ nodes: [LayoutNode], _ group: LayoutGroup, in room: Room) -> Children? {
    let gap = group.interItemSpacing.minimum
    let end = room.content[group.axis] + 0.5 / room.scale
    var (result, used, cycleStart) = (Children(), 0.0, 0.0)
    guard !nodes.isEmpty, nodes.count <= mostLeaves else { return nil }
    while result.leafCount <= mostLeaves {
      let index = result.count % nodes.count
      if index == 0, result.count > 0 {
        if used <= cycleStart { return result }
        cycleStart = used
      }
      var own = room
      if room.limit < .max { own.limit = max(0, room.limit - result.leafCount) }
      guard let child = FixedNode(nodes[index], in: own) else { return nil }
      let extent = group.axis == .horizontal ? child.width : Subpixels.pixels(child.extent)
      let next = used + (result.count > 0 ? gap : 0) + extent
      if result.count > 0, next > end { return result }
      result.append(child, gap: Subpixels.nearest(gap), limit: room.limit)
      used = next
    }
    return nil
  }
}
