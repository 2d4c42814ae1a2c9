/// The rows of a CSV table that a query has found so far. The value never changes.
package struct CSVQueryResult: Sendable {
  /// The snapshot that was searched; row numbers count its rows.
  package var snapshot: CSVSnapshot?
  /// The numbers of the rows in their order; `nil` for all rows in the order of the file.
  package var rows: [Int32]?
  /// The number of matching cells of each found row; `nil` for a filter, which does not count cells.
  package var cells: CellCounts?
  /// The number of rows searched.
  package var searched = 0
  /// Whether the rows are in the requested order. Until they are sorted, a preview in the order of the file is shown.
  package var isSorted = false
  /// Whether the whole snapshot was searched and sorted.
  package var isComplete = false
  /// The reason why the rows cannot be sorted; `nil` if they can.
  package var objection: String?
}

/// Filters and sorts the rows of a CSV file in the background.
///
/// Pass each new snapshot of the index to `update`. Filtered rows are reported while they are found. An order needs the
/// complete index; until then the rows are reported in the order of the file, because a stream may never end.
package typealias CSVQuery = BackgroundWork<CSVQueryWorker>

extension CSVQuery {
  /// Makes a query that waits for the first snapshot.
  /// - Parameters:
  ///   - tags: The tags of the rows, by which they may be filtered and sorted.
  ///   - onChange: Called on a background thread; no new call begins after `cancel`.
  package convenience init(
    _ expressions: [TableFilterExpression], order: [RowSortKey] = [], tags: RowTags = RowTags(),
    onChange: @escaping @Sendable (CSVQueryResult) -> Void
  ) {
    self.init(CSVQueryWorker(expressions, order: order, tags: tags), label: "scrollwork.table", onChange: onChange)
  }

  /// The newest result.
  package var result: CSVQueryResult { output }

  /// Searches the new rows of the snapshot, or all of them if the file was rewritten. Returns at once.
  package func update(_ snapshot: CSVSnapshot) { update(with: snapshot) }
}

/// The part of a query that reads and matches. It is used by one thread at a time.
package struct CSVQueryWorker: BackgroundWorking {
  private var matcher: TableMatcher
  private let order: [RowSortKey]
  private let tags: RowTags
  /// The generation of the file from which `matches` come.
  private var generation = -1
  private var matches: [Int32] = []
  /// The numbers of matching cells in `matches`, if the cells count.
  private var cells = CellCounts()
  /// The index of the stored row start at which the search continues.
  private var nextPoint = 0
  /// The number of rows searched.
  private(set) var searched = 0
  /// Whether sorted rows were reported. They stay while a file grows.
  private var hasSorted = false

  /// The largest number of matches for which memory is reserved before they are found.
  private static let reservedMatches = 1 << 22
  /// The rows searched before the first report. Later the distance between two reports doubles.
  private static let firstPublication = 1 << 12

  init(_ expressions: [TableFilterExpression], order: [RowSortKey] = [], tags: RowTags = RowTags()) {
    (self.order, self.tags) = (order, tags)
    matcher = TableMatcher(expressions, tags: tags)
  }

  package var initialOutput: CSVQueryResult { CSVQueryResult() }

  /// The numbers of the rows found so far; `nil` without a filter.
  var rows: [Int32]? { matcher.isEmpty ? nil : matches }

  package mutating func work(
    on snapshot: CSVSnapshot, isCancelled: @escaping @Sendable () -> Bool, publish: @escaping (CSVQueryResult) -> Void
  ) {
    let isOrdered = !order.isEmpty
    let canSort = isOrdered && snapshot.isRowCountExact
    let isFollowedBySort = canSort || hasSorted
    let countsCells = matcher.countsCells
    let isDone = search(snapshot, isCancelled: isCancelled) { rows, cells, searched in
      // The former rows stay until these are sorted.
      guard !isFollowedBySort else { return }
      publish(
        CSVQueryResult(snapshot: snapshot, rows: rows, cells: countsCells ? cells : nil, searched: searched))
    }
    guard isDone, canSort || !hasSorted else { return }
    var result = CSVQueryResult(
      snapshot: snapshot, rows: rows, cells: countsCells ? cells : nil, searched: searched,
      isComplete: canSort || !isOrdered)
    do throws(CSVSort.Failure) {
      if canSort {
        result.rows = try CSVSort.rows(of: snapshot, by: order, among: rows, tags: tags, isCancelled: isCancelled)
        (result.isSorted, hasSorted) = (true, true)
      }
    } catch {
      if error == .cancelled { return }
      result.objection = "Too much text to sort"
    }
    publish(result)
  }

  /// Searches the rows that are new in a snapshot. Returns `false` if it was cancelled.
  mutating func search(
    _ snapshot: CSVSnapshot, isCancelled: () -> Bool, publish: ([Int32], CellCounts, Int) -> Void
  ) -> Bool {
    guard !matcher.isEmpty else {
      searched = snapshot.rowCount
      return !isCancelled()
    }
    if snapshot.source.generation != generation {
      (generation, matches, cells, nextPoint) = (snapshot.source.generation, [], CellCounts(), 0)
    }
    let header = snapshot.headerLines
    let points = snapshot.run.points
    // The last rows may have changed since the last search.
    let first = Int32(truncatingIfNeeded: points[nextPoint].line - header)
    while let last = matches.last, last >= first {
      matches.removeLast()
      cells.removeLast()
    }
    // The memory is used only as rows are found. The number of rows may be an estimate for a file of any size.
    matches.reserveCapacity(min(snapshot.rowCount, Self.reservedMatches))
    var nextPublication = Self.firstPublication
    var reader = CSVReader(
      snapshot, fieldCount: matcher.fieldCount(in: snapshot), containing: matcher.requiredTexts(in: snapshot))
    let isDone = reader.matches(
      of: &matcher, in: snapshot, points: nextPoint..<points.count, isCancelled: isCancelled,
      willRead: { line in
        searched = max(0, line - header)
        guard searched >= nextPublication else { return }
        // If the array itself were shared, the next row would copy it.
        publish(matches.withUnsafeBufferPointer { Array($0) }, cells, searched)
        nextPublication = 2 * searched
      },
      didFind: { row, count in
        matches.append(Int32(truncatingIfNeeded: row))
        cells.append(count)
      })
    if isDone { searched = max(0, snapshot.run.lineCount - header) }
    nextPoint = points.count - 1
    return isDone
  }
}

extension CSVReader {
  /// Calls `didFind` for each passing row, with the row's number, counted without the header, and the number of cells
  /// that contain the text to find. That number is 1 if no expression searches the text of cells. For the other
  /// parameters and the result see `visit`.
  mutating func matches(
    of matcher: inout TableMatcher, in snapshot: CSVSnapshot, points: Range<Int>, isCancelled: () -> Bool,
    willRead: (Int) -> Void = { _ in }, didFind: (_ row: Int, _ cells: Int) -> Void
  ) -> Bool {
    let (header, end) = (snapshot.headerLines, snapshot.run.lineCount)
    return visit(
      points: points, isCancelled: isCancelled, willRead: willRead,
      takeLines: { lines in
        matcher.search(lines.shown, isCancelled: isCancelled) { number, _ in
          let line = lines.first + number
          if line >= header, line < end { didFind(line - header, 1) }
        }
      },
      { line, row in
        if line >= header, matcher.matches(row, number: line - header, isCancelled: isCancelled) {
          didFind(line - header, matcher.cellCount)
        }
        return true
      })
  }
}
