import ScrollworkPlatform

/// Finds the first line of a log at or after a time. The times of the lines should ascend; lines without a time, such
/// as stack traces, are skipped.
enum LogTimeSearch {
  /// The result of a search.
  enum Answer: Hashable, Sendable {
    /// The number of the line, and whether the lines have dates.
    case line(Int, hasDay: Bool)
    /// All times are before the wanted one. The value is the number of the last line with a time.
    case end(Int)
    /// No line has a time of day.
    case noTimes
  }

  /// Returns the first line at or after a time; `nil` if it was cancelled.
  /// - Parameters:
  ///   - line: The current line of the user, whose date is assumed if the time has none.
  /// - Complexity: O(log *n*) reads if most lines have a time, else O(*n*).
  static func find(
    _ time: LogTime, from line: Int, in snapshot: LineIndexSnapshot, _ isCancelled: () -> Bool
  ) -> Answer? {
    var time = time
    let near = nearest(to: line, in: snapshot, isCancelled)
    guard let near else { return isCancelled() ? nil : .noTimes }
    if time.day == nil { (time.year, time.day) = (near.year, near.day) }
    var (low, high, found, last) = (0, snapshot.count, Int?.none, 0)
    while low < high, !isCancelled() {
      let middle = (low + high) / 2
      guard let next = first(in: middle..<high, of: snapshot, isCancelled) else {
        high = middle
        continue
      }
      if next.time.isBefore(time) {
        (low, last) = (next.line + 1, next.line)
      } else {
        (high, found) = (middle, next.line)
      }
    }
    if isCancelled() { return nil }
    return found.map { .line($0, hasDay: near.day != nil) } ?? .end(last)
  }

  /// Returns the time of the last line with a time up to `line`, or else of the first one after it.
  private static func nearest(to line: Int, in snapshot: LineIndexSnapshot, _ isCancelled: () -> Bool) -> LogTime? {
    var result: LogTime?
    // A long message may have many lines after the one with its time.
    for start in [max(0, line - 1_000), 0] where result == nil {
      visit(start..<snapshot.count, of: snapshot, isCancelled) { number, time in
        if result == nil || number <= line { result = time }
        return number < line
      }
    }
    return result
  }

  /// Returns the first line with a time in a range, and its time; `nil` if there is none.
  private static func first(
    in lines: Range<Int>, of snapshot: LineIndexSnapshot, _ isCancelled: () -> Bool
  ) -> (line: Int, time: LogTime)? {
    var result: (Int, LogTime)?
    visit(lines, of: snapshot, isCancelled) { number, time in
      result = (number, time)
      return false
    }
    return result
  }

  /// Calls `body` with the lines of a range that have a time, until it returns `false`.
  private static func visit(
    _ lines: Range<Int>, of snapshot: LineIndexSnapshot, _ isCancelled: () -> Bool, _ body: (Int, LogTime) -> Bool
  ) {
    let points = snapshot.points
    let place = points.partitioningIndex { $0.line <= lines.lowerBound } - 1
    LineVisit.run(
      snapshot, from: snapshot.lineStart(of: points[place]), to: snapshot.indexedBytes, isCancelled: isCancelled
    ) { number, text, _ in
      guard number >= lines.lowerBound else { return true }
      guard number < lines.upperBound else { return false }
      return TerminalText.withoutEscapes(text) { LogTime(line: $0) }.map { body(number, $0) } ?? true
    }
  }
}
