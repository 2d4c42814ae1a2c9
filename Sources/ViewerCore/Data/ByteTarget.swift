/// A position in a file to go to: an offset, or a share of its bytes.
package enum ByteTarget: Hashable, Sendable {
  case offset(Int)
  /// The share of the file's bytes that precede the position, 0 to 1.
  case share(Double)

  /// Parses a text such as `0x1f40`, `1f40h`, `8000` or `50%`.
  /// - Throws: `ExpressionError` with the reason why the text is not a position.
  package init(_ text: String) throws(ExpressionError) {
    let small = text.filter { !$0.isWhitespace }.lowercased()
    let digits = small.hasPrefix("0x") ? small.dropFirst(2) : small.hasSuffix("h") ? small.dropLast() : nil
    if let digits {
      guard let offset = Int(digits, radix: 16), offset >= 0 else {
        throw ExpressionError("“\(text)” is not an offset, such as 0x1f40 or 8000")
      }
      self = .offset(offset)
      return
    }
    switch try RowTarget(small == "0" ? "0%" : text, noun: "byte") {
    // Offsets begin with 0, and numbers of rows with 1.
    case .row(let row): self = .offset(row + 1)
    case .share(let share): self = .share(share)
    }
  }
}
