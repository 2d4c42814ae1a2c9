/// The items of a waterfall, in the pieces of a ``Treap``, which store their effect on the levels of the columns.
///
/// There are two kinds of pieces:
/// - a chunk of items that keep their columns, measured or not;
/// - *rows*: unmeasured items, one in each column, row after row. In each column, the first row starts at the common
///   base of all columns plus an *offset*. The offset is zero or negative; it follows from the levels of the columns
///   when the rows were placed.
///
/// Each node has a ``ColumnMap`` of its piece and one of its subtree. Maps compose, so the levels above any item are
/// computed in O(*c* log *n*), where *c* is the number of columns. Nodes, cells and maps are stored in one array each.
/// A chunk has space for two items per column, so that the maps of a full chunk take at most three words for each item.
struct ColumnTree: Treap, Sendable {
  /// An item that keeps its column, as a chunk stores it.
  struct Cell: Sendable, Equatable {
    /// The measured height in subpixels; -1 if the item is not measured.
    var height: Int32 = -1
    /// The index of the column; -1 if the item still needs one.
    var column: Int32 = -1
  }

  /// The sums over the items of a piece or a subtree.
  struct Sums: TreapSums, Sendable, Equatable {
    var count = 0
    var measured = 0
    /// The sum of the measured heights, in subpixels.
    var extent: Int64 = 0

    mutating func add(_ other: Sums) {
      count += other.count
      measured += other.measured
      extent += other.extent
    }
  }

  /// A node: a piece, and the subtrees of the pieces before and after it.
  struct Node: TreapNode, Sendable {
    var left = ColumnTree.none
    var right = ColumnTree.none
    var before = 0
    var priority: UInt32
    let isRows: Bool
    /// Whether the subtree contains rows.
    var hasRows: Bool
    /// The number of items in the subtree before the first rows.
    var keptCount: Int
    var own: Sums
    var all: Sums
  }

  let columnCount: Int
  /// The number of items that fit into one chunk.
  let capacity: Int
  let spacing: Int64
  /// The estimated height, in subpixels, which all unmeasured items have.
  private(set) var estimate: Int64
  var nodes: [Node] = []
  /// The items of chunks: those of node *i* start at *i* · capacity. For rows, these elements store the columns in the
  /// order in which each row is filled.
  var cells: [Cell] = []
  /// The maps of nodes: those of node *i* start at 6 · *i* · columnCount. The map of the piece comes first, then that
  /// of the subtree.
  var maps: [Int64] = []
  var root = ColumnTree.none
  /// Storage that every edit reuses, so that edits need not allocate.
  var sparePart = Part()
  var spare = TreapSpare()

  /// Creates a tree of `count` unmeasured items, all in rows.
  init(count: Int, columnCount: Int, estimate: Int64, spacing: Int64) {
    (self.columnCount, self.estimate, self.spacing) = (columnCount, estimate, spacing)
    capacity = max(64, 2 * columnCount)
    if count > 0 { root = makeRows(count) }
  }

  var sums: Sums { sums(root) }
  /// The distance between two rows, in subpixels: the estimated height plus the spacing.
  var pitch: Int64 { estimate + spacing }

  func extent(_ cell: Cell) -> Int64 { (cell.height < 0 ? estimate : Int64(cell.height)) + spacing }

  /// Changes the estimated height.
  /// - Complexity: O(*n*), where *n* is the number of items that keep columns, plus that of pieces of rows.
  mutating func setEstimate(_ estimate: Int64) {
    self.estimate = estimate
    refreshAll(root)
  }

  private mutating func refreshAll(_ node: Int32) {
    guard node >= 0 else { return }
    refreshAll(nodes[Int(node)].left)
    refreshAll(nodes[Int(node)].right)
    refreshPiece(node)
    refresh(node)
  }

  /// Calls `body` with the map of a piece or a subtree.
  func withMap<Result>(_ node: Int32, isPiece: Bool, _ body: (ColumnMap) -> Result) -> Result {
    maps.withUnsafeBufferPointer { maps in
      // The pointer is mutable only because the type of the map requires it; no body changes the map.
      body(map(UnsafeMutableBufferPointer(mutating: maps), node, isPiece: isPiece))
    }
  }

  @inline(__always)
  private func map(_ maps: UnsafeMutableBufferPointer<Int64>, _ node: Int32, isPiece: Bool) -> ColumnMap {
    // A slice would check its bounds, which takes long for a few lengths.
    guard let base = maps.baseAddress else { preconditionFailure("a tree without maps") }
    return ColumnMap(
      lengths: base + (Int(node) * 6 + (isPiece ? 0 : 3)) * columnCount, columnCount: columnCount,
      keptCount: isPiece ? nodes[Int(node)].isRows ? 0 : nodes[Int(node)].own.count : nodes[Int(node)].keptCount,
      hasRows: isPiece ? nodes[Int(node)].isRows : nodes[Int(node)].hasRows)
  }

  /// Computes the sums and the map of a node's subtree again.
  mutating func refresh(_ node: Int32) {
    OperationCounter.step()
    let (index, left, right) = (Int(node), nodes[Int(node)].left, nodes[Int(node)].right)
    nodes.withUnsafeMutableBufferPointer { nodes in
      var sums = nodes[index].own
      nodes[index].before = left < 0 ? 0 : nodes[Int(left)].all.count
      if left >= 0 { sums.add(nodes[Int(left)].all) }
      if right >= 0 { sums.add(nodes[Int(right)].all) }
      nodes[index].all = sums
    }
    var maps = [Int64]()
    swap(&maps, &self.maps)
    (nodes[index].keptCount, nodes[index].hasRows) = maps.withUnsafeMutableBufferPointer { maps in
      var all = map(maps, node, isPiece: false)
      let piece = map(maps, node, isPiece: true)
      if left >= 0 { all.join(map(maps, left, isPiece: false), piece) } else { all.copy(piece) }
      if right >= 0 { all.join(all, map(maps, right, isPiece: false)) }
      return (all.keptCount, all.hasRows)
    }
    swap(&maps, &self.maps)
  }

  /// Computes the sums and the map of a node's piece again.
  mutating func refreshPiece(_ node: Int32) {
    let (start, first) = (Int(node) * 6 * columnCount + columnCount, Int(node) * capacity)
    let count = nodes[Int(node)].own.count
    if nodes[Int(node)].isRows {
      let (full, rest) = count.quotientAndRemainder(dividingBy: columnCount)
      for place in 0..<columnCount {
        let column = Int(cells[first + place].column)
        // `before` is the negated offset.
        maps[start + column] = Int64(full + (place < rest ? 1 : 0)) * pitch - maps[start - columnCount + column]
        maps[start + columnCount + column] = 0
      }
      return
    }
    let (columnCount, pitch, spacing) = (columnCount, pitch, spacing)
    let own = cells.withUnsafeBufferPointer { cells in
      maps.withUnsafeMutableBufferPointer { maps in
        for position in start..<start + 2 * columnCount { maps[position] = 0 }
        var (left, measured, sum) = (Int64(count), 0, Int64(0))
        for index in first..<first + count {
          let cell = cells[index]
          let (after, height) = (start + Int(cell.column), Int64(cell.height))
          let extent = height < 0 ? pitch : height + spacing
          maps[after] += extent
          maps[after + columnCount] &+= extent &* left
          left -= 1
          measured += height < 0 ? 0 : 1
          sum += max(0, height)
        }
        return Sums(count: count, measured: measured, extent: sum)
      }
    }
    nodes[Int(node)].own = own
  }

  /// Creates a chunk of items that all have a column.
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

  /// Creates rows whose offsets are all zero.
  mutating func makeRows(_ count: Int) -> Int32 {
    let node = makeNode(isRows: true, count: count)
    setOffsets(of: node, to: Array(repeating: 0, count: columnCount), order: Array(0..<columnCount))
    return node
  }

  /// Moves the items of a piece that start at `offset` to a new piece, and returns that piece. The frames of items do
  /// not change.
  mutating func cut(_ node: Int32, at offset: Int) -> Int32 {
    let (first, count) = (Int(node) * capacity, nodes[Int(node)].own.count)
    guard nodes[Int(node)].isRows else {
      let tail = makeChunk(Array(cells[first + offset..<first + count])[...])
      setCount(offset, of: node)
      return tail
    }
    setCount(offset, of: node)
    let tail = makeNode(isRows: true, count: count - offset)
    let ends = withMap(node, isPiece: true) { map in (0..<columnCount).map { map.after[$0] } }
    let base = ends.max() ?? 0
    setOffsets(
      of: tail, to: ends.map { $0 - base },
      order: (0..<columnCount).map { Int(cells[first + (offset + $0) % columnCount].column) })
    return tail
  }

  private mutating func makeNode(isRows: Bool, count: Int) -> Int32 {
    let sums = Sums(count: count)
    let (node, isNew) = store(
      Node(
        priority: spare.nextPriority(), isRows: isRows, hasRows: isRows, keptCount: 0, own: sums, all: sums))
    if isNew {
      cells.append(contentsOf: repeatElement(Cell(), count: capacity))
      maps.append(contentsOf: repeatElement(0, count: 6 * columnCount))
    }
    return node
  }

  /// Makes rows start at the given levels. Differences between columns that exceed the pitch of a row are reduced to
  /// that pitch.
  /// - Returns: False if the rows already start there.
  mutating func startRows(_ node: Int32, at levels: [Int64]) -> Bool {
    let base = levels.max() ?? 0
    let offsets = levels.map { max(-pitch, $0 - base) }
    let isSame = withMap(node, isPiece: true) { map in offsets.indices.allSatisfy { map.before[$0] == -offsets[$0] } }
    guard !isSame else { return false }
    setOffsets(of: node, to: offsets, order: offsets.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) })
    return true
  }

  /// Sets where the first row starts in each column.
  /// - Parameters:
  ///   - offsets: The start in each column relative to the base, in subpixels; zero or negative.
  ///   - order: The columns in the order in which a row is filled.
  private mutating func setOffsets(of node: Int32, to offsets: [Int64], order: [Int]) {
    let (start, first) = (Int(node) * 6 * columnCount, Int(node) * capacity)
    for (place, column) in order.enumerated() {
      // `before` is the distance from the level of the column to the base.
      maps[start + column] = -offsets[column]
      cells[first + place].column = Int32(column)
    }
    refreshPiece(node)
    refresh(node)
  }

  /// Changes the number of items in a piece. A smaller number drops the last items; only rows may become longer.
  mutating func setCount(_ count: Int, of node: Int32) {
    nodes[Int(node)].own.count = count
    refreshPiece(node)
  }

  /// Returns whether both pieces are rows. Only rows can be appended to the piece before them.
  func canAppend(_ next: Int32, to last: Int32) -> Bool { nodes[Int(last)].isRows && nodes[Int(next)].isRows }

  mutating func append(_ next: Int32, to last: Int32) {
    setCount(nodes[Int(last)].own.count + nodes[Int(next)].own.count, of: last)
  }
}
