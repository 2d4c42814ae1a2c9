/// An array of very many rows that changes while older values of it are still in use.
///
/// The rows lie in chunks of about a thousand, which a copy shares with its original: changing a few of ten million
/// rows copies a few chunks. A store also remembers its last edits, so that an update from an older value to this one
/// costs the number of edits, not the number of rows:
///
/// ```swift
/// var rows = RowStore(log.lines)
/// list.apply(List { Section(id: "log", data: rows, id: \.number) { Line($0) } })
/// rows.append(contentsOf: newLines)
/// list.apply(List { Section(id: "log", data: rows, id: \.number) { Line($0) } })   // costs the new lines
/// ```
///
/// In such an update a row that no edit touched is the same row; only the identities of deleted and inserted rows are
/// compared.
public struct RowStore<Element>: RandomAccessCollection {
  /// The number of rows of a new chunk.
  @inlinable
  static var chunkSize: Int { 1024 }
  /// The largest number of chunks of a block.
  static var blockSize: Int { 128 }

  /// Up to ``RowStore/blockSize`` chunks, and the positions at which they begin.
  @usableFromInline
  struct Block {
    @usableFromInline private(set) var chunks: [[Element]]
    /// The position of the first row of each chunk within the block, then the number of all rows.
    @usableFromInline private(set) var starts: [Int]

    init(chunks: [[Element]]) {
      self.chunks = chunks
      starts = [0]
      countFrom(0)
    }

    /// The number of rows in the block.
    var count: Int { starts[chunks.count] }

    /// Changes the rows of a chunk, and updates the positions of the chunks after it.
    mutating func edit(_ chunk: Int, _ change: (inout [Element]) -> Void) {
      change(&chunks[chunk])
      countFrom(chunk)
    }

    /// Appends a chunk.
    mutating func addChunk(_ rows: [Element]) {
      chunks.append(rows)
      countFrom(chunks.count - 1)
    }

    /// Recomputes the entries of `starts` from the chunk `first` to the end of the block.
    private mutating func countFrom(_ first: Int) {
      starts.removeSubrange((first + 1)...)
      for chunk in chunks[first...] { starts.append(starts[starts.count - 1] + chunk.count) }
    }
  }

  /// The blocks, none of them empty.
  @usableFromInline var blocks: [Block] = []
  /// The position of the first row of each block, then the number of all rows.
  @usableFromInline var starts: [Int] = [0]
  @usableFromInline var history = RowHistory()

  /// Creates a store without rows.
  public init() {}

  /// The position of the first row: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last row, which is the number of rows.
  @inlinable
  public var endIndex: Int { starts[blocks.count] }

  /// The row at a position, which counts from zero.
  /// - Complexity: O(log *n*); a write also copies one chunk if an older value shares it.
  // Inlinable, because a random read takes 0.26 us specialised and 0.8 us through witness tables.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "row \(position) of \(count)")
      let place = place(of: position)
      return blocks[place.block].chunks[place.chunk][place.offset]
    }
    set { write(newValue, at: position) }
  }

  /// Replaces one row, and records the edit.
  @usableFromInline
  mutating func write(_ row: Element, at position: Int) {
    precondition(position >= 0 && position < count, "row \(position) of \(count)")
    let place = place(of: position)
    blocks[place.block].edit(place.chunk) { $0[place.offset] = row }
    history.record(.replace(position..<position + 1, with: 1))
  }

  /// The location of a row: its block, its chunk in the block and its position in the chunk.
  @usableFromInline
  struct Place {
    @usableFromInline var block: Int
    @usableFromInline var chunk: Int
    /// The position of the row in its chunk.
    @usableFromInline var offset: Int

    @inlinable
    init(block: Int, chunk: Int, offset: Int) {
      self.block = block
      self.chunk = chunk
      self.offset = offset
    }
  }

  /// Returns the location of the row at a position. For the end position, it is the location after the last row.
  /// - Precondition: The store is not empty.
  @inlinable
  func place(of position: Int) -> Place {
    let block = Self.part(at: position, starts)
    let inBlock = position - starts[block]
    let chunk = Self.part(at: inBlock, blocks[block].starts)
    return Place(block: block, chunk: chunk, offset: inBlock - blocks[block].starts[chunk])
  }

  /// Returns the index of the block or chunk that contains a position; the last one also contains the end position.
  @inlinable
  static func part(at position: Int, _ starts: [Int]) -> Int {
    var low = 0
    var high = starts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the edits that lead from an older value to this one, the oldest first.
  ///
  /// At least the last 512 edits are remembered, and at most 1,024; consecutive edits of adjacent rows count as one.
  /// - Returns: `nil` if this value was not made from the older one, or was made from it with more edits than are
  ///   remembered.
  /// - Complexity: O(*e*) in the number of remembered edits.
  @usableFromInline
  package func edits(since old: RowStore) -> [RowEdit]? { history.edits(since: old.history) }
}

extension RowStore {
  /// An iterator that reads the rows chunk by chunk.
  public struct Iterator: IteratorProtocol {
    private let blocks: [Block]
    private var block = 0
    private var chunk = 0
    @usableFromInline var rows: [Element] = []
    @usableFromInline var offset = 0

    init(_ store: RowStore) { blocks = store.blocks }

    /// Returns the next row; `nil` at the end.
    @inlinable
    public mutating func next() -> Element? {
      if offset == rows.count, !goToNextChunk() { return nil }
      defer { offset += 1 }
      return rows[offset]
    }

    /// Advances to the next chunk; returns false at the end.
    @usableFromInline
    mutating func goToNextChunk() -> Bool {
      if block < blocks.count, chunk == blocks[block].chunks.count {
        block += 1
        chunk = 0
      }
      guard block < blocks.count else { return false }
      rows = blocks[block].chunks[chunk]
      offset = 0
      chunk += 1
      return true
    }
  }

  /// Returns an iterator over all rows.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension RowStore {
  /// Returns a few words about a violated invariant of the blocks and chunks, for tests; `nil` if all hold.
  /// - Complexity: O(*n*).
  package func brokenInvariant() -> String? {
    if starts.count != blocks.count + 1 { return "\(starts.count) starts for \(blocks.count) blocks" }
    for (index, block) in blocks.enumerated() {
      if block.chunks.isEmpty || block.chunks.count > Self.blockSize { return "\(block.chunks.count) chunks" }
      if starts[index + 1] - starts[index] != block.count { return "block \(index) begins at \(starts[index])" }
      let sizes = block.chunks.map(\.count)
      if sizes.contains(where: { $0 == 0 || $0 > 2 * Self.chunkSize }) { return "chunks of \(sizes) rows" }
      if zip(zip(block.starts, block.starts.dropFirst()), sizes).contains(where: { $0.1 - $0.0 != $1 }) {
        return "starts \(block.starts) for \(sizes) rows"
      }
    }
    return nil
  }
}

extension RowStore {
  private var chunks: FlattenSequence<[[[Element]]]> { blocks.map(\.chunks).joined() }

  /// Returns the number of chunks that two stores share, for tests; for one and the same store, all its chunks.
  package func sharedChunkCount(with other: RowStore) -> Int {
    let address = { (chunk: [Element]) in chunk.withUnsafeBufferPointer(\.baseAddress) }
    let others = Set(other.chunks.map(address))
    return chunks.count { others.contains(address($0)) }
  }
}

extension RowStore: Sendable where Element: Sendable {}
extension RowStore.Block: Sendable where Element: Sendable {}

extension RowStore: Equatable where Element: Equatable {
  /// Whether both have equal rows in the same order.
  /// - Complexity: O(*n*); O(1) if one is an unchanged copy of the other.
  public static func == (a: RowStore, b: RowStore) -> Bool {
    a.edits(since: b)?.isEmpty == true || a.elementsEqual(b)
  }
}

extension RowStore: Hashable where Element: Hashable {
  /// Hashes all rows.
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}

extension RowStore: CustomStringConvertible {
  /// The number of rows: `RowStore(3 rows)`.
  public var description: String { "RowStore(\(count) rows)" }
}
