/// Parses a regular expression.
///
/// The syntax: `. [...] [^...] ( ) (?: ) | * + ? {n} {n,} {n,m} ^ $ \A \z \Z \b \B \d \D \w \W \s \S`,
/// `\t \n \r \f \v \e \0 \xHH \x{H...} \uHHHH`, and a backslash before punctuation. A `?` after a repetition is
/// accepted without effect, because a filter only needs to know whether a line matches.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private let ignoresCase: Bool
  /// The position of the next character.
  private var position = 0
  /// The number of open groups.
  private var depth = 0

  /// The limits on nested groups and on one repetition count.
  private static let maximumDepth = 100
  private static let maximumRepetitionCount = 1_000
  /// The largest number of characters, checked before parsing.
  private static let maximumLength = 20_000
  /// The largest number of characters whose case variants are looked up.
  private static let maximumLookupCount = 200_000
  /// The number of characters looked up so far.
  private var lookups = 0

  /// Parses an expression.
  /// - Throws: `ExpressionError` with the position of the mistake.
  static func parse(_ text: String, ignoringCase: Bool) throws(ExpressionError) -> PatternNode {
    var parser = PatternParser(scalars: Array(text.unicodeScalars.prefix(maximumLength + 1)), ignoresCase: ignoringCase)
    if parser.scalars.count > maximumLength { throw .tooLarge }
    let node = try parser.choice()
    if parser.position < parser.scalars.count { throw parser.error("The bracket ) has no opening bracket") }
    return node
  }

  private init(scalars: [Unicode.Scalar], ignoresCase: Bool) {
    self.scalars = scalars
    self.ignoresCase = ignoresCase
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Consumes a character if it is next.
  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Makes an error.
  /// - Parameter start: The position of the mistake; `nil` for the current position.
  private func error(_ words: String, at start: Int? = nil) -> ExpressionError {
    ExpressionError("\(words) (character \((start ?? position) + 1) of the expression)")
  }

  /// Parses alternatives separated by `|`.
  private mutating func choice() throws(ExpressionError) -> PatternNode {
    var choices = [try sequence()]
    while accept("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  /// Parses atoms up to `|`, `)` or the end.
  private mutating func sequence() throws(ExpressionError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let atom = try atom()
      nodes.append(try repetitions(of: atom))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  /// Parses the repetition after an atom, if there is one.
  private mutating func repetitions(of atom: PatternNode) throws(ExpressionError) -> PatternNode {
    var node = atom
    let start = position
    if accept("*") {
      node = .repeated(atom, least: 0, most: nil)
    } else if accept("+") {
      node = .repeated(atom, least: 1, most: nil)
    } else if accept("?") {
      node = .repeated(atom, least: 0, most: 1)
    } else if next == "{", let (least, most) = try counts() {
      node = .repeated(atom, least: least, most: most)
    } else {
      return atom
    }
    if case .assertion = atom { throw error("There is nothing to repeat", at: start) }
    _ = accept("?")
    let end = position
    let isRepeated = next == "{" ? try counts() != nil : next.map { ["*", "+", "?"].contains($0) } ?? false
    if isRepeated { throw error("A repetition cannot be repeated", at: end) }
    return node
  }

  /// Parses `{n}`, `{n,}` or `{n,m}`. Otherwise returns `nil` without moving; the brace is then an ordinary character.
  private mutating func counts() throws(ExpressionError) -> (Int, Int?)? {
    let start = position
    position += 1
    let least = number()
    var most = least
    if accept(",") { most = number() }
    guard let least, accept("}") else {
      position = start
      return nil
    }
    if max(least, most ?? 0) > Self.maximumRepetitionCount {
      throw error("More than \(Self.maximumRepetitionCount) repetitions", at: start)
    }
    if let most, most < least { throw error("The smaller count of a repetition must be first", at: start) }
    return (least, most)
  }

  /// Parses a decimal number; `nil` if there is no digit. Large numbers are clamped to a million.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
      position += 1
    }
    return value
  }

  /// Parses a character, class, group, escape or assertion.
  private mutating func atom() throws(ExpressionError) -> PatternNode {
    guard let scalar = next else { return .empty }
    let start = position
    position += 1
    switch scalar {
    case ".": return .characters(.any)
    case "^": return .assertion(.lineStart)
    case "$": return .assertion(.lineEnd)
    case "(": return try group(from: start)
    case "[": return .characters(try characterClass(from: start))
    case "*", "+", "?": throw error("There is nothing to repeat", at: start)
    case "\\": return try escape(from: start)
    default: return .characters(try cased(ScalarSet(scalar.value)))
    }
  }

  /// Returns a set, with all case variants of its characters if the expression ignores case.
  private mutating func cased(_ set: ScalarSet) throws(ExpressionError) -> ScalarSet {
    guard ignoresCase else { return set }
    lookups += set.lookups
    if lookups > Self.maximumLookupCount { throw .tooLarge }
    return set.ignoringCase
  }

  /// Parses a group after its opening bracket.
  private mutating func group(from start: Int) throws(ExpressionError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw error("Too many nested brackets", at: start) }
    if accept("?"), !accept(":") {
      throw error("Lookahead, lookbehind and other groups with ? are not supported", at: start)
    }
    let node = try choice()
    guard accept(")") else { throw error("The bracket ( is not closed", at: start) }
    // A sequence of one node, because an assertion in brackets may be repeated while a bare one may not.
    return .sequence([node])
  }

  /// Parses an escape outside of a class.
  private mutating func escape(from start: Int) throws(ExpressionError) -> PatternNode {
    guard let scalar = next else { throw error("Nothing follows the backslash", at: start) }
    switch scalar {
    case "b":
      position += 1
      return .assertion(.wordBoundary)
    case "B":
      position += 1
      return .assertion(.noWordBoundary)
    case "A":
      position += 1
      return .assertion(.lineStart)
    case "z", "Z":
      position += 1
      return .assertion(.lineEnd)
    case "1"..."9": throw error("References to groups are not supported", at: start)
    default: return .characters(try cased(try escapedSet(from: start)))
    }
  }

  /// Parses an escape that stands for a character or a set, inside or outside of a class.
  private mutating func escapedSet(from start: Int) throws(ExpressionError) -> ScalarSet {
    guard let scalar = next else { throw error("Nothing follows the backslash", at: start) }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "x" where accept("{"):
      let set = try hexadecimal(1...6, from: start)
      guard accept("}") else { throw error("The bracket { is not closed", at: start) }
      return set
    case "x": return try hexadecimal(2...2, from: start)
    case "u": return try hexadecimal(4...4, from: start)
    default:
      if let control = Self.controls[scalar] { return ScalarSet(control) }
      if scalar.properties.isAlphabetic { throw error("The escape \\\(scalar) has no meaning", at: start) }
      return ScalarSet(scalar.value)
    }
  }

  /// The control characters of the escapes `\t`, `\n`, `\v`, `\f`, `\r`, `\0` and `\e`.
  private static let controls: [Unicode.Scalar: UInt32] = ["t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0, "e": 27]

  /// Parses the code of a character.
  /// - Parameter digits: The allowed number of hexadecimal digits.
  private mutating func hexadecimal(_ digits: ClosedRange<Int>, from start: Int) throws(ExpressionError) -> ScalarSet {
    var (value, count): (UInt32, Int) = (0, 0)
    while count < digits.upperBound, let scalar = next, let digit = Character(scalar).hexDigitValue, scalar.isASCII {
      value = value * 16 + UInt32(digit)
      position += 1
      count += 1
    }
    guard digits.contains(count), Unicode.Scalar(value) != nil else {
      throw error("This is not the number of a character", at: start)
    }
    return ScalarSet(value)
  }
}

extension PatternParser {
  /// Parses a character class after its opening bracket.
  private mutating func characterClass(from start: Int) throws(ExpressionError) -> ScalarSet {
    let isInverted = accept("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      isFirst = false
      ranges += try classMember(from: position).ranges
    }
    guard accept("]") else { throw error("The bracket [ is not closed", at: start) }
    let set = try cased(ScalarSet(ranges))
    return isInverted ? set.inverted : set
  }

  /// Parses a character, set or range of a class.
  private mutating func classMember(from start: Int) throws(ExpressionError) -> ScalarSet {
    let low = try classAtom()
    guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return low }
    position += 1
    let high = try classAtom()
    guard let first = low.single, let last = high.single else {
      throw error("A set cannot be the end of a range", at: start)
    }
    guard first <= last else { throw error("The smaller end of a range must be first", at: start) }
    return ScalarSet([first...last])
  }

  /// Parses a character or set of a class.
  private mutating func classAtom() throws(ExpressionError) -> ScalarSet {
    let start = position
    if accept("\\") {
      // In a class, `\b` is the control character instead of a word boundary.
      if accept("b") { return ScalarSet(8) }
      return try escapedSet(from: start)
    }
    guard let scalar = next else { throw error("The bracket [ is not closed", at: start) }
    if scalar == "[", position + 1 < scalars.count, scalars[position + 1] == ":" { return try namedClass(from: start) }
    position += 1
    return ScalarSet(scalar.value)
  }

  /// Parses a POSIX class such as `[:digit:]`.
  private mutating func namedClass(from start: Int) throws(ExpressionError) -> ScalarSet {
    position += 2
    var name = ""
    while let scalar = next, scalar != ":" {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard accept(":"), accept("]"), let set = Self.namedClasses[name] else {
      throw error("Unknown character class", at: start)
    }
    return set
  }

  /// The POSIX classes, restricted to ASCII except for `word`.
  private static let namedClasses: [String: ScalarSet] = [
    "alpha": ScalarSet([0x41...0x5A, 0x61...0x7A]), "digit": .digits, "space": .space, "word": .word,
    "alnum": ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A]), "upper": ScalarSet([0x41...0x5A]),
    "lower": ScalarSet([0x61...0x7A]), "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
    "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
    "blank": ScalarSet([0x09...0x09, 0x20...0x20]),
    "cntrl": ScalarSet([0...0x1F, 0x7F...0x7F]), "print": ScalarSet([0x20...0x7E]), "graph": ScalarSet([0x21...0x7E]),
  ]
}

extension ScalarSet {
  /// The only character of the set; `nil` if there are several.
  fileprivate var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
