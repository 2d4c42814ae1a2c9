import ScrollworkPlatform

/// Finds one line that passes a filter, near a given line.
enum LineProbe {
  /// The largest number of intervals between stored line starts that an upward search reads at once: 16 MB.
  private static let largestStep = 256

  /// Returns the number of the first passing line from `line` on; for an upward search, of the last one before `line`.
  /// Returns `nil` if there is none up to the end, or after `isCancelled` returned `true`.
  static func find(
    _ filter: Filter, parts: PartFilter? = nil, in snapshot: LineIndexSnapshot, from line: Int, forward: Bool,
    _ isCancelled: () -> Bool
  ) -> Int? {
    guard line < snapshot.count || !forward, line > 0 || forward else { return nil }
    var (filter, parts, found) = (filter, parts, Int?.none)
    let points = snapshot.points
    var place = points.partitioningIndex { $0.line <= min(line, snapshot.count - 1) } - 1
    /// Returns the point from which to read the lines after the point at the index `place`. If levels are read, it is
    /// the previous point, so that the level of the first lines is known unless their entry begins still earlier.
    func start(before place: Int) -> LinePoint {
      snapshot.lineStart(of: points[filter.readsLevels ? max(0, place - 1) : place])
    }
    if forward {
      LineVisit.matches(
        of: &filter, parts: &parts, in: snapshot, from: start(before: place), to: snapshot.indexedBytes,
        isCancelled: { found != nil || isCancelled() },
        didFind: { number in
          if number >= line, found == nil { found = number }
        })
      return isCancelled() ? nil : found
    }
    var (end, step) = (snapshot.indexedBytes, 1)
    if place + 1 < points.count { end = snapshot.lineEnd(of: points[place + 1]) }
    while place >= 0, !isCancelled() {
      let first = snapshot.lineStart(of: points[place])
      filter.entry = LogEntry()
      LineVisit.matches(
        of: &filter, parts: &parts, in: snapshot, from: start(before: place), to: end, isCancelled: isCancelled,
        didFind: { if (first.line..<line).contains($0) { found = $0 } })
      if found != nil || place == 0 { break }
      end = first.offset
      step = min(2 * step, largestStep)
      place = max(0, place - step)
    }
    return isCancelled() ? nil : found
  }
}

/// Reads the lines of a part of a file one after another.
enum LineVisit {
  /// Calls `body` with the number and the UTF-8 text of each line, and whether it is known that the text has no escape
  /// sequences, until `body` returns `false`. Of a line beyond `LinePieces.longestSearched` bytes, `body` gets the
  /// beginning; of a line with several parts, the number of the first part. Lines between two files are skipped.
  /// - Parameters:
  ///   - start: The start of a line, not of a later part of one.
  ///   - willRead: Called before each read with the number of the next line and the offset.
  ///   - takeLines: Called with many whole lines without escape sequences, and the number of the first. Returns the
  ///     number of these lines if `body` does not get them.
  /// - Returns: The number of the line after the last one that was passed to `body` or taken.
  @discardableResult
  static func run(
    _ snapshot: LineIndexSnapshot, from start: LinePoint, to end: Int,
    isCancelled: () -> Bool, willRead: (_ line: Int, _ offset: Int) -> Void = { _, _ in },
    takeLines: (_ line: Int, _ lines: UnsafeRawBufferPointer) -> Int? = { _, _ in nil },
    body: (_ line: Int, _ text: UnsafeRawBufferPointer, _ isPlain: Bool) -> Bool
  ) -> Int {
    guard end > start.offset else { return start.line }
    if snapshot.fileStarts.isEmpty {
      return read(
        snapshot, from: start, to: end, isCancelled: isCancelled, willRead: willRead, takeLines: takeLines, body: body)
    }
    var (line, isEnded) = (start.line, false)
    for piece in snapshot.filePieces(from: start, to: end) where !isEnded {
      line = read(
        snapshot, from: piece.start, to: piece.end, isCancelled: isCancelled, willRead: willRead,
        takeLines: takeLines
      ) {
        isEnded = !body($0, $1, $2)
        return !isEnded
      }
    }
    return line
  }

  /// Reads lines of one file; see `run`.
  private static func read(
    _ snapshot: LineIndexSnapshot, from start: LinePoint, to end: Int,
    isCancelled: () -> Bool, willRead: (_ line: Int, _ offset: Int) -> Void,
    takeLines: (_ line: Int, _ lines: UnsafeRawBufferPointer) -> Int?,
    body: (_ line: Int, _ text: UnsafeRawBufferPointer, _ isPlain: Bool) -> Bool
  ) -> Int {
    guard end > start.offset else { return start.line }
    var (line, offset) = (start.line, start.offset)
    let encoding = snapshot.encoding
    let isUTF8 = encoding.isUTF8
    var pieces = LinePieces(encoding)
    // An error ends the visit; the index reports it.
    try? pieces.forEach { buffer throws(FileError) -> Int in
      if isCancelled() { return 0 }
      willRead(line, offset)
      let count = try snapshot.files.read(at: offset, into: .init(rebasing: buffer[..<min(buffer.count, end - offset)]))
      offset += count
      return count
    } takeLines: { lines in
      guard snapshot.longLines.isEmpty, let count = takeLines(line, lines) else { return false }
      line += count
      return true
    } _: { piece throws(FileError) -> Bool in
      guard piece.isStart else { return true }
      let first = line
      line = snapshot.parts(of: first).upperBound
      if isUTF8 { return body(first, piece.text(ofLine: first), piece.isPlain) }
      return encoding.withText(of: piece, line: first) { body(first, $0, piece.isPlain) }
    }
    return line
  }

  /// Calls `didFind` with each line that passes a filter: all parts of a long line, or those that `parts` selects. See
  /// `run`.
  @discardableResult
  static func matches(
    of filter: inout Filter, parts: inout PartFilter?, in snapshot: LineIndexSnapshot, from start: LinePoint,
    to end: Int, isCancelled: () -> Bool, willRead: (_ line: Int, _ offset: Int) -> Void = { _, _ in },
    didFind: (Int) -> Void
  ) -> Int {
    run(
      snapshot, from: start, to: end, isCancelled: isCancelled, willRead: willRead,
      takeLines: { first, lines in
        filter.search(lines, isCancelled: isCancelled) { number, _ in didFind(first + number) }
      },
      body: { line, text, isPlain in
        let isMatch = filter.matches(shown: text, isPlain: isPlain, isCancelled: isCancelled)
        if isCancelled() { return false }
        forEachPart(ofLine: line, isMatch, text, in: snapshot, &parts, isCancelled, didFind)
        return true
      })
  }

  /// Calls `didFind` with the parts of a line to report; see `PartFilter`.
  static func forEachPart(
    ofLine line: Int, _ isMatch: Bool, _ text: UnsafeRawBufferPointer, in snapshot: LineIndexSnapshot,
    _ filter: inout PartFilter?, _ isCancelled: () -> Bool, _ didFind: (Int) -> Void
  ) {
    let parts = snapshot.parts(of: line)
    if parts.count > 1, filter != nil {
      filter?.parts(of: parts, isMatch: isMatch, text, in: snapshot, isCancelled).forEach(didFind)
    } else if isMatch {
      parts.forEach(didFind)
    }
  }
}
