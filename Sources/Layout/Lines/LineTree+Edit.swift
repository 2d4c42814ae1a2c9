/// Edits the items of a tree.
extension LineTree {
  /// Updates the lines after the size of an item changed: those that contain it, and those that end before it and may
  /// now include it.
  /// - Complexity: amortized O((*w* + *l*) log *n*), where *w* is the width of the tables and *l* the number of items
  ///   in a line.
  mutating func change(_ cell: Int, _ breaker: inout some LineBreaker) {
    root = changed(root, first: 0, cell, &breaker)
    finish(&breaker)
  }

  /// Replaces the items of a range by `count` others.
  /// - Parameter breaker: A breaker that already contains the new items.
  /// - Complexity: amortized O(*w* log *n* + *m*), where *w* is the width of the tables and *m* the number of measured
  ///   items inserted.
  mutating func replace(_ range: Range<Int>, with count: Int, _ breaker: inout some LineBreaker) {
    var start = range.lowerBound
    // Unmeasured items before the range are replaced too, so that they become one run with the inserted ones.
    if start > 0, let leaf = chunk(reaching: start), breaker.endOfUnmeasured(from: leaf) >= start { start = leaf }
    var (prefix, rest) = split(root, at: start)
    let (middle, suffix) = split(rest, at: range.upperBound - start)
    releaseTree(middle)
    if prefix != Self.none { prefix = changed(prefix, first: 0, start, &breaker) }
    rest = build(start..<range.lowerBound + count, &breaker)
    root = join(join(prefix, rest), suffix)
    finish(&breaker)
  }

  /// Returns the first item of the chunk that contains the item just before a position; nil if that item is in a run.
  private func chunk(reaching position: Int) -> Int? {
    var (node, first) = (root, 0)
    while node < 0, node != Self.none {
      let left = branches[Int(~node)].left
      if first + count(left) < position {
        first += count(left)
        node = branches[Int(~node)].right
      } else {
        node = left
      }
    }
    return node >= 0 && !leaves[Int(node)].isRun ? first : nil
  }

  /// Returns the subtree after updating the lines that an item may affect.
  private mutating func changed(
    _ node: Int32, first: Int, _ cell: Int, _ breaker: inout some LineBreaker
  ) -> Int32 {
    guard first <= cell, first + count(node) + reach(node) >= cell else { return node }
    Effort.step()
    guard node < 0 else { return changedLeaf(node, first: first, cell, &breaker) }
    let (left, right) = (branches[Int(~node)].left, branches[Int(~node)].right)
    let levels = (level(left), level(right))
    let newLeft = changed(left, first: first, cell, &breaker)
    let newRight = changed(right, first: first + count(newLeft), cell, &breaker)
    if (newLeft, newRight) == (left, right), levels == (level(left), level(right)) { return fill(node, left, right) }
    release(node)
    return join(newLeft, newRight)
  }

  private mutating func changedLeaf(
    _ leaf: Int32, first: Int, _ cell: Int, _ breaker: inout some LineBreaker
  ) -> Int32 {
    let (count, line, isRun) = (leaves[Int(leaf)].count, leaves[Int(leaf)].line, leaves[Int(leaf)].isRun)
    if isRun, count > chunkSize { return cutOut(of: leaf, first: first, cell, &breaker) }
    expand(leaf)
    let start = chunkStart(leaf)
    for position in 0..<min(count, cell - first + 1) {
      let cells = Int((isRun ? line : starts[start + position]).cells)
      let end = first + position + (cells > 0 ? cells : Self.longestLine + 1)
      if end >= cell { starts[start + position] = stored(first + position, &breaker) }
    }
    refreshLeaf(leaf)
    return leaf
  }

  private func stored(_ start: Int, _ breaker: inout some LineBreaker) -> Line {
    Effort.step()
    return breaker.line(from: start, atMost: Self.longestLine) ?? Line(cells: 0, height: nil)
  }

  /// Replaces the part of a long run whose lines an item may affect: by chunks, and by a run of lines too long to store
  /// if there are such lines.
  private mutating func cutOut(
    of leaf: Int32, first: Int, _ cell: Int, _ breaker: inout some LineBreaker
  ) -> Int32 {
    let (count, line) = (leaves[Int(leaf)].count, leaves[Int(leaf)].line)
    let cells = line.cells > 0 ? Int(line.cells) : Self.longestLine + 1
    var (lower, upper) = (max(0, cell - cells - first), min(count, cell - first + 1))
    if lower < Self.shortestRun { lower = 0 }
    if count - upper < Self.shortestRun { upper = count }
    release(leaf)
    var tree = lower > 0 ? makeRun(lower, line) : Self.none
    // Lines that start this far before the item remain longer than `longestLine`, whatever size the item has now.
    let long = min(upper, cell - Self.longestLine - first)
    if long > lower {
      tree = join(tree, makeRun(long - lower, Line(cells: 0, height: nil)))
      lower = long
    }
    while lower < upper {
      let chunk = makeChunk()
      for position in lower..<min(upper, lower + chunkSize) {
        let isChanged = first + position <= cell && first + position + cells >= cell
        append(isChanged ? stored(first + position, &breaker) : line, to: chunk)
      }
      refreshLeaf(chunk)
      tree = join(tree, chunk)
      lower += chunkSize
    }
    return upper < count ? join(tree, makeRun(count - upper, line)) : tree
  }

  /// Creates a tree of the items in a range.
  /// - Complexity: O(*m*), where *m* is the number of measured items.
  mutating func build(_ range: Range<Int>, _ breaker: inout some LineBreaker) -> Int32 {
    var (parts, open, position) = ([Int32](), Self.none, range.lowerBound)
    while position < range.upperBound {
      let end = breaker.endOfUnmeasured(from: position)
      // Near the end of the run, a line may have room for a measured item after the run.
      let certain = end == breaker.count ? end - Int(unmeasured.cells) + 1 : end - Int(unmeasured.cells)
      for (end, line) in [
        (certain, unmeasured), (end - Self.longestLine, Line(cells: 0, height: nil)),
      ] where min(end, range.upperBound) - position >= Self.shortestRun {
        parts.append(makeRun(min(end, range.upperBound) - position, line))
        position = min(end, range.upperBound)
        open = Self.none
      }
      for cell in position..<max(position, min(range.upperBound, max(end, position + 1))) {
        if open == Self.none || leaves[Int(open)].count == chunkSize {
          open = makeChunk()
          parts.append(open)
        }
        append(stored(cell, &breaker), to: open)
        position = cell + 1
      }
    }
    for part in parts { refreshLeaf(part) }
    return tree(of: parts[...])
  }
}
