/// The syntax tree of a regular expression.
indirect enum PatternNode: Sendable {
  /// Matches the empty string.
  case empty
  /// Matches one character of the set.
  case characters(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// A repetition; `most` is `nil` if there is no upper limit.
  case repeated(PatternNode, least: Int, most: Int?)
  case assertion(Assertion)

  /// A condition on a position of the text. It consumes nothing.
  enum Assertion: Hashable, Sendable {
    case lineStart, lineEnd, wordBoundary, noWordBoundary
  }
}

/// A set of Unicode scalars, as ascending ranges that do not touch.
struct ScalarSet: Hashable, Sendable {
  /// The ranges of the set, ascending and with gaps between them.
  private(set) var ranges: [ClosedRange<UInt32>]

  static let maximum: UInt32 = 0x10_FFFF
  /// The set of a dot: all characters except the newline.
  static let any = ScalarSet([0...0x09, 0x0B...maximum])
  static let digits = ScalarSet([0x30...0x39])
  /// The characters of words. All non-ASCII characters count as letters, which is fast and right for other scripts.
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0x80...maximum])
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20])

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) {
    ranges = [scalar...scalar]
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  /// All characters that are not in the set, except the newline.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in union(ScalarSet(0x0A)).ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.maximum { result.append(next...Self.maximum) }
    return ScalarSet(result)
  }

  private static let maximumCasedRange = 4_096

  /// The number of characters whose case variants `ignoringCase` looks up.
  var lookups: Int { ranges.reduce(0) { $0 + ($1.count <= Self.maximumCasedRange ? $1.count : 0) } }

  /// The set with all case variants of its letters. Ranges of more than 4,096 characters are not changed, because they
  /// contain both cases.
  var ignoringCase: ScalarSet {
    var result = ranges
    for range in ranges where range.count <= Self.maximumCasedRange {
      for value in range {
        guard let properties = Unicode.Scalar(value)?.properties else { continue }
        for form in [properties.lowercaseMapping, properties.uppercaseMapping] {
          if let scalar = form.unicodeScalars.first, form.unicodeScalars.count == 1 {
            result.append(scalar.value...scalar.value)
          }
        }
      }
    }
    return ScalarSet(result)
  }
}

// Texts that are shown on one line.
extension PatternNode {
  /// The space, and the characters that are shown as one in the cells of tables.
  private static let blanks = ScalarSet([0...0x20, 0x7F...0x7F])

  /// The pattern for texts as cells show them: a set with the space also has the control characters, and a single space
  /// matches a line end of two characters too.
  var inCells: PatternNode {
    switch self {
    case .empty, .assertion: return self
    case .characters(let set):
      guard set.ranges.contains(where: { $0.contains(0x20) }) else { return self }
      let wide = PatternNode.characters(set.union(Self.blanks))
      guard set == ScalarSet(0x20) else { return wide }
      return .choice([.sequence([.characters(ScalarSet(0x0D)), .characters(ScalarSet(0x0A))]), wide])
    case .sequence(let nodes): return .sequence(nodes.map(\.inCells))
    case .choice(let nodes): return .choice(nodes.map(\.inCells))
    case .repeated(let node, let least, let most): return .repeated(node.inCells, least: least, most: most)
    }
  }
}
