/// Cuts and joins chunks.
extension RunTree {
  /// Moves the elements of a chunk that start at `offset` to a new node, and returns the node.
  mutating func cut(_ node: Int32, at offset: Int) -> Int32 {
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

  /// Returns whether two chunks fit into one. They are joined then, so that chunks stay half full on average, however
  /// often the tree is split.
  func canAppend(_ next: Int32, to last: Int32) -> Bool {
    nodes[Int(last)].used + nodes[Int(next)].used <= Self.capacity
  }

  mutating func append(_ next: Int32, to last: Int32) {
    var position = Int(next) * Self.capacity
    let end = position + Int(nodes[Int(next)].used)
    while position < end { extendChunk(last, with: nextRun(&position)) }
  }

  /// Appends a run to a chunk that has space for it, without updating the sums of the subtree.
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
}
