/// Edits the items of a tree.
extension LineTree {
  /// Updates the lines after the size of an item changed: those that contain it, and those that end before it and may
  /// now include it.
  /// - Complexity: amortized O((*w* + *l*) log *n*), where *w* is the width of the tables and *l* the number of items
  ///   in a line.
  mutating func change(_ cell: Int, _ breaker: inout some LineBreaker) {
    spareWindow.removeAll()
    swap(&breaker.window, &spareWindow)
    root = changed(root, first: 0, cell, &breaker)
    finish(&breaker)
    swap(&breaker.window, &spareWindow)
  }

  /// Replaces the items of a range by `count` others.
  /// - Parameter breaker: A breaker that already contains the new items.
  /// - Complexity: amortized O(*w* log *n* + *m*), where *w* is the width of the tables and *m* the number of measured
  ///   items inserted.
  mutating func replace(_ range: Range<Int>, with count: Int, _ breaker: inout some LineBreaker) {
    let start = range.lowerBound
    var (prefix, rest) = split(root, at: start)
    let (middle, suffix) = split(rest, at: range.count)
    releaseTree(middle)
    if prefix != Self.none { prefix = changed(prefix, first: 0, start, &breaker) }
    rest = build(start..<start + count, &breaker)
    if prefix != Self.none || !prepend(rest, to: suffix) { root = join(join(prefix, rest), suffix) }
    finish(&breaker)
  }

  /// Moves the items of a leaf to the first leaf of `tree`, if that has space for them, and makes `tree` the root.
  /// Insertions at the front are frequent, and this takes a fraction of the time of a join.
  /// - Returns: False if nothing was moved.
  /// - Complexity: O(log *n*)
  private mutating func prepend(_ leaf: Int32, to tree: Int32) -> Bool {
    guard leaf != Self.none, isLeaf(leaf), tree != Self.none else { return false }
    var first = tree
    while !isLeaf(first) { first = nodes[Int(first)].left }
    guard melt(leaf, first, into: first) else { return false }
    root = tree
    refreshStart(of: tree)
    return true
  }

  /// Updates the lines of a subtree that a changed item may affect, and returns the new root of the subtree. The item
  /// is at or after the start of the subtree.
  private mutating func changed(
    _ node: Int32, first: Int, _ cell: Int, _ breaker: inout some LineBreaker
  ) -> Int32 {
    OperationCounter.step()
    guard !isLeaf(node) else { return changedLeaf(node, first: first, cell, &breaker) }
    let branch = (left: nodes[Int(node)].left, right: nodes[Int(node)].right)
    var (left, right, isSame) = (branch.left, branch.right, true)
    let middle = first + count(left)
    if middle + reach(left) >= cell {
      let before = level(left)
      left = changed(left, first: first, cell, &breaker)
      isSame = left == branch.left && level(left) == before
    }
    if middle <= cell, middle + count(right) + reach(right) >= cell {
      let before = level(right)
      right = changed(right, first: middle, cell, &breaker)
      isSame = isSame && right == branch.right && level(right) == before
    }
    if isSame {
      refresh(node)
      return node
    }
    release(node)
    return join(left, right)
  }

  private mutating func changedLeaf(
    _ leaf: Int32, first: Int, _ cell: Int, _ breaker: inout some LineBreaker
  ) -> Int32 {
    let (range, target) = (wordRange(of: leaf), cell - first)
    var change = Change()
    swap(&change.new, &spareWords)
    change.new.removeAll()
    words.withUnsafeBufferPointer { source in
      var (word, start) = (range.lowerBound, 0)
      var piece = LineWords.Piece(at: word, first: start, source)
      // The lines of these pieces end before the item.
      while piece.items.upperBound + Self.longestReach(piece, source) <= target, piece.wordEnd < range.upperBound {
        (word, start) = (piece.wordEnd, piece.items.upperBound)
        piece = LineWords.Piece(at: word, first: start, source)
      }
      change.new.append(range.lowerBound..<word, of: source)
      while start <= target, word < range.upperBound {
        let piece = LineWords.Piece(at: word, first: start, source)
        change.rewrite(piece, first: first, target, &breaker, source)
        (word, start) = (piece.wordEnd, piece.items.upperBound)
      }
      change.new.append(word..<range.upperBound, of: source)
    }
    (longest, longestSpan) = (max(longest, change.longest), max(longestSpan, change.longestSpan))
    let tree = store(change, in: leaf)
    swap(&change.new, &spareWords)
    return tree
  }

  /// Returns an upper bound for the `span(_:)` of every line in a piece.
  private static func longestReach(_ piece: LineWords.Piece, _ source: UnsafeBufferPointer<Int64>) -> Int {
    piece.isRun ? span(piece.line(piece.items.lowerBound, source)) : longestLine + 1
  }

  /// The lines of a leaf after a change.
  private struct Change {
    var new = LineWords()
    /// The range of words in `new` from the first to the last line that was computed.
    var changed = 0..<0
    /// The number of items in the longest line that was computed.
    var longest = 0
    /// The largest span of a line that was computed; see ``LineTree/span(_:)``.
    var longestSpan = 0

    /// Appends the lines of a piece, and computes those that an item may affect.
    mutating func rewrite(
      _ piece: LineWords.Piece, first: Int, _ target: Int, _ breaker: inout some LineBreaker,
      _ source: UnsafeBufferPointer<Int64>
    ) {
      let upper = min(piece.items.upperBound, target + 1)
      var lower = min(upper, max(piece.items.lowerBound, target - LineTree.longestReach(piece, source)))
      func isChanged(_ item: Int) -> Bool { item + LineTree.span(piece.line(item, source)) >= target }
      while lower < upper, !isChanged(lower) { lower += 1 }
      new.append(piece.items.lowerBound..<lower, of: piece, source)
      if changed.isEmpty { changed = new.count..<new.count }
      // Lines that start this far before the item remain longer than `longestLine`, whatever size the item has now.
      if piece.isRun, min(upper, target - LineTree.longestLine) > lower {
        let long = min(upper, target - LineTree.longestLine)
        new.append(Line(cells: 0, height: nil), count: long - lower)
        lower = long
      }
      for item in lower..<upper {
        guard isChanged(item) else {
          new.append(piece.line(item, source))
          continue
        }
        let line = LineTree.stored(first + item, &breaker)
        (longest, longestSpan) = (max(longest, Int(line.cells)), max(longestSpan, LineTree.span(line)))
        new.append(line)
      }
      changed = changed.lowerBound..<max(changed.lowerBound, new.count)
      new.append(upper..<piece.items.upperBound, of: piece, source)
    }
  }

  private static func stored(_ start: Int, _ breaker: inout some LineBreaker) -> Line {
    OperationCounter.step()
    return breaker.line(from: start, atMost: longestLine) ?? Line(cells: 0, height: nil)
  }

  /// Stores the lines of a leaf after a change.
  /// - Returns: The leaf, or a tree of several leaves if the lines do not fit into one.
  private mutating func store(_ change: Change, in leaf: Int32) -> Int32 {
    let count = change.new.count
    if count <= capacity {
      write(change.new, to: leaf)
      return leaf
    }
    release(leaf)
    // If items are measured in order, the change is at an end of the leaf. Then the leaf is cut there, so that leaves
    // stay full instead of half full.
    let (before, after) = (change.changed.lowerBound, count - change.changed.upperBound)
    var maker = LeafMaker(limit: after < 3 ? capacity : before > 0 && before < 3 ? before : count / 2)
    change.new.words.withUnsafeBufferPointer { add(0..<count, of: $0, to: &maker) }
    return tree(of: close(&maker)[...])
  }

  /// Creates a tree of the items in a range.
  /// - Complexity: O(*m*), where *m* is the number of measured items.
  mutating func build(_ range: Range<Int>, _ breaker: inout some LineBreaker) -> Int32 {
    var (maker, position) = (LeafMaker(limit: capacity), range.lowerBound)
    func add(until end: Int, _ line: Line, _ tree: inout LineTree) {
      let end = min(end, range.upperBound)
      guard end > position else { return }
      tree.add(line, count: end - position, to: &maker)
      position = end
    }
    while position < range.upperBound {
      let end = breaker.endOfUnmeasured(from: position)
      // Near the end of the run, a line may have room for a measured item after the run.
      add(until: end - Int(unmeasured.cells) + (end == breaker.count ? 1 : 0), unmeasured, &self)
      add(until: end - Self.longestLine, Line(cells: 0, height: nil), &self)
      let stop = min(range.upperBound, max(end, position + 1))
      while position < stop {
        let line = Self.stored(position, &breaker)
        (longest, longestSpan) = (max(longest, Int(line.cells)), max(longestSpan, Self.span(line)))
        add(until: position + 1, line, &self)
      }
    }
    return tree(of: close(&maker)[...])
  }
}
