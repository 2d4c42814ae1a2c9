/// Computes and stores the sums over lines, for any offset of the first line.
extension LineTree {
  /// Returns the sums over the lines of a subtree, the first of which starts `offset` items after the subtree's start.
  /// Unknown if no table has that entry.
  /// - Complexity: O(1); in a leaf O(*l*), where *l* is the number of its words.
  @inline(__always)
  func sums(_ node: Int32, from offset: Int) -> LineSums {
    let count = nodes[Int(node)].count
    guard offset < count else { return .passing(offset - count) }
    if offset < width, let stored = stored(node, offset) { return stored }
    return isLeaf(node) ? sums(ofLeaf: node, from: offset) : .unknown
  }

  /// Returns the entry of a node for an offset; nil if it was not computed yet.
  @inline(__always)
  func stored(_ node: Int32, _ offset: Int) -> LineSums? {
    if nodes[Int(node)].offset == offset { return nodes[Int(node)].sums }
    let table = Int(nodes[Int(node)].table)
    guard table >= 0, computed[table][offset >> 6] & (1 << UInt64(offset & 63)) != 0 else { return nil }
    return tables[table * width + offset]
  }

  /// Stores the entry of a node for an offset: that of a leaf and the first of a branch in the node itself, all others
  /// in the table of the branch.
  @inline(__always)
  private mutating func store(_ sums: LineSums, _ node: Int32, _ offset: Int) {
    if nodes[Int(node)].offset < 0 || isLeaf(node) {
      (nodes[Int(node)].offset, nodes[Int(node)].sums) = (Int32(truncatingIfNeeded: offset), sums)
      return
    }
    if nodes[Int(node)].table < 0 { nodes[Int(node)].table = makeTable() }
    let table = Int(nodes[Int(node)].table)
    tables[table * width + offset] = sums
    computed[table][offset >> 6] |= 1 << UInt64(offset & 63)
  }

  /// Adds up the lines of a leaf, the first of which starts at `offset`.
  func sums(ofLeaf leaf: Int32, from offset: Int) -> LineSums {
    let range = wordRange(of: leaf)
    return words.withUnsafeBufferPointer { source in
      // The offset is relative to the piece that is read next.
      var (sums, word, offset) = (LineSums(), range.lowerBound, offset)
      while word < range.upperBound {
        let piece = LineWords.Piece(at: word, first: 0, source)
        word = piece.wordEnd
        let count = piece.items.upperBound
        if piece.isRun {
          guard offset < count else {
            offset -= count
            continue
          }
          let line = piece.line(0, source)
          if line.cells == 0 { return .unknown }
          let number = Self.quotient(count - offset, Int(line.cells))
          sums.add(line, number: number)
          offset += number * Int(line.cells)
        } else {
          while offset < count {
            let line = piece.line(offset, source)
            if line.cells == 0 { return .unknown }
            sums.add(line)
            offset += Int(line.cells)
          }
        }
        offset -= count
      }
      sums.exit = Int32(clamping: offset)
      return sums
    }
  }

  /// Returns the number of lines of `cells` items that start in a run of `items` items. The last may end after it.
  @inline(__always)
  static func quotient(_ items: Int, _ cells: Int) -> Int {
    if items <= cells { return 1 }
    let items = items + cells - 1
    // Processors divide short numbers faster.
    guard items <= Int(UInt32.max) else { return items / cells }
    return Int(UInt32(truncatingIfNeeded: items) / UInt32(truncatingIfNeeded: cells))
  }

  /// Recomputes the count and the reach of a branch, and empties its table.
  mutating func refresh(_ node: Int32) {
    OperationCounter.step()
    let index = Int(node)
    // One access to the array, which is checked, instead of several.
    var branch = nodes[index]
    let rightCount = count(branch.right)
    branch.count = count(branch.left) + rightCount
    branch.reach = Int32(clamping: max(reach(branch.right), reach(branch.left) - rightCount))
    branch.offset = -1
    nodes[index] = branch
    if branch.table >= 0 { computed[Int(branch.table)] = SIMD4() }
  }

  /// Refreshes the branches that contain the first leaf of a subtree, after that leaf has changed.
  mutating func refreshStart(of node: Int32) {
    guard !isLeaf(node) else { return }
    refreshStart(of: nodes[Int(node)].left)
    refresh(node)
  }

  /// Returns the entry of a subtree for an offset. Computes and stores it if the table does not have it yet.
  /// - Complexity: O(1) if the table has the entry; otherwise O(*k*), where *k* is the number of missing entries in the
  ///   subtree.
  private mutating func entry(_ node: Int32, from offset: Int) -> LineSums {
    guard offset < min(width, nodes[Int(node)].count) else { return sums(node, from: offset) }
    if let stored = stored(node, offset) { return stored }
    OperationCounter.step()
    var sums: LineSums
    if isLeaf(node) {
      sums = self.sums(ofLeaf: node, from: offset)
    } else {
      sums = entry(nodes[Int(node)].left, from: offset)
      if sums.isKnown { sums.follow(entry(nodes[Int(node)].right, from: Int(sums.exit))) }
    }
    store(sums, node, offset)
    return sums
  }

  /// Returns the same as ``exactSums(_:first:from:_:)``, and stores all entries that the result needs.
  mutating func computeSums(
    _ node: Int32, first: Int, from offset: Int, _ breaker: inout some LineBreaker
  ) -> LineSums {
    let known = entry(node, from: offset)
    if known.isKnown { return known }
    guard !isLeaf(node) else { return exactSums(node, first: first, from: offset, &breaker) }
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    var sums = computeSums(left, first: first, from: offset, &breaker)
    sums.add(computeSums(right, first: first + count(left), from: Int(sums.exit), &breaker))
    return sums
  }

  /// Returns the same as ``sums(_:from:)``, but never unknown sums: lines that no table has are computed with the
  /// breaker.
  /// - Parameter first: The position of the first item of the subtree.
  func exactSums(
    _ node: Int32, first: Int, from offset: Int, _ breaker: inout some LineBreaker
  ) -> LineSums {
    let known = sums(node, from: offset)
    if known.isKnown { return known }
    OperationCounter.step()
    if !isLeaf(node) {
      let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
      var sums = exactSums(left, first: first, from: offset, &breaker)
      sums.add(exactSums(right, first: first + count(left), from: Int(sums.exit), &breaker))
      return sums
    }
    var (sums, next) = (LineSums(), offset)
    _ = forEachLine(of: node, first: first, from: &next, &breaker) { number, line in
      sums.add(line, number: number)
      return true
    }
    sums.exit = Int32(clamping: next - nodes[Int(node)].count)
    return sums
  }
}
