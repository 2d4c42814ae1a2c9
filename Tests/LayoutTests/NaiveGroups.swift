import ScrollworkGeometry
import ScrollworkLayout

/// A model that places a group's cells by following the declaration literally, along either axis.
struct NaiveGroups {
  typealias Forced = (axis: Axis, extent: Double)
  typealias Node = (node: LayoutNode, forced: Forced?)
  typealias Placed = (
    item: Int, cross: ClosedRange<Double>, main: ClosedRange<Int64>, z: Int, isGroup: Bool, firstBadge: Int,
    badges: [LayoutSupplementary]
  )

  /// The axis along which groups follow each other; positions on it are whole subpixels.
  let axis: Axis
  let scale: Double
  /// The number of cells, and the measured size of each: along `axis` and across it.
  let count: Int
  let measured: (Int) -> (main: Int64?, cross: Double?)
  var placed: [Placed] = []
  /// The number of cells in the line that is being placed; nil if groups are not lines.
  var lineCount: Int?

  func units(_ length: Double) -> Int64 { Int64((max(0, length) * 64).rounded()) }

  /// The declared size of a node, and everything about it that does not depend on measured sizes.
  struct Box {
    var size: Size
    var freeMain: Bool
    var freeCross: Bool
    var isUniform: Bool
    var isUniformAcross: Bool
    var before: (cross: Double, main: Int64)
    var after: (cross: Double, main: Int64)
    var outside: (cross: Double, main: Int64, crossEnd: Double, mainEnd: Int64)
    /// Whether each edge is flexible: cross start, cross end, main start, main end.
    var flexible: (Bool, Bool, Bool, Bool)
  }

  func box(_ child: Node, in content: Size) -> Box {
    let (declared, insets, edges) = child.node.parts
    var size = Size(width: value(declared.width, in: content), height: value(declared.height, in: content))
    if let forced = child.forced { size[forced.axis] = forced.extent }
    let main = axis == .vertical ? declared.height : declared.width
    let cross = axis == .vertical ? declared.width : declared.height
    let freeMain = main.isEstimated && child.forced?.axis != axis
    let freeCross = cross.isEstimated && child.forced?.axis != axis.cross
    func sides(_ insets: Insets) -> (start: (Double, Double), end: (Double, Double)) {
      axis == .vertical
        ? ((insets.leading, insets.top), (insets.trailing, insets.bottom))
        : ((insets.top, insets.leading), (insets.bottom, insets.trailing))
    }
    let (start, end) = sides(insets)
    let spaces =
      axis == .vertical
      ? (edges.leading, edges.trailing, edges.top, edges.bottom)
      : (edges.top, edges.bottom, edges.leading, edges.trailing)
    let outside = limited(
      (spaces.0.map(room) ?? 0, spaces.1.map(room) ?? 0, spaces.2.map(room) ?? 0, spaces.3.map(room) ?? 0),
      breadth: freeCross ? 0 : size[axis.cross], extent: freeMain ? 0 : units(size[axis]))
    func flexes(_ spacing: LayoutSpacing?) -> Bool {
      if case .flexible? = spacing { return true }
      return false
    }
    var (isUniform, isUniformAcross) = (false, false)
    if case .uniformAcrossSiblings = main { isUniform = freeMain }
    if case .uniformAcrossSiblings = cross { isUniformAcross = freeCross }
    return Box(
      size: size, freeMain: freeMain, freeCross: freeCross, isUniform: isUniform, isUniformAcross: isUniformAcross,
      before: (freeCross ? 0 : start.0, freeMain ? 0 : units(start.1)),
      after: (freeCross ? 0 : end.0, freeMain ? 0 : units(end.1)),
      outside: outside,
      flexible: (flexes(spaces.0), flexes(spaces.1), flexes(spaces.2), flexes(spaces.3)))
  }

  func minimum(_ spacing: LayoutSpacing) -> Double {
    switch spacing {
    case .fixed(let gap), .flexible(let gap): max(0, gap)
    }
  }

  /// Returns the space that an edge adds to its item; negative for a negative fixed edge.
  func room(_ spacing: LayoutSpacing) -> Double {
    if case .fixed(let room) = spacing { return room }
    return minimum(spacing)
  }

  /// Returns the space outside a node, limited so that it removes no more than the node's size. The order in `room` is:
  /// start and end on the cross axis, start and end on the main axis.
  private func limited(
    _ room: (Double, Double, Double, Double), breadth: Double, extent: Int64
  ) -> (cross: Double, main: Int64, crossEnd: Double, mainEnd: Int64) {
    let (cross, main) = (max(room.0, -breadth), max(signedUnits(room.2), -extent))
    return (cross, main, max(room.1, -(breadth + cross)), max(signedUnits(room.3), -(extent + main)))
  }

  private func signedUnits(_ length: Double) -> Int64 { Int64((length * 64).rounded()) }

  func content(of box: Box) -> Size {
    var inner = box.size
    inner[axis] = max(0, inner[axis] - Double(box.before.main + box.after.main) / 64)
    inner[axis.cross] = max(0, inner[axis.cross] - (box.before.cross + box.after.cross))
    return inner
  }

  func leafCount(_ child: Node, in content: Size) -> Int {
    guard case .group(let group) = child.node else { return 1 }
    if case .custom = group.arrangement { return customPlaces(self.content(of: box(child, in: content))).count }
    let inner = self.content(of: box(child, in: content))
    return children(group, in: inner).reduce(0) { $0 + leafCount($1, in: inner) }
  }

  /// Returns the children of a group, whose number follows from their declared sizes.
  func children(_ group: LayoutGroup, in content: Size) -> [Node] {
    switch group.arrangement {
    case .once(let nodes): return nodes.map { ($0, nil) }
    case .repeating(let node, let count): return Array(repeating: (node, nil), count: count)
    case .custom: return []
    case .equally(let node, let count):
      let declared = node.parts.2
      let (start, end) =
        group.axis == .vertical ? (declared.top, declared.bottom) : (declared.leading, declared.trailing)
      let rooms = (start.map(room) ?? 0, end.map(room) ?? 0)
      let edges =
        group.axis == axis
        ? Double(signedUnits(rooms.0) + signedUnits(rooms.1)) / 64 : rooms.0 + rooms.1
      let share =
        (content[group.axis] - minimum(group.interItemSpacing) * Double(count - 1) - edges * Double(count))
        / Double(count)
      return Array(repeating: (node, (group.axis, max(0, share))), count: count)
    case .fitting(let nodes):
      if let lineCount, isLine(group) { return (0..<lineCount).map { (nodes[$0 % nodes.count], nil) } }
      var (chosen, used, cycleStart) = ([Node](), 0.0, 0.0)
      while true {
        if chosen.count % nodes.count == 0, !chosen.isEmpty {
          if used <= cycleStart { return chosen }
          cycleStart = used
        }
        let one = box((nodes[chosen.count % nodes.count], nil), in: content)
        let extent =
          group.axis == axis
          ? Double(units(one.size[axis]) + one.outside.main + one.outside.mainEnd) / 64
          : one.size[axis.cross] + (one.outside.cross + one.outside.crossEnd)
        let end = used + (chosen.isEmpty ? 0 : minimum(group.interItemSpacing)) + extent
        if !chosen.isEmpty, end > content[group.axis] + 0.5 / scale { return chosen }
        chosen.append((nodes[chosen.count % nodes.count], nil))
        used = end
      }
    }
  }

  /// Returns the extent of a node whose first cell is `first`; cells from `limit` on do not exist.
  func extent(_ child: Node, in content: Size, first: Int, limit: Int) -> Int64 {
    let box = box(child, in: content)
    guard box.freeMain else { return units(box.size[axis]) }
    guard case .group(let group) = child.node else { return measured(first).main ?? units(box.size[axis]) }
    if case .custom = group.arrangement { return units(box.size[axis]) }
    let inner = self.content(of: box)
    let parts = lengths(children(group, in: inner), in: inner, first: first, limit: limit)
    guard group.axis == axis else { return parts.map { $0.extent + $0.outside }.max() ?? 0 }
    let gaps = Int64(max(0, parts.count - 1)) * units(minimum(group.interItemSpacing))
    return parts.reduce(0) { $0 + $1.extent + $1.outside } + gaps
  }

  /// Returns the main-axis extents of the children that contain a cell; uniform ones have the largest extent.
  func lengths(
    _ children: [Node], in content: Size, first: Int, limit: Int
  ) -> [(extent: Int64, outside: Int64, isUniform: Bool)] {
    var (leaf, result) = (first, [(extent: Int64, outside: Int64, isUniform: Bool)]())
    for child in children where leaf < limit {
      let one = box(child, in: content)
      result.append(
        (
          extent(child, in: content, first: leaf, limit: limit), one.outside.main + one.outside.mainEnd, one.isUniform
        ))
      leaf += leafCount(child, in: content)
    }
    let longest = result.filter(\.isUniform).map(\.extent).max() ?? 0
    return result.map { ($0.isUniform ? longest : $0.extent, $0.outside, $0.isUniform) }
  }

  func breadth(_ child: Node, in content: Size, first: Int, limit: Int) -> Double {
    let box = box(child, in: content)
    guard box.freeCross else { return box.size[axis.cross] }
    guard case .group(let group) = child.node else { return measured(first).cross ?? box.size[axis.cross] }
    if case .custom = group.arrangement { return box.size[axis.cross] }
    let inner = self.content(of: box)
    let children = children(group, in: inner)
    var result = 0.0
    for (index, one) in breadths(children, in: inner, first: first, limit: limit).enumerated() {
      let outside = self.box(children[index], in: inner).outside
      let outer = one.breadth + (outside.cross + outside.crossEnd)
      if group.axis == axis {
        result = max(result, outer)
      } else {
        result = result + outer + (index > 0 ? minimum(group.interItemSpacing) : 0)
      }
    }
    return result
  }

  /// Returns the cross-axis extents of the children that contain a cell; uniform ones have the largest extent.
  func breadths(
    _ children: [Node], in content: Size, first: Int, limit: Int
  ) -> [(breadth: Double, isUniform: Bool)] {
    var (leaf, result) = (first, [(breadth: Double, isUniform: Bool)]())
    for child in children where leaf < limit {
      result.append(
        (breadth(child, in: content, first: leaf, limit: limit), box(child, in: content).isUniformAcross))
      leaf += leafCount(child, in: content)
    }
    let broadest = result.filter(\.isUniform).map(\.breadth).max() ?? 0
    return result.map { ($0.isUniform ? broadest : $0.breadth, $0.isUniform) }
  }
}

extension LayoutNode {
  var parts: (LayoutSize, Insets, LayoutEdgeSpacing) {
    switch self {
    case .item(let item): (item.size, item.contentInsets, item.edgeSpacing)
    case .group(let group): (group.size, group.contentInsets, group.edgeSpacing)
    }
  }

  var badges: [LayoutSupplementary] {
    switch self {
    case .item(let item): item.supplementaries
    case .group(let group): group.supplementaries
    }
  }

  /// The number of badges declared in the node.
  var badgeCount: Int {
    guard case .group(let group) = self else { return badges.count }
    return badges.count + group.subnodes.reduce(0) { $0 + $1.badgeCount }
  }
}

extension LayoutGroup {
  var subnodes: [LayoutNode] {
    switch arrangement {
    case .fitting(let nodes), .once(let nodes): nodes
    case .equally(let node, _), .repeating(let node, _): [node]
    case .custom: []
    }
  }
}

func value(_ dimension: LayoutDimension, in content: Size) -> Double {
  switch dimension {
  case .fractionalWidth(let fraction): fraction * content.width
  case .fractionalHeight(let fraction): fraction * content.height
  case .absolute(let length): length
  case .estimated(let guess), .uniformAcrossSiblings(let guess): max(1, guess)
  }
}

/// Returns the frames of the custom arrangement that random declarations use.
func customPlaces(_ content: Size) -> [LayoutCustomArrangement.Place] {
  [
    .init(Rect(x: 0, y: 0, width: content.width / 2, height: 30)),
    .init(Rect(x: content.width / 3, y: 12.5, width: 40, height: content.height), zIndex: 2),
    .init(Rect(x: 10, y: -8, width: 20, height: 20)),
  ]
}
