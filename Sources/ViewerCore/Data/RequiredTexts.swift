/// Finds required texts of a regular expression: texts that every match contains. They exclude most lines without a
/// match quickly.
///
/// They come from the syntax tree: ASCII characters that follow each other in every match, outside of alternatives and
/// optional parts. If an expression has no such text, it is searched without this shortcut.
struct RequiredTexts {
  /// Bytes that follow each other in every match.
  private struct Run {
    /// The bytes, with letters in lower case if any case matches.
    var bytes: [UInt8] = []
    /// The largest number of bytes of a match before the run; `nil` if there is no limit.
    var reach: Int?
    /// Whether letters match in any case; `nil` without a letter.
    var ignoresCase: Bool?

    /// The rarity of the run: about the number of bits that finding it provides.
    var rarity: Int { ByteRarity.sum(of: bytes) }
  }

  /// A byte that is the same in every match.
  private struct MatchedByte {
    var byte: UInt8
    /// Whether the letter matches in any case; `nil` if the byte is not a letter.
    var ignoresCase: Bool?

    /// Creates the byte for a set of a single ASCII character, or of both cases of a letter; `nil` for other sets.
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
  /// Whether a node was added that every match contains.
  private var hasBegun = false

  /// The smallest rarity of a text that is worth a search; `leastCount` is the smallest length in bytes.
  private static let leastRarity = 9
  private static let leastCount = 2
  /// The largest number of copies of a repeated character that are added; `maximumBytes` limits a text.
  private static let maximumCopies = 16
  private static let maximumBytes = 64
  /// The largest number of texts.
  private static let maximumTexts = 4
  /// The largest number of bytes before a text up to which `reach` is computed.
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

  /// Adds a node of the syntax tree that every match contains, after the nodes added before.
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

  /// Adds a character; `nil` stands for a set of several characters and ends the current run.
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

  /// Adds the copies of a repeated node that every match contains. The run ends after them if more copies may follow.
  ///
  /// At the start of a match, optional copies need not be counted: the match without them is a match too.
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

  /// Adds the length of a node to `reach`.
  /// - Parameter count: The largest number of bytes; `nil` if there is no limit.
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
  /// The largest number of bytes before the text at which a match begins: if a line matches, a match begins at most
  /// this many bytes before the first occurrence of the text. `nil` if there is no limit.
  let reach: Int?
}

extension PatternNode {
  /// The largest length of a match in bytes; `nil` if there is no limit.
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
