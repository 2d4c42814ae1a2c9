package import ScrollworkHostInterface

extension TextEngine {
  /// Breaks a text into at most `limit` lines. If text is left over, the last line is truncated.
  /// - Parameters:
  ///   - width: The width of a line in logical pixels.
  ///   - scale: Device pixels per logical pixel.
  /// - Complexity: O(*k*) in the number of characters in the lines.
  package func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine] {
    let resolved = resolve(font, scale: scale)
    let limitWidth = LineLimit(width: width.isNaN ? 0 : width * scale, truncation: .end)
    var lines: [TextLine] = []
    var rest = text[...]
    var offset = 0
    while lines.count < limit, lines.isEmpty || !rest.isEmpty {
      let line = TextLine()
      lines.append(line)
      let taken = setFirstLine(of: rest, at: offset, resolved, limitWidth, isLast: lines.count == limit, into: line)
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: min(taken, rest.utf8.count))...]
      offset += taken
    }
    return lines
  }

  /// Typesets as much of a text as fits into one line.
  /// - Parameter isLast: Whether this is the last line, which is truncated if text is left over.
  /// - Returns: The number of bytes used, including the spaces or the line break after the line.
  private func setFirstLine(
    of text: Substring, at offset: Int, _ font: ResolvedFont, _ limit: LineLimit, isLast: Bool, into line: TextLine
  ) -> Int {
    var cells: [WrapCell] = []
    let isAll = measure(text, font, limit, into: &cells)
    var most = cells.count
    while true {
      let found = Wrap(cells, in: limit, most: most)
      let isBroken = found.count < cells.count || !isAll
      let used = isBroken ? found.used : cells.last?.end ?? 0
      let next = isBroken ? used : used + lineBreakLength(in: text, at: used)
      if isLast, isBroken || hasMore(text, from: next) {
        var cut = limit
        cut.isCut = true
        // The measured cells reach beyond the line, so the truncated line also shows the part of the next word that
        // fits.
        set(prefix(of: text, cells.last?.end ?? 0), at: offset, font: font, limit: cut, into: line)
        return text.utf8.count
      }
      set(prefix(of: text, found.shown), at: offset, font: font, limit: nil, into: line)
      // A character at the end of a line may be wider than inside the text.
      if limit.holds(line.width * line.scale) || found.count <= 1 { return next }
      most = found.count - 1
    }
  }

  /// Returns the first `length` bytes of a text as a substring.
  private func prefix(of text: Substring, _ length: Int) -> Substring {
    text[..<text.utf8.index(text.startIndex, offsetBy: length)]
  }

  /// Returns the length in bytes of the line break at `position`; 0 if there is none.
  private func lineBreakLength(in text: Substring, at position: Int) -> Int {
    let index = text.utf8.index(text.startIndex, offsetBy: position)
    guard index < text.endIndex, text[index].isNewline else { return 0 }
    return text[index].utf8.count
  }

  /// Whether the text has a visible character after `position`, in bytes.
  private func hasMore(_ text: Substring, from position: Int) -> Bool {
    text[text.utf8.index(text.startIndex, offsetBy: position)...].contains { !$0.isWhitespace }
  }

  // MARK: Measuring

  /// Measures the characters of a text up to the first line break, or until they exceed the limit.
  /// - Returns: Whether all characters up to the line break or the end of the text were measured.
  private func measure(
    _ text: Substring, _ font: ResolvedFont, _ limit: LineLimit, into cells: inout [WrapCell]
  ) -> Bool {
    if usesTables, let isAll = measurePlain(text, font, limit, into: &cells) { return isAll }
    var count = 16 + Int(min(1e6, max(0, limit.width / (0.4 * font.size))))
    while true {
      paragraph.begin(font)
      let part = text.prefix(count)
      let line = part.prefix { !$0.isNewline }
      _ = paragraph.append(line, at: 0)
      paragraph.layOut()
      let isAll = line.endIndex < part.endIndex || part.endIndex == text.endIndex
      if isAll || !limit.holds(paragraph.width) {
        takeCells(length: line.utf8.count, into: &cells)
        return isAll
      }
      count *= 4
    }
  }

  /// Appends the cells of the paragraph, with their measured widths.
  private func takeCells(length: Int, into cells: inout [WrapCell]) {
    for (index, cell) in paragraph.cells.enumerated() {
      let range = paragraph.scalarRange(of: index)
      let isLast = index + 1 == paragraph.cells.count
      let end = isLast ? length : Int(paragraph.cells[index + 1].offset)
      cells.append(
        WrapCell(
          end: end, advance: cell.advance, first: paragraph.scalars[range.lowerBound],
          last: paragraph.scalars[range.upperBound - 1]))
    }
  }

  /// Measures plain text from the tables. Returns whether all of the line was measured; `nil` if HarfBuzz must measure
  /// it.
  private func measurePlain(
    _ text: Substring, _ font: ResolvedFont, _ limit: LineLimit, into cells: inout [WrapCell]
  ) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { measurePlain($0, font, limit, into: &cells) } ?? nil
  }

  /// Measures plain text, given as bytes, from the tables. Returns whether all of the line was measured; `nil` if
  /// HarfBuzz must measure it.
  private func measurePlain(
    _ bytes: UnsafeBufferPointer<UInt8>, _ font: ResolvedFont, _ limit: LineLimit, into cells: inout [WrapCell]
  ) -> Bool? {
    let window = min(bytes.count, 4096)
    var end = 0
    while end < window, bytes[end] >= 0x20 { end += 1 }
    if end < window, bytes[end] != 0x0a, bytes[end] != 0x0d { return nil }
    let isLine = end < window || window == bytes.count
    let part = UnsafeBufferPointer(rebasing: bytes[..<end])
    guard let count = ascii.measure(part, in: font, upTo: limit) else { return nil }
    // A text whose first 4,096 bytes are narrower than the line is rare, and left to the general method.
    guard count < end || isLine else { return nil }
    cells.reserveCapacity(count)
    for index in 0..<count {
      let next = index + 1 < count ? ascii.starts[index + 1] : ascii.end
      let scalar = UInt32(bytes[index])
      let advance = Double(next - ascii.starts[index]) * font.unit + font.tracking
      cells.append(WrapCell(end: index + 1, advance: advance, first: scalar, last: scalar))
    }
    return count == end && isLine
  }
}
