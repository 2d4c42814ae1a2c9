/// The extents of a long sequence of elements, most of which may be unmeasured. Runs of equal extents are stored in
/// chunks, which are the pieces of a ``Treap`` with counts and sums. The runs of all chunks lie in one array.
///
/// A million unmeasured elements are one run of eight bytes; different extents take five to ten bytes each.
///
/// A run of one element is one word, its extent; a longer run is two words, its negated count and its extent. No extent
/// is below -1 and no negated count above -2, so a chunk can be read from either end.
struct RunTree: Treap, Sendable {
  /// The number of words that fit into one chunk.
  static let capacity = 64

  /// Consecutive elements of equal extent; an extent of -1 stands for unmeasured elements.
  struct Run: Sendable, Equatable {
    var count: Int32
    var extent: Int32

    var wordCount: Int { count == 1 ? 1 : 2 }

    /// Extends this run by the next one if both have the same extent.
    /// - Returns: False if the runs remain separate.
    mutating func melt(_ next: Run) -> Bool {
      let (sum, overflow) = count.addingReportingOverflow(next.count)
      guard extent == next.extent, !overflow else { return false }
      count = sum
      return true
    }
  }

  /// A node: a chunk, and the subtrees of the chunks before and after it.
  struct Node: TreapNode, Sendable {
    var left = RunTree.none
    var right = RunTree.none
    var before = 0
    var priority: UInt32
    /// The number of words in the chunk.
    var used: Int32 = 0
    /// The sums over the chunk's own elements.
    var own = Sums()
    /// The sums over the elements of the chunk and of both subtrees.
    var all = Sums()
  }

  /// The sums over a range of elements.
  struct Sums: TreapSums, Sendable, Equatable {
    var count = 0
    var unmeasured = 0
    /// The sum of the measured extents.
    var extent: Int64 = 0
    /// The largest measured extent; -1 if there is none.
    var largest: Int32 = -1

    mutating func add(_ run: Run) {
      count += Int(run.count)
      if run.extent < 0 { unmeasured += Int(run.count) } else { extent += Int64(run.count) * Int64(run.extent) }
      largest = max(largest, run.extent)
    }

    mutating func add(_ other: Sums) {
      count += other.count
      unmeasured += other.unmeasured
      extent += other.extent
      largest = max(largest, other.largest)
    }

    /// Updates the sums after the extent of one element changed.
    /// - Returns: False if the largest extent may have become smaller, so that it has to be computed again.
    @inline(__always)
    mutating func replace(_ old: Int32, with new: Int32) -> Bool {
      unmeasured += (new < 0 ? 1 : 0) - (old < 0 ? 1 : 0)
      extent += Int64(max(0, new)) - Int64(max(0, old))
      if new >= largest {
        largest = new
        return true
      }
      return old < largest
    }

    func length(estimate: Int64, gap: Int64) -> Int64 { extent + Int64(unmeasured) * estimate + Int64(count) * gap }
  }

  var nodes: [Node] = []
  /// The words of all chunks: those of node *i* start at *i* · capacity.
  var words: [Int32] = []
  var root = RunTree.none
  var spare = TreapSpare()

  /// Creates `count` unmeasured elements.
  init(count: Int) {
    root = makeTree(Self.runs([], in: 0..<count))
  }

  /// Creates measured elements with the given extents.
  /// - Complexity: O(*n*)
  init(extents: [Int64]) {
    var runs: [Run] = []
    runs.reserveCapacity(extents.count)
    for extent in extents { runs.melt(Run(count: 1, extent: Self.stored(extent))) }
    root = makeTree(runs)
  }

  var count: Int { sums(root).count }
  var measuredCount: Int { sums(root).count - sums(root).unmeasured }
  var measuredExtent: Int64 { sums(root).extent }
  /// The rounded mean of the measured extents; nil if there are none.
  var mean: Int64? {
    let count = Int64(measuredCount)
    return count > 0 ? (measuredExtent + count / 2) / count : nil
  }

  /// The largest measured extent; -1 if there is none.
  var largest: Int64 { Int64(sums(root).largest) }

  /// The number of nodes in use, for tests of memory.
  var nodeCount: Int { nodes.count - spare.nodes.count }

  /// The memory of all nodes in bytes, without the spare capacity of the arrays.
  var byteCount: Int { nodes.count * MemoryLayout<Node>.stride + words.count * MemoryLayout<Int32>.stride }

  /// Computes the sums of a node's subtree again.
  mutating func refresh(_ node: Int32) {
    var all = sums(nodes[Int(node)].left)
    nodes[Int(node)].before = all.count
    all.add(nodes[Int(node)].own)
    all.add(sums(nodes[Int(node)].right))
    nodes[Int(node)].all = all
  }

  /// Computes the sums of a node's chunk and subtree again.
  mutating func refreshChunk(_ node: Int32) {
    var own = Sums()
    var position = Int(node) * Self.capacity
    let end = position + Int(nodes[Int(node)].used)
    while position < end { own.add(nextRun(&position)) }
    nodes[Int(node)].own = own
    refresh(node)
  }

  /// Returns the run that starts at a word, and advances the position past it.
  @inline(__always)
  func nextRun(_ position: inout Int) -> Run {
    words.withUnsafeBufferPointer { Self.nextRun(&position, $0) }
  }

  /// Returns the run that starts at a word, and advances the position past it.
  @inline(__always)
  static func nextRun(_ position: inout Int, _ words: UnsafeBufferPointer<Int32>) -> Run {
    let word = words[position]
    position += 1
    if word >= -1 { return Run(count: 1, extent: word) }
    position += 1
    return Run(count: -word, extent: words[position - 1])
  }

  /// Writes a run at a word, and advances the position past it.
  @inline(__always)
  mutating func write(_ run: Run, at position: inout Int) {
    if run.count > 1 {
      words[position] = -run.count
      position += 1
    }
    words[position] = run.extent
    position += 1
  }

  /// Creates a node with the given runs and without subtrees.
  mutating func makeNode(_ content: some Collection<Run>) -> Int32 {
    let (index, isNew) = store(Node(priority: spare.nextPriority()))
    if isNew { words.append(contentsOf: repeatElement(0, count: Self.capacity)) }
    let start = Int(index) * Self.capacity
    var end = start
    for run in content { write(run, at: &end) }
    nodes[Int(index)].used = Int32(end - start)
    refreshChunk(index)
    return index
  }

  /// Creates a tree of chunks, each as full as possible.
  mutating func makeTree(_ content: [Run]) -> Int32 {
    var tree = Self.none
    var start = 0
    while start < content.count {
      var (end, used) = (start, 0)
      while end < content.count, used + content[end].wordCount <= Self.capacity {
        used += content[end].wordCount
        end += 1
      }
      let node = makeNode(content[start..<end])
      tree = merge(tree, node)
      start = end
    }
    return tree
  }
}

extension [RunTree.Run] {
  /// Appends a run, which extends the last one if both have the same extent.
  mutating func melt(_ run: RunTree.Run) {
    if isEmpty || !self[count - 1].melt(run) { append(run) }
  }
}
