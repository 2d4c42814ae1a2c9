/// Finds one row of a table that passes the filters, near a given row.
enum TableProbe {
  /// The largest number of stored row starts between which a search upwards reads at once: about 16 MB.
  private static let largestStep = 256

  /// Returns the number of the first passing row from `row` on; upwards, that of the last one before `row`. Returns
  /// `nil` if there is none among the indexed rows, or after `isCancelled` returned `true`.
  static func find(
    _ matcher: TableMatcher, in snapshot: CSVSnapshot, from row: Int, forward: Bool,
    _ isCancelled: () -> Bool
  ) -> Int? {
    var (matcher, found) = (matcher, Int?.none)
    let (header, points) = (snapshot.headerLines, snapshot.run.points)
    let line = row + header
    guard snapshot.run.count > 0, forward || row > 0 else { return nil }
    var place = max(0, points.partitioningIndex { $0.line <= line } - 1)
    var reader = CSVReader(
      snapshot, fieldCount: matcher.fieldCount, containing: matcher.requiredTexts(in: snapshot.dialect))
    if forward {
      func isDone() -> Bool { found != nil || isCancelled() }
      _ = reader.visit(
        points: place..<points.count, isCancelled: isDone,
        takeLines: { first, lines in
          matcher.search(lines, isCancelled: isDone) { number in
            if found == nil, first + number >= max(line, header) { found = first + number - header }
          }
        },
        { number, row in
          if number >= max(line, header), matcher.matches(row, number: number - header, isCancelled: isCancelled) {
            found = number - header
          }
          return found == nil
        })
      return isCancelled() ? nil : found
    }
    var (end, step) = (min(place + 1, points.count), 1)
    while !isCancelled() {
      _ = reader.visit(
        points: place..<end, isCancelled: isCancelled,
        takeLines: { first, lines in
          matcher.search(lines, isCancelled: isCancelled) { number in
            if (header..<max(header, line)).contains(first + number) { found = first + number - header }
          }
        },
        { number, row in
          if number >= header, number < line,
            matcher.matches(row, number: number - header, isCancelled: isCancelled)
          {
            found = number - header
          }
          return number < line
        })
      if found != nil || place == 0 { break }
      end = place
      step = min(2 * step, largestStep)
      place = max(0, place - step)
    }
    return isCancelled() ? nil : found
  }
}
