import ScrollworkGeometry
import ScrollworkLayout

extension NaiveGroups {
  /// The position of a node, and the size that its parent gives it, on both axes.
  struct Spot {
    var cross: Double
    var main: Int64
    var breadth: Double
    var extent: Int64
  }

  /// Places a node and everything inside it.
  /// - Parameters:
  ///   - first: The first cell of the node.
  ///   - badge: The number of the node's first badge, in the order of declaration.
  mutating func place(_ child: Node, in content: Size, at spot: Spot, z: Int = 0, first: Int, badge: Int) {
    let box = box(child, in: content)
    let badges = child.node.badges
    let low = (cross: spot.cross + box.before.cross, main: spot.main + box.before.main)
    let high = (
      cross: max(low.cross, spot.cross + spot.breadth - box.after.cross),
      main: max(low.main, spot.main + spot.extent - box.after.main)
    )
    guard case .group(let group) = child.node else {
      placed.append((first, low.cross...high.cross, low.main...high.main, z, false, badge, badges))
      return
    }
    if !badges.isEmpty {
      placed.append((first, low.cross...high.cross, low.main...high.main, z, true, badge, badges))
    }
    let inner = self.content(of: box)
    let room = (
      breadth: max(0, spot.breadth - box.before.cross - box.after.cross),
      extent: max(0, spot.extent - box.before.main - box.after.main)
    )
    if case .custom = group.arrangement { return placeCustom(in: inner, at: low, first: first) }
    if group.axis == axis {
      placeAlong(group, box, in: inner, at: low, room, first: first, badge: badge + badges.count)
    } else {
      placeAcross(group, box, in: inner, at: low, room, first: first, badge: badge + badges.count)
    }
  }

  private mutating func placeCustom(in content: Size, at low: (cross: Double, main: Int64), first: Int) {
    for (index, place) in customPlaces(content).enumerated() where first + index < count {
      let frame = place.frame
      let cross = low.cross + frame.origin[axis.cross]
      let main = low.main + Int64((frame.origin[axis] * 64).rounded())
      placed.append(
        (
          first + index, cross...cross + frame.size[axis.cross], main...main + units(frame.size[axis]), place.zIndex,
          false, 0, []
        ))
    }
  }

  private mutating func placeAlong(
    _ group: LayoutGroup, _ own: Box, in content: Size, at low: (cross: Double, main: Int64),
    _ room: (breadth: Double, extent: Int64), first: Int, badge: Int
  ) {
    let children = children(group, in: content)
    let gap = units(minimum(group.interItemSpacing))
    let level = own.freeMain ? 0 : level(group, children, in: content, room.extent, first: first)
    let lengths = lengths(children, in: content, first: first, limit: count)
    let breadths = breadths(children, in: content, first: first, limit: count)
    var (leaf, y) = (first, low.main)
    for (index, child) in children.enumerated() where leaf < count {
      let one = box(child, in: content)
      let breadth =
        breadths[index].isUniform && own.isUniformAcross
        ? max(breadths[index].breadth, room.breadth) : breadths[index].breadth
      y += one.flexible.2 ? max(one.outside.main, level) : one.outside.main
      let x = shift(room.breadth - breadth, one.outside.cross, one.outside.crossEnd, one.flexible.0, one.flexible.1)
      place(
        child, in: content,
        at: Spot(cross: low.cross + x, main: y, breadth: breadth, extent: lengths[index].extent),
        first: leaf, badge: badge + number(of: index, in: group))
      y += lengths[index].extent + (group.interItemSpacing.isFlexibleSpacing ? max(gap, level) : gap)
      y += one.flexible.3 ? max(one.outside.mainEnd, level) : one.outside.mainEnd
      leaf += leafCount(child, in: content)
    }
  }

  private mutating func placeAcross(
    _ group: LayoutGroup, _ own: Box, in content: Size, at low: (cross: Double, main: Int64),
    _ room: (breadth: Double, extent: Int64), first: Int, badge: Int
  ) {
    let children = children(group, in: content)
    let gap = minimum(group.interItemSpacing)
    let level = own.freeCross ? 0 : crossLevel(group, children, in: content, room.breadth, first: first)
    let lengths = lengths(children, in: content, first: first, limit: count)
    let breadths = breadths(children, in: content, first: first, limit: count)
    var (leaf, x) = (first, 0.0)
    for (index, child) in children.enumerated() where leaf < count {
      let one = box(child, in: content)
      let breadth = breadths[index].breadth
      let extent =
        lengths[index].isUniform && own.isUniform ? max(lengths[index].extent, room.extent) : lengths[index].extent
      x += one.flexible.0 ? max(one.outside.cross, level) : one.outside.cross
      let y = shift(room.extent - extent, one.outside.main, one.outside.mainEnd, one.flexible.2, one.flexible.3)
      place(
        child, in: content,
        at: Spot(cross: low.cross + x, main: low.main + y, breadth: breadth, extent: extent),
        first: leaf, badge: badge + number(of: index, in: group))
      x += breadth + (group.interItemSpacing.isFlexibleSpacing ? max(gap, level) : gap)
      x += one.flexible.1 ? max(one.outside.crossEnd, level) : one.outside.crossEnd
      leaf += leafCount(child, in: content)
    }
  }

  /// Returns the number of the first badge of a child, among the badges declared in the group.
  private func number(of index: Int, in group: LayoutGroup) -> Int {
    let nodes = group.subnodes
    return nodes.prefix(index % max(1, nodes.count)).reduce(0) { $0 + $1.badgeCount }
  }

  private func shift(_ free: Double, _ start: Double, _ end: Double, _ flexStart: Bool, _ flexEnd: Bool) -> Double {
    guard flexStart else { return start }
    return max(start, flexEnd ? Self.level(free, [start, end]) { $0 / Double($1) } : free - end)
  }

  private func shift(_ free: Int64, _ start: Int64, _ end: Int64, _ flexStart: Bool, _ flexEnd: Bool) -> Int64 {
    guard flexStart else { return start }
    return max(start, flexEnd ? Self.level(free, [start, end]) { $0 / Int64($1) } : free - end)
  }

  /// Returns the extent of each flexible gap and edge along a group, computed as if the group were full.
  private func level(_ group: LayoutGroup, _ children: [Node], in content: Size, _ room: Int64, first: Int) -> Int64 {
    let boxes = children.map { box($0, in: content) }
    let lengths = lengths(children, in: content, first: first, limit: .max)
    let gap = units(minimum(group.interItemSpacing))
    var free = room
    for length in lengths { free -= length.extent }
    var minima: [Int64] = []
    if group.interItemSpacing.isFlexibleSpacing {
      minima = Array(repeating: gap, count: max(0, children.count - 1))
    } else {
      free -= gap * Int64(children.count - 1)
    }
    for one in boxes {
      if one.flexible.2 { minima.append(one.outside.main) } else { free -= one.outside.main }
      if one.flexible.3 { minima.append(one.outside.mainEnd) } else { free -= one.outside.mainEnd }
    }
    return Self.level(free, minima) { $0 / Int64($1) }
  }

  private func crossLevel(
    _ group: LayoutGroup, _ children: [Node], in content: Size, _ room: Double, first: Int
  ) -> Double {
    let gap = minimum(group.interItemSpacing)
    var (free, minima) = (room, [Double]())
    for one in breadths(children, in: content, first: first, limit: .max) { free -= one.breadth }
    if group.interItemSpacing.isFlexibleSpacing {
      minima = Array(repeating: gap, count: max(0, children.count - 1))
    } else {
      free -= gap * Double(children.count - 1)
    }
    for child in children {
      let one = box(child, in: content)
      guard one.outside != (0, 0, 0, 0) || one.flexible != (false, false, false, false) else { continue }
      var fixed = one.flexible.0 ? 0 : one.outside.cross
      fixed += one.flexible.1 ? 0 : one.outside.crossEnd
      free -= fixed
      if one.flexible.0 { minima.append(one.outside.cross) }
      if one.flexible.1 { minima.append(one.outside.crossEnd) }
    }
    return Self.level(free, minima) { $0 / Double($1) }
  }

  /// Distributes `free` among gaps with the given minimum extents and returns the extent that they get. Gaps whose
  /// minimum is larger keep their minimum.
  private static func level<Length: Comparable & AdditiveArithmetic>(
    _ free: Length, _ minima: [Length], divide: (Length, Int) -> Length
  ) -> Length {
    var (level, high) = (Length.zero, [Length]())
    var isFirst = true
    while true {
      let next = isFirst ? [] : minima.filter { $0 > level }
      guard next.count < minima.count, isFirst || next.count > high.count else { return level }
      level = max(.zero, divide(next.reduce(free) { $0 - $1 }, minima.count - next.count))
      high = next
      isFirst = false
    }
  }
}

extension LayoutSpacing {
  var isFlexibleSpacing: Bool {
    if case .flexible = self { return true }
    return false
  }
}
