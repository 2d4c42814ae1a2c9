/// A text or `/expression/` to find, with the ranges of its matches in a text.
package struct FindPattern: Sendable {
  /// The expression, as for a filter, except that a leading `!` is part of the text.
  package let expression: FilterExpression
  private var filter: Filter
  private var places: PatternRanges

  /// The largest number of matches in a text that are marked.
  private static let maximumPlaces = 200

  /// Parses a text as it was typed; `nil` for an empty one.
  /// - Throws: `ExpressionError` if the regular expression is invalid or too large.
  package init?(_ text: String) throws(ExpressionError) {
    guard !text.isEmpty else { return nil }
    expression = try FilterExpression(finding: text)
    filter = Filter([expression])
    places = PatternRanges(expression.pattern)
  }

  /// Creates the pattern of a filter that is not negated.
  init(_ expression: FilterExpression) {
    self.expression = expression
    filter = Filter([expression])
    places = PatternRanges(expression.pattern)
  }

  /// Creates a pattern of the lines that pass a filter, such as `level>=error`, without the lines that continue them.
  /// - Throws: `ExpressionError` if the filter is invalid.
  init(lines filter: String) throws(ExpressionError) {
    expression = try FilterExpression(line: filter).withoutContinuations()
    self.filter = Filter([expression])
    places = PatternRanges(expression.pattern)
  }

  /// Creates a pattern that marks the matches of a filter; `nil` if it is negated, empty or about levels.
  init?(marking filter: FilterExpression) {
    guard !filter.isNegated, !filter.isEmpty, filter.level == nil else { return nil }
    expression = filter
    self.filter = Filter([filter])
    places = PatternRanges(filter.pattern)
  }

  /// Whether a text has a match.
  package mutating func matches(_ text: String) -> Bool { filter.matches(text) }

  /// Returns the ranges of the matches in a text, in bytes of its UTF-8. If there are very many, only the first ones
  /// are returned; none for the level of a line.
  /// - Parameter surroundings: The texts around a part of a long line, in which matches may begin or end.
  package mutating func ranges(in text: String, _ surroundings: PartSurroundings? = nil) -> [Range<Int>] {
    var whole = text
    if let surroundings { whole = surroundings.before + text + surroundings.after }
    guard expression.level == nil, filter.matches(whole) else { return [] }
    let found = whole.withUTF8 { places.ranges(in: UnsafeRawBufferPointer($0), limit: Self.maximumPlaces) }
    guard let surroundings else { return found }
    let start = surroundings.before.utf8.count
    let part = start..<start + text.utf8.count
    return found.map { $0.clamped(to: part) }.filter { !$0.isEmpty }.map {
      $0.lowerBound - start..<$0.upperBound - start
    }
  }
}
