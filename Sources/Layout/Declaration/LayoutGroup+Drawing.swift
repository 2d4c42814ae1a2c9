package import ScrollworkGeometry

extension LayoutGroup {
  /// Returns a drawing of one full instance of the group in characters; the label of each place is the number of its
  /// cell. Use it to examine a declaration without a view, and in the messages of failing tests.
  ///
  ///     ┌──────────────────┐┌──────────┐
  ///     │0                 ││1         │
  ///     │                  │└──────────┘
  ///     │                  │┌──────────┐
  ///     │                  ││2         │
  ///     └──────────────────┘└──────────┘
  ///
  /// Estimated sizes are drawn as if they were final. Where places overlap, the later one covers the earlier.
  /// - Parameters:
  ///   - container: The size of the section's content, in logical pixels.
  ///   - columns: The number of characters for the width of the container, 4 to 400. A character is assumed to be twice
  ///     as high as it is wide.
  /// - Complexity: O(*L* + *a*), where *L* is the number of cells and *a* that of characters. The drawing has at most
  ///   400 lines.
  package func visualDescription(in container: Size, columns: Int = 64) -> String {
    let room = Size(width: max(1, Subpixels.sane(container.width)), height: Subpixels.sane(container.height))
    let rows = RowsTemplate(group: self, in: room, spacing: 0, scale: 1)
    var drawing = CharacterDrawing(width: min(max(4, columns), 400))
    let unit = room.width / Double(drawing.width)
    func column(_ x: Double) -> Int { Int((x / unit).rounded().clamped(to: -1_000...1_000)) }
    func line(_ y: Int64) -> Int { Int((Subpixels.pixels(y) / unit / 2).rounded().clamped(to: -1_000...1_000)) }
    for slot in rows.slots {
      drawing.drawBox(
        columns: column(slot.minX)..<max(column(slot.minX), column(slot.maxX)),
        lines: line(slot.minY)..<max(line(slot.minY), line(slot.maxY)), label: String(slot.leaf))
    }
    return drawing.text
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? 0 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// A canvas of line-drawing characters.
private struct CharacterDrawing {
  static let mostLines = 400

  let width: Int
  private var lines: [[Character]] = []

  init(width: Int) {
    self.width = width
  }

  /// The drawing as text; trailing blanks of a line are removed.
  var text: String {
    lines.map { line in
      let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return String(line[..<end])
    }
    .joined(separator: "\n")
  }

  /// Draws a box of at least one character, clipped to the canvas.
  mutating func drawBox(columns: Range<Int>, lines: Range<Int>, label: String) {
    let (left, right) = (columns.lowerBound, max(columns.lowerBound, columns.upperBound - 1))
    let (top, bottom) = (lines.lowerBound, max(lines.lowerBound, lines.upperBound - 1))
    for line in top...bottom {
      for column in left...right {
        put(Self.stroke(column == left, column == right, line == top, line == bottom), column, line)
      }
    }
    let isFlat = bottom - top < 2
    let start = right - left < 2 ? left : left + 1
    for (offset, character) in label.enumerated() where start + offset < max(right, start + 1) {
      put(character, start + offset, isFlat ? top : top + 1)
    }
  }

  private static func stroke(_ isLeft: Bool, _ isRight: Bool, _ isTop: Bool, _ isBottom: Bool) -> Character {
    switch (isTop, isBottom, isLeft, isRight) {
    case (true, false, true, false): "┌"
    case (true, false, false, true): "┐"
    case (false, true, true, false): "└"
    case (false, true, false, true): "┘"
    case (false, false, false, false): " "
    case (false, false, _, _): "│"
    default: isLeft && isRight ? "▪" : isLeft ? "╶" : isRight ? "╴" : "─"
    }
  }

  private mutating func put(_ character: Character, _ column: Int, _ line: Int) {
    guard column >= 0, column < width, line >= 0, line < Self.mostLines else { return }
    while lines.count <= line { lines.append(Array(repeating: " ", count: width)) }
    lines[line][column] = character
  }
}
