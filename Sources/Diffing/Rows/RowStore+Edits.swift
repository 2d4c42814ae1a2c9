extension RowStore: MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
  /// Creates a store of rows.
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ rows: some Sequence<Element>) {
    self.init()
    fill(with: Self.chunks(of: rows, first: Self.chunkSize))
  }

  /// Creates a store of the rows of a literal.
  public init(arrayLiteral rows: Element...) {
    self.init(rows)
  }

  /// Appends rows.
  /// - Complexity: O(*m*) in the number of new rows; O(*m* / 1000) for a slice of a store, whose chunks are shared.
  @inlinable
  public mutating func append(contentsOf rows: some Sequence<Element>) {
    if let rows = rows as? Slice<RowStore> { return share(rows) }
    add(Self.chunks(of: rows, first: room))
  }

  /// Appends one row.
  public mutating func append(_ row: Element) {
    append(contentsOf: CollectionOfOne(row))
  }

  /// Inserts one row.
  /// - Complexity: As ``replaceSubrange(_:with:)``.
  public mutating func insert(_ row: Element, at position: Int) {
    replaceSubrange(position..<position, with: CollectionOfOne(row))
  }

  /// Deletes one row and returns it.
  /// - Complexity: As ``replaceSubrange(_:with:)``.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let row = self[position]
    replaceSubrange(position..<position + 1, with: EmptyCollection())
    return row
  }

  /// Deletes all rows.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    replaceSubrange(0..<count, with: EmptyCollection())
  }

  /// Replaces rows by others.
  /// - Complexity: O(*m* + *b*), where *m* is the number of new rows and *b* the number of blocks of about 100,000
  ///   rows.
  public mutating func replaceSubrange(_ range: Range<Int>, with rows: some Collection<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "rows \(range) of \(count)")
    let inserted = rows.count
    if range.isEmpty, inserted == 0 { return }
    splice(range, rows)
    history.record(.replace(range, with: inserted))
  }

  /// Moves consecutive rows; they keep their identity, so that a list shows a move.
  /// - Parameter target: The position of the first moved row after the move.
  /// - Complexity: As ``replaceSubrange(_:with:)``.
  public mutating func move(_ range: Range<Int>, to target: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "rows \(range) of \(count)")
    precondition(target >= 0 && target <= count - range.count, "to \(target) of \(count - range.count)")
    if range.isEmpty || target == range.lowerBound { return }
    let rows = Array(self[range])
    splice(range, EmptyCollection())
    splice(target..<target, rows)
    history.record(.move(range, to: target))
  }

  /// Moves one row.
  /// - Parameter target: The position of the row after the move.
  /// - Complexity: As ``replaceSubrange(_:with:)``.
  package mutating func move(_ position: Int, to target: Int) {
    move(position..<position + 1, to: target)
  }

  // MARK: Chunks

  /// Divides rows into chunks; compiled for the caller's type, because it touches every row.
  /// - Parameter first: The size of the first chunk, at least one.
  @inlinable
  static func chunks(of rows: some Sequence<Element>, first: Int) -> [[Element]] {
    var chunks: [[Element]] = []
    var chunk: [Element] = []
    var size = first
    for row in rows {
      if chunk.isEmpty { chunk.reserveCapacity(Swift.min(size, Swift.max(1, rows.underestimatedCount))) }
      chunk.append(row)
      if chunk.count == size {
        chunks.append(chunk)
        chunk = []
        size = chunkSize
      }
    }
    if !chunk.isEmpty { chunks.append(chunk) }
    return chunks
  }

  /// The number of rows that can be added to the last chunk or, if it is full, to a new one.
  @usableFromInline
  var room: Int {
    let last = blocks.last?.chunks.last?.count ?? Self.chunkSize
    return last < Self.chunkSize ? Self.chunkSize - last : Self.chunkSize
  }

  /// Appends rows as one edit.
  /// - Parameter chunks: The rows: at most ``room`` in the first chunk. All later chunks except the last are full.
  @usableFromInline
  mutating func add(_ chunks: [[Element]]) {
    let oldCount = count
    fill(with: chunks)
    if count > oldCount { history.record(.replace(oldCount..<oldCount, with: count - oldCount)) }
  }

  /// Appends chunks without recording an edit.
  @usableFromInline
  mutating func fill(with chunks: [[Element]]) {
    var chunks = chunks[...]
    if !blocks.isEmpty, let first = chunks.first, first.count <= room, room < Self.chunkSize {
      addToLastChunk(first)
      chunks = chunks.dropFirst()
    }
    for chunk in chunks { addChunk(chunk) }
  }

  /// Appends rows of another store, and shares its whole chunks.
  @usableFromInline
  mutating func share(_ rows: Slice<RowStore>) {
    let oldCount = count
    var position = rows.startIndex
    while position < rows.endIndex {
      let place = rows.base.place(of: position)
      let chunk = rows.base.blocks[place.block].chunks[place.chunk]
      let part = chunk[place.offset..<Swift.min(chunk.count, place.offset + rows.endIndex - position)]
      let lastSize = blocks.last?.chunks.last?.count ?? Self.chunkSize
      // A whole chunk is shared unless the one before it is small; a part of one joins the last chunk if it has room.
      let joins = part.count == chunk.count ? lastSize < Self.chunkSize / 4 : lastSize < Self.chunkSize
      if joins, lastSize + part.count <= 2 * Self.chunkSize {
        addToLastChunk(part)
      } else {
        addChunk(part.count == chunk.count ? chunk : Array(part))
      }
      position += part.count
    }
    if count > oldCount { history.record(.replace(oldCount..<oldCount, with: count - oldCount)) }
  }

  /// Appends rows to the last chunk.
  /// - Precondition: The store is not empty.
  private mutating func addToLastChunk(_ rows: some Collection<Element>) {
    let block = blocks.count - 1
    blocks[block].edit(blocks[block].chunks.count - 1) { $0.append(contentsOf: rows) }
    countBlocks(from: block)
  }

  /// Appends a chunk, in a new block if the last one is full.
  private mutating func addChunk(_ rows: [Element]) {
    if let last = blocks.indices.last, blocks[last].chunks.count < Self.blockSize {
      blocks[last].addChunk(rows)
      countBlocks(from: last)
    } else {
      blocks.append(Block(chunks: [rows]))
      countBlocks(from: blocks.count - 1)
    }
  }

  /// Recomputes the entries of `starts` from the block `first` to the end.
  private mutating func countBlocks(from first: Int) {
    starts.removeSubrange((first + 1)...)
    for block in blocks[first...] { starts.append(starts[starts.count - 1] + block.count) }
  }

  /// Replaces rows without recording an edit.
  private mutating func splice(_ range: Range<Int>, _ rows: some Collection<Element>) {
    guard !blocks.isEmpty else { return fill(with: Self.chunks(of: rows, first: Self.chunkSize)) }
    let first = place(of: range.lowerBound)
    let last = place(of: range.upperBound)
    let size = blocks[first.block].chunks[first.chunk].count + rows.count - range.count
    if first.block == last.block, first.chunk == last.chunk, size >= Self.chunkSize / 4, size <= 2 * Self.chunkSize {
      blocks[first.block].edit(first.chunk) { $0.replaceSubrange(first.offset..<last.offset, with: rows) }
      return countBlocks(from: first.block)
    }
    rebuild(from: first, to: last, with: rows)
  }

  /// Replaces the rows between two places, and divides the affected rows into new chunks and blocks.
  private mutating func rebuild(from first: Place, to last: Place, with rows: some Collection<Element>) {
    var chunks = Array(blocks[first.block].chunks[..<first.chunk])
    let rest = blocks[last.block].chunks[last.chunk][last.offset...]
    var middle = Array(blocks[first.block].chunks[first.chunk][..<first.offset])
    middle.append(contentsOf: rows)
    middle.append(contentsOf: rest)
    // A small remainder joins its neighbour, so that many edits do not leave many small chunks.
    if middle.count < Self.chunkSize / 4, let before = chunks.popLast() { middle = before + middle }
    for start in stride(from: 0, to: middle.count, by: Self.chunkSize) {
      chunks.append(Array(middle[start..<Swift.min(start + Self.chunkSize, middle.count)]))
    }
    chunks.append(contentsOf: blocks[last.block].chunks[(last.chunk + 1)...])
    var start = first.block
    if chunks.count < Self.blockSize / 4, start > 0 {
      start -= 1
      chunks = blocks[start].chunks + chunks
    }
    let new = stride(from: 0, to: chunks.count, by: Self.blockSize).map { index in
      Block(chunks: Array(chunks[index..<Swift.min(index + Self.blockSize, chunks.count)]))
    }
    blocks.replaceSubrange(start...last.block, with: new)
    countBlocks(from: start)
  }
}
