import ScrollworkPlatform

extension TagStore {
  /// The assignment of tags, or of remembered rows, to the rows of a snapshot.
  package struct Placement: Equatable, Sendable {
    /// The rows whose number differs from the remembered one, by their current number.
    private(set) var origins: [Int32: TagChange.Row] = [:]
    /// The current numbers of the rows in `origins`.
    private var numbers: [TagChange.Row: Int32] = [:]
    /// The rows that do not exist any more, or whose bytes have changed.
    private(set) var strays: Set<TagChange.Row> = []

    /// The largest product of the numbers of rows and of remembered ones for which all rows are searched. Beyond it, a
    /// checksum of 32 bits would too often be that of another row.
    private static let searchLimit = 1 << 26

    /// Makes an assignment of nothing.
    init() {}

    /// Finds rows in a snapshot: at their numbers, one further or one before them, because a row that becomes the
    /// header is not counted, or anywhere else. Of equal rows, the nearest is taken. Returns `nil` if it was cancelled.
    /// - Complexity: O(*k* log *n*) and at most 3 *k* reads for *k* rows; O(*n*) in the size of the table if rows have
    ///   moved farther. So it is called in the background.
    init?(of rows: Set<TagChange.Row>, in snapshot: CSVSnapshot, isCancelled: () -> Bool) {
      func holds(_ row: Int32, _ place: TagChange.Row) -> Bool {
        row >= 0 && row < snapshot.rowCount && TagStore.checksum(snapshot.sourceBytes(of: Int(row))) == place.checksum
      }
      var used = Set<Int32>()
      let places = rows.sorted(by: Self.isBefore)
      for place in places {
        if isCancelled() { return nil }
        if holds(place.number, place) { used.insert(place.number) } else { strays.insert(place) }
      }
      for place in places where strays.contains(place) {
        if isCancelled() { return nil }
        for row in [place.number - 1, place.number + 1] where !used.contains(row) && holds(row, place) {
          used.insert(row)
          assign(place, to: row)
          break
        }
      }
      guard find(used, in: snapshot, isCancelled) else { return nil }
    }

    private static func isBefore(_ a: TagChange.Row, _ b: TagChange.Row) -> Bool {
      (a.number, a.checksum) < (b.number, b.checksum)
    }

    private mutating func assign(_ place: TagChange.Row, to row: Int32) {
      strays.remove(place)
      (origins[row], numbers[place]) = (place, row)
    }

    /// Looks for the strays in the whole table, except in arrays of JSON.
    /// - Parameter used: The rows that belong to others.
    /// - Returns: `false` if it was cancelled.
    private mutating func find(_ used: Set<Int32>, in snapshot: CSVSnapshot, _ isCancelled: () -> Bool) -> Bool {
      let sought = strays.sorted(by: Self.isBefore)
      guard !sought.isEmpty, snapshot.rowCount <= Self.searchLimit / sought.count,
        snapshot.dialect.form != .jsonElements
      else { return true }
      var (found, used) = ([UInt32: [Int32]](), used)
      for stray in sought { found[stray.checksum] = [] }
      var reader = CSVReader(snapshot, fieldCount: 0)
      let isWhole = reader.visit(points: 0..<snapshot.run.points.count, isCancelled: isCancelled) { line, row in
        guard line >= snapshot.headerLines, !row.isCut else { return true }
        let checksum = TagStore.checksum(row.bytes)
        if found[checksum] != nil { found[checksum]?.append(Int32(truncatingIfNeeded: line - snapshot.headerLines)) }
        return true
      }
      guard isWhole else { return false }
      for stray in sought {
        let rows = (found[stray.checksum] ?? []).filter { !used.contains($0) }
        let nearest = rows.min { ($0 - stray.number).magnitude < ($1 - stray.number).magnitude }
        guard let row = nearest else { continue }
        used.insert(row)
        assign(stray, to: row)
      }
      return true
    }

    /// Returns the current number of a row that exists.
    func row(of place: TagChange.Row) -> Int32 { numbers[place] ?? place.number }
  }
}
