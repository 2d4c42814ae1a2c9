/// Edits and replaces items.
extension ColumnTree {
  /// A range of consecutive items whose columns an edit assigns.
  struct Part: Sendable {
    /// The position of the first item.
    fileprivate(set) var first = 0
    var cells: [Cell] = []
    /// The levels of the columns: before the edit, those above the first item; after it, those below the last item.
    var levels: [Int64] = []
    /// For each column, a sum over the items after this range, up to the next rows or the end: each item counts with
    /// the length that the items after the range, up to and including it, add to the column.
    var areas: [Int64] = []
    /// The number of items over which `areas` is summed.
    var areaCount = 0
    /// Whether the edit changed the column of any item.
    var hasOtherColumns = false
    /// Whether rows follow directly after the last item.
    fileprivate var isBeforeRows = false
    /// The levels below the last item before the edit.
    fileprivate var oldLevels: [Int64] = []
    /// The length that the items read after this range add to each column, in subpixels.
    fileprivate var lengths: [Int64] = []
    /// Whether rows were read after this range.
    fileprivate var hasRows = false

    /// The estimated height of an unmeasured item, in subpixels.
    fileprivate(set) var estimate: Int64 = 0
    /// The distance between two items of a column, in subpixels.
    fileprivate(set) var spacing: Int64 = 0

    /// Returns the length that an item adds to its column: its height and the spacing below it, in subpixels.
    @inline(__always)
    func extent(_ cell: Cell) -> Int64 { (cell.height < 0 ? estimate : Int64(cell.height)) + spacing }
  }

  /// Edits the items of a range, which keep their columns from then on. Rows after them start at the new levels.
  /// - Parameter body: Assigns a column to each item of the range and updates the levels. It may also receive items
  ///   around the range, which it must not change.
  /// - Returns: Whether any item changed its column, or any item after the range may have moved.
  /// - Complexity: O(*c* log *n* + *k*), where *c* is the number of columns and *k* the length of the range.
  mutating func edit(_ range: Range<Int>, _ body: (inout Part) -> Void) -> Bool {
    var part = Part()
    swap(&part, &sparePart)
    defer {
      // The storage of an edit of many items would stay in use for good.
      if part.cells.count > 16 * capacity { part.cells = [] }
      swap(&part, &sparePart)
    }
    clear(&part, first: range.lowerBound)
    guard readChunks(of: root, first: 0, range, into: &part) else {
      let range = widened(range)
      clear(&part, first: range.lowerBound)
      return rebuild(range, &part, body)
    }
    if part.cells.isEmpty { part.startOldLevels() }
    part.isBeforeRows = part.hasRows && part.areaCount == 0
    body(&part)
    let hasOtherStart = write(part, to: root, first: 0)
    return part.hasOtherColumns || hasOtherStart || part.levels != part.oldLevels
  }

  /// Empties a part and keeps its storage, so that most edits need not allocate.
  private func clear(_ part: inout Part, first: Int) {
    func clear(_ lengths: inout [Int64]) {
      if lengths.count != columnCount { lengths = Array(repeating: 0, count: columnCount) }
      for column in lengths.indices { lengths[column] = 0 }
    }
    part.first = first
    part.cells.removeAll(keepingCapacity: true)
    clear(&part.levels)
    clear(&part.areas)
    clear(&part.lengths)
    clear(&part.oldLevels)
    (part.areaCount, part.hasOtherColumns, part.isBeforeRows, part.hasRows) = (0, false, false, false)
    (part.estimate, part.spacing) = (estimate, spacing)
  }

  /// Reads the chunks of a subtree that a range intersects, the levels above them and the areas below them.
  /// - Returns: False if the range contains items in rows.
  private func readChunks(
    of node: Int32, first: Int, _ range: Range<Int>, into part: inout Part
  ) -> Bool {
    guard node >= 0 else { return true }
    if first >= range.upperBound {
      withMap(node, isPiece: false) { part.follow($0) }
      return true
    }
    if first + nodes[Int(node)].all.count <= range.lowerBound {
      move(&part.levels, along: node, isPiece: false)
      return true
    }
    OperationCounter.step()
    let start = first + nodes[Int(node)].before
    let end = start + nodes[Int(node)].own.count
    guard readChunks(of: nodes[Int(node)].left, first: first, range, into: &part) else { return false }
    if end <= range.lowerBound {
      move(&part.levels, along: node, isPiece: true)
    } else if start >= range.upperBound {
      withMap(node, isPiece: true) { part.follow($0) }
    } else {
      guard !nodes[Int(node)].isRows else { return false }
      if part.cells.isEmpty {
        part.first = start
        part.startOldLevels()
      }
      part.cells += cells[Int(node) * capacity..<Int(node) * capacity + end - start]
      move(&part.oldLevels, along: node, isPiece: true)
    }
    return readChunks(of: nodes[Int(node)].right, first: end, range, into: &part)
  }

  /// Writes edited items back to the chunks from which they were read, and makes the rows below start at the new
  /// levels.
  /// - Returns: Whether the start of these rows changed.
  private mutating func write(_ part: Part, to node: Int32, first: Int) -> Bool {
    guard node >= 0 else { return false }
    let range = part.first..<part.first + part.cells.count
    let (left, right, own) = (nodes[Int(node)].left, nodes[Int(node)].right, nodes[Int(node)].own.count)
    let start = first + nodes[Int(node)].before
    let end = start + own
    var hasChanged = false
    if start > range.lowerBound { hasChanged = write(part, to: left, first: first) }
    if start >= range.lowerBound, end <= range.upperBound {
      let from = start - part.first
      cells.withUnsafeMutableBufferPointer { cells in
        part.cells.withUnsafeBufferPointer { source in
          let first = Int(node) * capacity
          _ = UnsafeMutableBufferPointer(rebasing: cells[first..<first + own])
            .update(fromContentsOf: UnsafeBufferPointer(rebasing: source[from..<from + own]))
        }
      }
      refreshPiece(node)
    } else if start == range.upperBound, nodes[Int(node)].isRows {
      hasChanged = startRows(node, at: part.levels)
    }
    if end < range.upperBound || end == range.upperBound && part.isBeforeRows {
      hasChanged = write(part, to: right, first: end) || hasChanged
    }
    refresh(node)
    return hasChanged
  }

  /// Edits a range that contains items in rows: all items of the range move to new chunks.
  private mutating func rebuild(_ range: Range<Int>, _ part: inout Part, _ body: (inout Part) -> Void) -> Bool {
    let (prefix, rest) = split(root, at: range.lowerBound)
    let (middle, suffix) = split(rest, at: range.count)
    collect(middle, into: &part.cells)
    if suffix >= 0 {
      withMap(suffix, isPiece: false) { map in
        for column in part.areas.indices { part.areas[column] = map.areas[column] }
        part.areaCount = map.keptCount
      }
    }
    move(&part.levels, along: prefix, isPiece: false)
    part.oldLevels = part.levels
    move(&part.oldLevels, along: middle, isPiece: false)
    releaseTree(middle)
    body(&part)
    let hasOtherStart = startRows(of: suffix, at: part.levels)
    root = merge(merge(prefix, makeChunks(part.cells)), suffix)
    return part.hasOtherColumns || hasOtherStart || part.levels != part.oldLevels
  }

  /// Returns the range extended to all chunks that it intersects or touches, so that chunks stay full.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if lower > 0 {
      let (node, offset) = piece(at: lower - 1)
      if !nodes[Int(node)].isRows { lower -= 1 + offset }
    }
    if upper < sums.count {
      let (node, offset) = piece(at: upper)
      if !nodes[Int(node)].isRows { upper += nodes[Int(node)].own.count - offset }
    }
    return lower..<upper
  }

  /// Advances levels past a piece or a subtree.
  private func move(_ levels: inout [Int64], along node: Int32, isPiece: Bool) {
    guard node >= 0 else { return }
    withMap(node, isPiece: isPiece) { $0.apply(to: &levels) }
  }

  /// Appends the items of a tree to a list. Items in rows get the columns that they have there.
  private func collect(_ node: Int32, into list: inout [Cell]) {
    guard node >= 0 else { return }
    collect(nodes[Int(node)].left, into: &list)
    let (first, count) = (Int(node) * capacity, nodes[Int(node)].own.count)
    if nodes[Int(node)].isRows {
      for cell in 0..<count { list.append(Cell(column: cells[first + cell % columnCount].column)) }
    } else {
      list += cells[first..<first + count]
    }
    collect(nodes[Int(node)].right, into: &list)
  }

  /// Returns a tree of chunks that have about the same number of items.
  private mutating func makeChunks(_ content: [Cell]) -> Int32 {
    let count = (content.count + capacity - 1) / capacity
    var tree = Self.none
    for chunk in 0..<count {
      let range = content.count * chunk / count..<content.count * (chunk + 1) / count
      tree = merge(tree, makeChunk(content[range]))
    }
    return tree
  }

  /// If a tree starts with rows, makes them start at the given levels. Differences between columns that exceed the
  /// pitch of a row are reduced to that pitch.
  /// - Returns: Whether the start of the rows changed.
  private mutating func startRows(of node: Int32, at levels: [Int64]) -> Bool {
    guard node >= 0 else { return false }
    let left = nodes[Int(node)].left
    let hasChanged: Bool
    if left >= 0 {
      hasChanged = startRows(of: left, at: levels)
    } else {
      guard nodes[Int(node)].isRows else { return false }
      hasChanged = startRows(node, at: levels)
    }
    if hasChanged { refresh(node) }
    return hasChanged
  }

  /// Replaces the items of a range by items in chunks and by items in rows.
  /// - Parameter runs: The new items. In each run, items in chunks come first, then a number of items in rows. The
  ///   caller gives the items in chunks their final columns afterwards.
  mutating func replace(_ range: Range<Int>, with runs: [(cells: [Cell], rows: Int)]) {
    let (prefix, rest) = split(root, at: range.lowerBound)
    let (middle, suffix) = split(rest, at: range.count)
    releaseTree(middle)
    root = prefix
    for run in runs {
      root = merge(root, makeChunks(run.cells))
      if run.rows > 0 { root = join(root, makeRows(run.rows)) }
    }
    root = join(root, suffix)
    _ = startRows(of: root, at: Array(repeating: 0, count: columnCount))
  }
}

extension ColumnTree.Part {
  /// Copies `levels` to `oldLevels` one by one, because an assignment of the array would allocate.
  fileprivate mutating func startOldLevels() {
    for column in levels.indices { oldLevels[column] = levels[column] }
  }

  /// Adds the items that `map` describes to `lengths` and `areas`. They directly follow the items that are already
  /// included. Items after the first rows are ignored.
  fileprivate mutating func follow(_ map: ColumnMap) {
    guard !hasRows else { return }
    let count = Int64(map.keptCount)
    areaCount += map.keptCount
    for column in lengths.indices {
      areas[column] &+= map.areas[column] &+ lengths[column] &* count
      if !map.hasRows { lengths[column] += map.after[column] }
    }
    hasRows = map.hasRows
  }
}
