import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A painter of the marks of a cell's state, below and above the cell's content.
struct HighlightPainter {
  let theme: Theme
  let state: CellState
  let bounds: Rect
  /// The opacity of the change mark, 0 to 1.
  var changeMark = 0.0

  /// Makes a painter of an item that is drawn in `size`.
  @MainActor
  init(of item: BoundItem, in size: Size, _ environment: Environment) {
    (theme, state, bounds) = (environment.theme, item.state, Rect(origin: .zero, size: size))
    changeMark = item.shownChangeMark
  }

  private static let rowInset = 8.0
  private static let rowRadius = 6.0
  private static let tileRadius = 10.0
  private static let markWidth = 3.0

  func drawBelow(_ highlight: CellHighlight, in canvas: Canvas) {
    drawState(highlight, in: canvas)
    guard changeMark > 0, !state.isSelected else { return }
    canvas.roundedRect(
      shape(of: highlight), radius: radius(of: highlight), theme.colors.selection.opacity(changeMark))
  }

  private func drawState(_ highlight: CellHighlight, in canvas: Canvas) {
    guard highlight != .none, let fill else { return }
    switch highlight {
    case .row: drawRow(fill, in: canvas)
    case .line:
      canvas.fill(bounds, fill)
      if let mark { canvas.fill(Rect(x: 0, y: 0, width: Self.markWidth, height: bounds.height), mark) }
    case .tile: canvas.roundedRect(bounds, radius: Self.tileRadius, fill)
    case .none: break
    }
    if theme.isHighContrast, state.isHovered, !state.isSelected {
      canvas.border(shape(of: highlight), radius: radius(of: highlight), width: 1, theme.colors.control)
    }
  }

  func drawAbove(_ highlight: CellHighlight, in canvas: Canvas) {
    guard state.isFocused, highlight != .none else { return }
    canvas.border(
      shape(of: highlight), radius: radius(of: highlight), width: theme.focusRingWidth, theme.colors.focus)
  }

  /// Draws the highlight of a row. Selected neighbours join: the corners between them are square.
  private func drawRow(_ fill: Color, in canvas: Canvas) {
    let shape = shape(of: .row)
    canvas.roundedRect(shape, radius: Self.rowRadius, fill)
    if state.isSelected {
      let corner = Self.rowRadius
      if state.joinsPrevious {
        canvas.fill(Rect(x: shape.minX, y: 0, width: shape.width, height: corner), fill)
      }
      if state.joinsNext {
        canvas.fill(Rect(x: shape.minX, y: shape.maxY - corner, width: shape.width, height: corner), fill)
      }
    }
    guard let mark else { return }
    let height = max(4, bounds.height - 20)
    let rect = Rect(x: shape.minX, y: (bounds.height - height) / 2, width: Self.markWidth, height: height)
    canvas.roundedRect(rect, radius: Self.markWidth / 2, mark)
  }

  /// Returns the rectangle that a highlight fills, without the part of the cell that `state` declares as covered.
  private func shape(of highlight: CellHighlight) -> Rect {
    var shape = Self.shape(of: highlight, in: bounds)
    shape.size.width = max(0, min(shape.maxX, bounds.maxX - state.coveredWidth) - shape.minX)
    return shape
  }

  /// Returns the rectangle that a highlight fills in a cell.
  static func shape(of highlight: CellHighlight, in bounds: Rect) -> Rect {
    highlight == .row ? bounds.inset(by: Insets(horizontal: rowInset, vertical: 0)) : bounds
  }

  private func radius(of highlight: CellHighlight) -> Double { Self.radius(of: highlight) }

  /// Returns the radius of the corners of a highlight, in logical pixels.
  static func radius(of highlight: CellHighlight) -> Double {
    switch highlight {
    case .row: rowRadius
    case .tile: tileRadius
    case .line, .none: 0
    }
  }

  private var fill: Color? {
    let colors = theme.colors
    if state.isSelected {
      if !state.isActive { return colors.selectionIdle }
      return state.isHovered ? colors.selectionHover : colors.selection
    }
    if state.isPressed { return colors.pressed }
    return state.isHovered ? colors.hover : nil
  }

  private var mark: Color? {
    guard state.isSelected else { return nil }
    return state.isActive ? theme.colors.selectionMark : theme.colors.selectionIdleMark
  }
}
