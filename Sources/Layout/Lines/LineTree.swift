/// The lines of a long sequence of items. It gives the number of lines, their heights and the sums of these, whichever
/// item the first line starts with.
///
/// The lines are a balanced tree over the items. A leaf is a run or a chunk. In a run, the line that starts with any
/// item has the same number of items and the same height, so the run stores only one line. A chunk stores the line that
/// starts with each of its items.
///
/// The start of the first line in a subtree depends on all items before the subtree. So a branch has a table of sums
/// with an entry for each offset at which that line may start. The table of a branch follows from those of its
/// subtrees.
///
/// An item whose size changes affects only the lines that contain it or end just before it. An edit empties the tables
/// above the leaves that it changes, and computes only the entries that are needed now. Usually that is one for each
/// branch, and it is stored in the branch. Others are computed when an earlier edit moves the lines to them. An edit
/// takes amortized O(*w* log *n*), where *w* is the width of the tables.
///
/// The tree is balanced by height (Adelson-Velsky and Landis, 1962), and is split and joined as a whole (Blelloch,
/// Ferizovic and Sun, 2016).
struct LineTree: Sendable {
  /// The largest number of items in a stored line. A longer line is computed each time it is needed.
  static let longestLine = 256
  /// The smallest number of items in a run that is a leaf of its own. A shorter one becomes part of a chunk.
  static let shortestRun = 16
  /// The number of storage blocks of a chunk, unless one block is enough for its items.
  private static let blocksPerChunk = 4
  static let none = Int32.min

  /// A leaf of the tree: a run or a chunk.
  struct Leaf: Sendable, Equatable {
    var count: Int
    /// For a run, the line that starts with each of its items. For a chunk, a line without items.
    var line: Line
    /// The first block of a chunk's storage; -1 for a run.
    var slot: Int32 = -1
    /// The number of lines for which a chunk has storage.
    var room: Int32 = 0
    /// The number of items after the leaf that may affect the lines that start in it.
    var reach = 0

    var isRun: Bool { slot < 0 }
  }

  /// A node of the tree with two subtrees.
  struct Branch: Sendable {
    var left: Int32
    var right: Int32
    var level: Int32 = 0
    /// The index of the table; -1 while the branch has at most one entry, which is stored in the branch.
    var table: Int32 = -1
    var count = 0
    var reach: Int32 = 0
    /// The offset of the entry that is stored in the branch; -1 for none.
    var offset: Int32 = -1
    /// The entry for `offset`, which was the first to be computed after an edit.
    var sums = LineSums()
  }

  /// The line that starts with an unmeasured item, if no item near it is measured.
  let unmeasured: Line
  /// Whether no line has more items than `unmeasured`, so that tables never have to become wider.
  let isFixed: Bool
  /// The number of entries in a table, which is the number of offsets at which a first line may start.
  private(set) var width: Int
  /// The number of items that fit into a chunk.
  private(set) var chunkSize: Int
  /// The root: the index of a leaf, or the complement of the index of a branch.
  var root = LineTree.none
  var leaves: [Leaf] = []
  /// The lines of chunks, in blocks: block *i* starts at *i* · blockSize.
  var starts: [Line] = []
  var branches: [Branch] = []
  /// The tables of branches: table *i* starts at *i* · width. ``computed`` says which entries are valid.
  var tables: [LineSums] = []
  /// The valid entries of each table, with one bit for each offset.
  var computed: [SIMD4<UInt64>] = []
  /// The number of items in the longest stored line so far.
  var longest = 0
  private var freeLeaves: [Int32] = []
  /// The free storage for chunks: single blocks, and groups of `blocksPerChunk` blocks.
  private var freeSlots: (small: [Int32], full: [Int32]) = ([], [])
  private var freeBranches: [Int32] = []

  /// Creates the lines of all items of a breaker.
  /// - Parameters:
  ///   - unmeasured: The line that starts with an unmeasured item, if no item near it is measured.
  ///   - isFixed: Whether no line has more items than `unmeasured`.
  /// - Complexity: O(*m*), where *m* is the number of measured items.
  init(unmeasured: Line, isFixed: Bool = false, _ breaker: inout some LineBreaker) {
    self.unmeasured = unmeasured
    self.isFixed = isFixed
    let perLine = Int(min(unmeasured.cells, Int32(Self.longestLine)))
    width = isFixed ? perLine : Self.width(for: perLine + perLine / 2)
    chunkSize = Self.chunkSize(width)
    root = build(0..<breaker.count, &breaker)
    finish(&breaker)
  }

  private static func chunkSize(_ width: Int) -> Int { blocksPerChunk * max(16, width) }

  private static func width(for cells: Int) -> Int {
    var width = 4
    while width < min(cells, longestLine) { width *= 2 }
    return width
  }

  /// The number of items.
  var count: Int { count(root) }

  /// The number of nodes in use, for tests of memory.
  var nodeCount: Int { leaves.count + branches.count - freeLeaves.count - freeBranches.count }

  /// The memory of all nodes in bytes, without the spare capacity of the arrays.
  var byteCount: Int {
    leaves.count * MemoryLayout<Leaf>.stride + starts.count * MemoryLayout<Line>.stride
      + branches.count * MemoryLayout<Branch>.stride + tables.count * MemoryLayout<LineSums>.stride
      + computed.count * MemoryLayout<SIMD4<UInt64>>.stride
  }

  /// Completes an edit: makes tables wide enough for all stored lines, and computes the entries that the lines need.
  mutating func finish(_ breaker: inout some LineBreaker) {
    widen()
    if root != Self.none { settle(root, first: 0, from: 0, &breaker) }
  }

  /// Makes tables wide enough for all stored lines.
  /// - Complexity: O(*n*), but at most once for each doubling of the longest line.
  private mutating func widen() {
    guard !isFixed, longest > width, width < Self.longestLine else { return }
    var wider = self
    wider.width = Self.width(for: longest)
    wider.chunkSize = Self.chunkSize(wider.width)
    wider.clear()
    var (parts, open) = ([Int32](), Self.none)
    forEachLeaf(root) { leaf in
      Effort.step()
      if leaves[Int(leaf)].isRun {
        parts.append(wider.makeRun(leaves[Int(leaf)].count, leaves[Int(leaf)].line))
        open = Self.none
        return
      }
      let start = chunkStart(leaf)
      for line in starts[start..<start + leaves[Int(leaf)].count] {
        if open == Self.none || wider.leaves[Int(open)].count == wider.chunkSize {
          open = wider.makeChunk()
          parts.append(open)
        }
        wider.append(line, to: open)
      }
    }
    for part in parts { wider.refreshLeaf(part) }
    wider.root = wider.tree(of: parts[...])
    self = wider
  }

  private mutating func clear() {
    root = Self.none
    (leaves, starts, branches, tables, computed) = ([], [], [], [], [])
    (freeLeaves, freeSlots, freeBranches) = ([], ([], []), [])
  }

  private func forEachLeaf(_ node: Int32, _ body: (Int32) -> Void) {
    guard node < 0 else { return body(node) }
    guard node != Self.none else { return }
    forEachLeaf(branches[Int(~node)].left, body)
    forEachLeaf(branches[Int(~node)].right, body)
  }
}

/// Reads and makes nodes.
extension LineTree {
  @inline(__always)
  func count(_ node: Int32) -> Int {
    if node >= 0 { return leaves[Int(node)].count }
    return node == Self.none ? 0 : branches[Int(~node)].count
  }

  @inline(__always)
  func reach(_ node: Int32) -> Int { node >= 0 ? leaves[Int(node)].reach : Int(branches[Int(~node)].reach) }

  @inline(__always)
  func level(_ node: Int32) -> Int32 { node >= 0 ? 0 : branches[Int(~node)].level }

  /// The position in ``starts`` of a chunk's first line.
  @inline(__always)
  func chunkStart(_ leaf: Int32) -> Int { Int(leaves[Int(leaf)].slot) * blockSize }

  private var blockSize: Int { chunkSize / Self.blocksPerChunk }

  mutating func makeRun(_ count: Int, _ line: Line) -> Int32 {
    let leaf = makeLeaf(Leaf(count: count, line: line))
    refreshLeaf(leaf)
    return leaf
  }

  /// Creates a chunk without items.
  mutating func makeChunk() -> Int32 {
    let leaf = makeLeaf(Leaf(count: 0, line: Line(cells: 0, height: nil)))
    reserve(1, in: leaf)
    return leaf
  }

  private mutating func makeLeaf(_ leaf: Leaf) -> Int32 {
    if let reused = freeLeaves.popLast() {
      leaves[Int(reused)] = leaf
      return reused
    }
    leaves.append(leaf)
    return Int32(leaves.count - 1)
  }

  /// Gives a chunk storage for `count` lines, and moves its stored lines there.
  mutating func reserve(_ count: Int, in leaf: Int32) {
    let old = leaves[Int(leaf)]
    guard count > Int(old.room) else { return }
    let blocks = count <= blockSize ? 1 : Self.blocksPerChunk
    if let reused = blocks == 1 ? freeSlots.small.popLast() : freeSlots.full.popLast() {
      leaves[Int(leaf)].slot = reused
    } else {
      leaves[Int(leaf)].slot = Int32(starts.count / blockSize)
      starts.append(contentsOf: repeatElement(Line(cells: 0, height: nil), count: blocks * blockSize))
    }
    leaves[Int(leaf)].room = Int32(blocks * blockSize)
    guard !old.isRun else { return }
    let (from, to) = (Int(old.slot) * blockSize, chunkStart(leaf))
    for position in 0..<old.count { starts[to + position] = starts[from + position] }
    releaseSlot(of: old)
  }

  private mutating func releaseSlot(of leaf: Leaf) {
    if leaf.room == blockSize { freeSlots.small.append(leaf.slot) } else { freeSlots.full.append(leaf.slot) }
  }

  /// Appends the line of one more item to a chunk that has room for it. Does not update the chunk's reach.
  mutating func append(_ line: Line, to leaf: Int32) {
    let count = leaves[Int(leaf)].count
    reserve(count + 1, in: leaf)
    starts[chunkStart(leaf) + count] = line
    leaves[Int(leaf)].count = count + 1
  }

  mutating func makeBranch(_ left: Int32, _ right: Int32) -> Int32 {
    let branch: Int32
    if let reused = freeBranches.popLast() {
      branch = reused
    } else {
      branch = Int32(branches.count)
      branches.append(Branch(left: left, right: right))
      if isFixed { makeTable(branch) }
    }
    return fill(~branch, left, right)
  }

  /// Creates an empty table for a branch, which keeps the table even when the branch is reused.
  mutating func makeTable(_ branch: Int32) {
    branches[Int(branch)].table = Int32(computed.count)
    computed.append(SIMD4())
    tables.append(contentsOf: repeatElement(.unknown, count: width))
  }

  mutating func release(_ node: Int32) {
    guard node >= 0 else { return freeBranches.append(~node) }
    if !leaves[Int(node)].isRun { releaseSlot(of: leaves[Int(node)]) }
    freeLeaves.append(node)
  }

  mutating func releaseTree(_ node: Int32) {
    guard node != Self.none else { return }
    if node < 0 {
      releaseTree(branches[Int(~node)].left)
      releaseTree(branches[Int(~node)].right)
    }
    release(node)
  }

  /// Gives a branch other subtrees and updates the values that follow from them.
  mutating func fill(_ node: Int32, _ left: Int32, _ right: Int32) -> Int32 {
    let branch = Int(~node)
    (branches[branch].left, branches[branch].right) = (left, right)
    branches[branch].level = 1 + max(level(left), level(right))
    refresh(node)
    return node
  }

  /// Computes the reach of a leaf again.
  mutating func refreshLeaf(_ leaf: Int32) {
    let (count, line) = (leaves[Int(leaf)].count, leaves[Int(leaf)].line)
    if leaves[Int(leaf)].isRun {
      leaves[Int(leaf)].reach = line.cells > 0 ? Int(line.cells) - 1 : Self.longestLine
      return
    }
    var reach = 0
    let first = chunkStart(leaf)
    for position in 0..<count {
      let cells = Int(starts[first + position].cells)
      longest = max(longest, cells)
      reach = max(reach, position + (cells > 0 ? cells : Self.longestLine + 1) - count)
    }
    leaves[Int(leaf)].reach = reach
  }
}
