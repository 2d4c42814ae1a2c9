/// A filter typed by the user: plain text, `/expression/` or `/expression/i`, each negated by a leading `!`; for lines
/// also a condition on the log level.
///
/// Plain text is found in any case. A text with a leading but no trailing slash is taken as an unfinished expression.
/// Because it may also be a path, a slash before a match belongs to the match.
package struct FilterExpression: Hashable, Sendable, CustomStringConvertible {
  /// The expression as it was typed.
  package let source: String
  /// Whether matching rows are hidden instead of shown.
  package let isNegated: Bool
  /// Whether the expression is empty and matches every row.
  package let isEmpty: Bool
  /// The compiled regular expression, or the plain text compiled as a sequence of characters. It finds the matches to
  /// mark. Without a `literal`, it also decides which lines match.
  let pattern: PatternProgram
  /// The fast matcher of plain ASCII text; `nil` for other expressions.
  let literal: LiteralMatcher?
  /// The texts that every match of a regular expression is known to contain.
  let required: [RequiredText]
  /// The condition on the level of a line; if not `nil`, it replaces the pattern.
  let level: LevelCondition?
  /// Whether a line without a level that continues an entry, such as a stack trace, counts with the entry's level.
  private(set) var includesContinuations = true

  /// Parses an expression.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large.
  package init(_ source: String) throws(ExpressionError) {
    try self.init(source, isNegated: source.hasPrefix("!"))
  }

  /// Parses an expression for lines of text, which may be a condition on their level such as `level>=warn`.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large, or if the level does not exist.
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

  /// Parses an expression for the cells of tables. They are shown in one line, so a space also finds a line end or
  /// another control character.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large.
  init(cell source: String) throws(ExpressionError) {
    try self.init(source, isNegated: source.hasPrefix("!"), isForCells: true)
  }

  /// The same text to find, in the cells of a table.
  var inCells: FilterExpression {
    (try? FilterExpression(source, isNegated: isNegated, isForCells: true)) ?? self
  }

  private init(
    _ source: String, isNegated: Bool, level: LevelCondition? = nil, isForCells: Bool = false
  ) throws(ExpressionError) {
    self.source = source
    self.level = level
    self.isNegated = isNegated
    let text = isNegated ? String(source.dropFirst()) : source
    isEmpty = text.isEmpty
    if let expression = RegularExpression(in: text) {
      let node = isForCells ? try expression.parsed().inCells : try expression.parsed()
      pattern = try PatternProgram(node)
      (literal, required) = (nil, RequiredTexts.texts(of: node))
    } else {
      let hasBlanks = isForCells && text.utf8.contains(0x20)
      let scalars = text.unicodeScalars.prefix(PatternProgram.maximumStepCount).map {
        PatternNode.characters(ScalarSet($0.value).ignoringCase)
      }
      let node = PatternNode.sequence(scalars)
      pattern = try PatternProgram(hasBlanks ? node.inCells : node)
      literal = hasBlanks ? nil : LiteralMatcher(text)
      required = hasBlanks ? Self.words(of: text) : []
    }
  }

  /// The smallest number of bytes of a word that is worth a search.
  private static let leastWord = 2

  /// Returns the words of a plain text, the probably rarest first. A word with characters beyond ASCII is left out.
  private static func words(of text: String) -> [RequiredText] {
    text.split(separator: " ").filter { $0.utf8.count >= leastWord }
      .sorted { ByteRarity.sum(of: $0.utf8) > ByteRarity.sum(of: $1.utf8) }
      .compactMap { word in
        // No character has more than four bytes, in any case.
        let reach = 4 * text[..<word.startIndex].unicodeScalars.count
        return LiteralMatcher(word).map { RequiredText(finder: $0, reach: reach) }
      }
  }

  package var description: String { source }

  /// Whether both were typed with the same bytes: texts in different normal forms match different rows.
  package static func == (a: FilterExpression, b: FilterExpression) -> Bool {
    a.source.utf8.elementsEqual(b.source.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// The regular expression in a text that begins with a slash.
private struct RegularExpression {
  let source: String
  let ignoresCase: Bool
  /// Whether the text has the closing slash.
  let isClosed: Bool

  /// Parses a regular expression; returns `nil` if `text` is plain text.
  init?(in text: String) {
    ignoresCase = text.hasSuffix("/i") && text.utf8.count > 3
    let body = ignoresCase ? text.dropLast() : text[...]
    guard body.hasPrefix("/"), body != "/", body != "//" else { return nil }
    // After an odd number of backslashes, the slash is part of the expression.
    let backslashes = body.dropLast().reversed().prefix { $0 == "\\" }.count
    isClosed = body.hasSuffix("/") && backslashes.isMultiple(of: 2)
    source = String(isClosed ? body.dropFirst().dropLast() : text.dropFirst())
  }

  func parsed() throws(ExpressionError) -> PatternNode {
    let node = try PatternParser.parse(source, ignoringCase: ignoresCase && isClosed)
    guard !isClosed else { return node }
    let slash = PatternNode.characters(ScalarSet(UInt32(UInt8(ascii: "/"))))
    return .sequence([.repeated(slash, least: 0, most: 1), node])
  }
}
