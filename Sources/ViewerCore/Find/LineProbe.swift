import ScrollworkPlatform

/// Finds one line that passes a filter, near a given line.
enum LineProbe {
  /// The largest number of stored line starts between which a search upwards reads at once: 16 MB.
  private static let largestStep = 256

  /// Returns the number of the first passing line from `line` on; upwards, that of the last one before `line`. Returns
  /// `nil` if there is none up to the end, or after `isCancelled` returned `true`.
  static func find(
    _ filter: Filter, in snapshot: LineIndexSnapshot, from line: Int, forward: Bool, _ isCancelled: () -> Bool
  ) -> Int? {
    guard line < snapshot.count || !forward, line > 0 || forward else { return nil }
    var (filter, found) = (filter, Int?.none)
    let points = snapshot.points
    var place = points.partitioningIndex { $0.line <= min(line, snapshot.count - 1) } - 1
    /// Returns the place from which to read so that the level of the line at a place is known. An entry that begins
    /// before that place is not.
    func start(before place: Int) -> LinePoint { points[filter.readsLevels ? max(0, place - 1) : place] }
    let readsAll = filter.readsLevels
    if forward {
      LineVisit.run(
        snapshot, from: start(before: place), to: snapshot.indexedBytes, containing: filter.required,
        isCancelled: isCancelled
      ) { number, text, isPlain in
        guard number >= line || readsAll else { return true }
        if filter.matches(shown: text, isPlain: isPlain, isCancelled: isCancelled), number >= line { found = number }
        return found == nil
      }
      return isCancelled() ? nil : found
    }
    var (end, step) = (snapshot.indexedBytes, 1)
    if place + 1 < points.count { end = points[place + 1].offset }
    while place >= 0, !isCancelled() {
      let first = points[place].line
      filter.entry = LogEntry()
      LineVisit.run(
        snapshot, from: start(before: place), to: end, containing: filter.required, isCancelled: isCancelled
      ) { number, text, isPlain in
        if number < line, filter.matches(shown: text, isPlain: isPlain, isCancelled: isCancelled), number >= first {
          found = number
        }
        return number < line
      }
      if found != nil || place == 0 { break }
      end = points[place].offset
      step = min(2 * step, largestStep)
      place = max(0, place - step)
    }
    return isCancelled() ? nil : found
  }
}

/// Reads the lines of a part of a file one after another.
enum LineVisit {
  /// Calls `body` with the number and the text in UTF-8 of each line until it returns `false`, and whether it is known
  /// that the text has no escape sequences. Of a line of many megabytes it gets the first ones.
  /// - Parameters:
  ///   - texts: The finders of texts. Lines that lack one may be passed over.
  ///   - willRead: Called with the number of the next line and the offset before each read.
  /// - Returns: The number of the line after the last one that was passed to `body`.
  @discardableResult
  static func run(
    _ snapshot: LineIndexSnapshot, from start: LinePoint, to end: Int, containing texts: [LiteralMatcher] = [],
    isCancelled: () -> Bool, willRead: (_ line: Int, _ offset: Int) -> Void = { _, _ in },
    body: (_ line: Int, _ text: UnsafeRawBufferPointer, _ isPlain: Bool) -> Bool
  ) -> Int {
    guard let file = snapshot.file, end > start.offset else { return start.line }
    var (line, offset) = (start.line, start.offset)
    let encoding = snapshot.encoding
    let isUTF8 = encoding.isUTF8
    var pieces = LinePieces(encoding, containing: texts)
    // An error ends the visit; the index reports it.
    try? pieces.forEach { buffer throws(FileError) -> Int in
      if isCancelled() { return 0 }
      willRead(line, offset)
      let count = try file.read(at: offset, into: .init(rebasing: buffer[..<min(buffer.count, end - offset)]))
      offset += count
      return count
    } didSkip: { count in
      line += count
    } _: { piece throws(FileError) -> Bool in
      guard piece.isStart else { return true }
      line += 1
      if isUTF8 { return body(line - 1, piece.text(ofLine: line - 1), piece.isPlain) }
      return encoding.withText(of: piece, line: line - 1) { body(line - 1, $0, piece.isPlain) }
    }
    return line
  }
}
