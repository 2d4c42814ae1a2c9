package import ScrollworkHostInterface

extension TextEngine {
  /// Returns the caret position before each character and after the last one, in logical pixels from the start of the
  /// line.
  /// - Complexity: O(*n*) in the length of the text.
  package func caretPositions(in text: String, font: Font, scale: Double) -> [Double] {
    let resolved = resolve(font, scale: scale)
    if usesTables, let positions = plainCarets(in: text, resolved) { return positions }
    _ = setParagraph(text[...], at: 0, font: resolved, limit: nil)
    // A caret is placed at its character's beginning, which is the right edge in right-to-left text.
    var positions = paragraph.cells.map { cell in
      (cell.level & 1 == 1 ? cell.left + cell.advance : cell.left) / scale
    }
    if let last = paragraph.cells.last {
      positions.append((last.level & 1 == 1 ? last.left : last.left + last.advance) / scale)
    } else {
      positions.append(0)
    }
    return positions
  }

  /// Returns the caret positions in plain text from the tables; `nil` if the text needs HarfBuzz.
  private func plainCarets(in text: String, _ font: ResolvedFont) -> [Double]? {
    guard text.utf8.withContiguousStorageIfAvailable({ ascii.set($0, in: font, limit: nil) }) == true else {
      return nil
    }
    let starts = (0..<ascii.count).map {
      (Double(ascii.starts[$0]) * font.unit + Double($0) * font.tracking) / font.scale
    }
    return starts + [(Double(ascii.end) * font.unit + Double(ascii.count) * font.tracking) / font.scale]
  }
}
