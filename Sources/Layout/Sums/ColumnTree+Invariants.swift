extension ColumnTree {
  /// Traps if priorities are out of order, or if the stored sums or maps differ from those computed item by item.
  /// - Complexity: O(*n* + *c* *p*), where *n* is the number of items that keep columns, *c* that of columns and *p*
  ///   that of pieces.
  func checkInvariants() {
    checkTree(root)
    var (levels, sums, wasRows) = (Array(repeating: Int64(0), count: columnCount), Sums(), false)
    var (areas, hasRows) = (levels, false)
    for node in inOrder(root) {
      let (current, first) = (nodes[Int(node)], Int(node) * capacity)
      precondition(current.own.count > 0, "an empty piece at \(sums.count)")
      precondition(!(wasRows && current.isRows), "rows behind rows at \(sums.count)")
      (wasRows, hasRows) = (current.isRows, hasRows || current.isRows)
      if let found = foundLevels(before: sums.count) {
        precondition(found == levels, "\(found) instead of \(levels) at \(sums.count)")
      }
      sums.count += current.own.count
      guard current.isRows else {
        precondition(current.own.count <= capacity, "\(current.own.count) cells in a chunk")
        for cell in cells[first..<first + current.own.count] {
          levels[Int(cell.column)] += extent(cell)
          sums.measured += cell.height < 0 ? 0 : 1
          sums.extent += max(0, Int64(cell.height))
          if !hasRows { for column in areas.indices { areas[column] &+= levels[column] } }
        }
        continue
      }
      let order = cells[first..<first + columnCount].map { Int($0.column) }
      precondition(order.sorted() == Array(0..<columnCount), "rows in the columns \(order)")
      let offsets = withMap(node, isPiece: true) { map in (0..<columnCount).map { -map.before[$0] } }
      let base = (0..<columnCount).map { levels[$0] - offsets[$0] }.max() ?? 0
      precondition(offsets.allSatisfy { $0 <= 0 }, "rows start at \(offsets)")
      precondition(
        withMap(node, isPiece: true) { map in areas.indices.allSatisfy { map.areas[$0] == 0 } }, "areas of rows")
      for (place, column) in order.enumerated() {
        let full = (current.own.count - place + columnCount - 1) / columnCount
        levels[column] = base + offsets[column] + Int64(full) * pitch
      }
    }
    precondition(sums == self.sums, "\(self.sums) instead of \(sums)")
    let stored = root < 0 ? areas : withMap(root, isPiece: false) { map in areas.indices.map { map.areas[$0] } }
    precondition(stored == areas, "\(stored) instead of \(areas)")
    precondition(reach == levels.max() ?? 0, "\(reach) instead of \(levels)")
  }

  private func inOrder(_ node: Int32) -> [Int32] {
    guard node >= 0 else { return [] }
    return inOrder(nodes[Int(node)].left) + [node] + inOrder(nodes[Int(node)].right)
  }

  /// Returns the levels above a piece, computed from the maps; nil if no piece starts at `index`.
  private func foundLevels(before index: Int) -> [Int64]? {
    var levels = Array(repeating: Int64(0), count: columnCount)
    var (node, first) = (root, 0)
    while node >= 0 {
      let (current, start) = (nodes[Int(node)], first + nodes[Int(node)].before)
      if index < start {
        node = current.left
        continue
      }
      if current.left >= 0 { withMap(current.left, isPiece: false) { $0.apply(to: &levels) } }
      if index > start { withMap(node, isPiece: true) { $0.apply(to: &levels) } }
      if index == start { return levels }
      (node, first) = (current.right, start + current.own.count)
    }
    return nil
  }
}
