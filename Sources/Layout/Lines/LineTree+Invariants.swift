/// Checks invariants, for tests.
extension LineTree {
  /// Traps if counts, levels, tables or lines are wrong.
  /// - Complexity: O(*n* · *l*), where *l* is the number of items in a line.
  func checkInvariants(_ breaker: some LineBreaker) {
    var breaker = breaker
    precondition(count == breaker.count, "\(count) cells in lines of \(breaker.count)")
    guard root != Self.none else { return }
    check(root, first: 0, &breaker)
    precondition(stored(root, 0) != nil, "the sums over all lines are not computed")
  }

  private func check(_ node: Int32, first: Int, _ breaker: inout some LineBreaker) {
    for offset in 0..<width {
      guard let stored = stored(node, offset) else { continue }
      precondition(stored == summed(node, offset), "a table holds \(stored) from \(offset)")
    }
    guard !isLeaf(node) else { return checkLeaf(node, first: first, &breaker) }
    let branch = nodes[Int(node)]
    check(branch.left, first: first, &breaker)
    check(branch.right, first: first + count(branch.left), &breaker)
    precondition(branch.count == count(branch.left) + count(branch.right), "a branch of \(branch.count) cells")
    precondition(abs(level(branch.left) - level(branch.right)) < 2, "a branch leans to one side")
    let level = 1 + max(level(branch.left), level(branch.right))
    precondition(branch.level == level, "a branch at level \(branch.level), not \(level)")
    let reach = max(reach(branch.right), reach(branch.left) - count(branch.right))
    precondition(Int(branch.reach) == reach, "a branch reaches \(branch.reach) cells, not \(reach)")
  }

  /// Returns the sums over a subtree from those over its subtrees or lines.
  private func summed(_ node: Int32, _ offset: Int) -> LineSums {
    if isLeaf(node) { return sums(ofLeaf: node, from: offset) }
    var sums = sums(nodes[Int(node)].left, from: offset)
    if sums.isKnown { sums.follow(self.sums(nodes[Int(node)].right, from: Int(sums.exit))) }
    return sums
  }

  private func checkLeaf(_ node: Int32, first: Int, _ breaker: inout some LineBreaker) {
    let (leaf, range) = (nodes[Int(node)], wordRange(of: node))
    precondition(leaf.count > 0, "an empty leaf")
    precondition(leaf.used <= capacity, "\(leaf.used) words in a leaf")
    var (word, start, end) = (range.lowerBound, 0, 0)
    while word < range.upperBound {
      let piece = words.withUnsafeBufferPointer { LineWords.Piece(at: word, first: start, $0) }
      precondition(!piece.items.isEmpty, "an empty piece")
      let line = { item in words.withUnsafeBufferPointer { piece.line(item, $0) } }
      end = max(end, piece.items.upperBound - 1 + Self.span(line(piece.items.upperBound - 1)))
      for position in stride(from: start, to: piece.items.upperBound, by: piece.isRun ? 1 + piece.items.count / 100 : 1)
      {
        let stored = line(position)
        end = max(end, position + Self.span(stored))
        guard stored.cells > 0, let expected = breaker.line(from: first + position, atMost: .max) else { continue }
        precondition(stored == expected, "cell \(first + position) starts \(stored), not \(expected)")
      }
      (word, start) = (piece.wordEnd, piece.items.upperBound)
    }
    precondition(word == range.upperBound, "a leaf ends in the middle of a piece")
    precondition(start == leaf.count, "a leaf of \(start) cells is stored as one of \(leaf.count)")
    precondition(Int32(clamping: end - start) == leaf.reach, "a leaf reaches \(leaf.reach) cells, not \(end - start)")
  }
}
