internal import CByteScan

/// Skips lines that lack a required text, a text that all wanted lines contain.
///
/// Only the leading text is searched for. If a line with it lacks another required text, that one becomes the leading
/// text, because it is rarer in this file. The search pauses while most lines have all texts.
struct LineSkip: Sendable {
  private let texts: [LiteralMatcher]
  /// The index of the leading text, which is searched for.
  var leading = 0
  private var search = OptionalCheck()
  private var missingSearch = OptionalCheck()

  /// Creates a skip for texts that all wanted lines contain; `nil` if `texts` is empty.
  init?(_ texts: [LiteralMatcher]) {
    guard !texts.isEmpty else { return nil }
    self.texts = texts
  }

  /// Whether the bytes of some lines lack a required text, so that none of these lines is wanted.
  func lacksText(_ bytes: UnsafeRawBufferPointer) -> Bool { !texts.allSatisfy { $0.matches(bytes) } }

  /// Returns whether to search the next lines. After searches that skipped nothing it returns `false` for some calls.
  mutating func isDue() -> Bool { search.isDue() }

  /// Returns the number of complete lines at `start` that are certainly not wanted, and the offset at which they end.
  mutating func lines(in bytes: UnsafeRawBufferPointer, from start: Int) -> (count: Int, end: Int) {
    let skipped = searchedLines(in: bytes, from: start)
    search.record(saved: skipped.count)
    return skipped
  }

  private mutating func searchedLines(in bytes: UnsafeRawBufferPointer, from start: Int) -> (count: Int, end: Int) {
    var place = start
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      let found = texts[leading].search.firstPlace(in: rest).map { place + $0 }
      let line = place + Self.lineStart(in: UnsafeRawBufferPointer(rebasing: bytes[place..<(found ?? bytes.count)]))
      if texts.count > 1, let found, let end = CharacterEncoding.utf8.lineEnd(in: bytes, from: found),
        let missing = missing(in: UnsafeRawBufferPointer(rebasing: bytes[line..<end]))
      {
        leading = missing
        place = end
        continue
      }
      return (Self.newlineCount(in: UnsafeRawBufferPointer(rebasing: bytes[start..<line])), line)
    }
  }

  /// Returns whether to try another leading text after an unwanted line. Pauses if changing was useless before.
  mutating func mayChangeLeading() -> Bool { texts.count > 1 && missingSearch.isDue() }

  /// Makes a required text that an unwanted line lacks the leading one. Returns whether the line lacks such a text.
  mutating func changeLeading(after line: UnsafeRawBufferPointer) -> Bool {
    let missing = missing(in: line)
    missingSearch.record(saved: missing == nil ? 0 : 1)
    leading = missing ?? leading
    return missing != nil
  }

  /// Returns the index of a text, other than the leading one, that a line lacks; `nil` if it has them all.
  private func missing(in line: UnsafeRawBufferPointer) -> Int? {
    for place in texts.indices where place != leading && texts[place].search.firstPlace(in: line) == nil {
      return place
    }
    return nil
  }

  static func newlineCount(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return scrollwork_byte_count(base.assumingMemoryBound(to: UInt8.self), bytes.count, 0x0A)
  }

  /// Returns the offset at which the last line in `bytes` starts.
  static func lineStart(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return scrollwork_byte_find_last(base.assumingMemoryBound(to: UInt8.self), bytes.count, 0x0A)
  }
}
