/// The lines of a long sequence of items. It gives the number of lines, their heights and the sums of these, whichever
/// item the first line starts with.
///
/// The lines are a balanced tree over the items. A leaf stores the line that starts with each of its items, as a
/// sequence of runs and chunks (see ``LineWords``). So a leaf holds several measured items and the long runs of
/// unmeasured items between them.
///
/// The start of the first line in a subtree depends on all items before the subtree. So a branch has a table of sums
/// with an entry for each offset at which that line may start. The table of a branch follows from those of its
/// subtrees.
///
/// An item whose size changes affects only the lines that contain it or end just before it. An edit empties the tables
/// above the leaves that it changes, and computes only the entries that are needed now. Usually that is one for each
/// branch, and it is stored in the branch. A branch needs another entry when an edit before it makes its first line
/// start at another item. An edit takes amortized O(*w* log *n*), where *w* is the width of the tables.
///
/// The tree is balanced by height (Adelson-Velsky and Landis, 1962), and is split and joined as a whole (Blelloch,
/// Ferizovic and Sun, 2016).
struct LineTree: Sendable {
  /// The largest number of items in a stored line. A longer line is computed each time it is needed.
  static let longestLine = 256
  static let none: Int32 = -1

  /// A node of the tree: a leaf, or a branch with two subtrees. It fills one line of a processor's cache.
  struct Node: Sendable {
    /// The left subtree of a branch. For a leaf *i*, its words start at *i* · capacity.
    var left: Int32 = 0
    var right: Int32 = 0
    /// The height of the subtree; 0 for a leaf.
    var level: Int32 = 0
    /// The index of the table; -1 for none. A leaf has no table, and a branch has none while it has at most one entry,
    /// which the node itself stores.
    var table: Int32 = -1
    var count = 0
    /// The number of words of a leaf.
    var used: Int32 = 0
    /// The number of items after the subtree that can affect lines that start in the subtree.
    var reach: Int32 = 0
    /// The offset of the entry that is stored in the node; -1 for none.
    var offset: Int32 = -1
    /// The entry for `offset`: in a branch, the first one computed after an edit; in a leaf, the last one computed.
    var sums = LineSums()
  }

  /// The line that starts with an unmeasured item, if no item near it is measured.
  let unmeasured: Line
  /// The number of entries in a table, which is the number of offsets at which a first line may start.
  private(set) var width: Int
  /// The number of words that fit into a leaf.
  private(set) var capacity: Int
  /// The sums over all lines.
  private(set) var total = LineSums()
  var root = LineTree.none
  var nodes: [Node] = []
  /// The words of all leaves, in a block of `capacity` words for each.
  var words: [Int64] = []
  /// The tables of nodes: table *i* starts at *i* · width.
  var tables: [LineSums] = []
  /// The valid entries of each table, as one bit for each offset.
  var computed: [SIMD4<UInt64>] = []
  /// The number of items in the longest stored line so far.
  var longest = 0
  /// The largest span of a computed line so far; see ``span(_:)``.
  var longestSpan = 0
  /// Storage that every edit reuses, so that edits need not allocate.
  var spareWords = LineWords()
  var spareWindow = CellWindow()
  private var freeLeaves: [Int32] = []
  private var freeBranches: [Int32] = []

  /// Creates the lines of all items of a breaker.
  /// - Parameter unmeasured: The line that starts with an unmeasured item, if no item near it is measured.
  /// - Complexity: O(*m*), where *m* is the number of measured items.
  init(unmeasured: Line, _ breaker: inout some LineBreaker) {
    self.unmeasured = unmeasured
    let perLine = Int(min(unmeasured.cells, Int32(Self.longestLine)))
    width = Self.width(for: perLine + perLine / 2)
    capacity = Self.capacity(width)
    root = build(0..<breaker.count, &breaker)
    finish(&breaker)
  }

  /// Returns the number of words that fit into a leaf. Larger leaves are split less often when items are measured, but
  /// they are read as a whole at each change.
  private static func capacity(_ width: Int) -> Int { 4 * max(16, width) }

  private static func width(for cells: Int) -> Int {
    var width = 4
    while width < min(cells, longestLine) { width *= 2 }
    return width
  }

  /// The number of items.
  var count: Int { count(root) }

  /// The number of nodes in use, for tests of memory.
  var nodeCount: Int { nodes.count - freeLeaves.count - freeBranches.count }

  /// The memory of all nodes in bytes, without the spare capacity of the arrays.
  var byteCount: Int {
    nodes.count * MemoryLayout<Node>.stride + words.count * MemoryLayout<Int64>.stride
      + tables.count * MemoryLayout<LineSums>.stride + computed.count * MemoryLayout<SIMD4<UInt64>>.stride
  }

  /// Completes an edit: makes tables wide enough for all stored lines, and computes the entries that the sums over all
  /// lines need.
  mutating func finish(_ breaker: inout some LineBreaker) {
    widen()
    total = root == Self.none ? LineSums() : computeSums(root, first: 0, from: 0, &breaker)
  }

  /// Makes tables wide enough for all stored lines.
  /// - Complexity: O(*n*), but at most once for each doubling of the longest line.
  private mutating func widen() {
    guard longest > width, width < Self.longestLine else { return }
    var wider = self
    wider.width = Self.width(for: longest)
    wider.capacity = Self.capacity(wider.width)
    wider.clear()
    var maker = LeafMaker(limit: wider.capacity)
    forEachLeaf(root) { leaf in
      OperationCounter.step()
      words.withUnsafeBufferPointer { words in wider.add(wordRange(of: leaf), of: words, to: &maker) }
    }
    wider.root = wider.tree(of: wider.close(&maker)[...])
    self = wider
  }

  private mutating func clear() {
    root = Self.none
    (nodes, words, tables, computed) = ([], [], [], [])
    (freeLeaves, freeBranches) = ([], [])
  }

  private func forEachLeaf(_ node: Int32, _ body: (Int32) -> Void) {
    guard node != Self.none else { return }
    guard !isLeaf(node) else { return body(node) }
    forEachLeaf(nodes[Int(node)].left, body)
    forEachLeaf(nodes[Int(node)].right, body)
  }
}

/// Reads and makes nodes.
extension LineTree {
  @inline(__always)
  func count(_ node: Int32) -> Int { node == Self.none ? 0 : nodes[Int(node)].count }

  @inline(__always)
  func reach(_ node: Int32) -> Int { Int(nodes[Int(node)].reach) }

  @inline(__always)
  func level(_ node: Int32) -> Int32 { nodes[Int(node)].level }

  @inline(__always)
  func isLeaf(_ node: Int32) -> Bool { level(node) == 0 }

  /// The range of a leaf's words.
  @inline(__always)
  func wordRange(of leaf: Int32) -> Range<Int> {
    let start = Int(nodes[Int(leaf)].left) * capacity
    return start..<start + Int(nodes[Int(leaf)].used)
  }

  /// Creates a leaf, whose words must be written next.
  mutating func makeLeaf() -> Int32 {
    if let reused = freeLeaves.popLast() { return reused }
    let leaf = makeNode()
    nodes[Int(leaf)].left = Int32(words.count / capacity)
    words.append(contentsOf: repeatElement(0, count: capacity))
    return leaf
  }

  mutating func makeBranch(_ left: Int32, _ right: Int32) -> Int32 {
    fill(freeBranches.popLast() ?? makeNode(), left, right)
  }

  private mutating func makeNode() -> Int32 {
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  /// Creates an empty table for a branch, which keeps the table even when the node is reused.
  mutating func makeTable() -> Int32 {
    computed.append(SIMD4())
    tables.append(contentsOf: repeatElement(.unknown, count: width))
    return Int32(tables.count / width - 1)
  }

  mutating func release(_ node: Int32) {
    if isLeaf(node) { freeLeaves.append(node) } else { freeBranches.append(node) }
  }

  mutating func releaseTree(_ node: Int32) {
    guard node != Self.none else { return }
    if !isLeaf(node) {
      releaseTree(nodes[Int(node)].left)
      releaseTree(nodes[Int(node)].right)
    }
    release(node)
  }

  /// Replaces the subtrees of a branch, updates the values that depend on them, and returns the branch.
  mutating func fill(_ node: Int32, _ left: Int32, _ right: Int32) -> Int32 {
    (nodes[Int(node)].left, nodes[Int(node)].right) = (left, right)
    nodes[Int(node)].level = 1 + max(level(left), level(right))
    refresh(node)
    return node
  }
}
