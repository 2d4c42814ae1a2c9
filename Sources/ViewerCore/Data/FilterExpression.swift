/// What a person typed to see only some rows: plain text, `/expression/` or `/expression/i`, each with `!` before it for the opposite.
///
/// Plain text is found whatever its case. Text that begins with a slash and has no slash at its end is plain text too, as
/// people type paths.
package struct FilterExpression: Hashable, Sendable, CustomStringConvertible {
  /// As it was typed.
  package let source: String
  /// True if rows are wanted that do not match.
  package let isNegated: Bool
  /// True if every row is wanted: nothing was typed yet.
  package let isEmpty: Bool
  let pattern: PatternProgram
  /// Plain text is found faster by itself.
  let literal: LiteralMatcher?

  package init(_ source: String) throws(ExpressionError) {
    self.source = source
    let isNegated = source.hasPrefix("!")
    self.isNegated = isNegated
    let text = isNegated ? String(source.dropFirst()) : source
    isEmpty = text.isEmpty
    if let (expression, ignoresCase) = Self.regularExpression(in: text) {
      pattern = try PatternProgram(try PatternParser.parse(expression, ignoringCase: ignoresCase))
      literal = nil
    } else {
      let scalars = text.unicodeScalars.prefix(PatternProgram.largest).map {
        PatternNode.characters(ScalarSet($0.value).ignoringCase)
      }
      pattern = try PatternProgram(.sequence(scalars))
      literal = LiteralMatcher(text)
    }
  }

  package var description: String { source }

  package static func == (a: FilterExpression, b: FilterExpression) -> Bool { a.source == b.source }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// The part between the slashes, if `text` is a regular expression.
  private static func regularExpression(in text: String) -> (String, ignoresCase: Bool)? {
    let ignoresCase = text.hasSuffix("/i")
    let body = ignoresCase ? text.dropLast() : text[...]
    guard body.hasPrefix("/"), body.hasSuffix("/"), body.utf8.count > 2 else { return nil }
    return (String(body.dropFirst().dropLast()), ignoresCase)
  }
}

/// Several filters together: a row is wanted if all want it.
///
/// It remembers what it learns about the expressions as it goes, so keep it while there are rows.
package struct Filter: Sendable {
  package let expressions: [FilterExpression]
  private var matchers: [PatternMatcher]
  /// False if only ASCII matters, so that text that is no UTF-8 need not be repaired.
  private let needsValidText: Bool

  package init(_ expressions: [FilterExpression] = []) {
    self.expressions = expressions.filter { !$0.isEmpty }
    matchers = self.expressions.map { PatternMatcher($0.pattern) }
    needsValidText = self.expressions.contains { $0.pattern.usesNonASCII }
  }

  /// True if every row is wanted.
  package var isEmpty: Bool { expressions.isEmpty }

  /// What was done for the rows so far.
  package var work: FilterWork { matchers.reduce(FilterWork()) { $0 + $1.work } }

  /// Lets go of what was learnt about the expressions.
  mutating func forget() {
    for place in matchers.indices { matchers[place].forget() }
  }

  /// - Parameter isCancelled: Asked again and again; once it says so the answer means nothing.
  /// - Complexity: O(*n*) in the bytes of the text.
  package mutating func matches(_ text: String, isCancelled: () -> Bool = { false }) -> Bool {
    var text = text
    return text.withUTF8 { matchesValid(UnsafeRawBufferPointer($0), isCancelled) }
  }

  /// Whether a line is wanted. Bytes that are no UTF-8 count as the replacement character, as they are shown.
  /// - Parameters:
  ///   - line: Without its end.
  ///   - isCancelled: Asked again and again; once it says so the answer means nothing.
  package mutating func matches(line: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    if needsValidText, !Self.isASCII(line), String(validating: line, as: UTF8.self) == nil {
      return matches(String(decoding: line, as: UTF8.self), isCancelled: isCancelled)
    }
    return matchesValid(line, isCancelled)
  }

  private mutating func matchesValid(_ bytes: UnsafeRawBufferPointer, _ isCancelled: () -> Bool) -> Bool {
    for place in matchers.indices {
      let isMatch =
        expressions[place].literal.map { $0.matches(bytes) } ?? matchers[place].matches(bytes, isCancelled: isCancelled)
      if isMatch == expressions[place].isNegated { return false }
    }
    return true
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.reduce(0, |) < 0x80
  }
}

extension PatternProgram {
  fileprivate var usesNonASCII: Bool {
    steps.contains { step in
      if case .byte(let range, _) = step { range.upperBound >= 0x80 } else { false }
    }
  }
}
