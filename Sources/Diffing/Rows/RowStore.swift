/// An array for very many rows that is changed while older values of it are still in use.
///
/// The rows are kept in chunks of about a thousand, which a copy shares with its original: changing a few of ten
/// million rows copies a few chunks, never all rows. Besides, a store remembers its last edits, so that a list that
/// showed an older value and now shows this one costs what was edited, not what is there:
///
/// ```swift
/// var rows = RowStore(log.lines)
/// list.apply(List { Section(id: "log", data: rows, id: \.number) { Line($0) } })
/// rows.append(contentsOf: newLines)
/// list.apply(List { Section(id: "log", data: rows, id: \.number) { Line($0) } })   // costs the new lines
/// ```
///
/// For such an update a row that no edit touched is taken to be the same row; the identities are asked of the rows that
/// were taken out and put in.
public struct RowStore<Element>: RandomAccessCollection {
  /// How many rows a new chunk gets.
  @inlinable
  static var chunkSize: Int { 1024 }
  /// How many chunks a block has at most.
  static var blockSize: Int { 128 }

  /// A number of chunks, and where each begins.
  @usableFromInline
  struct Block {
    @usableFromInline private(set) var chunks: [[Element]]
    /// The first position of each chunk, counted from the first row of the block; one more for the end.
    @usableFromInline private(set) var starts: [Int]

    init(chunks: [[Element]]) {
      self.chunks = chunks
      starts = [0]
      countFrom(0)
    }

    var count: Int { starts[chunks.count] }

    mutating func edit(_ chunk: Int, _ change: (inout [Element]) -> Void) {
      change(&chunks[chunk])
      countFrom(chunk)
    }

    mutating func addChunk(_ rows: [Element]) {
      chunks.append(rows)
      countFrom(chunks.count - 1)
    }

    private mutating func countFrom(_ first: Int) {
      starts.removeSubrange((first + 1)...)
      for chunk in chunks[first...] { starts.append(starts[starts.count - 1] + chunk.count) }
    }
  }

  /// None of them empty.
  @usableFromInline var blocks: [Block] = []
  /// The first position of each block; one more for the end.
  @usableFromInline var starts: [Int] = [0]
  @usableFromInline var history = RowHistory()

  /// A store without rows.
  public init() {}

  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { starts[blocks.count] }

  /// The row at a position.
  /// - Complexity: O(log *n*) to read; O(1) more to write, apart from a chunk that is copied if an older value shares
  ///   it.
  ///
  /// Specialised by the caller: through witness tables a read at random took 0.8 us, so 0.26 us.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "row \(position) of \(count)")
      let place = place(of: position)
      return blocks[place.block].chunks[place.chunk][place.offset]
    }
    set { write(newValue, at: position) }
  }

  @usableFromInline
  mutating func write(_ row: Element, at position: Int) {
    precondition(position >= 0 && position < count, "row \(position) of \(count)")
    let place = place(of: position)
    blocks[place.block].edit(place.chunk) { $0[place.offset] = row }
    history.record(.replace(position..<position + 1, with: 1))
  }

  /// Where a row is kept.
  @usableFromInline
  struct Place {
    @usableFromInline var block: Int
    @usableFromInline var chunk: Int
    /// Position in the chunk.
    @usableFromInline var offset: Int

    @inlinable
    init(block: Int, chunk: Int, offset: Int) {
      self.block = block
      self.chunk = chunk
      self.offset = offset
    }
  }

  /// The place of a row, or behind the last one.
  /// - Precondition: There is a row.
  @inlinable
  func place(of position: Int) -> Place {
    let block = Self.part(at: position, starts)
    let inBlock = position - starts[block]
    let chunk = Self.part(at: inBlock, blocks[block].starts)
    return Place(block: block, chunk: chunk, offset: inBlock - blocks[block].starts[chunk])
  }

  /// Which part holds a position; the last one for the end.
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

  /// The edits that lead from an older value to this one, the oldest first; `nil` if this was not made from it, or too
  /// long ago: about a thousand edits are remembered; edits of neighbours that follow each other count as one.
  /// - Complexity: O(*e*) in the number of remembered edits.
  public func edits(since old: RowStore) -> [RowEdit]? {
    history.edits(since: old.history)
  }
}

extension RowStore {
  /// Walks over the rows chunk by chunk.
  public struct Iterator: IteratorProtocol {
    private let blocks: [Block]
    private var block = 0
    private var chunk = 0
    @usableFromInline var rows: [Element] = []
    @usableFromInline var offset = 0

    init(_ store: RowStore) {
      blocks = store.blocks
    }

    @inlinable
    public mutating func next() -> Element? {
      if offset == rows.count, !goToNextChunk() { return nil }
      defer { offset += 1 }
      return rows[offset]
    }

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

  public func makeIterator() -> Iterator { Iterator(self) }
}

extension RowStore {
  /// What is wrong with the inner structure, in a few words; `nil` if nothing is. For tests.
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

  /// In how many pieces the rows are kept. For tests.
  package var chunkCount: Int { chunks.count { _ in true } }

  /// How many of these pieces another store keeps too. For tests.
  package func sharedChunkCount(with other: RowStore) -> Int {
    let address = { (chunk: [Element]) in chunk.withUnsafeBufferPointer(\.baseAddress) }
    let others = Set(other.chunks.map(address))
    return chunks.count { others.contains(address($0)) }
  }
}

extension RowStore: Sendable where Element: Sendable {}
extension RowStore.Block: Sendable where Element: Sendable {}

extension RowStore: Equatable where Element: Equatable {
  /// - Complexity: O(*n*); O(1) if one is an unchanged copy of the other.
  public static func == (a: RowStore, b: RowStore) -> Bool {
    a.edits(since: b)?.isEmpty == true || a.elementsEqual(b)
  }
}

extension RowStore: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}

extension RowStore: CustomStringConvertible {
  public var description: String { "RowStore(\(count) rows)" }
}
