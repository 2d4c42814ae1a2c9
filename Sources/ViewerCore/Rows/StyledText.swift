import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A shaped part of a line whose characters have styles of their own.
struct StyledText {
  /// The text in the regular and in the bold font, both with the same character widths.
  var regular: TextLine
  var bold: TextLine
  /// The styles, in bytes of the shaped text.
  var runs: [TerminalText.Run]

  /// Draws the text.
  /// - Parameters:
  ///   - point: The left end of the baseline.
  ///   - plain: The colour of text in the default style.
  ///   - rows: The vertical extent of backgrounds.
  @MainActor
  func draw(
    at point: Point, _ plain: Color, rows: Range<Double>, in canvas: Canvas, _ display: LineDisplay,
    _ environment: Environment
  ) {
    for run in runs where run.style.ground != nil || run.style.isReversed || run.style.isUnderlined {
      let colors = display.colors(of: run.style, plain: plain, in: environment.theme)
      for extent in TextMarks([run.range], isCurrent: false).extents(in: regular) {
        let (left, right) = (environment.rounded(point.x + extent.lowerBound), point.x + extent.upperBound)
        let place = Rect(minX: left, minY: rows.lowerBound, maxX: environment.rounded(right), maxY: rows.upperBound)
        if let ground = colors.ground { canvas.fill(place, ground) }
        guard run.style.isUnderlined else { continue }
        let line = Rect(x: place.minX, y: environment.rounded(point.y + 2), width: place.width, height: 1)
        canvas.fill(line, colors.text)
      }
    }
    for (style, line) in parts {
      let color = style.map { display.colors(of: $0, plain: plain, in: environment.theme).text } ?? plain
      canvas.text(line, at: point, color)
    }
  }

  /// The glyphs of each style; `nil` is the default style.
  private var parts: [TerminalStyle?: TextLine] {
    var parts: [TerminalStyle?: TextLine] = [:]
    for (line, isBold) in [(regular, false), (bold, true)] {
      for glyph in line.glyphs {
        let style = style(at: Int(glyph.cluster))
        guard (style?.isBold ?? false) == isBold else { continue }
        let part = parts[style] ?? Self.empty(like: line)
        part.glyphs.append(glyph)
        parts[style] = part
      }
    }
    return parts
  }

  private static func empty(like line: TextLine) -> TextLine {
    let part = TextLine()
    (part.width, part.ascent, part.descent, part.scale) = (line.width, line.ascent, line.descent, line.scale)
    return part
  }

  private func style(at byte: Int) -> TerminalStyle? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= byte { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].range.lowerBound <= byte ? runs[low].style : nil
  }
}

extension [TerminalText.Run] {
  /// Returns the runs inside a part of a text, in bytes from the start of the part.
  func clamped(to part: Range<Int>) -> [TerminalText.Run] {
    compactMap { run in
      guard run.range.overlaps(part) else { return nil }
      let common = run.range.clamped(to: part)
      return .init(range: common.lowerBound - part.lowerBound..<common.upperBound - part.lowerBound, style: run.style)
    }
  }
}
