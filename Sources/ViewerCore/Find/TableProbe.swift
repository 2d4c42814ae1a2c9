/// Finds one row of a table that passes the filters, near a given row.
enum TableProbe {
  /// The largest number of intervals between stored row starts that an upward search reads at once: about 16 MB.
  private static let largestStep = 256

  /// Returns the number of the first passing row from `row` on; for an upward search, of the last one before `row`.
  /// Returns `nil` if there is none among the indexed rows, or after `isCancelled` returned `true`.
  static func find(
    _ matcher: TableMatcher, in snapshot: CSVSnapshot, from row: Int, forward: Bool,
    _ isCancelled: () -> Bool
  ) -> Int? {
    var (matcher, found) = (matcher, Int?.none)
    let points = snapshot.run.points
    guard snapshot.run.count > 0, forward || row > 0 else { return nil }
    var place = max(0, points.partitioningIndex { $0.line <= row + snapshot.headerLines } - 1)
    var reader = CSVReader(
      snapshot, fieldCount: matcher.fieldCount(in: snapshot), containing: matcher.requiredTexts(in: snapshot))
    if forward {
      func isDone() -> Bool { found != nil || isCancelled() }
      _ = reader.matches(of: &matcher, in: snapshot, points: place..<points.count, isCancelled: isDone) { number, _ in
        if found == nil, number >= row { found = number }
      }
      return isCancelled() ? nil : found
    }
    var (end, step) = (min(place + 1, points.count), 1)
    while !isCancelled() {
      _ = reader.matches(of: &matcher, in: snapshot, points: place..<end, isCancelled: isCancelled) { number, _ in
        if number < row { found = number }
      }
      if found != nil || place == 0 { break }
      end = place
      step = min(2 * step, largestStep)
      place = max(0, place - step)
    }
    return isCancelled() ? nil : found
  }
}
