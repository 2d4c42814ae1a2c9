/// A condition on the level of a log line: `level>=warn`, `level<info`, `level=debug` or `level==debug`.
///
/// A line without a level does not meet the condition, unless it continues an entry that does: see `LogEntry`.
package struct LevelCondition: Hashable, Sendable {
  /// The comparison of a line's level with the level of the condition.
  private enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "=="
    case same = "="
    case above = ">"
    case below = "<"
  }

  private let comparison: Comparison
  private let level: LogLevel

  /// Parses a condition; returns `nil` for other texts.
  /// - Throws: `ExpressionError` if the word after the comparison is not a level.
  package init?(_ text: String) throws(ExpressionError) {
    guard text.prefix(5).lowercased() == "level" else { return nil }
    let rest = text.dropFirst(5).drop { $0 == " " }
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    let word = rest.dropFirst(comparison.rawValue.count).drop { $0 == " " }
    guard let level = LogLevel(word: word) else {
      let names = LogLevel.allCases.map { $0.title.lowercased() }
      let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      throw ExpressionError((word.isEmpty ? "Type a level" : "“\(word)” is not a level") + "; the levels are \(list)")
    }
    (self.comparison, self.level) = (comparison, level)
  }

  /// Whether a level meets the condition.
  package func matches(_ other: LogLevel?) -> Bool {
    guard let other else { return false }
    return switch comparison {
    case .atLeast: other >= level
    case .atMost: other <= level
    case .equal, .same: other == level
    case .above: other > level
    case .below: other < level
    }
  }
}
