/// Splits and joins trees.
extension RunTree {
  /// Joins two trees without changing chunks; all elements of `a` precede those of `b`.
  /// - Complexity: O(log *n*)
  mutating func merge(_ a: Int32, _ b: Int32) -> Int32 {
    if a < 0 { return b }
    if b < 0 { return a }
    if nodes[Int(a)].priority >= nodes[Int(b)].priority {
      let right = merge(nodes[Int(a)].right, b)
      nodes[Int(a)].right = right
      refresh(a)
      return a
    }
    let left = merge(a, nodes[Int(b)].left)
    nodes[Int(b)].left = left
    refresh(b)
    return b
  }

  /// Joins two trees, and makes one chunk of the two at the seam if they fit into one. So chunks stay half full on
  /// average, however often the tree is split.
  /// - Complexity: O(log *n*)
  mutating func join(_ a: Int32, _ b: Int32) -> Int32 {
    guard a >= 0, b >= 0 else { return a < 0 ? b : a }
    let (last, first) = (rightmost(a), leftmost(b))
    guard nodes[Int(last)].used + nodes[Int(first)].used <= Self.capacity else { return merge(a, b) }
    let (head, rest) = split(b, at: nodes[Int(first)].own.count)
    var position = Int(head) * Self.capacity
    let end = position + Int(nodes[Int(head)].used)
    while position < end { extendChunk(last, with: nextRun(&position)) }
    release(head)
    refreshRightSpine(a)
    return merge(a, rest)
  }

  /// Splits a tree into a tree of the elements before `position` and one of the others.
  /// - Complexity: O(log *n*)
  mutating func split(_ tree: Int32, at position: Int) -> (Int32, Int32) {
    let end = chunkEnd(in: tree, at: position)
    let (a, b) = divide(tree, at: end)
    guard end > position else { return (a, b) }
    // The chunk that contains the position is now the last one of `a`.
    let last = rightmost(a)
    let tail = cutChunk(last, at: nodes[Int(last)].own.count - (end - position))
    refreshRightSpine(a)
    return (a, merge(tail, b))
  }

  /// Returns the end of the chunk that contains the elements on both sides of `position`; `position` itself if it lies
  /// between two chunks.
  private func chunkEnd(in tree: Int32, at position: Int) -> Int {
    var (node, before) = (tree, 0)
    while node >= 0 {
      let start = before + sums(nodes[Int(node)].left).count
      let end = start + nodes[Int(node)].own.count
      if position <= start {
        node = nodes[Int(node)].left
      } else if position < end {
        return end
      } else {
        before = end
        node = nodes[Int(node)].right
      }
    }
    return position
  }

  /// Splits a tree at a position between two chunks.
  private mutating func divide(_ node: Int32, at position: Int) -> (Int32, Int32) {
    if position <= 0 { return (Self.none, node) }
    if position >= sums(node).count { return (node, Self.none) }
    let before = sums(nodes[Int(node)].left).count
    if position <= before {
      let (a, b) = divide(nodes[Int(node)].left, at: position)
      nodes[Int(node)].left = b
      refresh(node)
      return (a, node)
    }
    let (a, b) = divide(nodes[Int(node)].right, at: position - before - nodes[Int(node)].own.count)
    nodes[Int(node)].right = a
    refresh(node)
    return (node, b)
  }

  /// Moves the elements of a chunk from `offset` on to a new node.
  private mutating func cutChunk(_ node: Int32, at offset: Int) -> Int32 {
    let start = Int(node) * Self.capacity
    let end = start + Int(nodes[Int(node)].used)
    var (position, left, tail) = (start, offset, [Run]())
    var kept = start
    while position < end {
      var run = nextRun(&position)
      if left >= run.count {
        left -= Int(run.count)
        kept = position
        continue
      }
      run.count -= Int32(left)
      tail.append(run)
      if left > 0 { write(Run(count: Int32(left), extent: run.extent), at: &kept) }
      left = 0
    }
    nodes[Int(node)].used = Int32(kept - start)
    refreshChunk(node)
    return makeNode(tail)
  }

  /// Appends a run to a chunk that has room for it, without updating the sums of the subtree.
  private mutating func extendChunk(_ node: Int32, with run: Run) {
    let start = Int(node) * Self.capacity
    var end = start + Int(nodes[Int(node)].used)
    nodes[Int(node)].own.add(run)
    if end > start {
      // A word below -1 is the negated count of a run whose extent is the word after it.
      let isPair = end - start > 1 && words[end - 2] < -1
      var last = Run(count: isPair ? -words[end - 2] : 1, extent: words[end - 1])
      if last.melt(run) {
        end -= isPair ? 2 : 1
        write(last, at: &end)
        nodes[Int(node)].used = Int32(end - start)
        return
      }
    }
    write(run, at: &end)
    nodes[Int(node)].used = Int32(end - start)
  }

  private func rightmost(_ node: Int32) -> Int32 {
    var node = node
    while nodes[Int(node)].right >= 0 { node = nodes[Int(node)].right }
    return node
  }

  private func leftmost(_ node: Int32) -> Int32 {
    var node = node
    while nodes[Int(node)].left >= 0 { node = nodes[Int(node)].left }
    return node
  }

  private mutating func refreshRightSpine(_ node: Int32) {
    if nodes[Int(node)].right >= 0 { refreshRightSpine(nodes[Int(node)].right) }
    refresh(node)
  }
}
