/// A row of a table or text to go to: the number of a row, or a share of the shown rows.
package enum RowTarget: Hashable, Sendable {
  /// The number of a row in the file, counted from 0.
  case row(Int)
  /// The share of the shown rows before the wanted one, 0 to 1.
  case share(Double)

  /// Parses a text such as `1200`, `1,200` or `50%`.
  /// - Parameter noun: The singular word for a row, for the message.
  /// - Throws: `ExpressionError` with the reason why the text is not a row.
  package init(_ text: String, noun: String) throws(ExpressionError) {
    let text = text.filter { !$0.isWhitespace }
    guard !text.isEmpty else { throw ExpressionError("Type the number of a \(noun), or a share such as 50%") }
    if text.hasSuffix("%") {
      guard let share = Self.decimal(text.dropLast()) else {
        throw ExpressionError("“\(text)” is not a percentage, such as 50%")
      }
      guard share <= 100 else { throw ExpressionError("A percentage is at most 100%") }
      self = .share(share / 100)
      return
    }
    // Digits may be in groups of three.
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "_" }
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      parts.dropFirst().allSatisfy({ $0.count == 3 })
    else { throw ExpressionError("“\(text)” is not a number; type 120 or 50%") }
    // A number that is too large for an integer is beyond every end.
    let number = Int(parts.joined()) ?? .max
    guard number > 0 else { throw ExpressionError("The first \(noun) has the number 1") }
    self = .row(number - 1)
  }

  /// Parses digits with an optional point or comma.
  private static func decimal(_ text: Substring) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count <= 2, !parts[0].isEmpty, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    return Double(parts.joined(separator: "."))
  }
}

/// The result of going to a row.
struct RowArrival: Hashable {
  /// A sentence about the difference between the reached and the requested row; empty if there is none.
  var words = ""
}

extension FindSource {
  /// Goes to a row, or to the nearest possible one.
  /// - Returns: The difference from the request.
  func go(to target: RowTarget) -> RowArrival {
    let (total, isExact) = rowTotal
    guard shownCount > 0 else { return RowArrival(words: "There are no \(rowNoun)s") }
    switch target {
    case .share(let share):
      reveal(Int((share * Double(shownCount - 1)).rounded()))
      return RowArrival()
    case .row(let number):
      if number >= total {
        reveal(position(ofRow: row(ofUserNumber: total - 1)) ?? shownCount - 1)
        let rows = "\(Formats.count(total)) \(Words.count(rowNoun, total))" + (isExact ? "" : " known so far")
        return RowArrival(words: "There \(total == 1 ? "is" : "are") \(rows); this is the last one")
      }
      return arrive(atRow: row(ofUserNumber: number))
    }
  }

  /// Goes to a row of the file, or to the nearest shown one.
  /// - Returns: The difference from the request.
  func arrive(atRow row: Int) -> RowArrival {
    if let position = position(ofRow: row) {
      reveal(position)
      return RowArrival()
    }
    let words = "\(rowNoun.capitalizedFirst) \(Formats.count(userNumber(ofRow: row) + 1)) is not shown"
    guard let near = nearestPosition(toRow: row), let other = rowNumber(at: near) else {
      return RowArrival(words: words)
    }
    reveal(near)
    return RowArrival(words: words + "; this is \(Formats.count(userNumber(ofRow: other) + 1))")
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
