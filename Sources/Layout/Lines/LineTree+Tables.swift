/// Computes and stores the sums over lines, for any offset of the first line.
extension LineTree {
  /// Returns the sums over the lines of a subtree, the first of which starts `offset` items after the subtree's start.
  /// Unknown if no table has that entry.
  /// - Complexity: O(1); in a chunk O(*l*), where *l* is the number of its lines.
  @inline(__always)
  func sums(_ node: Int32, from offset: Int) -> LineSums {
    if node < 0 {
      if offset < width { return stored(Int(~node), offset) ?? .unknown }
      let count = branches[Int(~node)].count
      return offset < count ? .unknown : .passing(offset - count)
    }
    let leaf = leaves[Int(node)]
    guard offset < leaf.count else { return .passing(offset - leaf.count) }
    return leaf.isRun ? sums(ofRun: leaf, from: offset) : sums(ofChunk: node, from: offset)
  }

  /// Returns the entry of a branch for an offset; nil if it was not computed yet.
  @inline(__always)
  func stored(_ branch: Int, _ offset: Int) -> LineSums? {
    if branches[branch].offset == offset { return branches[branch].sums }
    let table = Int(branches[branch].table)
    guard table >= 0, computed[table][offset >> 6] & (1 << UInt64(offset & 63)) != 0 else { return nil }
    return tables[table * width + offset]
  }

  /// Stores the entry of a branch for an offset: the first entry in the branch itself, all others in its table.
  @inline(__always)
  private mutating func store(_ sums: LineSums, _ branch: Int, _ offset: Int) {
    if branches[branch].offset < 0 {
      (branches[branch].offset, branches[branch].sums) = (Int32(truncatingIfNeeded: offset), sums)
      return
    }
    if branches[branch].table < 0 { makeTable(Int32(branch)) }
    let table = Int(branches[branch].table)
    tables[table * width + offset] = sums
    computed[table][offset >> 6] |= 1 << UInt64(offset & 63)
  }

  private func sums(ofRun leaf: Leaf, from offset: Int) -> LineSums {
    let cells = Int(leaf.line.cells)
    guard cells > 0 else { return .unknown }
    let lines = (leaf.count - offset + cells - 1) / cells
    var sums = LineSums()
    sums.add(leaf.line, number: lines)
    sums.exit = Int32(clamping: offset + lines * cells - leaf.count)
    return sums
  }

  private func sums(ofChunk node: Int32, from offset: Int) -> LineSums {
    let (first, count) = (chunkStart(node), leaves[Int(node)].count)
    return starts.withUnsafeBufferPointer { starts in
      Self.sums(of: UnsafeBufferPointer(rebasing: starts[first..<first + count]), from: offset)
    }
  }

  /// Returns the sums over the lines of a chunk, the first of which starts at `offset`.
  @inline(__always)
  private static func sums(of chunk: UnsafeBufferPointer<Line>, from offset: Int) -> LineSums {
    var (sums, position) = (LineSums(), offset)
    while position < chunk.count {
      let line = chunk[position]
      if line.cells == 0 { return .unknown }
      sums.add(line)
      position += Int(line.cells)
    }
    sums.exit = Int32(truncatingIfNeeded: position - chunk.count)
    return sums
  }

  /// Computes the count and the reach of a branch again and empties its table.
  ///
  /// If all lines have the same number of items, the table is filled again at once. An insertion shifts every later
  /// line for good then, so the next insertion would need other entries of all later tables anyway.
  mutating func refresh(_ node: Int32) {
    Effort.step()
    let branch = Int(~node)
    let (left, right) = (branches[branch].left, branches[branch].right)
    branches[branch].count = count(left) + count(right)
    branches[branch].reach = Int32(clamping: max(reach(right), reach(left) - count(right)))
    branches[branch].offset = -1
    if branches[branch].table >= 0 { computed[Int(branches[branch].table)] = SIMD4() }
    if isFixed { completeTable(branch, left, right) }
  }

  /// Computes all entries of a branch, if all lines have the same number of items. No line is longer than a table then.
  private mutating func completeTable(_ branch: Int, _ left: Int32, _ right: Int32) {
    let table = Int(branches[branch].table)
    func start(_ node: Int32) -> Int? { node < 0 ? Int(branches[Int(~node)].table) * width : nil }
    let (own, first, second) = (table * width, start(left), start(right))
    for offset in 0..<width {
      var sums = first.map { tables[$0 + offset] } ?? sums(left, from: offset)
      let exit = Int(sums.exit)
      sums.follow(second.map { tables[$0 + exit] } ?? self.sums(right, from: exit))
      tables[own + offset] = sums
    }
    computed[table] = SIMD4(repeating: .max)
  }

  /// Returns the same as ``sums(_:from:)``, and stores the entry if the table does not have it yet.
  /// - Complexity: O(1) if the table has the entry; otherwise O(*k*), where *k* is the number of missing entries in the
  ///   subtree.
  private mutating func entry(_ node: Int32, from offset: Int) -> LineSums {
    guard node < 0, offset < width else { return sums(node, from: offset) }
    let branch = Int(~node)
    if let stored = stored(branch, offset) { return stored }
    Effort.step()
    let (left, right) = (branches[branch].left, branches[branch].right)
    var sums = entry(left, from: offset)
    if sums.isKnown { sums.follow(entry(right, from: Int(sums.exit))) }
    store(sums, branch, offset)
    return sums
  }

  /// Returns the same as ``exactSums(_:first:from:_:)``, and stores all entries that the result needs.
  @discardableResult
  mutating func settle(
    _ node: Int32, first: Int, from offset: Int, _ breaker: inout some LineBreaker
  ) -> LineSums {
    let known = entry(node, from: offset)
    if known.isKnown { return known }
    guard node < 0 else { return exactSums(node, first: first, from: offset, &breaker) }
    let (left, right) = (branches[Int(~node)].left, branches[Int(~node)].right)
    var sums = settle(left, first: first, from: offset, &breaker)
    sums.add(settle(right, first: first + count(left), from: Int(sums.exit), &breaker))
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
    Effort.step()
    if node < 0 {
      let (left, right) = (branches[Int(~node)].left, branches[Int(~node)].right)
      var sums = exactSums(left, first: first, from: offset, &breaker)
      sums.add(exactSums(right, first: first + count(left), from: Int(sums.exit), &breaker))
      return sums
    }
    var (sums, position) = (LineSums(), offset)
    while position < leaves[Int(node)].count {
      let line = line(of: node, at: position, first: first, &breaker)
      sums.add(line)
      position += Int(line.cells)
    }
    sums.exit = Int32(clamping: position - leaves[Int(node)].count)
    return sums
  }

  /// Returns the line that starts with an item of a leaf; a line that is too long to be stored is computed with the
  /// breaker.
  /// - Parameters:
  ///   - position: The position of the item in the leaf.
  ///   - first: The position of the leaf's first item.
  @inline(__always)
  func line(of leaf: Int32, at position: Int, first: Int, _ breaker: inout some LineBreaker) -> Line {
    let stored = leaves[Int(leaf)].isRun ? leaves[Int(leaf)].line : starts[chunkStart(leaf) + position]
    guard stored.cells == 0 else { return stored }
    Effort.step()
    return breaker.line(from: first + position, atMost: .max) ?? stored
  }
}
