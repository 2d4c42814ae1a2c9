/// An array for very many rows that is changed while older values of it are still in use.
///
/// The rows are kept in chunks of about a thousand, which a copy shares with its original: changing a few of ten million
/// rows copies a few chunks, never all rows. Besides, a store remembers its last edits, so that a list that showed an
/// older value and now shows this one costs what was edited, not what is there:
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
  static var chunkSize: Int { 1024 }
  /// How many chunks a block has at most.
  static var blockSize: Int { 128 }

  /// A number of chunks, and where each begins.
  struct Block {
    private(set) var chunks: [[Element]]
    /// The first position of each chunk, counted from the first row of the block; one more for the end.
    private(set) var starts: [Int]

    init(chunks: [[Element]]) {
      self.chunks = chunks
      starts = [0]
      countFrom(0)
    }

    var count: Int { starts[chunks.count] }

    /// The chunk that holds a row; the last one for the end.
    func chunk(at offset: Int) -> Int {
      Swift.min(starts.partitioningIndex { $0 > offset }, chunks.count) - 1
    }

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
  var blocks: [Block] = []
  /// The first position of each block; one more for the end.
  var starts: [Int] = [0]
  @usableFromInline var history = RowHistory()

  /// A store without rows.
  public init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { starts[blocks.count] }

  /// The row at a position.
  /// - Complexity: O(log *n*) to read; O(1) more to write, apart from a chunk that is copied if an older value shares it.
  public subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "row \(position) of \(count)")
      let place = place(of: position)
      return blocks[place.block].chunks[place.chunk][place.offset]
    }
    set {
      precondition(position >= 0 && position < count, "row \(position) of \(count)")
      let place = place(of: position)
      blocks[place.block].edit(place.chunk) { $0[place.offset] = newValue }
      history.record(.replace(position..<position + 1, with: 1))
    }
  }

  /// Where a row is kept.
  struct Place {
    var block: Int
    var chunk: Int
    /// Position in the chunk.
    var offset: Int
  }

  /// The place of a row, or behind the last one.
  /// - Precondition: There is a row.
  func place(of position: Int) -> Place {
    let block = Swift.min(starts.partitioningIndex { $0 > position }, blocks.count) - 1
    let inBlock = position - starts[block]
    let chunk = blocks[block].chunk(at: inBlock)
    return Place(block: block, chunk: chunk, offset: inBlock - blocks[block].starts[chunk])
  }

  /// The edits that lead from an older value to this one, the oldest first; `nil` if this was not made from it, or too
  /// long ago: about a thousand edits are remembered; edits of neighbours that follow each other count as one.
  /// - Complexity: O(*e*) in the number of remembered edits.
  public func edits(since old: RowStore) -> [RowEdit]? {
    history.edits(since: old.history)
  }
}

extension RowStore: RowHistoryProviding {}

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
