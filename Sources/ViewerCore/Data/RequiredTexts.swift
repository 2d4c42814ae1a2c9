/// The texts that every match of a regular expression contains, by which most lines without a match are told at once.
///
/// They are taken from the syntax tree: characters that follow each other in every match, without alternatives and
/// without parts that may be missing. Characters that are not ASCII interrupt them. So a match always contains them, as
/// the automaton consumes these bytes one after another; an expression without such a text is searched as before.
struct RequiredTexts {
  /// Bytes that follow each other in every match.
  private struct Run {
    /// The bytes, with letters in lower case if any case matches.
    var bytes: [UInt8] = []
    /// Whether letters match in any case; `nil` without a letter.
    var ignoresCase: Bool?

    /// The number of bits that tell the run from other texts.
    var rarity: Int { ByteRarity.sum(of: bytes) }
  }

  /// A byte of a match.
  private struct MatchedByte {
    var byte: UInt8
    /// Whether a letter matches in any case; `nil` for another character.
    var ignoresCase: Bool?

    /// Makes the only character of a set, or the letter of a set of its two cases; `nil` for another set.
    init?(_ set: ScalarSet) {
      guard let first = set.ranges.first, first.count == 1, let byte = UInt8(exactly: first.lowerBound), byte < 0x80
      else { return nil }
      let isCapital = (0x41...0x5A).contains(byte)
      if set.ranges.count == 1 {
        (self.byte, ignoresCase) = (byte, isCapital || (0x61...0x7A).contains(byte) ? false : nil)
        return
      }
      guard set.ranges.count == 2, isCapital, set.ranges[1] == first.lowerBound + 0x20...first.lowerBound + 0x20
      else { return nil }
      (self.byte, ignoresCase) = (byte + 0x20, true)
    }
  }

  private var run = Run()
  private var found: [Run] = []

  /// The smallest number of bits and of bytes with which a text is worth its own search.
  private static let leastRarity = 9
  private static let leastCount = 2
  /// The largest number of copies of a repeated character that are taken, and of bytes in a text.
  private static let mostCopies = 16
  private static let mostBytes = 64
  /// The largest number of texts.
  private static let mostTexts = 4

  /// Returns the finders of texts that each match of an expression contains, the probably rarest first.
  static func matchers(of node: PatternNode) -> [LiteralMatcher] {
    var search = RequiredTexts()
    search.add(node)
    search.endRun()
    return search.found.sorted { $0.rarity > $1.rarity }.prefix(mostTexts).compactMap {
      LiteralMatcher(String(decoding: $0.bytes, as: UTF8.self), ignoringCase: $0.ignoresCase ?? false)
    }
  }

  /// Adds a part that every match has, after the parts before it.
  private mutating func add(_ node: PatternNode) {
    switch node {
    // These consume nothing.
    case .empty, .assertion: break
    case .characters(let set): add(MatchedByte(set))
    case .sequence(let nodes): for node in nodes { add(node) }
    case .choice: endRun()
    case .repeated(let node, let least, let most): addCopies(of: node, least: least, most: most)
    }
  }

  /// Adds a character; `nil` for one of several.
  private mutating func add(_ character: MatchedByte?) {
    guard let character else { return endRun() }
    if run.bytes.count == Self.mostBytes { endRun() }
    // A text has all its letters in any case, or none.
    if let ignoresCase = character.ignoresCase {
      if run.ignoresCase == !ignoresCase { endRun() }
      run.ignoresCase = ignoresCase
    }
    run.bytes.append(character.byte)
  }

  /// Adds the copies of a repetition that every match has. More may follow, so that the text ends after them.
  private mutating func addCopies(of node: PatternNode, least: Int, most: Int?) {
    guard least > 0 else { return endRun() }
    var copies = 1
    if case .characters = node { copies = min(least, Self.mostCopies) }
    for _ in 0..<copies { add(node) }
    if most != copies { endRun() }
  }

  private mutating func endRun() {
    if run.bytes.count >= Self.leastCount, run.rarity >= Self.leastRarity { found.append(run) }
    run = Run()
  }
}
