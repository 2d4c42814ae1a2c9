/// The lines of a text that are too long to be read at once, and the line numbers that the user sees.
///
/// A line of more than `LineText.byteLimit` bytes is divided into parts of that size, which follow each other in the
/// index like lines. So every line of the index is cheap to read and draw, and the user can read lines of any length.
/// Only this type converts between lines of the index and the line numbers that the user sees.
struct LongLines: Sendable {
  /// A long line, which has several parts.
  struct Line: Sendable {
    /// The index of the first part; `count` is the number of parts.
    var first: Int
    var count: Int
    /// The offset in the file at which the line starts.
    var offset: Int
    /// The number of parts beyond the first ones, of this line and all long ones before it.
    var surplus: Int

    var parts: Range<Int> { first..<first + count }
    /// The line number that the user sees, counted from 0.
    var number: Int { first - (surplus - (count - 1)) }
  }

  /// The largest length in bytes of a rest that belongs to the last full part instead of forming a part: a carriage
  /// return, or the end of a character.
  private static let rest = 4

  private var lines = ChunkedList<Line>()
  /// The largest number of parts of a line.
  private(set) var largestCount = 1

  var isEmpty: Bool { lines.isEmpty }
  /// The number of parts beyond the first ones of all lines.
  var surplus: Int { lines.last?.surplus ?? 0 }

  /// Returns the number of parts of a line.
  /// - Parameter length: The length without the newline, in bytes.
  @inline(__always)
  static func parts(ofLength length: Int) -> Int { max(0, length - rest - 1) / LineText.byteLimit + 1 }

  /// Adds the next long line.
  mutating func append(first: Int, count: Int, offset: Int) {
    lines.append(Line(first: first, count: count, offset: offset, surplus: surplus + count - 1))
    largestCount = max(largestCount, count)
  }

  /// Returns the long line to which a line of the index belongs; `nil` if that is a whole line.
  /// - Complexity: O(log *n*) in the number of long lines.
  func line(holding part: Int) -> Line? {
    guard let last = last(where: { $0.first <= part }), last.parts.contains(part) else { return nil }
    return last
  }

  /// Returns the line number that the user sees for a line of the index; both are counted from 0.
  func number(of part: Int) -> Int {
    guard let last = last(where: { $0.first <= part }) else { return part }
    return last.parts.contains(part) ? last.number : part - last.surplus
  }

  /// Returns the line of the index at which the line with a number begins.
  func start(ofNumber number: Int) -> Int {
    guard let last = last(where: { $0.number <= number }) else { return number }
    return last.number == number ? last.first : number + last.surplus
  }

  /// Returns the number of matching lines, with long lines counted once. All parts of a long line match, or none.
  func wholeCount(of found: FilteredLines) -> Int {
    found.matchCount - lines.reduce(0) { $0 + max(0, found.matchCount(in: $1.parts) - 1) }
  }

  private func last(where isBefore: (Line) -> Bool) -> Line? {
    let place = lines.partitioningIndex(where: isBefore)
    return place > 0 ? lines[place - 1] : nil
  }
}

/// Selects the parts of a long line that a search reports. A filter reports all parts instead.
package struct PartFilter: Sendable {
  /// The filter for the whole line; `part` is the filter for each part.
  private var whole: Filter
  private var part: Filter

  package init(whole: Filter, part: Filter) { (self.whole, self.part) = (whole, part) }

  /// Returns the parts of a line to report.
  /// - Parameters:
  ///   - isMatch: Whether the beginning of the line passes both conditions.
  ///   - text: The beginning of the line.
  mutating func parts(
    of parts: Range<Int>, isMatch: Bool, _ text: UnsafeRawBufferPointer, in snapshot: LineIndexSnapshot,
    _ isCancelled: () -> Bool
  ) -> [Int] {
    if part.readsLevels { return isMatch ? [parts.lowerBound] : [] }
    guard isMatch || whole.matches(shown: text) else { return [] }
    let found = parts.filter { place in
      !isCancelled() && self.isMatch(in: place, isLast: place + 1 == parts.upperBound, snapshot)
    }
    // What goes far beyond a part is in the line nevertheless.
    return found.isEmpty && isMatch ? [parts.lowerBound] : found
  }

  /// Whether a match begins in the part `place`; it may end in the next one.
  private mutating func isMatch(in place: Int, isLast: Bool, _ snapshot: LineIndexSnapshot) -> Bool {
    let bytes = snapshot.line(at: place).bytes
    func matches(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.withUnsafeBytes { part.matches(shown: $0) } }
    if matches(bytes) { return true }
    guard !isLast else { return false }
    let end = bytes.suffix(PartSurroundings.reach)
    let next = snapshot.line(at: place + 1).bytes.prefix(PartSurroundings.reach)
    return matches(end + next) && !matches(end) && !matches(next)
  }
}

/// The texts before and after a part of a long line. Matches may extend into them.
package struct PartSurroundings: Sendable {
  package var (before, after) = ("", "")

  /// The largest number of bytes by which a match may extend beyond a part.
  static let reach = 1 << 10
}

extension LineIndexSnapshot {
  /// Returns the texts around a part of a long line; `nil` for a whole line.
  func surroundings(ofPart line: Int) -> PartSurroundings? {
    guard !longLines.isEmpty, line < count else { return nil }
    let parts = parts(of: line)
    guard parts.count > 1 else { return nil }
    var result = PartSurroundings()
    if line > parts.lowerBound {
      result.before = String(decoding: string(at: line - 1).utf8.suffix(PartSurroundings.reach), as: UTF8.self)
    }
    if line + 1 < min(parts.upperBound, count) {
      result.after = String(decoding: string(at: line + 1).utf8.prefix(PartSurroundings.reach), as: UTF8.self)
    }
    return result
  }
}
