/// The cells of a waterfall, in pieces of a balanced tree that knows how far they move the columns.
///
/// A piece is one of two:
/// - a chunk of cells that keep their columns, measured or not;
/// - a stretch of *rows*: unmeasured cells, one in each column and then the next row. The first row starts with the
///   columns as uneven as they were when the rows arose (`offsets`), below all that stands before.
///
/// Each node holds a ``ColumnMap`` of its piece and one of its subtree; these compose, so levels before any cell take
/// O(*c* log *n*) in the number of columns. The tree is a treap (Seidel and Aragon, 1996) as in ``RunTree``: nodes, cells
/// and maps lie in one array each. A chunk has room for two rows at least, so that maps never take more memory than
/// twice the cells.
struct ColumnTree: Sendable {
  static let none: Int32 = -1

  /// A cell that keeps its column.
  struct Cell: Sendable, Equatable {
    /// Measured height in subpixels; -1 if it is not measured.
    var height: Int32 = -1
    /// The column; -1 if the cell is to get one.
    var column: Int32 = -1
  }

  /// The number of cells of a piece or subtree, and how many of these are measured.
  struct Sums: Sendable, Equatable {
    var count = 0
    var measured = 0
    /// The heights of the measured ones.
    var extent: Int64 = 0

    mutating func add(_ other: Sums) {
      count += other.count
      measured += other.measured
      extent += other.extent
    }
  }

  /// A piece and the two subtrees of what comes before and after it.
  struct Node: Sendable {
    var left = ColumnTree.none
    var right = ColumnTree.none
    var priority: UInt32
    let isRows: Bool
    /// Whether there are rows in the subtree.
    var hasRows: Bool
    var own: Sums
    var all: Sums
  }

  let columnCount: Int
  /// So many cells fit into one chunk.
  let capacity: Int
  let spacing: Int64
  /// The height of a cell that is not measured.
  private(set) var guess: Int64
  var nodes: [Node] = []
  /// The cells of chunk i are at i * capacity. Rows keep their columns there, in the order in which they are filled.
  var cells: [Cell] = []
  /// The maps of node i are at 4 * i * columnCount: of the piece, then of the subtree.
  var maps: [Int64] = []
  var root = ColumnTree.none
  private var free: [Int32] = []
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// So many unmeasured cells in rows.
  init(count: Int, columnCount: Int, guess: Int64, spacing: Int64) {
    (self.columnCount, self.guess, self.spacing) = (columnCount, guess, spacing)
    capacity = max(64, 2 * columnCount)
    if count > 0 { root = makeRows(count) }
  }

  var sums: Sums { sums(root) }
  /// The height of an unmeasured cell and the spacing below it.
  var pitch: Int64 { guess + spacing }

  func sums(_ node: Int32) -> Sums { node < 0 ? Sums() : nodes[Int(node)].all }

  func extent(_ cell: Cell) -> Int64 { (cell.height < 0 ? guess : Int64(cell.height)) + spacing }

  /// Takes unmeasured cells to be of another height.
  /// - Complexity: O(*n*) in the number of cells that keep columns, and of rows.
  mutating func setGuess(_ guess: Int64) {
    self.guess = guess
    refreshAll(root)
  }

  private mutating func refreshAll(_ node: Int32) {
    guard node >= 0 else { return }
    refreshAll(nodes[Int(node)].left)
    refreshAll(nodes[Int(node)].right)
    refreshPiece(node)
    refresh(node)
  }

  /// Calls the body with the maps of a piece or a subtree.
  func withMap<Result>(_ node: Int32, isPiece: Bool, _ body: (ColumnMap) -> Result) -> Result {
    maps.withUnsafeBufferPointer { maps in
      // Only read: no body changes the map.
      body(map(UnsafeMutableBufferPointer(mutating: maps), node, isPiece: isPiece))
    }
  }

  @inline(__always)
  private func map(_ maps: UnsafeMutableBufferPointer<Int64>, _ node: Int32, isPiece: Bool) -> ColumnMap {
    let start = Int(node) * 4 * columnCount + (isPiece ? 0 : 2 * columnCount)
    let base = maps.baseAddress.unsafelyUnwrapped + start
    let current = nodes[Int(node)]
    return ColumnMap(
      before: base, after: base + columnCount, columnCount: columnCount,
      hasRows: isPiece ? current.isRows : current.hasRows)
  }

  /// Composes the maps of a node's subtree again.
  mutating func refresh(_ node: Int32) {
    Effort.step()
    let (index, left, right) = (Int(node), nodes[Int(node)].left, nodes[Int(node)].right)
    var sums = nodes[index].own
    sums.add(self.sums(left))
    sums.add(self.sums(right))
    nodes[index].all = sums
    var maps = [Int64]()
    swap(&maps, &self.maps)
    nodes[index].hasRows = maps.withUnsafeMutableBufferPointer { maps in
      var all = map(maps, node, isPiece: false)
      all.clear()
      if left >= 0 { all.append(map(maps, left, isPiece: false)) }
      all.append(map(maps, node, isPiece: true))
      if right >= 0 { all.append(map(maps, right, isPiece: false)) }
      return all.hasRows
    }
    swap(&maps, &self.maps)
  }

  /// Adds up the cells of a piece again.
  mutating func refreshPiece(_ node: Int32) {
    let (start, first) = (Int(node) * 4 * columnCount + columnCount, Int(node) * capacity)
    let count = nodes[Int(node)].own.count
    if nodes[Int(node)].isRows {
      let (full, rest) = count.quotientAndRemainder(dividingBy: columnCount)
      for place in 0..<columnCount {
        let column = Int(cells[first + place].column)
        // `before` is the offset, negated.
        maps[start + column] = Int64(full + (place < rest ? 1 : 0)) * pitch - maps[start - columnCount + column]
      }
      return
    }
    for column in 0..<columnCount { maps[start + column] = 0 }
    var own = Sums(count: count)
    for cell in cells[first..<first + count] {
      maps[start + Int(cell.column)] += extent(cell)
      own.measured += cell.height < 0 ? 0 : 1
      own.extent += max(0, Int64(cell.height))
    }
    nodes[Int(node)].own = own
  }

  /// A new chunk of cells, each of which has a column.
  mutating func makeChunk(_ content: ArraySlice<Cell>) -> Int32 {
    let node = makeNode(isRows: false, count: content.count)
    var position = Int(node) * capacity
    for cell in content {
      cells[position] = cell
      position += 1
    }
    refreshPiece(node)
    refresh(node)
    return node
  }

  /// New rows that start even.
  mutating func makeRows(_ count: Int) -> Int32 {
    let node = makeNode(isRows: true, count: count)
    setOffsets(of: node, to: Array(repeating: 0, count: columnCount))
    return node
  }

  private mutating func makeNode(isRows: Bool, count: Int) -> Int32 {
    let sums = Sums(count: count)
    let node = Node(priority: nextPriority(), isRows: isRows, hasRows: isRows, own: sums, all: sums)
    if let reused = free.popLast() {
      nodes[Int(reused)] = node
      return reused
    }
    nodes.append(node)
    cells.append(contentsOf: repeatElement(Cell(), count: capacity))
    maps.append(contentsOf: repeatElement(0, count: 4 * columnCount))
    return Int32(nodes.count - 1)
  }

  /// Lets rows start at these distances from their base, none of which is positive.
  /// - Returns: False if they start there already.
  @discardableResult
  mutating func setOffsets(of node: Int32, to offsets: [Int64]) -> Bool {
    let (start, first) = (Int(node) * 4 * columnCount, Int(node) * capacity)
    let isSame = (0..<columnCount).allSatisfy { maps[start + $0] == -offsets[$0] } && cells[first].column >= 0
    if isSame { return false }
    let order = (0..<columnCount).sorted { (offsets[$0], $0) < (offsets[$1], $1) }
    for (place, column) in order.enumerated() {
      maps[start + column] = -offsets[column]
      cells[first + place].column = Int32(column)
    }
    refreshPiece(node)
    refresh(node)
    return true
  }

  /// Drops the end of a piece, or lets rows go on.
  mutating func setCount(_ count: Int, of node: Int32) {
    nodes[Int(node)].own.count = count
    refreshPiece(node)
  }

  mutating func release(_ node: Int32) {
    cells[Int(node) * capacity].column = -1
    free.append(node)
  }

  /// The next of a fixed sequence that looks random (splitmix64, Steele, Lea and Flood 2014).
  private mutating func nextPriority() -> UInt32 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: value ^ (value >> 31))
  }
}
