/// The lines that match a filter, together with some lines before and after each of them.
///
/// Visit the lines one after another. A line is added as soon as it is known to be near a match, and never changes its
/// position afterwards.
struct ContextLines: Sendable {
  /// The number of context lines before each match, and after it.
  let reach: Int
  /// The line numbers, ascending.
  private(set) var lines = ChunkedList<Int>()
  private var lastMatch: Int?

  init(reach: Int) { self.reach = reach }

  /// Adds lines around matches that are known.
  /// - Parameters:
  ///   - matches: The numbers of the matches, ascending.
  ///   - searched: The number of lines that were searched for matches.
  /// - Complexity: O(*n*), where *n* is the number of added lines.
  init(reach: Int, around matches: ChunkedList<Int>, searched: Int) {
    self.init(reach: reach)
    for match in matches {
      addLinesAfterMatch(upTo: match)
      visit(match, isMatch: true)
    }
    addLinesAfterMatch(upTo: searched)
  }

  /// Processes the next line, and adds the lines that it shows to be near a match.
  mutating func visit(_ line: Int, isMatch: Bool) {
    guard isMatch else {
      if let lastMatch, line - lastMatch <= reach { lines.append(line) }
      return
    }
    let known = lines.last.map { $0 + 1 } ?? 0
    for before in max(known, line - reach)..<max(known, line) { lines.append(before) }
    lines.append(line)
    lastMatch = line
  }

  /// Removes all lines from `line` on, which will be visited again.
  /// - Parameter matches: The matches before `line`.
  mutating func forget(from line: Int, matches: ChunkedList<Int>) {
    lastMatch = matches.last
    // Lines before a forgotten match may be near no other one.
    let end = min(line, lastMatch.map { $0 + reach + 1 } ?? 0)
    lines.truncate(to: lines.partitioningIndex { $0 < end })
  }

  private mutating func addLinesAfterMatch(upTo end: Int) {
    guard let lastMatch else { return }
    for line in lastMatch + 1..<max(lastMatch + 1, min(end, lastMatch + reach + 1)) { lines.append(line) }
  }
}
