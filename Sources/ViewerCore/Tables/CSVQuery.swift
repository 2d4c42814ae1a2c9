import Dispatch
import Synchronization

/// The rows of a CSV table that a query has found so far. The value never changes.
package struct CSVQueryResult: Sendable {
  /// The snapshot that was searched; row numbers count its rows.
  package var snapshot: CSVSnapshot?
  /// The numbers of the rows in their order; `nil` for all rows in the order of the file.
  package var rows: [Int32]?
  /// The number of rows searched.
  package var searched = 0
  /// Whether the whole snapshot was searched and sorted.
  package var isComplete = false
  /// The reason why the rows cannot be sorted; `nil` if they can.
  package var objection: String?
}

/// Filters and sorts the rows of a CSV file in the background.
///
/// Pass each new snapshot of the index to `update`. Filtered rows are reported while they are found; an order needs the
/// complete index. For another query, cancel this object and make a new one.
package final class CSVQuery: Sendable {
  private struct Shared {
    var result = CSVQueryResult()
    var waiting: CSVSnapshot?
    var isWorking = false
  }

  private let shared = Mutex(Shared())
  private let worker: Mutex<CSVQueryWorker>
  private let order: [RowSortKey]
  private let tags: RowTags
  private let isCancelled = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.table", qos: .userInitiated)
  private let onChange: @Sendable (CSVQueryResult) -> Void

  /// Makes a query that waits for the first snapshot.
  /// - Parameters:
  ///   - tags: The tags of the rows, by which they may be filtered and sorted.
  ///   - onChange: Called on a background thread; no new call begins after `cancel`.
  package init(
    _ expressions: [TableFilterExpression], order: [RowSortKey] = [], tags: RowTags = RowTags(),
    onChange: @escaping @Sendable (CSVQueryResult) -> Void
  ) {
    worker = Mutex(CSVQueryWorker(expressions, tags: tags))
    self.order = order
    self.tags = tags
    self.onChange = onChange
  }

  /// The newest result.
  package var result: CSVQueryResult { shared.withLock { $0.result } }

  /// Whether rows of a snapshot are still to be searched or sorted.
  package var isBusy: Bool { shared.withLock { $0.waiting != nil || $0.isWorking } }

  /// Searches the new rows of the snapshot, or all of them if the file was rewritten. Returns at once.
  package func update(_ snapshot: CSVSnapshot) {
    let isFirst = shared.withLock { shared in
      defer { shared.waiting = snapshot }
      return shared.waiting == nil
    }
    if isFirst { queue.async { [weak self] in self?.work() } }
  }

  /// Stops soon.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  private var stops: Bool { isCancelled.load(ordering: .relaxed) }

  private func work() {
    let next = shared.withLock { shared in
      defer { shared.waiting = nil }
      shared.isWorking = true
      return shared.waiting
    }
    defer { shared.withLock { $0.isWorking = false } }
    guard let snapshot = next, !stops else { return }
    var result = CSVQueryResult(snapshot: snapshot)
    let isDone = worker.withLock { worker in
      let isDone = worker.search(snapshot, isCancelled: { stops }) { rows, searched in
        // Rows in the order of the file are no preview of an order.
        if order.isEmpty { publish(CSVQueryResult(snapshot: snapshot, rows: rows, searched: searched)) }
      }
      (result.rows, result.searched) = (worker.rows, worker.searched)
      return isDone
    }
    guard isDone, order.isEmpty || snapshot.isRowCountExact else { return }
    do throws(CSVSort.Failure) {
      if !order.isEmpty {
        result.rows = try CSVSort.rows(of: snapshot, by: order, among: result.rows, tags: tags) { [weak self] in
          self?.stops ?? true
        }
      }
    } catch {
      if error == .cancelled { return }
      result.objection = "Too much text to sort"
    }
    result.isComplete = true
    publish(result)
  }

  /// Stores a result and reports it, unless the query was cancelled.
  private func publish(_ result: CSVQueryResult) {
    guard !stops else { return }
    shared.withLock { $0.result = result }
    onChange(result)
  }
}

/// The part of a query that reads and matches. It is used by one thread at a time.
struct CSVQueryWorker: Sendable {
  private var matcher: TableMatcher
  /// The generation of the file that `matches` belongs to.
  private var generation = -1
  private var matches: [Int32] = []
  /// The number of the stored row start at which the search goes on.
  private var nextPoint = 0
  /// The number of rows searched.
  private(set) var searched = 0

  /// The rows searched before the first report. Later the distance between two reports doubles.
  private static let firstPublication = 1 << 12

  init(_ expressions: [TableFilterExpression], tags: RowTags = RowTags()) {
    matcher = TableMatcher(expressions, tags: tags)
  }

  /// The rows found; `nil` if there is no filter.
  var rows: [Int32]? { matcher.isEmpty ? nil : matches }

  /// Searches the rows that are new in a snapshot. Returns `false` if it was cancelled.
  mutating func search(
    _ snapshot: CSVSnapshot, isCancelled: () -> Bool, publish: ([Int32], Int) -> Void
  ) -> Bool {
    guard !matcher.isEmpty else {
      searched = snapshot.rowCount
      return !isCancelled()
    }
    if snapshot.source.generation != generation {
      (generation, matches, nextPoint) = (snapshot.source.generation, [], 0)
    }
    let header = snapshot.headerLines
    let points = snapshot.run.points
    // The last rows may have changed since the last search.
    let first = Int32(truncatingIfNeeded: points[nextPoint].line - header)
    while let last = matches.last, last >= first { matches.removeLast() }
    var nextPublication = Self.firstPublication
    var reader = CSVReader(snapshot, fieldCount: matcher.fieldCount)
    let isDone = reader.visit(points: nextPoint..<points.count, isCancelled: isCancelled) { line, row in
      guard line >= header else { return true }
      if matcher.matches(row, number: line - header, isCancelled: isCancelled) {
        matches.append(Int32(truncatingIfNeeded: line - header))
      }
      searched = line - header + 1
      if searched >= nextPublication {
        publish(matches, searched)
        nextPublication = 2 * searched
      }
      return true
    }
    nextPoint = points.count - 1
    return isDone
  }
}
