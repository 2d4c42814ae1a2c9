import ScrollworkGeometry
import ScrollworkLayout

/// Groups that take as many cells as fit with their measured widths.
extension NaiveGroups {
  func isLine(_ group: LayoutGroup) -> Bool {
    func free(_ size: LayoutSize) -> (cross: LayoutDimension, main: LayoutDimension) {
      axis == .vertical ? (size.width, size.height) : (size.height, size.width)
    }
    guard group.axis == axis.cross, !free(group.size).cross.isEstimated, case .fitting(let nodes) = group.arrangement
    else { return false }
    return nodes.allSatisfy { node in
      guard case .item(let item) = node, case .estimated = free(item.size).cross else { return false }
      return free(item.size).main.isEstimated == free(nodes[0].parts.0).main.isEstimated
    }
  }

  /// Returns the number of cells in a line that starts with a given cell.
  /// - Parameter cells: The number of cells from the given one to the last.
  func cellCount(ofLine group: LayoutGroup, from first: Int, of cells: Int, in content: Size) -> Int {
    let inner = self.content(of: box((.group(group), nil), in: content))
    let nodes = group.subnodes
    var (count, used, cycleStart) = (0, 0.0, 0.0)
    while count < cells {
      if count % nodes.count == 0, count > 0 {
        if used <= cycleStart { return count }
        cycleStart = used
      }
      let one = box((nodes[count % nodes.count], nil), in: inner)
      let width = measured(first + count).cross ?? one.size[axis.cross]
      let gap = count > 0 ? minimum(group.interItemSpacing) : 0
      let end = used + gap + (width + (one.outside.cross + one.outside.crossEnd))
      if count > 0, end > inner[axis.cross] + 0.5 / scale { return count }
      (used, count) = (end, count + 1)
    }
    return count
  }
}
