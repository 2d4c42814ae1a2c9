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
  static let none = Int32.min

  /// A leaf of the tree. The words of leaf *i* start at *i* · capacity.
  struct Leaf: Sendable, Equatable {
    var count = 0
    /// The number of words.
    var used: Int32 = 0
    /// The number of items after the leaf that may affect the lines that start in it.
    var reach: Int32 = 0
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
  /// The number of words that fit into a leaf.
  private(set) var capacity: Int
  /// The sums over all lines.
  private(set) var total = LineSums()
  /// The root: the index of a leaf, or the complement of the index of a branch.
  var root = LineTree.none
  var leaves: [Leaf] = []
  /// The words of all leaves.
  var words: [Int64] = []
  var branches: [Branch] = []
  /// The tables of branches: table *i* starts at *i* · width. ``computed`` says which entries are valid.
  var tables: [LineSums] = []
  /// If all lines have the same number of items, the sums over each leaf for every offset: those of leaf *i* start at
  /// *i* · width. Otherwise leaves have no tables.
  var leafTables: [LineSums] = []
  /// The valid entries of each table, with one bit for each offset.
  var computed: [SIMD4<UInt64>] = []
  /// The number of items in the longest stored line so far.
  var longest = 0
  /// The largest span of a computed line so far; see ``span(_:)``.
  var longestSpan = 0
  /// Storage that every edit reuses, so that edits need not allocate.
  var spareWords = LineWords()
  private var freeLeaves: [Int32] = []
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
    capacity = Self.capacity(width, isFixed: isFixed)
    root = build(0..<breaker.count, &breaker)
    finish(&breaker)
  }

  /// Returns the number of words that fit into a leaf. Larger leaves are split less often when items are measured.
  /// Leaves with tables are smaller, because they are read as a whole at each change.
  private static func capacity(_ width: Int, isFixed: Bool) -> Int { (isFixed ? 4 : 6) * max(16, width) }

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
    leaves.count * MemoryLayout<Leaf>.stride + words.count * MemoryLayout<Int64>.stride
      + branches.count * MemoryLayout<Branch>.stride + (tables.count + leafTables.count) * MemoryLayout<LineSums>.stride
      + computed.count * MemoryLayout<SIMD4<UInt64>>.stride
  }

  /// Completes an edit: makes tables wide enough for all stored lines, and computes the entries that the sums over all
  /// lines need.
  mutating func finish(_ breaker: inout some LineBreaker) {
    widen()
    total = root == Self.none ? LineSums() : settle(root, first: 0, from: 0, &breaker)
  }

  /// Makes tables wide enough for all stored lines.
  /// - Complexity: O(*n*), but at most once for each doubling of the longest line.
  private mutating func widen() {
    guard !isFixed, longest > width, width < Self.longestLine else { return }
    var wider = self
    wider.width = Self.width(for: longest)
    wider.capacity = Self.capacity(wider.width, isFixed: false)
    wider.clear()
    var maker = LeafMaker(limit: wider.capacity)
    forEachLeaf(root) { leaf in
      Effort.step()
      words.withUnsafeBufferPointer { words in wider.add(wordRange(of: leaf), of: words, to: &maker) }
    }
    wider.root = wider.tree(of: wider.close(&maker)[...])
    self = wider
  }

  private mutating func clear() {
    root = Self.none
    (leaves, words, branches, tables, computed) = ([], [], [], [], [])
    (freeLeaves, freeBranches) = ([], [])
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
  func reach(_ node: Int32) -> Int { Int(node >= 0 ? leaves[Int(node)].reach : branches[Int(~node)].reach) }

  @inline(__always)
  func level(_ node: Int32) -> Int32 { node >= 0 ? 0 : branches[Int(~node)].level }

  /// The range of a leaf's words.
  @inline(__always)
  func wordRange(of leaf: Int32) -> Range<Int> {
    let start = Int(leaf) * capacity
    return start..<start + Int(leaves[Int(leaf)].used)
  }

  /// Creates a leaf, whose words must be written next.
  mutating func makeLeaf() -> Int32 {
    if let reused = freeLeaves.popLast() { return reused }
    leaves.append(Leaf())
    words.append(contentsOf: repeatElement(0, count: capacity))
    if isFixed { leafTables.append(contentsOf: repeatElement(.unknown, count: width)) }
    return Int32(leaves.count - 1)
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
    computed.append(SIMD4(repeating: isFixed ? .max : 0))
    tables.append(contentsOf: repeatElement(.unknown, count: width))
  }

  mutating func release(_ node: Int32) {
    if node >= 0 { freeLeaves.append(node) } else { freeBranches.append(~node) }
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
}
