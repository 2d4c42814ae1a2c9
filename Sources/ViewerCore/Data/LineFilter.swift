import ScrollworkPlatform

/// Searches the lines of a file in the background and reports the matches found so far.
///
/// Pass each new snapshot of the index to `update`; the search continues after the lines already searched.
package typealias LineFilter = BackgroundWork<LineFilterWorker>

extension LineFilter {
  /// Creates a filter that waits for the first snapshot.
  /// - Parameters:
  ///   - parts: Selects the parts of a matching long line to report; `nil` for all of them.
  ///   - context: The number of lines before and after each match that are reported with it.
  ///   - onChange: Called on a background thread; no new call begins after `cancel`.
  package convenience init(
    _ filter: Filter, parts: PartFilter? = nil, context: Int = 0,
    onChange: @escaping @Sendable (FilteredLines) -> Void
  ) {
    self.init(
      LineFilterWorker(filter: filter, parts: parts, reach: context), label: "scrollwork.filter", onChange: onChange)
  }

  /// The newest matches.
  package var lines: FilteredLines { output }

  /// The work done so far. Blocks while a search is running.
  package var work: FilterWork { withWorker { $0.work } }

  /// Searches the new lines of the snapshot, or all of them if the file was rewritten. Returns at once.
  package func update(_ snapshot: LineIndexSnapshot) { update(with: snapshot) }

  /// Reports the matches with another number of context lines before and after each of them. Does not search again.
  package func setContext(_ count: Int) {
    change { worker in
      worker.setReach(count)
      // Before the first result of the search there is nothing to report.
      return worker.hasSearched ? worker.lines : nil
    }
  }
}

/// The part of a line filter that reads and matches. It is used by one thread at a time.
package struct LineFilterWorker: BackgroundWorking {
  private var filter: Filter
  private var parts: PartFilter?
  /// The generation of the file from which `matches` come.
  private var generation = 0
  /// The numbers of the matching lines.
  private var matches = ChunkedList<Int>()
  /// The matches with their context lines; empty if no context is wanted.
  private var context: ContextLines
  /// The start of the first line that was not searched yet.
  private var next = LinePoint(line: 0, offset: 0)
  /// The number of lines searched.
  private var searched = 0
  /// Whether all lines of the last snapshot were searched.
  private var isCaughtUp = false

  /// The bytes searched before the first report. Later the distance between two reports doubles up to a limit.
  private static let firstPublication = 1 << 18
  /// The largest distance between two reports, in bytes.
  private static let largestStep = 1 << 24

  init(filter: Filter, parts: PartFilter? = nil, reach: Int = 0, generation: Int = 0) {
    self.filter = filter
    self.parts = parts
    self.generation = generation
    context = ContextLines(reach: reach)
  }

  var work: FilterWork { filter.work }

  package var initialOutput: FilteredLines { lines }

  package mutating func free() { filter.freeTables() }

  /// The matches so far.
  var lines: FilteredLines {
    let hasContext = context.reach > 0
    return FilteredLines(
      generation: generation, searched: searched, isCaughtUp: isCaughtUp, lines: hasContext ? context.lines : matches,
      matches: hasContext ? matches : nil)
  }

  var hasSearched: Bool { searched > 0 }

  /// Changes the number of lines around each match.
  /// - Complexity: O(*n*), where *n* is the number of lines to show.
  mutating func setReach(_ reach: Int) {
    context =
      reach > 0
      ? ContextLines(reach: reach, around: matches, searched: searched) : ContextLines(reach: 0)
  }

  /// Searches the lines that are new in the snapshot.
  package mutating func work(
    on snapshot: LineIndexSnapshot, isCancelled: @escaping @Sendable () -> Bool,
    publish: @escaping (FilteredLines) -> Void
  ) {
    isCaughtUp = false
    if snapshot.generation != generation {
      filter.entry = LogEntry()
      self = LineFilterWorker(filter: filter, parts: parts, reach: context.reach, generation: snapshot.generation)
    }
    // An incomplete last line may change when more of it arrives, so it is searched again.
    matches.truncate(to: matches.partitioningIndex { $0 < next.line })
    context.forget(from: next.line, matches: matches)
    let resume = snapshot.openLine
    let end = snapshot.isCaughtUp ? snapshot.indexedBytes : resume.offset
    guard scan(snapshot, to: end, resumingAt: resume.line, isCancelled: isCancelled, publish: publish) else { return }
    next = resume
    isCaughtUp = snapshot.isCaughtUp
    publish(lines)
  }

  /// Searches the lines from `next` to `end`. Returns `false` if the search was cancelled.
  /// - Parameter incomplete: The last line if its end is not known yet; it is searched again later.
  private mutating func scan(
    _ snapshot: LineIndexSnapshot, to end: Int, resumingAt incomplete: Int, isCancelled: () -> Bool,
    publish: (FilteredLines) -> Void
  ) -> Bool {
    let start = next
    var entry = LogEntry?.none
    var nextPublication = start.offset + Self.firstPublication
    searched = LineVisit.run(
      snapshot, from: start, to: end, isCancelled: isCancelled,
      willRead: { line, offset in
        guard offset >= nextPublication else { return }
        searched = line
        publish(lines)
        nextPublication = offset + min(offset - start.offset, Self.largestStep)
      },
      takeLines: { first, lines in
        // Every line may be near a match.
        guard context.reach == 0 else { return nil }
        return filter.search(lines, isCancelled: isCancelled) { number, _ in matches.append(first + number) }
      },
      body: { line, text, isPlain in
        if line == incomplete { entry = filter.entry }
        let isMatch = filter.matches(shown: text, isPlain: isPlain, isCancelled: isCancelled)
        if isCancelled() { return false }
        let known = matches.count
        LineVisit.forEachPart(ofLine: line, isMatch, text, in: snapshot, &parts, isCancelled) { matches.append($0) }
        if context.reach > 0 {
          for part in snapshot.parts(of: line) { context.visit(part, isMatch: matches.count > known) }
        }
        return true
      })
    if let entry { filter.entry = entry }
    return !isCancelled()
  }
}
