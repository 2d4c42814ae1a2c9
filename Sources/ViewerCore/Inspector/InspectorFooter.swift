import Scrollwork
import ScrollworkHostInterface

/// The buttons at the bottom of the side panel: those of a path, or those of a row.
final class InspectorFooter: View {
  let open = Button("Open", symbol: .open, style: .fill)
  let copy = Button(symbol: .copy)
  let copyRow = Button("Copy row", symbol: .copy)
  let filter = Button("Filter to value")

  /// The space before the first button, in logical pixels.
  var edge = 20.0 {
    didSet { if edge != oldValue { setNeedsLayout() } }
  }

  override init() {
    super.init()
    for view in [open, copy, copyRow, filter] { addChild(view) }
  }

  /// Shows the buttons for an inspection.
  func show(_ shown: Inspection?) {
    open.isHidden = shown?.path == nil || shown?.canOpen != true
    copy.isHidden = shown?.path == nil
    copy.title = EntryActions.copyTitle(for: shown?.path ?? "")
    for button in [copyRow, filter] { button.isHidden = shown?.row == nil }
    let hasCell = shown?.row?.hasCell ?? false
    if let host, filter.isFocused, !hasCell { host.focus(copyRow, visible: host.isFocusVisible) }
    filter.isEnabled = hasCell
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    var x = edge
    for button in [open, copy, copyRow, filter] where !button.isHidden {
      let width = button.sizeThatFits(Size(width: 200, height: 32), environment: environment).width
      button.frame = Rect(x: x, y: environment.rounded((bounds.height - 32) / 2), width: width, height: 32)
      x += width + 8
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }
}

extension InspectorFooter: ToolTipGiving {
  /// Returns the reason why the rows cannot be filtered, at the disabled button.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard !filter.isHidden, !filter.isEnabled, filter.frame.contains(point) else { return nil }
    return ToolTip(text: "Click a value of the table first, or go to it with Right", place: filter.frame)
  }
}
