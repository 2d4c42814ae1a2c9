import ScrollworkGeometry

/// The measures of an item or a group that decide the extent of a section. They are computed by the same rules as in
/// `TemplateSolver`, but without making resolved nodes.
struct FixedNode {
  /// The largest number of places in a group that is measured this way; larger groups must be resolved.
  static let mostLeaves = 256

  let width: Double
  /// The declared height in subpixels; the estimate if the content decides the height.
  private let extent: Int64
  /// The height in subpixels, where everything that the content decides has its estimate.
  let height: Int64
  let leafCount: Int
  /// Whether the content decides the height.
  let isEstimated: Bool
  /// Whether the node is as tall as the tallest of its uniform siblings.
  let isUniform: Bool
  /// The room outside the node; negative where it moves neighbours closer. The width is in logical pixels, the height
  /// in subpixels.
  private let outside: (width: Double, height: Int64)
  /// The largest distance by which the room outside moves the node beyond its outer height, up or down, in subpixels.
  private let shift: Int64
  /// The largest overflow of the cells above or below the node, in subpixels.
  let overhang: Int64
  /// The largest overflow of badges in the node beyond their hosts, in subpixels.
  let badgeReach: Int64

  /// A size along one axis that the parent imposes in place of the declared one.
  private typealias Forced = (axis: Axis, extent: Double)?

  /// The values from outside that a node's measures depend on.
  private struct Room {
    var content: Size
    var scale: Double
    /// The number of cells that exist. A last group may have more places; the later ones stay empty.
    var limit: Int
  }

  /// Measures a group; nil if the group must be resolved.
  /// - Parameter limit: The number of cells that exist. It has an effect only if the content decides the height.
  init?(_ outline: GroupOutline, in content: Size, scale: Double, limit: Int = .max) {
    let found = outline.nodes.withUnsafeBufferPointer { nodes in
      outline.surroundings.withUnsafeBufferPointer { surroundings in
        FixedNode(Nodes(nodes, surroundings), 0, in: Room(content: content, scale: scale, limit: limit))
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// The nodes of an outline, as pointers that are read without reference counting.
  private struct Nodes {
    private let nodes: UnsafeBufferPointer<GroupOutline.Node>
    private let surroundings: UnsafeBufferPointer<GroupOutline.Surroundings>

    init(
      _ nodes: UnsafeBufferPointer<GroupOutline.Node>, _ surroundings: UnsafeBufferPointer<GroupOutline.Surroundings>
    ) {
      (self.nodes, self.surroundings) = (nodes, surroundings)
    }

    subscript(index: Int) -> GroupOutline.Node { nodes[index] }

    func end(_ index: Int) -> Int { Int(nodes[index].end) }

    /// Returns the rarely declared properties of a node; nil if it has none.
    func surroundings(_ index: Int) -> GroupOutline.Surroundings? {
      let place = Int(nodes[index].surroundings)
      return place < 0 ? nil : surroundings[place]
    }
  }

  private init?(_ nodes: Nodes, _ index: Int, in room: Room, forced: Forced = nil) {
    let node = nodes[index]
    var size = Size(
      width: node.size.width.resolved(in: room.content), height: node.size.height.resolved(in: room.content))
    if let forced { size[forced.axis] = forced.extent }
    let isFreeWidth = node.size.width.isEstimated && forced?.axis != .horizontal
    isEstimated = node.size.height.isEstimated && forced?.axis != .vertical
    isUniform = node.size.height.isUniform && isEstimated
    (width, extent) = (size.width, Subpixels.nearest(size.height))
    let around = nodes.surroundings(index)
    if let edges = around?.edges?.limited(toWidth: isFreeWidth ? 0 : width, extent: isEstimated ? 0 : extent) {
      outside = (edges.width, edges.height)
      // A node that gets the height of its siblings or its group does not become shorter by the room outside it.
      shift = isUniform ? max(abs(edges.top), abs(edges.bottom)) : max(0, -edges.top, -edges.bottom)
    } else {
      (outside, shift) = ((0, 0), 0)
    }
    guard node.kind != .item else {
      (height, leafCount, overhang) = (extent, 1, 0)
      badgeReach = around?.badges.of(width: width, height: height) ?? 0
      return
    }
    var (top, inner) = (Int64(0), Room(content: size, scale: room.scale, limit: room.limit))
    if var insets = around?.insets {
      if isFreeWidth { (insets.leading, insets.trailing) = (0, 0) }
      top = isEstimated ? 0 : Subpixels.nearest(insets.top)
      let bottom = isEstimated ? 0 : Subpixels.nearest(insets.bottom)
      (insets.top, insets.bottom) = (Subpixels.pixels(top), Subpixels.pixels(bottom))
      inner.content = size.inset(by: insets)
    }
    guard let children = Self.children(nodes, index, node, in: inner),
      (1...Self.mostLeaves).contains(children.leafCount)
    else { return nil }
    leafCount = children.leafCount
    let reached = node.axis == .horizontal ? children.tallest : children.sum
    height = isEstimated ? reached : extent
    badgeReach = max(around?.badges.of(width: width, height: height) ?? 0, children.badgeReach)
    overhang = max(0, top + reached - height) + children.overhang
  }

  /// The height including the room outside the node, in subpixels.
  var outerHeight: Int64 { height + outside.height }

  /// The largest overflow of the cells and their badges beyond the outer height, in subpixels.
  var reach: Int64 { overhang + shift + badgeReach }

  /// The combined measures of a group's children.
  private struct Children {
    var count = 0
    var leafCount = 0
    var overhang: Int64 = 0
    var badgeReach: Int64 = 0
    /// The part of the children's total height that does not depend on uniform children: the heights of all others, the
    /// room outside all children, and the gaps.
    private var own: Int64 = 0
    /// The largest outer height among the children that are not uniform.
    private var ownTallest: Int64 = 0
    /// The uniform children: their number, the height of the tallest, which all of them get, and the largest room
    /// outside one.
    private var uniform = (count: Int64(0), tallest: Int64(0), outside: Int64(0))

    /// The largest outer height of a child.
    var tallest: Int64 { max(ownTallest, uniform.tallest + uniform.outside) }
    /// The total height of the children, with the room outside them and the gaps between them.
    var sum: Int64 { own + uniform.count * uniform.tallest }

    mutating func append(_ child: FixedNode, gap: Int64, times: Int = 1, limit: Int) {
      guard times > 0 else { return }
      let present = leafCount >= limit ? 0 : min(times, (limit - leafCount - 1) / max(1, child.leafCount) + 1)
      if present > 0 {
        own += Int64(count > 0 ? present : present - 1) * gap + Int64(present) * child.outside.height
        if child.isUniform {
          uniform = (
            uniform.count + Int64(present), max(uniform.tallest, child.height),
            max(uniform.outside, child.outside.height)
          )
        } else {
          own += Int64(present) * child.height
          ownTallest = max(ownTallest, child.outerHeight)
        }
      }
      count += times
      leafCount += times * child.leafCount
      overhang = max(overhang, child.overhang + child.shift)
      badgeReach = max(badgeReach, child.badgeReach)
    }
  }

  private static func children(
    _ nodes: Nodes, _ index: Int, _ group: GroupOutline.Node, in room: Room
  ) -> Children? {
    let count = Int(group.count)
    switch group.kind {
    case .item: return nil
    case .fitting: return fitting(nodes, index, group, in: room)
    case .once:
      var (result, child) = (Children(), index + 1)
      while child < group.end {
        guard append(nodes, child, to: &result, group, in: room) else { return nil }
        child = nodes.end(child)
      }
      return result
    case .equally:
      let outside = nodes.surroundings(index + 1)?.edges.map { $0.extent(along: group.axis) * Double(count) } ?? 0
      let share = Subpixels.sane(
        (room.content[group.axis] - group.gap * Double(count - 1) - outside) / Double(count))
      return copies(nodes, index + 1, count, group, in: room, forced: (group.axis, share))
    case .repeating: return copies(nodes, index + 1, count, group, in: room, forced: nil)
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

  /// Adds a child to the combined measures.
  /// - Returns: False if the child must be resolved.
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

  /// Returns the measures of the subitems that a group repeats until the next one does not fit. There is at least one.
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
      let extent =
        group.axis == .horizontal
        ? child.width + child.outside.width : Subpixels.pixels(child.extent + child.outside.height)
      let reached = used + (result.count > 0 ? group.gap : 0) + extent
      if result.count > 0, reached > end { return result }
      result.append(child, gap: gap, limit: room.limit)
      used = reached
      next = nodes.end(next)
    }
    return nil
  }
}
