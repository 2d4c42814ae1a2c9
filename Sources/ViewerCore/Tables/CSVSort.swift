import Dispatch
import Scrollwork
import Synchronization

/// Sorts the rows of a CSV file by columns. Rows with equal values keep their order.
package struct CSVSort {
  /// The reasons why a sort gives no result.
  package enum Failure: Error, Hashable, Sendable {
    case cancelled
    /// The texts of the column need more memory than `largestText`.
    case tooLarge
  }

  /// The number of bytes of sort keys that are kept in memory.
  static let largestText = 1 << 29
  /// The number of threads.
  static let threads = 2

  let snapshot: CSVSnapshot
  let isCancelled: @Sendable () -> Bool

  /// Returns the sorted rows of a table.
  /// - Parameters:
  ///   - keys: The columns to sort by; later ones decide between rows with equal values in the earlier ones.
  ///   - rows: The rows to sort; all rows if `nil`.
  ///   - tags: The tags of the rows, which a key may name.
  ///   - isCancelled: Called often, on several threads.
  /// - Returns: The numbers of the rows.
  /// - Complexity: O(*n*) for numbers and dates, with four bytes a row beside the result; for texts O(*n* log *n*),
  ///   with their bytes. The file is read once for each key, and once more if the first half of the keys leaves ties.
  package static func rows(
    of snapshot: CSVSnapshot, by keys: [RowSortKey], among rows: [Int32]? = nil, tags: RowTags = RowTags(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> [Int32] {
    let sort = CSVSort(snapshot: snapshot, isCancelled: isCancelled)
    var result = rows
    for key in keys.reversed() {
      guard key.column != RowSortKey.tagColumn else {
        result = tags.sorted(result ?? sort.allRows, descending: key.isDescending)
        continue
      }
      result =
        key.type == .number || key.type == .date
        ? try sort.byNumber(key, among: result) : try sort.byText(key, among: result)
    }
    return result ?? sort.allRows
  }

  private var allRows: [Int32] { Array(0..<Int32(clamping: rowCount)) }

  /// The number of indexed rows.
  var rowCount: Int { max(0, snapshot.run.count - snapshot.headerLines) }

  /// The index of each row among the rows to sort.
  enum Places: Sendable {
    /// All rows are sorted. The value is their number.
    case all(Int)
    /// The rows ascend, so the index of a row is the number of smaller ones.
    case ascending(IntegerBits)
    /// A table with the index of each row, or -1 for rows that are not sorted.
    case table([Int32])

    /// Returns the index of a row; `nil` if it is not sorted.
    @inline(__always)
    func place(of row: Int) -> Int? {
      switch self {
      case .all(let count): return row < count ? row : nil
      case .ascending(let rows): return rows.contains(row) ? rows.rank(of: row) : nil
      case .table(let places):
        let place = row < places.count ? places[row] : -1
        return place >= 0 ? Int(place) : nil
      }
    }
  }

  /// Returns the indexes of the rows in `rows`, or of all rows if it is `nil`.
  func places(of rows: [Int32]?) -> Places {
    guard let rows else { return .all(rowCount) }
    if zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 }) {
      let bits = IntegerBits(0..<rowCount)
      for row in rows { bits.insert(Int(row)) }
      bits.countRanks()
      return .ascending(bits)
    }
    var places = [Int32](repeating: -1, count: rowCount)
    for (place, row) in rows.enumerated() { places[Int(row)] = Int32(truncatingIfNeeded: place) }
    return .table(places)
  }

  /// Replaces each element of `order`, an index into `rows`, by the row number at that index, in place. Does nothing if
  /// `rows` is `nil`, because the indexes are the row numbers then.
  static func replacePlaces(in order: inout [Int32], by rows: [Int32]?) {
    guard let rows else { return }
    for index in order.indices { order[index] = rows[Int(order[index])] }
  }

  /// Reads all rows on several threads.
  /// - Parameters:
  ///   - state: The state of each thread at first.
  ///   - body: Gets the thread's state, the number of a row, counted without the header, and its value in the column.
  /// - Returns: The states of the threads, in the order of their rows.
  func visit<State: Sendable>(
    column: Int, _ state: State, _ body: @Sendable (inout State, Int, UnsafeRawBufferPointer?) -> Void
  ) throws(Failure) -> [State] {
    let points = snapshot.run.points.count
    let states = Mutex([State?](repeating: nil, count: Self.threads))
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      var reader = CSVReader(snapshot, fieldCount: column + 1)
      var state = state
      let part = points * thread / Self.threads..<points * (thread + 1) / Self.threads
      let header = snapshot.headerLines
      let isDone = reader.visit(points: part, isCancelled: isCancelled) { line, row in
        if line >= header { row.withField(column) { body(&state, line - header, $0) } }
        return true
      }
      if isDone { states.withLock { $0[thread] = state } }
    }
    let found = states.withLock { $0.compactMap { $0 } }
    if found.count < Self.threads { throw .cancelled }
    return found
  }
}

/// Memory to which several threads write at different indexes.
final class SharedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>
  let count: Int
  private let isOwned: Bool

  init(_ count: Int, repeating value: Element) {
    self.count = count
    isOwned = true
    start = .allocate(capacity: count)
    start.initialize(repeating: value, count: count)
  }

  /// Creates a buffer that uses existing memory, which must outlive it.
  init(borrowing start: UnsafeMutablePointer<Element>, count: Int) {
    self.start = start
    self.count = count
    isOwned = false
  }

  deinit { if isOwned { start.deallocate() } }
}
