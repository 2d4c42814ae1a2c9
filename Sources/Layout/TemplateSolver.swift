import ScrollworkGeometry

/// Turns a declared group into resolved nodes for a container of known size.
struct TemplateSolver {
  let scale: Double
  /// So many leaves may still be made; a declaration of a million tiny items must not take the program's memory.
  private var budget = Template.mostLeaves

  init(scale: Double) {
    self.scale = scale
  }

  /// - Parameters:
  ///   - content: What the container has to give, in logical pixels.
  ///   - forced: A size along one axis that replaces the declared one.
  mutating func resolve(
    _ node: LayoutNode, in content: Size, forced: (axis: Axis, extent: Double)? = nil
  ) -> ResolvedNode {
    let declared = node.size
    var size = Size(width: declared.width.resolved(in: content), height: declared.height.resolved(in: content))
    var isEstimated = declared.height.isEstimated
    if let forced {
      size[forced.axis] = forced.extent
      if forced.axis == .vertical { isEstimated = false }
    }
    let insets = node.contentInsets.sane
    let hasWidth = !declared.width.isEstimated || forced?.axis == .horizontal
    var resolved = ResolvedNode(
      width: size.width, extent: Subpixels.nearest(size.height), isEstimated: isEstimated,
      leading: hasWidth ? insets.leading : 0, trailing: hasWidth ? insets.trailing : 0,
      top: isEstimated ? 0 : Subpixels.nearest(insets.top), bottom: isEstimated ? 0 : Subpixels.nearest(insets.bottom))
    switch node {
    case .item: budget -= 1
    case .group(let group): fill(&resolved, with: group, size: size)
    }
    return resolved
  }

  private mutating func fill(_ resolved: inout ResolvedNode, with group: LayoutGroup, size: Size) {
    resolved.isLeaf = false
    resolved.axis = group.axis
    resolved.isFlexible = group.interItemSpacing.isFlexible
    resolved.gap = Subpixels.nearest(group.interItemSpacing.minimum)
    let content = size.inset(
      by: Insets(
        top: Subpixels.pixels(resolved.top), leading: resolved.leading,
        bottom: Subpixels.pixels(resolved.bottom), trailing: resolved.trailing))
    resolved.children = children(of: group, in: content)
    resolved.leafCount = resolved.children.reduce(0) { $0 + $1.leafCount }
    if group.axis == .horizontal { spread(&resolved.children, group.interItemSpacing, over: content.width) }
  }

  private mutating func children(of group: LayoutGroup, in content: Size) -> [ResolvedNode] {
    switch group.arrangement {
    case .fitting(let subitems):
      return fitting(subitems, group, in: content)
    case .equally(let subitem, let count):
      let count = min(max(1, count), Template.mostLeaves)
      let gaps = group.interItemSpacing.minimum * Double(count - 1)
      let share = max(0, (content[group.axis] - gaps) / Double(count))
      let child = resolve(subitem, in: content, forced: (group.axis, share))
      return copies(of: child, count: count)
    case .repeating(let subitem, let count):
      let child = resolve(subitem, in: content)
      return copies(of: child, count: count)
    }
  }

  /// At least one, and no more than the budget allows.
  private mutating func copies(of child: ResolvedNode, count: Int) -> [ResolvedNode] {
    let more = min(max(1, count) - 1, max(0, budget) / max(1, child.leafCount))
    budget -= more * child.leafCount
    return Array(repeating: child, count: more + 1)
  }

  /// The subitems in turn until the first that does not fit. One is placed in any case.
  private mutating func fitting(_ subitems: [LayoutNode], _ group: LayoutGroup, in content: Size) -> [ResolvedNode] {
    guard !subitems.isEmpty else { return [] }
    let gap = group.interItemSpacing.minimum
    let room = content[group.axis] + 0.5 / scale
    var (children, used, cycleStart) = ([ResolvedNode](), 0.0, 0.0)
    var cycle: [ResolvedNode] = []
    while true {
      let index = children.count % subitems.count
      if index == 0, !children.isEmpty {
        if used <= cycleStart { return children }
        cycleStart = used
      }
      if cycle.count <= index { cycle.append(resolve(subitems[index], in: content)) }
      let child = cycle[index]
      let extent = group.axis == .horizontal ? child.width : Subpixels.pixels(child.extent)
      let end = used + (children.isEmpty ? 0 : gap) + extent
      let isRepeated = children.count >= subitems.count
      let cost = max(1, child.leafCount)
      if !children.isEmpty, end > room || (isRepeated && budget < cost) { return children }
      if isRepeated { budget -= cost }
      children.append(child)
      used = end
    }
  }

  /// Gives the children of a row their places.
  private func spread(_ children: inout [ResolvedNode], _ spacing: LayoutSpacing, over width: Double) {
    var gap = spacing.minimum
    if spacing.isFlexible, children.count > 1 {
      let used = children.reduce(0) { $0 + $1.width }
      gap = max(gap, (width - used) / Double(children.count - 1))
    }
    var x = 0.0
    for index in children.indices {
      children[index].x = x
      x += children[index].width + gap
    }
  }
}
