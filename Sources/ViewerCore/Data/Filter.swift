/// A combination of expressions. A row passes if every expression accepts it.
///
/// The matchers build their tables while they are used, so keep the filter for all rows.
package struct Filter: Sendable {
  /// The expressions that are not empty.
  package let expressions: [FilterExpression]
  /// A matcher for each expression.
  private var matchers: [ExpressionMatcher]
  /// Whether an expression has non-ASCII characters. Otherwise invalid UTF-8 need not be repaired first.
  private let needsValidText: Bool
  /// Whether an expression is a condition on the level of a line, so that lines must be passed in their order.
  package let readsLevels: Bool
  /// The log entry that the last line belongs to, if levels are read.
  var entry = LogEntry()
  /// Skips lines that lack a required text; `nil` if no required text is known.
  private var skip: LineSkip?
  /// The index in `skip` of the text that the only expression searches for; `nil` if there is no such text.
  private let soleText: Int?

  package init(_ expressions: [FilterExpression] = []) {
    self.expressions = expressions.filter { !$0.isEmpty }
    matchers = self.expressions.map(ExpressionMatcher.init)
    needsValidText = self.expressions.contains { $0.pattern.usesNonASCII }
    readsLevels = self.expressions.contains { $0.level != nil }
    soleText = self.expressions.count == 1 ? matchers[0].searchedText : nil
    skip = LineSkip(required)
  }

  /// Whether every row passes.
  package var isEmpty: Bool { expressions.isEmpty }

  /// The finders of the texts that every passing row is known to contain. They are ASCII, so they are found in invalid
  /// UTF-8 too. Empty if levels are read, because then no line may be skipped.
  var required: [LiteralMatcher] {
    guard !readsLevels else { return [] }
    return expressions.filter { !$0.isNegated }.flatMap { $0.requiredTexts }
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

  /// Whether a line passes all expressions. Invalid UTF-8 is matched as U+FFFD, as it is shown.
  /// - Parameters:
  ///   - line: The line without its newline.
  ///   - isCancelled: Called from time to time; if it returned `true`, the result has no meaning.
  package mutating func matches(line: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    if needsValidText, !Self.isASCII(line), String(validating: line, as: UTF8.self) == nil {
      return matches(String(decoding: line, as: UTF8.self), isCancelled: isCancelled)
    }
    return matchesValid(line, isCancelled)
  }

  /// Whether a line of a text passes all expressions, as it is shown, without its escape sequences. See
  /// `matches(line:isCancelled:)`.
  /// - Parameter isPlain: Whether the line is known to have no escape sequences.
  package mutating func matches(
    shown line: UnsafeRawBufferPointer, isPlain: Bool = false, isCancelled: () -> Bool = { false }
  ) -> Bool {
    if isPlain { return matches(line: line, isCancelled: isCancelled) }
    return TerminalText.withoutEscapes(line) { matches(line: $0, isCancelled: isCancelled) }
  }

  /// Whether bytes pass all expressions. The bytes must be valid UTF-8, unless all expressions are ASCII.
  private mutating func matchesValid(_ bytes: UnsafeRawBufferPointer, _ isCancelled: () -> Bool) -> Bool {
    let level = readsLevels ? entry.read(bytes) : nil
    for place in matchers.indices {
      let isMatch = matchers[place].matches(bytes, level: level, of: entry, isCancelled)
      if isMatch == matchers[place].isNegated { return false }
    }
    return true
  }

  private static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)) != nil
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.reduce(0, |) < 0x80
  }
}

// Searching many lines at once.
extension Filter {
  /// Searches many lines at once. Calls `found` with the number of each line that passes, counted from 0 in `lines`,
  /// and with its range in `lines`. Invalid UTF-8 is matched as U+FFFD, and a carriage return at the end of a line is
  /// ignored.
  /// - Parameters:
  ///   - lines: Whole lines with their newlines, without escape sequences.
  ///   - isCancelled: Called often; if it returned `true`, the result has no meaning.
  /// - Returns: The number of lines.
  package mutating func search(
    _ lines: UnsafeRawBufferPointer, isCancelled: () -> Bool, found: (_ number: Int, _ line: Range<Int>) -> Void
  ) -> Int {
    let isValid = !needsValidText || Self.isASCII(lines) || Self.isValid(lines)
    let soleText = isValid ? soleText : nil
    var place = LinePlace()
    while place.start < lines.count, !isCancelled() {
      if let soleText, skip?.leading == soleText {
        matchers[0].search(lines, from: &place, &skip, isCancelled, found)
        continue
      }
      var isNext = true
      if skip?.isDue() == true {
        if let skipped = skip?.lines(in: lines, from: place.start), skipped.count > 0 {
          place = LinePlace(start: skipped.end, number: place.number + skipped.count)
          isNext = false
        }
      } else if isValid, matchers.count == 1, matchers[0].searchesStarts() {
        matchers[0].searchStarts(in: lines, from: &place, isCancelled, found)
        continue
      }
      guard let end = CharacterEncoding.utf8.lineEnd(in: lines, from: place.start) else { break }
      let text = LinePlace.text(in: lines, from: place.start, to: end)
      if isValid ? matchesValid(text, isCancelled) : matches(line: text, isCancelled: isCancelled) {
        found(place.number, place.start..<end)
        // Lines with matches follow each other, so that no other text is rarer.
        if isNext, let soleText { skip?.leading = soleText }
      }
      place = LinePlace(start: end, number: place.number + 1)
    }
    return place.number
  }
}

/// The start and the number of a line in a buffer of lines.
private struct LinePlace {
  var (start, number) = (0, 0)

  /// Moves to the line that contains `offset`.
  mutating func move(toLineAt offset: Int, in lines: UnsafeRawBufferPointer) {
    let count = LineSkip.lineStart(in: UnsafeRawBufferPointer(rebasing: lines[start..<offset]))
    guard count > 0 else { return }
    number += LineSkip.newlineCount(in: UnsafeRawBufferPointer(rebasing: lines[start..<start + count]))
    start += count
  }

  /// Returns the text from an offset on to the end of its line.
  /// - Parameter end: The offset after the newline.
  static func text(in lines: UnsafeRawBufferPointer, from start: Int, to end: Int) -> UnsafeRawBufferPointer {
    let isReturn = end - 1 > start && lines[end - 2] == 0x0D
    return UnsafeRawBufferPointer(rebasing: lines[start..<end - (isReturn ? 2 : 1)])
  }
}

/// Tests lines with one expression. It builds its tables while it is used.
private struct ExpressionMatcher: Sendable {
  let isNegated: Bool
  /// The condition on the level of a line; if not `nil`, it replaces the pattern.
  private let level: LevelCondition?
  private let includesContinuations: Bool
  /// The matcher of plain ASCII text; if not `nil`, it replaces the pattern.
  private let literal: LiteralMatcher?
  /// The required text at which the search for the pattern begins: a text that begins each match, or else the rarest
  /// one whose distance to the start of a match is limited. `nil` if there is none.
  private let start: RequiredText?
  /// The index of `start` among the required texts of the expression; `nil` if there is no `start`.
  private let startNumber: Int?
  /// Whether each match begins with the text of `start`, in one case of its letters.
  private let startsWithText: Bool
  /// The required texts of the expression other than `start`.
  private let required: [LiteralMatcher]
  private var requiredSearch = OptionalCheck()
  private var pattern: PatternMatcher
  /// The search for offsets where a match may begin; `nil` if a text is searched for instead.
  private let starts: PatternStart?
  /// The number of calls for which `searchesStarts` still returns `false`.
  private var startPause = 0

  /// The cost in bytes of an offset where no match begins: a search must pass that many bytes to make up for it.
  /// `startCredit` limits the savings, `startPause` is the number of calls without the search after they are used up.
  private static let startCost = 16
  private static let startCredit = 4_096
  private static let startPause = 1_024

  init(_ expression: FilterExpression) {
    isNegated = expression.isNegated
    (level, includesContinuations) = (expression.level, expression.includesContinuations)
    literal = expression.literal
    let first =
      expression.required.firstIndex { $0.reach == 0 } ?? expression.required.firstIndex { $0.reach != nil }
    (start, startNumber) = (first.map { expression.required[$0] }, first)
    required = expression.required.indices.filter { $0 != first }.map { expression.required[$0].finder }
    let prefix = start.flatMap { $0.reach == 0 ? $0.finder.exactBytes : nil }
    startsWithText = prefix != nil
    pattern = PatternMatcher(expression.pattern, prefix: prefix ?? [])
    starts = literal == nil && prefix == nil && !expression.pattern.isAnchored ? PatternStart(expression.pattern) : nil
  }

  var work: FilterWork { pattern.work }

  mutating func freeTables() { pattern.freeTables() }

  /// Whether bytes match the expression, without regard to its negation.
  /// - Parameter lineLevel: The level of the line itself; `entry` has that of the log entry that it belongs to.
  mutating func matches(
    _ bytes: UnsafeRawBufferPointer, level lineLevel: LogLevel?, of entry: LogEntry, _ isCancelled: () -> Bool
  ) -> Bool {
    if let level { return level.matches(includesContinuations ? entry.level : lineLevel) }
    if let search = literal?.search { return search.firstPlace(in: bytes) != nil }
    var place = 0
    if let search = start?.finder.search {
      guard let found = search.firstPlace(in: bytes) else { return false }
      if startsWithText { return !lacksText(bytes) && matches(bytes, withTextAt: found, isCancelled) }
      place = max(0, found - (start?.reach ?? found))
    }
    return !lacksText(bytes) && pattern.matches(bytes, from: place, isCancelled: isCancelled)
  }

  /// Whether bytes match the expression, whose matches begin with the text of `start`.
  /// - Parameter place: The offset of the first occurrence of that text.
  private mutating func matches(
    _ bytes: UnsafeRawBufferPointer, withTextAt place: Int, _ isCancelled: () -> Bool
  ) -> Bool {
    guard let search = start?.finder.search else { return false }
    var place = place
    while !pattern.matches(bytes, withPrefixAt: &place, isCancelled: isCancelled) {
      guard let next = search.firstPlace(in: UnsafeRawBufferPointer(rebasing: bytes[place...])) else { return false }
      place += next
    }
    return true
  }

  /// The index, among the required texts, of the text to search for in many lines at once; `nil` if there is none.
  var searchedText: Int? { literal != nil ? 0 : startsWithText ? startNumber : nil }

  /// Calls `found` with the number and range of each matching line, until another text becomes the leading one of
  /// `skip`.
  ///
  /// Only lines with the text are located.
  /// - Parameter place: The first line to search; afterwards the first line that was not searched.
  mutating func search(
    _ lines: UnsafeRawBufferPointer, from place: inout LinePlace, _ skip: inout LineSkip?, _ isCancelled: () -> Bool,
    _ found: (Int, Range<Int>) -> Void
  ) {
    guard let search = literal?.search ?? start?.finder.search else { return }
    var (next, end) = (place.start, place.start)
    while let text = search.firstPlace(in: UnsafeRawBufferPointer(rebasing: lines[next...])).map({ next + $0 }) {
      if text >= end {
        if isCancelled() { return }
        end = CharacterEncoding.utf8.lineEnd(in: lines, from: text) ?? lines.count
      }
      // With the byte before it, which tells whether the line or a word starts there.
      let origin = text > 0 && lines[text - 1] != 0x0A ? text - 1 : text
      let rest = LinePlace.text(in: lines, from: origin, to: end)
      var position = text - origin
      let isMatch =
        literal != nil
        ? position + search.text.count <= rest.count
        : pattern.matches(rest, withPrefixAt: &position, isCancelled: isCancelled)
      if isMatch {
        place.move(toLineAt: text, in: lines)
        found(place.number, place.start..<end)
        place = LinePlace(start: end, number: place.number + 1)
      } else if skip?.mayChangeLeading() == true {
        place.move(toLineAt: text, in: lines)
        if skip?.changeLeading(after: UnsafeRawBufferPointer(rebasing: lines[place.start..<end])) == true {
          place = LinePlace(start: end, number: place.number + 1)
          return
        }
      }
      next = isMatch || literal != nil || position == rest.count ? end : origin + position
    }
    place.move(toLineAt: lines.count, in: lines)
  }

  /// Returns whether to search the next lines for possible starts of matches. During a pause, each call shortens it.
  mutating func searchesStarts() -> Bool {
    guard starts != nil, !isNegated, level == nil else { return false }
    guard startPause > 0 else { return true }
    startPause -= 1
    return false
  }

  /// Calls `found` with the number and range of each matching line. Stops if offsets where a match may begin are too
  /// frequent; then lines are searched from their starts for a while, which costs less.
  /// - Parameter place: The first line to search; afterwards the first line that was not searched.
  mutating func searchStarts(
    in lines: UnsafeRawBufferPointer, from place: inout LinePlace, _ isCancelled: () -> Bool,
    _ found: (Int, Range<Int>) -> Void
  ) {
    guard let starts else { return }
    var (next, end, credit) = (place.start, place.start, Self.startCredit)
    while let start = starts.firstPlace(in: UnsafeRawBufferPointer(rebasing: lines[next...])).map({ next + $0 }) {
      credit = min(Self.startCredit, credit + start - next - Self.startCost)
      if start >= end {
        place.move(toLineAt: start, in: lines)
        if isCancelled() { return }
        if credit < 0 {
          startPause = Self.startPause
          return
        }
        end = CharacterEncoding.utf8.lineEnd(in: lines, from: start) ?? lines.count
      }
      let text = LinePlace.text(in: lines, from: place.start, to: end)
      var position = start - place.start
      if position < text.count, pattern.matches(text, withPrefixAt: &position, isCancelled: isCancelled) {
        found(place.number, place.start..<end)
        place = LinePlace(start: end, number: place.number + 1)
        next = end
      } else {
        next = max(start + 1, position < text.count ? place.start + position : end)
      }
    }
    place.move(toLineAt: lines.count, in: lines)
  }

  /// Returns whether the bytes lack a required text; `false` without a search while such searches rarely pay off.
  private mutating func lacksText(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !required.isEmpty, requiredSearch.isDue() else { return false }
    var isLacking = false
    for place in required.indices where !isLacking { isLacking = required[place].search.firstPlace(in: bytes) == nil }
    requiredSearch.record(saved: isLacking ? 1 : 0)
    return isLacking
  }
}

extension FilterExpression {
  /// The finders of texts that every match contains, the probably rarest first.
  var requiredTexts: [LiteralMatcher] { literal.map { [$0] } ?? required.map(\.finder) }
}

extension PatternProgram {
  /// Whether the compiled expression has states that consume bytes of non-ASCII characters.
  fileprivate var usesNonASCII: Bool {
    steps.contains { step in
      if case .byte(let range, _) = step { range.upperBound >= 0x80 } else { false }
    }
  }
}
