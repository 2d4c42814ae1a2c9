/// Finds items and their frames.
extension ColumnTree {
  /// Returns the measured height of an item, in subpixels; nil if the item is not measured.
  /// - Complexity: O(log *n*)
  func height(of index: Int) -> Int64? {
    let (node, offset) = piece(at: index)
    if nodes[Int(node)].isRows { return nil }
    let height = cells[Int(node) * capacity + offset].height
    return height < 0 ? nil : Int64(height)
  }

  /// Returns the first item at or after a position that is in rows; the number of all items if there is none.
  /// - Complexity: O(log *n*)
  func firstInRows(from position: Int) -> Int { firstInRows(root, first: 0, from: position) ?? sums.count }

  private func firstInRows(_ node: Int32, first: Int, from position: Int) -> Int? {
    guard node >= 0, nodes[Int(node)].hasRows, first + nodes[Int(node)].all.count > position else { return nil }
    OperationCounter.step()
    let start = first + nodes[Int(node)].before
    let end = start + nodes[Int(node)].own.count
    if let found = firstInRows(nodes[Int(node)].left, first: first, from: position) { return found }
    if nodes[Int(node)].isRows, end > position { return max(start, position) }
    return firstInRows(nodes[Int(node)].right, first: end, from: position)
  }

  /// Returns whether an item is in rows.
  func isInRows(_ index: Int) -> Bool { nodes[Int(piece(at: index).node)].isRows }

  /// The level of the longest column after all items, in subpixels.
  var reach: Int64 {
    guard root >= 0 else { return 0 }
    return withLevels { levels in withMap(root, isPiece: false) { $0.reach(from: levels) } }
  }

  /// Visits the measured items of a range.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of items in the range that keep columns.
  func forEachMeasured(in range: Range<Int>, _ body: (_ index: Int, _ height: Int32) -> Void) {
    if !range.isEmpty { visitMeasured(root, first: 0, in: range, body) }
  }

  private func visitMeasured(_ node: Int32, first: Int, in range: Range<Int>, _ body: (Int, Int32) -> Void) {
    guard node >= 0, nodes[Int(node)].all.measured > 0, first < range.upperBound,
      first + nodes[Int(node)].all.count > range.lowerBound
    else { return }
    let start = first + nodes[Int(node)].before
    let end = start + nodes[Int(node)].own.count
    visitMeasured(nodes[Int(node)].left, first: first, in: range, body)
    if !nodes[Int(node)].isRows {
      let cells = cells[Int(node) * capacity..<Int(node) * capacity + end - start]
      for (index, cell) in zip(start..<end, cells) where cell.height >= 0 && range.contains(index) {
        body(index, cell.height)
      }
    }
    visitMeasured(nodes[Int(node)].right, first: end, in: range, body)
  }

  /// Calls the body with the levels of the columns above the first item: all zero.
  private func withLevels<Result>(_ body: (UnsafeMutablePointer<Int64>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: columnCount) { levels in
      levels.initialize(repeating: 0)
      guard let first = levels.baseAddress else { preconditionFailure("a tree without columns") }
      return body(first)
    }
  }

  /// Returns the column index, the top and the height of an item; lengths are in subpixels.
  /// - Complexity: O(*c* log *n*), where *c* is the number of columns.
  func place(of index: Int) -> (column: Int, top: Int64, height: Int64) {
    withLevels { levels in
      var (node, left) = (root, index)
      while true {
        OperationCounter.step()
        let current = nodes[Int(node)]
        let before = current.before
        if left < before {
          node = current.left
          continue
        }
        if current.left >= 0 { withMap(current.left, isPiece: false) { $0.apply(to: levels) } }
        left -= before
        if left < current.own.count { break }
        left -= current.own.count
        withMap(node, isPiece: true) { $0.apply(to: levels) }
        node = current.right
      }
      return place(left, inPiece: node, levels)
    }
  }

  private func place(
    _ offset: Int, inPiece node: Int32, _ levels: UnsafeMutablePointer<Int64>
  ) -> (column: Int, top: Int64, height: Int64) {
    let first = Int(node) * capacity
    if nodes[Int(node)].isRows {
      let (row, place) = offset.quotientAndRemainder(dividingBy: columnCount)
      let column = Int(cells[first + place].column)
      let top = withMap(node, isPiece: true) { $0.base(of: levels) - $0.before[column] }
      return (column, top + Int64(row) * pitch, estimate)
    }
    for cell in cells[first..<first + offset] { levels[Int(cell.column)] += extent(cell) }
    let cell = cells[first + offset]
    return (Int(cell.column), levels[Int(cell.column)], extent(cell) - spacing)
  }

  /// Visits the items between two vertical positions, in subpixels, and perhaps others of the same pieces.
  /// - Complexity: O(*c* log *n* + *k*) if the columns are about equally long.
  func forEach(
    from: Int64, to: Int64, _ body: (_ index: Int, _ column: Int, _ top: Int64, _ height: Int64) -> Void
  ) {
    withLevels { _ = visit(root, first: 0, $0, from: from, to: to, body) }
  }

  /// Visits the items of a subtree.
  /// - Parameter levels: The levels above the subtree. Changed to the levels below it.
  /// - Returns: False if all later items lie below the range.
  private func visit(
    _ node: Int32, first: Int, _ levels: UnsafeMutablePointer<Int64>, from: Int64, to: Int64,
    _ body: (Int, Int, Int64, Int64) -> Void
  ) -> Bool {
    guard node >= 0 else { return true }
    OperationCounter.step()
    if (0..<columnCount).allSatisfy({ levels[$0] > to }) { return false }
    if skip(node, isPiece: false, levels, from) { return true }
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    let start = first + nodes[Int(node)].before
    guard visit(left, first: first, levels, from: from, to: to, body) else { return false }
    if !skip(node, isPiece: true, levels, from) {
      if nodes[Int(node)].isRows {
        visitRows(node, start, levels, from: from, to: to, body)
        withMap(node, isPiece: true) { $0.apply(to: levels) }
      } else {
        visitChunk(node, start, levels, body)
      }
    }
    return visit(right, first: start + nodes[Int(node)].own.count, levels, from: from, to: to, body)
  }

  /// Advances the levels past a piece or a subtree if it ends above the range.
  /// - Returns: Whether it ends above the range.
  private func skip(_ node: Int32, isPiece: Bool, _ levels: UnsafeMutablePointer<Int64>, _ from: Int64) -> Bool {
    withMap(node, isPiece: isPiece) { map in
      guard map.reach(from: levels) <= from else { return false }
      map.apply(to: levels)
      return true
    }
  }

  private func visitChunk(
    _ node: Int32, _ first: Int, _ levels: UnsafeMutablePointer<Int64>, _ body: (Int, Int, Int64, Int64) -> Void
  ) {
    let start = Int(node) * capacity
    for offset in 0..<nodes[Int(node)].own.count {
      let cell = cells[start + offset]
      let (column, extent) = (Int(cell.column), extent(cell))
      body(first + offset, column, levels[column], extent - spacing)
      levels[column] += extent
    }
  }

  private func visitRows(
    _ node: Int32, _ first: Int, _ levels: UnsafeMutablePointer<Int64>, from: Int64, to: Int64,
    _ body: (Int, Int, Int64, Int64) -> Void
  ) {
    let (count, order) = (nodes[Int(node)].own.count, Int(node) * capacity)
    withMap(node, isPiece: true) { map in
      let base = map.base(of: levels)
      // One row more than the base requires, because items of the row above may extend into the range.
      let row = Int(max(0, (from - base) / pitch - 1))
      for place in 0..<columnCount {
        let column = Int(cells[order + place].column)
        var (offset, top) = (row * columnCount + place, base - map.before[column] + Int64(row) * pitch)
        while offset < count, top < to {
          body(first + offset, column, top, estimate)
          offset += columnCount
          top += pitch
        }
      }
    }
  }
}
