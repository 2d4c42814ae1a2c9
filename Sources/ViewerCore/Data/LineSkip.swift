internal import CByteScan

/// Passes over lines that lack a text, of several that all wanted lines have.
///
/// One text is searched. If a line with it lacks another, that one is searched from there on, because it is rarer in
/// this file. Where most lines have all texts, the search pauses.
struct LineSkip: Sendable {
  private let texts: [LiteralMatcher]
  /// The number of the text that is searched.
  var leading = 0
  private var search = OptionalCheck()
  private var missingSearch = OptionalCheck()

  /// Makes it for texts that all wanted lines have; `nil` if there is none.
  init?(_ texts: [LiteralMatcher]) {
    guard !texts.isEmpty else { return nil }
    self.texts = texts
  }

  /// Whether bytes of any number of lines lack a text, so that none of these is wanted.
  func lacksText(_ bytes: UnsafeRawBufferPointer) -> Bool { !texts.allSatisfy { $0.matches(bytes) } }

  /// Returns whether to search the next lines. After searches that skipped nothing it returns `false` for some calls.
  mutating func isDue() -> Bool { search.isDue() }

  /// Returns the number of complete lines from `start` on before the first one that may be wanted, and their end.
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

  /// Whether to look for another text when a line with the leading one was unwanted.
  mutating func mayChangeLeading() -> Bool { texts.count > 1 && missingSearch.isDue() }

  /// Lets a text lead that an unwanted line with the leading one lacks. Returns whether there is one.
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

  /// Returns the offset at which the last of some lines starts.
  static func lineStart(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return scrollwork_byte_find_last(base.assumingMemoryBound(to: UInt8.self), bytes.count, 0x0A)
  }
}
