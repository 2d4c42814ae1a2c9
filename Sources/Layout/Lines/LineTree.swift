/// The lines of a long sequence of cells: their number, their heights and the sums of these, from whichever cell the
/// first one starts.
///
/// A balanced tree over the cells. A leaf is either a run of cells in closed form, from each of which a line of the same
/// number of cells and the same height would start, or a chunk that stores the line of each of its cells. Where the
/// first line of a subtree starts depends on all cells before it; so a branch has a table with the sums for each offset
/// at which that may be. The tables of two neighbours compose, and a cell whose size changes reaches only the lines
/// that contain it or end before it, whatever lines stand elsewhere: O(*w* log *n*) with tables of width *w*.
///
/// The tree stays balanced by heights (Adelson-Velsky and Landis, 1962) and is cut and joined as a whole (Blelloch,
/// Ferizovic and Sun, 2016).
struct LineTree: Sendable {
  /// Lines of more cells are not stored but broken anew whenever they are asked for.
  static let longestLine = 256
  /// A run of fewer cells becomes part of a chunk.
  static let shortestRun = 16
  static let none = Int32.min

  /// A run or a chunk.
  struct Leaf: Sendable, Equatable {
    var count: Int
    /// The line that starts with each cell of a run; of a chunk, with no cells.
    var line: Line
    var isRun: Bool
    /// The number of cells behind the leaf that its lines reach, or that may change them.
    var reach: Int
  }

  /// Two subtrees.
  struct Branch: Sendable {
    var left: Int32
    var right: Int32
    var level: Int32 = 0
    var count = 0
    var reach = 0
  }

  /// The line that starts with each cell of which nothing near is measured.
  let unmeasured: Line
  /// Lines are at most this long, so that tables need not grow.
  let isFixed: Bool
  /// The number of entries in a table.
  private(set) var width: Int
  /// The number of cells that a chunk has room for.
  private(set) var chunkSize: Int
  /// A leaf, or the complement of a branch.
  var root = LineTree.none
  var leaves: [Leaf] = []
  /// The lines of chunk *i* are at *i* · chunkSize.
  var starts: [Line] = []
  var branches: [Branch] = []
  /// The table of branch *i* is at *i* · width.
  var tables: [LineSums] = []
  /// The length of the longest line stored.
  var longest = 0
  private var freeLeaves: [Int32] = []
  private var freeBranches: [Int32] = []

  /// - Parameters:
  ///   - unmeasured: The line that starts with a cell where nothing near is measured.
  ///   - isFixed: Whether all other lines have at most as many cells.
  /// - Complexity: O(*m*) in the number of measured cells.
  init(unmeasured: Line, isFixed: Bool = false, _ breaker: inout some LineBreaker) {
    self.unmeasured = unmeasured
    self.isFixed = isFixed
    let perLine = Int(min(unmeasured.cells, Int32(Self.longestLine)))
    width = isFixed ? perLine : Self.width(for: perLine + perLine / 2)
    chunkSize = Self.chunkSize(width)
    root = build(0..<breaker.count, &breaker)
    widen()
  }

  private static func chunkSize(_ width: Int) -> Int { max(64, 4 * width) }

  private static func width(for cells: Int) -> Int {
    var width = 4
    while width < min(cells, longestLine) { width *= 2 }
    return width
  }

  /// The number of cells.
  var count: Int { count(root) }

  /// The number of nodes in use.
  var nodeCount: Int { leaves.count + branches.count - freeLeaves.count - freeBranches.count }

  /// The memory of all nodes, without what arrays hold in reserve.
  var byteCount: Int {
    leaves.count * (MemoryLayout<Leaf>.stride + chunkSize * MemoryLayout<Line>.stride)
      + branches.count * (MemoryLayout<Branch>.stride + width * MemoryLayout<LineSums>.stride)
  }

  /// Makes tables wide enough for all lines stored.
  /// - Complexity: O(*n*), but not more than once for each doubling of the longest line.
  mutating func widen() {
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
      let start = Int(leaf) * chunkSize
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
    (leaves, starts, branches, tables, freeLeaves, freeBranches) = ([], [], [], [], [], [])
  }

  private func forEachLeaf(_ node: Int32, _ body: (Int32) -> Void) {
    guard node < 0 else { return body(node) }
    guard node != Self.none else { return }
    forEachLeaf(branches[Int(~node)].left, body)
    forEachLeaf(branches[Int(~node)].right, body)
  }
}

/// Nodes.
extension LineTree {
  @inline(__always)
  func count(_ node: Int32) -> Int {
    if node >= 0 { return leaves[Int(node)].count }
    return node == Self.none ? 0 : branches[Int(~node)].count
  }

  @inline(__always)
  func reach(_ node: Int32) -> Int { node >= 0 ? leaves[Int(node)].reach : branches[Int(~node)].reach }

  @inline(__always)
  func level(_ node: Int32) -> Int32 { node >= 0 ? 0 : branches[Int(~node)].level }

  mutating func makeRun(_ count: Int, _ line: Line) -> Int32 {
    let leaf = makeChunk()
    leaves[Int(leaf)] = Leaf(count: count, line: line, isRun: true, reach: 0)
    refreshLeaf(leaf)
    return leaf
  }

  /// An empty chunk.
  mutating func makeChunk() -> Int32 {
    let leaf = Leaf(count: 0, line: Line(cells: 0, height: nil), isRun: false, reach: 0)
    if let reused = freeLeaves.popLast() {
      leaves[Int(reused)] = leaf
      return reused
    }
    leaves.append(leaf)
    starts.append(contentsOf: repeatElement(leaf.line, count: chunkSize))
    return Int32(leaves.count - 1)
  }

  /// Adds a cell to the end of a chunk that has room, without adding up.
  mutating func append(_ line: Line, to leaf: Int32) {
    starts[Int(leaf) * chunkSize + leaves[Int(leaf)].count] = line
    leaves[Int(leaf)].count += 1
  }

  mutating func makeBranch(_ left: Int32, _ right: Int32) -> Int32 {
    let branch: Int32
    if let reused = freeBranches.popLast() {
      branch = reused
    } else {
      branch = Int32(branches.count)
      branches.append(Branch(left: left, right: right))
      tables.append(contentsOf: repeatElement(.unknown, count: width))
    }
    return fill(~branch, left, right)
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

  /// Gives a branch other subtrees.
  mutating func fill(_ node: Int32, _ left: Int32, _ right: Int32) -> Int32 {
    let branch = Int(~node)
    branches[branch] = Branch(left: left, right: right, level: 1 + max(level(left), level(right)))
    refresh(node)
    return node
  }

  /// Finds out again how far the lines of a leaf reach.
  mutating func refreshLeaf(_ leaf: Int32) {
    let (count, line) = (leaves[Int(leaf)].count, leaves[Int(leaf)].line)
    if leaves[Int(leaf)].isRun {
      leaves[Int(leaf)].reach = line.cells > 0 ? Int(line.cells) - 1 : Self.longestLine
      return
    }
    var reach = 0
    let first = Int(leaf) * chunkSize
    for position in 0..<count {
      let cells = Int(starts[first + position].cells)
      longest = max(longest, cells)
      reach = max(reach, position + (cells > 0 ? cells : Self.longestLine + 1) - count)
    }
    leaves[Int(leaf)].reach = reach
  }
}
