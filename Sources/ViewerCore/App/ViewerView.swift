import Scrollwork

/// The root of the window: the bar, what a screen shows, the panel at its side, the status line.
final class ViewerView: View {
  let toolbar = Toolbar()
  let statusBar = StatusBar()
  let inspector = InspectorPanel()
  let toolTips = ToolTipLayer()
  /// What the present screen shows.
  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      toolTips.hide()
      oldValue?.removeFromParent()
      if let content { insertChild(content, at: 0) }
    }
  }

  /// Called with the path of what was dropped anywhere.
  var onDrop: ((String) -> Void)?

  /// From this width on the panel stands beside the content, below it lies over it.
  private static let panelNeeds = 900.0
  /// Below this width the panel fills the window.
  private static let narrow = 600.0

  override init() {
    super.init()
    for view in [toolbar, statusBar, inspector, toolTips] { addChild(view) }
    toolTips.find = { [weak self] in self?.toolTip(at: $0) }
  }

  /// True if the panel is to be seen.
  var showsInspector = false {
    didSet {
      guard showsInspector != oldValue else { return }
      inspector.setOpen(showsInspector)
      toolbar.panel.isOn = showsInspector
      setNeedsLayout()
    }
  }

  /// True if the panel, where it is open, fills the window.
  var coversContent: Bool { bounds.width < Self.narrow }

  override func dropped(_ text: String, at point: Point) -> Bool {
    guard let onDrop else { return false }
    onDrop(text)
    return true
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    toolTips.pointerRests(at: point, now)
  }

  private func toolTip(at point: Point) -> ToolTip? {
    guard let host, let hit = hitTest(point) else { return nil }
    var list = Optional(hit)
    while let view = list, !(view is CollectionView) { list = view.parent }
    let view = list ?? hit
    let local = view.convertFromRoot(point)
    let found =
      (view as? CollectionView)?.cellToolTip(at: local, environment: host.environment)
      ?? view.findToolTip(at: local, environment: host.environment)
    guard var tip = found else { return nil }
    tip.place = view.convertToRoot(tip.place)
    return tip
  }

  override func layout(environment: Environment) {
    toolbar.frame = Rect(x: 0, y: 0, width: bounds.width, height: Toolbar.height)
    statusBar.frame = Rect(
      x: 0, y: bounds.height - StatusBar.height, width: bounds.width, height: StatusBar.height)
    let bottom = max(Toolbar.height, bounds.height - StatusBar.height)
    let isBeside = bounds.width >= Self.panelNeeds
    let width = bounds.width < Self.narrow ? bounds.width : SidePanel.width
    inspector.isFloating = !isBeside
    inspector.frame = Rect(minX: bounds.width - width, minY: Toolbar.height, maxX: bounds.width, maxY: bottom)
    content?.frame = Rect(
      minX: 0, minY: Toolbar.height, maxX: isBeside && showsInspector ? bounds.width - width : bounds.width,
      maxY: bottom)
  }
}
