import ScrollworkGeometry

/// A solver that converts a declared group to resolved nodes for a container of known size.
struct TemplateSolver {
  let scale: Double
  /// The number of cells that may still be added. The limit prevents a declaration of a million tiny items from
  /// exhausting memory.
  private var budget = Template.maxLeafCount
  /// The badges found so far, in the order of declaration.
  private(set) var badges: [LayoutSupplementary] = []

  init(scale: Double) {
    self.scale = scale
  }

  /// Resolves an item or a group.
  /// - Parameters:
  ///   - content: The size of the container's content, in logical pixels.
  ///   - forced: A size along one axis that the parent imposes in place of the declared one.
  mutating func resolve(
    _ node: LayoutNode, in content: Size, forced: (axis: Axis, extent: Double)? = nil
  ) -> ResolvedNode {
    let declared = node.size
    var size = Size(width: declared.width.resolved(in: content), height: declared.height.resolved(in: content))
    let isEstimated = declared.height.isEstimated && forced?.axis != .vertical
    let hasIntrinsicWidth = declared.width.isEstimated && forced?.axis != .horizontal
    if let forced { size[forced.axis] = forced.extent }
    let insets = node.contentInsets.sane
    var resolved = ResolvedNode(
      width: size.width, extent: Subpixels.nearest(size.height), isEstimated: isEstimated,
      hasIntrinsicWidth: hasIntrinsicWidth,
      isUniform: declared.height.isUniform && isEstimated,
      isUniformWidth: declared.width.isUniform && hasIntrinsicWidth, hasIntrinsicWidths: hasIntrinsicWidth,
      leading: hasIntrinsicWidth ? 0 : insets.leading, trailing: hasIntrinsicWidth ? 0 : insets.trailing,
      top: isEstimated ? 0 : Subpixels.nearest(insets.top), bottom: isEstimated ? 0 : Subpixels.nearest(insets.bottom))
    resolved.edges = ResolvedNode.Edges(node.edgeSpacing)
    resolved.edges?.across.limit(to: hasIntrinsicWidth ? 0 : size.width)
    resolved.edges?.along.limit(to: isEstimated ? 0 : resolved.extent)
    let supplementaries = node.supplementaries
    if !supplementaries.isEmpty {
      resolved.badges = Int32(badges.count)..<Int32(badges.count + supplementaries.count)
      badges.append(contentsOf: supplementaries)
    }
    switch node {
    case .item: budget -= 1
    case .group(let group): fill(&resolved, with: group, size: size)
    }
    return resolved
  }

  /// Resolves a group that is a line of as many cells as fit. The node has each subitem once, and the number of cells
  /// that fit with their estimated widths.
  mutating func resolveLine(_ group: LayoutGroup, in content: Size) -> ResolvedNode {
    var once = group
    if case .fitting(let nodes) = group.arrangement { once.arrangement = .once(nodes) }
    var resolved = resolve(.group(once), in: content)
    let room = max(0, resolved.width - resolved.leading - resolved.trailing) + 0.5 / scale
    resolved.openRoom = room
    resolved.leafCount = resolved.memberCount(LeafSizes(limit: Template.maxLeafCount), room: room)
    return resolved
  }

  private mutating func fill(_ resolved: inout ResolvedNode, with group: LayoutGroup, size: Size) {
    resolved.arrangement = group.axis == .horizontal ? .row : .column
    resolved.isFlexible = group.interItemSpacing.isFlexible
    resolved.gap = Subpixels.nearest(group.interItemSpacing.minimum)
    resolved.rowGap = group.interItemSpacing.minimum
    let content = size.inset(
      by: Insets(
        top: Subpixels.pixels(resolved.top), leading: resolved.leading,
        bottom: Subpixels.pixels(resolved.bottom), trailing: resolved.trailing))
    resolved.children = children(of: group, in: content)
    resolved.leafCount = resolved.children.reduce(0) { $0 + $1.leafCount }
    resolved.hasUniformChildren = resolved.children.contains(where: \.isUniform)
    resolved.hasIntrinsicWidths = resolved.hasIntrinsicWidth || resolved.children.contains(where: \.hasIntrinsicWidths)
    if case .custom = group.arrangement { resolved.arrangement = .free }
    if resolved.arrangement == .row { resolved.spread(over: content.width) }
  }

  private mutating func custom(_ arrangement: LayoutCustomArrangement, in content: Size) -> [ResolvedNode] {
    let places = arrangement.places(in: content).prefix(max(1, budget))
    budget -= places.count
    return places.map { place in
      var node = ResolvedNode(
        width: place.frame.width, extent: Subpixels.nearest(place.frame.height), isEstimated: false, leading: 0,
        trailing: 0, top: 0, bottom: 0)
      node.x = place.frame.minX
      node.y = Subpixels.nearestSigned(place.frame.minY)
      node.zIndex = Int32(clamping: place.zIndex)
      return node
    }
  }

  private mutating func children(of group: LayoutGroup, in content: Size) -> [ResolvedNode] {
    switch group.arrangement {
    case .fitting(let subitems):
      return fitting(subitems, group, in: content)
    case .once(let subitems):
      return subitems.prefix(max(1, budget)).map { resolve($0, in: content) }
    case .custom(let arrangement):
      return custom(arrangement, in: content)
    case .equally(let subitem, let count):
      let count = min(max(1, count), Template.maxLeafCount)
      let gaps = group.interItemSpacing.minimum * Double(count - 1)
      let edges = ResolvedNode.Edges(subitem.edgeSpacing)?.extent(along: group.axis) ?? 0
      let share = Subpixels.sane((content[group.axis] - gaps - edges * Double(count)) / Double(count))
      let child = resolve(subitem, in: content, forced: (group.axis, share))
      return copies(of: child, count: count)
    case .repeating(let subitem, let count):
      let child = resolve(subitem, in: content)
      return copies(of: child, count: count)
    }
  }

  /// Returns copies of a child: at least one, and no more than the remaining budget allows.
  private mutating func copies(of child: ResolvedNode, count: Int) -> [ResolvedNode] {
    // A child without any cell has a cost too, because it is visited like the others.
    let cost = max(1, child.leafCount)
    let more = min(max(1, count) - 1, max(0, budget) / cost)
    budget -= more * cost
    return Array(repeating: child, count: more + 1)
  }

  /// Returns the subitems in order, repeated until the next one does not fit. There is at least one.
  private mutating func fitting(_ subitems: [LayoutNode], _ group: LayoutGroup, in content: Size) -> [ResolvedNode] {
    guard !subitems.isEmpty else { return [] }
    var line = LineFiller(
      cycle: subitems.count, gap: group.interItemSpacing.minimum, room: content[group.axis] + 0.5 / scale)
    // In the cycle, each subitem that has a place is contained once.
    var (cycle, children) = ([ResolvedNode](), [ResolvedNode]())
    while !line.isStuck {
      if cycle.count <= line.next { cycle.append(resolve(subitems[line.next], in: content)) }
      let child = cycle[line.next]
      let cost = children.count < subitems.count ? 0 : max(1, child.leafCount)
      guard cost <= max(0, budget),
        line.place(group.axis == .horizontal ? child.outerWidth : Subpixels.pixels(child.outerExtent))
      else { break }
      budget -= cost
      children.append(child)
    }
    // Badges are numbered as declared, so that their numbers do not depend on how many subitems fit.
    for left in subitems.dropFirst(cycle.count) { badges.append(contentsOf: left.allSupplementaries) }
    return children
  }
}

extension LayoutGroup {
  /// Whether the group is a line of as many cells as fit with their measured widths. This requires a row of items that
  /// repeat while they fit, each with an estimated width that is not uniform across siblings. The heights must be
  /// either all estimated or all declared.
  var isLine: Bool {
    guard axis == .horizontal, !size.width.isEstimated, case .fitting(let nodes) = arrangement,
      let first = nodes.first?.size
    else { return false }
    return nodes.allSatisfy { node in
      guard case .item(let item) = node else { return false }
      return item.size.width.isEstimated && !item.size.width.isUniform
        && item.size.height.isEstimated == first.height.isEstimated
    }
  }
}

extension LayoutNode {
  /// The badges of this node and its descendants, in the order of declaration.
  fileprivate var allSupplementaries: [LayoutSupplementary] {
    guard case .group(let group) = self else { return supplementaries }
    return supplementaries + group.arrangement.nodes.flatMap(\.allSupplementaries)
  }
}
