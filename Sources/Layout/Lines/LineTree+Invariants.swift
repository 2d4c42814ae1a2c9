/// Checks invariants, for tests.
extension LineTree {
  /// Traps if counts, levels, tables or lines are wrong.
  /// - Parameter guess: The height of a line in which nothing is measured.
  /// - Complexity: O(*n* · *l*), where *l* is the number of items in a line.
  func checkInvariants(_ breaker: some LineBreaker, guess: Int64? = nil) {
    var breaker = breaker
    precondition(count == breaker.count, "\(count) cells in lines of \(breaker.count)")
    guard root != Self.none else { return }
    check(root, first: 0, &breaker, Line(cells: 0, height: guess).height)
    precondition(root >= 0 || stored(Int(~root), 0) != nil, "the sums over all lines are not computed")
  }

  private func check(_ node: Int32, first: Int, _ breaker: inout some LineBreaker, _ guess: Int32) {
    guard node < 0 else { return checkLeaf(node, first: first, &breaker, guess) }
    let branch = branches[Int(~node)]
    check(branch.left, first: first, &breaker, guess)
    check(branch.right, first: first + count(branch.left), &breaker, guess)
    precondition(branch.count == count(branch.left) + count(branch.right), "a branch of \(branch.count) cells")
    precondition(abs(level(branch.left) - level(branch.right)) < 2, "a branch leans to one side")
    let level = 1 + max(level(branch.left), level(branch.right))
    precondition(branch.level == level, "a branch at level \(branch.level), not \(level)")
    let reach = max(reach(branch.right), reach(branch.left) - count(branch.right))
    precondition(Int(branch.reach) == reach, "a branch reaches \(branch.reach) cells, not \(reach)")
    for offset in 0..<width {
      guard let stored = stored(Int(~node), offset) else { continue }
      var expected = sums(branch.left, from: offset)
      if expected.isKnown { expected.follow(sums(branch.right, from: Int(expected.exit))) }
      precondition(stored == expected, "a table holds \(stored) from \(offset), not \(expected)")
    }
  }

  private func checkLeaf(_ node: Int32, first: Int, _ breaker: inout some LineBreaker, _ guess: Int32) {
    let (leaf, range) = (leaves[Int(node)], wordRange(of: node))
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
        guard stored.cells > 0, var expected = breaker.line(from: first + position, atMost: .max) else { continue }
        if stored.height < 0, expected.height == guess { expected.height = -1 }
        precondition(stored == expected, "cell \(first + position) starts \(stored), not \(expected)")
      }
      (word, start) = (piece.wordEnd, piece.items.upperBound)
    }
    for offset in 0..<(isFixed ? width : 0) {
      let (stored, expected) = (leafTables[Int(node) * width + offset], sums(ofLeaf: node, from: offset))
      precondition(stored == expected, "a leaf holds \(stored) from \(offset), not \(expected)")
    }
    precondition(word == range.upperBound, "a leaf ends in the middle of a piece")
    precondition(start == leaf.count, "a leaf of \(start) cells is stored as one of \(leaf.count)")
    precondition(Int32(clamping: end - start) == leaf.reach, "a leaf reaches \(leaf.reach) cells, not \(end - start)")
  }
}
