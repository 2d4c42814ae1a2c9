/// Splits and joins trees.
extension LineTree {
  /// Joins two trees; all items of `a` precede those of `b`. The last leaf of `a` and the first leaf of `b` may become
  /// one, if that has space for the items of both.
  /// - Complexity: O(log *n*)
  mutating func join(_ a: Int32, _ b: Int32) -> Int32 {
    guard a != Self.none, b != Self.none else { return a == Self.none ? b : a }
    if isLeaf(a), isLeaf(b) { return melt(a, b, into: a) ? a : makeBranch(a, b) }
    let difference = level(a) - level(b)
    // If one tree is a leaf, the join descends to the neighbouring leaf of the other, which may have room for both.
    if difference > 1 || isLeaf(b) {
      let (left, right) = children(a)
      return balance(a, left, join(right, b))
    }
    if difference < -1 || isLeaf(a) {
      let (left, right) = children(b)
      return balance(b, join(a, left), right)
    }
    return makeBranch(a, b)
  }

  private func children(_ node: Int32) -> (left: Int32, right: Int32) {
    (nodes[Int(node)].left, nodes[Int(node)].right)
  }

  /// Gives a branch two subtrees whose levels differ by at most two, restores the balance, and returns the new root.
  mutating func balance(_ node: Int32, _ left: Int32, _ right: Int32) -> Int32 {
    let difference = level(left) - level(right)
    if difference > 1 {
      let (outer, inner) = children(left)
      guard level(inner) > level(outer) else { return fill(left, outer, fill(node, inner, right)) }
      let (first, second) = children(inner)
      return fill(inner, fill(left, outer, first), fill(node, second, right))
    }
    if difference < -1 {
      let (inner, outer) = children(right)
      guard level(inner) > level(outer) else { return fill(right, fill(node, left, inner), outer) }
      let (first, second) = children(inner)
      return fill(inner, fill(node, left, first), fill(right, second, outer))
    }
    return fill(node, left, right)
  }

  /// Moves the items of two leaves, first those of `a`, to `leaf`, if one leaf has space for both.
  /// - Returns: False if nothing was moved.
  mutating func melt(_ a: Int32, _ b: Int32, into leaf: Int32) -> Bool {
    guard Int(nodes[Int(a)].used + nodes[Int(b)].used) <= capacity else { return false }
    var new = LineWords()
    swap(&new, &spareWords)
    new.removeAll()
    words.withUnsafeBufferPointer { source in
      new.append(wordRange(of: a), of: source)
      new.append(wordRange(of: b), of: source)
    }
    write(new, to: leaf)
    swap(&new, &spareWords)
    release(leaf == a ? b : a)
    return true
  }

  /// Splits a tree into a tree of the items before `position` and one of the others.
  /// - Complexity: O(log *n*)
  mutating func split(_ node: Int32, at position: Int) -> (Int32, Int32) {
    if position <= 0 { return (Self.none, node) }
    if position >= count(node) { return (node, Self.none) }
    guard !isLeaf(node) else { return (node, cutLeaf(node, at: position)) }
    let (left, right) = children(node)
    release(node)
    let before = count(left)
    if position < before {
      let (a, b) = split(left, at: position)
      return (a, join(b, right))
    }
    let (a, b) = split(right, at: position - before)
    return (join(left, a), b)
  }

  /// Moves the items of a leaf that start at `position` to a new leaf.
  private mutating func cutLeaf(_ leaf: Int32, at position: Int) -> Int32 {
    let range = wordRange(of: leaf)
    var (head, tail) = (LineWords(), LineWords())
    words.withUnsafeBufferPointer { source in
      var piece = LineWords.Piece(at: range.lowerBound, first: 0, source)
      while piece.items.upperBound <= position {
        piece = LineWords.Piece(at: piece.wordEnd, first: piece.items.upperBound, source)
      }
      head.append(range.lowerBound..<piece.word, of: source)
      head.append(piece.items.lowerBound..<position, of: piece, source)
      tail.append(position..<piece.items.upperBound, of: piece, source)
      tail.append(piece.wordEnd..<range.upperBound, of: source)
    }
    write(head, to: leaf)
    let new = makeLeaf()
    write(tail, to: new)
    return new
  }

  /// Creates a balanced tree of the given leaves.
  /// - Complexity: O(*k*), where *k* is the number of leaves.
  mutating func tree(of parts: ArraySlice<Int32>) -> Int32 {
    guard parts.count > 1 else { return parts.first ?? Self.none }
    let middle = parts.startIndex + parts.count / 2
    let left = tree(of: parts[..<middle])
    let right = tree(of: parts[middle...])
    return makeBranch(left, right)
  }
}
