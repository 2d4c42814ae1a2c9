import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The painter of a table's row. Its x coordinates are distances from the table's leading edge.
@MainActor
struct RowPainter {
  let size: Size
  let environment: Environment
  /// The opacity of texts.
  var opacity: Double
  /// The colours of texts, and of quiet texts and the dashes for missing values, without the opacity.
  private let textColor, quietColor: Color
  /// The baselines of texts and of quiet texts.
  private let baseline, quietBaseline: Double

  /// - Parameter isPale: Whether all texts have the colour of disabled ones.
  init(size: Size, environment: Environment, opacity: Double = 1, isPale: Bool = false) {
    (self.size, self.environment, self.opacity) = (size, environment, opacity)
    textColor = environment.color(isPale ? .textDisabled : .text1)
    quietColor = environment.color(isPale ? .textDisabled : .text3)
    baseline = TextStyle.body.baseline(inHeight: size.height, scale: environment.scale)
    quietBaseline = TextStyle.small.baseline(inHeight: size.height, scale: environment.scale)
  }

  /// Returns the rectangle of the row that begins at a distance from the table's leading edge.
  func rect(from x: Double, width: Double) -> Rect {
    let rect = Rect(x: x, y: 0, width: width, height: size.height)
    return environment.direction == .rightToLeft ? rect.mirrored(inWidth: size.width) : rect
  }

  /// Draws the text of a cell, or a dash for a missing value.
  /// - Parameter isQuiet: Whether the text is small and pale.
  func draw(
    _ line: inout CellLine, _ slot: ColumnSlot, _ alignment: TextAlignment, isQuiet: Bool = false,
    _ marks: TextMarks?, in canvas: Canvas
  ) {
    let room = slot.width - 2 * TableRowView.padding
    guard room > 4 else { return }
    let style: TextStyle = isQuiet ? .small : .body
    let shaped = line.line(style, width: room, environment)
    let color = (shaped == nil || isQuiet ? quietColor : textColor).opacity(opacity)
    let text = shaped ?? environment.text.line("—", font: style.font, scale: environment.scale)
    let point = Point(
      x: Self.left(of: text.width, slot, alignment, size.width, environment),
      y: isQuiet ? quietBaseline : baseline)
    guard let marks else { return canvas.text(text, at: point, color) }
    let top = environment.rounded((size.height - style.lineHeight) / 2)
    canvas.text(text, at: point, color, marks, rows: top..<top + style.lineHeight, environment)
  }

  /// Returns the x coordinate at which a text of the given width begins in a column.
  static func left(
    of width: Double, _ slot: ColumnSlot, _ alignment: TextAlignment, _ full: Double, _ environment: Environment
  ) -> Double {
    let padding = TableRowView.padding
    let x =
      switch alignment {
      case .start: slot.x + padding
      case .center: slot.x + max(padding, (slot.width - width) / 2)
      case .end: slot.end - padding - width
      }
    return environment.rounded(environment.direction == .rightToLeft ? full - x - width : x)
  }

  /// Draws the background of the column that the user drags, which covers the other columns.
  func drawHeld(_ slot: ColumnSlot, _ state: CellState, in canvas: Canvas) {
    let colors = environment.theme.colors
    let ground = state.isSelected ? (state.isActive ? colors.selection : colors.selectionIdle) : colors.raised
    let place = rect(from: slot.x, width: slot.width)
    canvas.fill(place, ground)
    for x in [place.minX, place.maxX - environment.hairline] {
      canvas.fill(Rect(x: x, y: 0, width: environment.hairline, height: size.height), colors.edge)
    }
  }

  /// The width of the outline around a range of cells, in logical pixels.
  private static let rangeMark = 1.0

  /// Draws the parts of a selected row that are in the range of cells. See also `drawRangeEnd(_:_:in:)`.
  func drawRange(_ range: [(x: Double, width: Double)]?, _ state: CellState, _ columns: ColumnLayout, in canvas: Canvas)
  {
    guard let range, state.isSelected else { return }
    let colors = environment.theme.colors
    for part in range {
      canvas.fill(
        rect(from: part.x, width: part.width), state.isActive ? colors.selectionHover : colors.selectionIdle)
      let (mark, width) = (state.isActive ? colors.selectionMark : colors.selectionIdleMark, Self.rangeMark)
      let place = rect(from: part.x, width: part.width)
      canvas.fill(Rect(x: place.minX, y: 0, width: width, height: size.height), mark)
      canvas.fill(Rect(x: place.maxX - width, y: 0, width: width, height: size.height), mark)
      if !state.joinsPrevious { canvas.fill(Rect(x: place.minX, y: 0, width: place.width, height: width), mark) }
    }
  }

  /// Draws the lower side of the range of selected cells. Call after the line below the row, which would cover it.
  func drawRangeEnd(_ range: [(x: Double, width: Double)]?, _ state: CellState, in canvas: Canvas) {
    guard let range, state.isSelected, !state.joinsNext else { return }
    let colors = environment.theme.colors
    for part in range {
      let place = rect(from: part.x, width: part.width)
      canvas.fill(
        Rect(x: place.minX, y: size.height - Self.rangeMark, width: place.width, height: Self.rangeMark),
        state.isActive ? colors.selectionMark : colors.selectionIdleMark)
    }
  }

  /// Draws the line and the shadow at the edge between pinned and scrolling columns.
  /// - Parameter hidden: The distance by which the scrolling columns have scrolled under the pinned ones.
  func drawPinEdge(at x: Double, hidden: Double, in canvas: Canvas) {
    let alpha = min(1, hidden / 8)
    canvas.fill(rect(from: x, width: environment.hairline), environment.theme.colors.edge.opacity(alpha))
    guard let shadow = environment.theme.pinShadow else { return }
    let isMirrored = environment.direction == .rightToLeft
    let (near, far) = (shadow.opacity(alpha), shadow.opacity(0))
    canvas.gradient(
      rect(from: x, width: 8), along: .horizontal, from: isMirrored ? far : near, to: isMirrored ? near : far)
  }
}
