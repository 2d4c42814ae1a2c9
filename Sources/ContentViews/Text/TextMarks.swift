package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The search results that are marked in a text.
package struct TextMarks: Hashable, Sendable {
  /// The marked parts as ranges of UTF-8 bytes of the text, ascending, without overlaps.
  package var ranges: [Range<Int>]
  /// Whether the text is in the current result, which is marked more strongly.
  package var isCurrent: Bool

  package init(_ ranges: [Range<Int>], isCurrent: Bool) {
    (self.ranges, self.isCurrent) = (ranges, isCurrent)
  }

  /// Returns the marks inside `part`, a range of bytes, counted from the start of the part.
  package func clamped(to part: Range<Int>) -> TextMarks {
    let inside = ranges.compactMap { range -> Range<Int>? in
      guard range.lowerBound < part.upperBound, range.upperBound > part.lowerBound else { return nil }
      let common = range.clamped(to: part)
      return common.lowerBound - part.lowerBound..<common.upperBound - part.lowerBound
    }
    return TextMarks(inside, isCurrent: isCurrent)
  }
}

extension TextMarks {
  /// Returns the extents of the marked parts in a shaped line, in logical pixels from its start. Parts that are cut off
  /// mark the ellipsis.
  /// - Complexity: O(*n* log *n*) in the number of glyphs.
  package func extents(in line: TextLine) -> [Range<Double>] {
    let clusters = Array(Set(line.glyphs.map { Int($0.cluster) })).sorted()
    var ends: [Int: Int] = [:]
    for (cluster, next) in zip(clusters, clusters.dropFirst() + [.max]) { ends[cluster] = next }
    var result: [Range<Double>] = []
    for (index, glyph) in line.glyphs.enumerated() {
      let start = Int(glyph.cluster)
      guard let end = ends[start], ranges.contains(where: { $0.lowerBound < end && $0.upperBound > start }) else {
        continue
      }
      let left = Double(glyph.x) / line.scale
      let right = index + 1 < line.glyphs.count ? Double(line.glyphs[index + 1].x) / line.scale : line.width
      guard right > left else { continue }
      if let last = result.last, left - last.upperBound < 0.5 {
        result[result.count - 1] = last.lowerBound..<max(right, last.upperBound)
      } else {
        result.append(left..<right)
      }
    }
    return result
  }
}

extension Canvas {
  /// Draws a line of text with marked parts.
  /// - Parameters:
  ///   - point: The left end of the baseline.
  ///   - rows: The vertical extent of the marks.
  @MainActor
  package func text(
    _ line: TextLine, at point: Point, _ color: Color, _ marks: TextMarks, rows: Range<Double>,
    _ environment: Environment
  ) {
    text(line, at: point, color)
    let (ground, ink): (ColorRole, ColorRole) = marks.isCurrent ? (.matchNow, .onMatchNow) : (.match, .onMatch)
    self.marks(
      marks, of: line, at: point, (environment.color(ground), environment.color(ink)), rows: rows, environment)
  }

  /// Draws the marked parts of a line of text over the line.
  /// - Parameters:
  ///   - point: The left end of the baseline.
  ///   - colors: The background colour of the marks and the colour of the text in them.
  ///   - rows: The vertical extent of the marks.
  @MainActor
  package func marks(
    _ marks: TextMarks, of line: TextLine, at point: Point, _ colors: (ground: Color, ink: Color),
    rows: Range<Double>, _ environment: Environment
  ) {
    guard !marks.ranges.isEmpty else { return }
    for extent in marks.extents(in: line) {
      let place = Rect(
        minX: environment.rounded(point.x + extent.lowerBound), minY: rows.lowerBound,
        maxX: environment.rounded(point.x + extent.upperBound), maxY: rows.upperBound)
      guard !place.isEmpty else { continue }
      // The ground covers the text below it, so the line is drawn again, clipped to the mark.
      roundedRect(place, radius: 2, colors.ground)
      clipped(to: place) { text(line, at: point, colors.ink) }
    }
  }
}
