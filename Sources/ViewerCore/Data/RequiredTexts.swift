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
    /// The largest number of bytes of a match before the run; `nil` if there is no limit.
    var reach: Int?
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
  /// The largest number of bytes of a match before the next part; `nil` if there is no limit.
  private var reach: Int? = 0
  /// Whether a part was added that a match cannot do without.
  private var hasBegun = false

  /// The smallest number of bits and of bytes with which a text is worth its own search.
  private static let leastRarity = 9
  private static let leastCount = 2
  /// The largest number of copies of a repeated character that are taken, and of bytes in a text.
  private static let maximumCopies = 16
  private static let maximumBytes = 64
  /// The largest number of texts.
  private static let maximumTexts = 4
  /// The largest number of bytes before a text that are counted.
  private static let maximumReach = 256

  /// Returns the texts that each match of an expression contains, the probably rarest first.
  static func texts(of node: PatternNode) -> [RequiredText] {
    var search = RequiredTexts()
    search.add(node)
    search.endRun()
    return search.found.sorted { $0.rarity > $1.rarity }.prefix(maximumTexts).compactMap { run in
      let text = String(decoding: run.bytes, as: UTF8.self)
      return LiteralMatcher(text, ignoringCase: run.ignoresCase ?? false).map {
        RequiredText(finder: $0, reach: run.reach)
      }
    }
  }

  /// Adds a part that every match has, after the parts before it.
  private mutating func add(_ node: PatternNode) {
    switch node {
    case .empty: break
    // It consumes nothing.
    case .assertion: hasBegun = true
    case .characters(let set):
      add(MatchedByte(set))
      pass(node.longestMatch)
    case .sequence(let nodes): for node in nodes { add(node) }
    case .choice:
      endRun()
      pass(node.longestMatch)
    case .repeated(let node, let least, let most): addCopies(of: node, least: least, most: most)
    }
  }

  /// Adds a character; `nil` for one of several.
  private mutating func add(_ character: MatchedByte?) {
    guard let character else { return endRun() }
    if run.bytes.count == Self.maximumBytes { endRun() }
    // A text has all its letters in any case, or none.
    if let ignoresCase = character.ignoresCase {
      if run.ignoresCase == !ignoresCase { endRun() }
      run.ignoresCase = ignoresCase
    }
    if run.bytes.isEmpty { run.reach = reach }
    run.bytes.append(character.byte)
  }

  /// Adds the copies of a repetition that every match has. More may follow, so that the text ends after them.
  ///
  /// Copies beyond the least number at the start of a match may be left out: the rest of the match is one too.
  private mutating func addCopies(of node: PatternNode, least: Int, most: Int?) {
    let most = hasBegun ? most : least
    guard least > 0 else {
      endRun()
      if hasBegun { pass(PatternNode.repeated(node, least: 0, most: most).longestMatch) }
      return
    }
    let copies = if case .characters = node { min(least, Self.maximumCopies) } else { 1 }
    for _ in 0..<copies { add(node) }
    guard most != copies || least != copies else { return }
    endRun()
    pass(PatternNode.repeated(node, least: 0, most: most.map { $0 - copies }).longestMatch)
  }

  /// Counts the bytes of a part.
  private mutating func pass(_ count: Int?) {
    hasBegun = true
    reach = reach.flatMap { reach in count.map { reach + $0 } }.flatMap { $0 <= Self.maximumReach ? $0 : nil }
  }

  private mutating func endRun() {
    if run.bytes.count >= Self.leastCount, run.rarity >= Self.leastRarity { found.append(run) }
    run = Run()
  }
}

/// A text that every match of a regular expression contains.
struct RequiredText: Sendable {
  let finder: LiteralMatcher
  /// The number of bytes before the text at which a match begins at the earliest: if a line has a match, one begins at
  /// most so many bytes before the first place of the text. `nil` if there is no limit.
  let reach: Int?
}

extension PatternNode {
  /// The largest number of bytes of a match; `nil` if there is no limit.
  fileprivate var longestMatch: Int? {
    switch self {
    case .empty, .assertion: return 0
    case .characters(let set):
      return (set.ranges.last?.upperBound).flatMap(Unicode.Scalar.init).map { UTF8.width($0) } ?? 4
    case .sequence(let nodes): return Self.combined(nodes, by: +)
    case .choice(let nodes): return Self.combined(nodes, by: max)
    case .repeated(let node, _, let most):
      guard let length = node.longestMatch else { return most == 0 ? 0 : nil }
      return length == 0 ? 0 : most.map { length * $0 }
    }
  }

  private static func combined(_ nodes: [PatternNode], by combine: (Int, Int) -> Int) -> Int? {
    nodes.reduce(0) { sum, node in sum.flatMap { sum in node.longestMatch.map { combine(sum, $0) } } }
  }
}
