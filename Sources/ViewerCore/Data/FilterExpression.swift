/// A filter typed by the user: plain text, `/expression/` or `/expression/i`, each negated by a leading `!`; for lines
/// also a condition on the level of a log.
///
/// Plain text is found in any case. A text with a leading slash but no trailing one is plain too, because users type
/// paths.
package struct FilterExpression: Hashable, Sendable, CustomStringConvertible {
  /// The expression as it was typed.
  package let source: String
  /// Whether rows that match are hidden.
  package let isNegated: Bool
  /// Whether the expression is empty and matches every row.
  package let isEmpty: Bool
  /// The compiled expression. Plain text is compiled as well, for text that is not ASCII.
  let pattern: PatternProgram
  /// The fast matcher of plain ASCII text; `nil` for other expressions.
  let literal: LiteralMatcher?
  /// The finders of texts that every match of a regular expression contains, as far as they are known.
  let required: [LiteralMatcher]
  /// The condition on the level of a line, in place of the pattern; `nil` for other expressions.
  let level: LevelCondition?
  /// Whether the lines that continue one with a level have that level too.
  private(set) var includesContinuations = true

  /// Parses an expression.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large.
  package init(_ source: String) throws(ExpressionError) {
    try self.init(source, isNegated: source.hasPrefix("!"))
  }

  /// Parses an expression for lines of text, which may be a condition on their level such as `level>=warn`.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large, or if there is no such level.
  package init(line source: String) throws(ExpressionError) {
    let isNegated = source.hasPrefix("!")
    let level = try LevelCondition(isNegated ? String(source.dropFirst()) : source)
    try self.init(source, isNegated: isNegated, level: level)
  }

  /// Returns a copy whose condition holds only for lines that have a level themselves.
  func withoutContinuations() -> FilterExpression {
    var expression = self
    expression.includesContinuations = false
    return expression
  }

  /// Parses a text to find, in which a leading `!` has no meaning.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large.
  init(finding text: String) throws(ExpressionError) {
    try self.init(text, isNegated: false)
  }

  private init(_ source: String, isNegated: Bool, level: LevelCondition? = nil) throws(ExpressionError) {
    self.source = source
    self.level = level
    self.isNegated = isNegated
    let text = isNegated ? String(source.dropFirst()) : source
    isEmpty = text.isEmpty
    if let (expression, ignoresCase) = Self.regularExpression(in: text) {
      let node = try PatternParser.parse(expression, ignoringCase: ignoresCase)
      pattern = try PatternProgram(node)
      (literal, required) = (nil, RequiredTexts.matchers(of: node))
    } else {
      let scalars = text.unicodeScalars.prefix(PatternProgram.maximumStepCount).map {
        PatternNode.characters(ScalarSet($0.value).ignoringCase)
      }
      pattern = try PatternProgram(.sequence(scalars))
      (literal, required) = (LiteralMatcher(text), [])
    }
  }

  package var description: String { source }

  /// Whether both were typed with the same bytes: texts in different normal forms match different rows.
  package static func == (a: FilterExpression, b: FilterExpression) -> Bool {
    a.source.utf8.elementsEqual(b.source.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// Returns the text between the slashes if `text` is a regular expression; otherwise `nil`.
  private static func regularExpression(in text: String) -> (String, ignoresCase: Bool)? {
    let ignoresCase = text.hasSuffix("/i")
    let body = ignoresCase ? text.dropLast() : text[...]
    guard body.hasPrefix("/"), body.hasSuffix("/"), body.utf8.count > 2 else { return nil }
    return (String(body.dropFirst().dropLast()), ignoresCase)
  }
}

/// A combination of expressions. A row passes if every expression accepts it.
///
/// The matchers build their tables while they are used, so keep the filter for all rows.
package struct Filter: Sendable {
  /// The expressions that are not empty.
  package let expressions: [FilterExpression]
  /// A matcher for each expression, with its table of transitions.
  private var matchers: [PatternMatcher]
  /// The searches for the required texts of all expressions.
  private var requiredSearch = OptionalCheck()
  /// Whether an expression has non-ASCII characters. Otherwise invalid UTF-8 need not be repaired first.
  private let needsValidText: Bool
  /// Whether an expression is a condition on the level of a line, so that lines must be passed in their order.
  package let readsLevels: Bool
  /// The entry of the last line, if levels are read.
  var entry = LogEntry()

  package init(_ expressions: [FilterExpression] = []) {
    self.expressions = expressions.filter { !$0.isEmpty }
    matchers = self.expressions.map { PatternMatcher($0.pattern) }
    needsValidText = self.expressions.contains { $0.pattern.usesNonASCII }
    readsLevels = self.expressions.contains { $0.level != nil }
  }

  /// Whether every row passes.
  package var isEmpty: Bool { expressions.isEmpty }

  /// The finders of texts without which no row passes, as far as they are known. They are ASCII, so they stand in
  /// invalid UTF-8 as they do in the repaired text. Empty if levels are read, for which all lines must be passed.
  var required: [LiteralMatcher] {
    guard !readsLevels else { return [] }
    return expressions.filter { !$0.isNegated }.flatMap { $0.literal.map { [$0] } ?? $0.required }
  }

  /// The work done so far.
  package var work: FilterWork { matchers.reduce(FilterWork()) { $0 + $1.work } }

  /// Frees the tables of the matchers.
  mutating func freeTables() {
    for place in matchers.indices { matchers[place].freeTables() }
  }

  /// Whether a text passes all expressions.
  /// - Parameter isCancelled: Called from time to time; after it returned `true` the result has no meaning.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func matches(_ text: String, isCancelled: () -> Bool = { false }) -> Bool {
    var text = text
    return text.withUTF8 { matchesValid(UnsafeRawBufferPointer($0), isCancelled) }
  }

  /// Whether a line passes all expressions. Invalid UTF-8 counts as U+FFFD, as it is shown.
  /// - Parameters:
  ///   - line: The line without its newline.
  ///   - isCancelled: Called from time to time; after it returned `true` the result has no meaning.
  package mutating func matches(line: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    if needsValidText, !Self.isASCII(line), String(validating: line, as: UTF8.self) == nil {
      return matches(String(decoding: line, as: UTF8.self), isCancelled: isCancelled)
    }
    return matchesValid(line, isCancelled)
  }

  /// Whether a line of a text passes all expressions without its escape sequences, as it is shown. See
  /// `matches(line:isCancelled:)`.
  package mutating func matches(shown line: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    TerminalText.withoutEscapes(line) { matches(line: $0, isCancelled: isCancelled) }
  }

  /// Whether bytes pass all expressions. The bytes must be valid UTF-8, unless all expressions are ASCII.
  private mutating func matchesValid(_ bytes: UnsafeRawBufferPointer, _ isCancelled: () -> Bool) -> Bool {
    let level = readsLevels ? entry.read(bytes) : nil
    for place in matchers.indices {
      let expression = expressions[place]
      let isMatch: Bool
      if let condition = expression.level {
        isMatch = condition.matches(expression.includesContinuations ? entry.level : level)
      } else if let literal = expression.literal {
        isMatch = literal.matches(bytes)
      } else {
        isMatch =
          !lacksRequiredText(expression, bytes) && matchers[place].matches(bytes, isCancelled: isCancelled)
      }
      if isMatch == expression.isNegated { return false }
    }
    return true
  }

  /// Whether bytes are known to lack a text that every match of a regular expression contains.
  private mutating func lacksRequiredText(_ expression: FilterExpression, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !expression.required.isEmpty, requiredSearch.isDue() else { return false }
    let isLacking = !expression.required.allSatisfy { $0.matches(bytes) }
    requiredSearch.record(saved: isLacking ? 1 : 0)
    return isLacking
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.reduce(0, |) < 0x80
  }
}

extension PatternProgram {
  /// Whether the compiled expression has states that consume bytes of non-ASCII characters.
  fileprivate var usesNonASCII: Bool {
    steps.contains { step in
      if case .byte(let range, _) = step { range.upperBound >= 0x80 } else { false }
    }
  }
}
