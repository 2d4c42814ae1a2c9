/// Passes over lines that lack a text, of several that all wanted lines have.
///
/// One text is searched. If a line with it lacks another, that one is searched from there on, because it is rarer in
/// this file. Where most lines have all texts, the search pauses.
struct LineSkip: Sendable {
  /// The texts; the first one is searched.
  private var texts: [LiteralMatcher]
  private var search = OptionalCheck()

  /// Makes it for texts that all wanted lines have; `nil` if there is none.
  init?(_ texts: [LiteralMatcher]) {
    guard !texts.isEmpty else { return nil }
    self.texts = texts
  }

  /// Whether bytes of any number of lines lack a text, so that none of these is wanted.
  func lacksText(_ bytes: UnsafeRawBufferPointer) -> Bool { !texts.allSatisfy { $0.matches(bytes) } }

  /// Whether to search now.
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
      let found = texts[0].firstPlace(in: rest).map { place + $0 }
      var line = found ?? bytes.count
      while line > place, bytes[line - 1] != 0x0A { line -= 1 }
      if texts.count > 1, let found, let end = CharacterEncoding.utf8.lineEnd(in: bytes, from: found),
        let missing = missing(in: UnsafeRawBufferPointer(rebasing: bytes[line..<end]))
      {
        texts.swapAt(0, missing)
        place = end
        continue
      }
      return (Self.newlineCount(in: UnsafeRawBufferPointer(rebasing: bytes[start..<line])), line)
    }
  }

  /// Returns the number of a text that a line with the first one lacks.
  private func missing(in line: UnsafeRawBufferPointer) -> Int? {
    texts.indices.dropFirst().first { !texts[$0].matches(line) }
  }

  /// Returns the number of newlines, found in eight bytes at a time.
  private static func newlineCount(in bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let (ones, low): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x7F7F_7F7F_7F7F_7F7F)
    var (count, place) = (0, 0)
    while place + 8 <= bytes.count {
      // The counter of each of 8 columns holds at most 255.
      var columns: UInt64 = 0
      let end = min(bytes.count - 7, place + 255 * 8)
      while place < end {
        let differs = base.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ (ones &* 0x0A)
        // The highest bit of each byte that is zero, and no other.
        columns &+= ~(((differs & low) &+ low) | differs | low) &>> 7
        place += 8
      }
      let pairs = (columns & 0x00FF_00FF_00FF_00FF) &+ (columns &>> 8 & 0x00FF_00FF_00FF_00FF)
      count += Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
    while place < bytes.count {
      if bytes[place] == 0x0A { count += 1 }
      place += 1
    }
    return count
  }
}
