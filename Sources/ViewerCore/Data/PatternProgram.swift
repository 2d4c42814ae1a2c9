/// A regular expression compiled to a nondeterministic automaton over bytes (Thompson, "Regular Expression Search
/// Algorithm", CACM 1968).
struct PatternProgram: Sendable {
  /// A state of the automaton. Its number is its index in `steps`.
  enum Step: Hashable, Sendable {
    /// Consumes a byte in the range.
    case byte(ClosedRange<UInt8>, next: Int32)
    /// Continues at both states, without consuming a byte.
    case split(Int32, Int32)
    /// Continues at `next` if the assertion holds.
    case assertion(PatternNode.Assertion, next: Int32)
    /// The end of a match.
    case match
  }

  /// The states of the automaton.
  private(set) var steps: [Step] = []
  /// The number of the first state.
  private(set) var start: Int32 = 0
  /// Whether every match begins at the start of the line.
  let isAnchored: Bool

  /// The largest number of steps; larger programs are refused to limit memory.
  static let maximumStepCount = 20_000
  /// The largest number of compiled nodes, counting repetitions. Not every node makes a step.
  private static let maximumNodeCount = 100_000
  private var nodeCount = 0

  init(_ node: PatternNode) throws(ExpressionError) {
    isAnchored = node.isAnchored
    let end = try append(.match)
    start = try compile(node, next: end)
  }

  /// Adds a state and returns its number.
  private mutating func append(_ step: Step) throws(ExpressionError) -> Int32 {
    if steps.count >= Self.maximumStepCount { throw .tooLarge }
    steps.append(step)
    return Int32(steps.count - 1)
  }

  /// Compiles `node` so that the automaton continues at the state `next` after a match. Returns the first state of the
  /// node.
  private mutating func compile(_ node: PatternNode, next: Int32) throws(ExpressionError) -> Int32 {
    nodeCount += 1
    if nodeCount > Self.maximumNodeCount { throw .tooLarge }
    switch node {
    case .empty: return next
    case .characters(let set): return try compile(set, next: next)
    case .assertion(let assertion): return try append(.assertion(assertion, next: next))
    case .sequence(let nodes):
      var next = next
      for node in nodes.reversed() { next = try compile(node, next: next) }
      return next
    case .choice(let nodes):
      var starts: [Int32] = []
      for node in nodes { starts.append(try compile(node, next: next)) }
      return try join(starts)
    case .repeated(let node, let least, let most): return try compile(node, least: least, most: most, next: next)
    }
  }

  /// Compiles a repetition by copying the node; an unlimited one ends in a loop. Returns the first state.
  private mutating func compile(
    _ node: PatternNode, least: Int, most: Int?, next: Int32
  ) throws(ExpressionError) -> Int32 {
    var start = next
    if let most {
      for _ in 0..<(most - least) { start = try append(.split(try compile(node, next: start), next)) }
    } else {
      let loop = try append(.split(0, next))
      steps[Int(loop)] = .split(try compile(node, next: loop), next)
      start = loop
    }
    for _ in 0..<least { start = try compile(node, next: start) }
    return start
  }

  /// Returns a state that continues at all states in `starts`.
  private mutating func join(_ starts: [Int32]) throws(ExpressionError) -> Int32 {
    guard var start = starts.last else { return try append(.split(0, 0)) }
    for other in starts.dropLast().reversed() { start = try append(.split(other, start)) }
    return start
  }

  /// Compiles a set of characters to alternative UTF-8 sequences.
  private mutating func compile(_ set: ScalarSet, next: Int32) throws(ExpressionError) -> Int32 {
    var starts: [Int32] = []
    for sequence in UTF8Ranges.sequences(for: set) {
      var start = next
      for bytes in sequence.reversed() { start = try append(.byte(bytes, next: start)) }
      starts.append(start)
    }
    if starts.isEmpty {
      // An empty set: a state without an exit.
      let dead = Int32(steps.count)
      return try append(.split(dead, dead))
    }
    return try join(starts)
  }
}

extension PatternNode {
  /// Whether every match begins at the start of the line.
  fileprivate var isAnchored: Bool {
    switch self {
    case .assertion(let assertion): return assertion == .lineStart
    case .empty, .characters: return false
    case .choice(let nodes): return !nodes.isEmpty && nodes.allSatisfy(\.isAnchored)
    case .repeated(let node, let least, _): return least > 0 && node.isAnchored
    case .sequence(let nodes):
      for node in nodes {
        if node.isAnchored { return true }
        switch node {
        case .empty, .assertion: continue
        default: return false
        }
      }
      return false
    }
  }
}

/// Converts character ranges to ranges of UTF-8 bytes. RE2 and the Rust crate `utf8-ranges` divide ranges in the same
/// way.
enum UTF8Ranges {
  /// Returns sequences of byte ranges that together match exactly the characters of the set.
  static func sequences(for set: ScalarSet) -> [[ClosedRange<UInt8>]] {
    var result: [[ClosedRange<UInt8>]] = []
    for range in set.ranges { split(range.lowerBound, range.upperBound, &result) }
    return result
  }

  /// Divides a range of characters into sequences of byte ranges. All combinations of one byte from each range of a
  /// sequence are the UTF-8 forms of characters in the range.
  private static func split(_ low: UInt32, _ high: UInt32, _ result: inout [[ClosedRange<UInt8>]]) {
    guard low <= high else { return }
    // Surrogates are no characters.
    if low < 0xE000, high > 0xD7FF {
      if low < 0xD800 { split(low, 0xD7FF, &result) }
      if high > 0xDFFF { split(0xE000, high, &result) }
      return
    }
    for limit: UInt32 in [0x7F, 0x7FF, 0xFFFF] where low <= limit && limit < high {
      split(low, limit, &result)
      split(limit + 1, high, &result)
      return
    }
    for shift: UInt32 in [6, 12, 18] where high > 0x7F {
      let mask = (UInt32(1) << shift) - 1
      guard low & ~mask != high & ~mask else { continue }
      if low & mask != 0 {
        split(low, low | mask, &result)
        split((low | mask) + 1, high, &result)
        return
      }
      if high & mask != mask {
        split(low, (high & ~mask) - 1, &result)
        split(high & ~mask, high, &result)
        return
      }
    }
    result.append(zip(encode(low), encode(high)).map { $0...$1 })
  }

  private static func encode(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
  }
}
