import Scrollwork

/// The details in the side panel: labels beside their values, below each other.
final class InspectorRows: View {
  private struct Line {
    var label: Label
    var value: WrappedText
    /// The words about the part of the value that is not shown; `nil` if it is shown whole.
    var more: WrappedText?
    var beginsPart: Bool
  }

  /// Called in the next frame if values are left that took too long for this one.
  var onContinue: (() -> Void)?
  private var rows: [Inspection.Row] = []
  private var lines: [Line] = []
  /// The places of the lines between parts, in logical pixels from the top.
  private var separators: [Double] = []

  /// The width of the column of labels, in logical pixels.
  private static let labelWidth = 92.0
  /// The space above and below a row, and on each side of a line between parts, in logical pixels.
  private static let (gap, separatorGap) = (9.0, 8.0)
  /// The space between a value and the words about its rest, in logical pixels.
  private static let moreGap = 4.0
  /// The number of bytes that are broken into lines in a frame.
  private static let frameBudget = 8_192

  /// Shows other rows.
  func show(_ rows: [Inspection.Row]) {
    guard rows != self.rows else { return }
    self.rows = rows
    for child in children { child.removeFromParent() }
    lines = rows.map { row in
      Line(
        label: Label(row.label, style: .small, color: .text2),
        value: WrappedText(row.value, style: row.isSource ? .mono : .body, color: row.isQuiet ? .text3 : .text1),
        more: row.more.map { WrappedText($0, style: .small, color: .text2) }, beginsPart: row.beginsPart)
    }
    for line in lines { for view in [line.label, line.value, line.more].compactMap(\.self) { addChild(view) } }
  }

  /// Places the rows below each other, and continues in the next frame if values are too long for this one.
  /// - Returns: The height of all rows in logical pixels.
  func place(width: Double, _ environment: Environment) -> Double {
    var (y, budget, isWhole) = (0.0, Self.frameBudget, true)
    separators = []
    let room = max(40, width - Self.labelWidth)
    for line in lines {
      if line.beginsPart, y > 0 {
        separators.append(y + Self.separatorGap)
        y += 2 * Self.separatorGap + 1
      }
      y += Self.gap
      line.label.frame = Rect(x: 0, y: y, width: Self.labelWidth - 8, height: 20)
      for text in [line.value, line.more].compactMap(\.self) {
        if text === line.more { y += Self.moreGap }
        if !text.wrap(width: room, budget: &budget, environment) { isWhole = false }
        text.frame = Rect(x: Self.labelWidth, y: y, width: room, height: text.height)
        y = text.frame.maxY
      }
      y += Self.gap
    }
    if !isWhole { host?.animate(self) }
    return y
  }

  override func animate(at now: Instant) -> Instant? {
    onContinue?()
    return nil
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    for place in separators {
      canvas.hairline(
        atBottomOf: Rect(x: 0, y: 0, width: bounds.width, height: place + 1), environment.color(.separator))
    }
  }
}
