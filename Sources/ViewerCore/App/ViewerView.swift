import Scrollwork

/// The root of the window: the bar, what a screen shows, the status line.
final class ViewerView: View {
  let toolbar = Toolbar()
  let statusBar = StatusBar()
  /// What the present screen shows.
  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromParent()
      if let content { insertChild(content, at: 0) }
    }
  }

  /// Called with the path of what was dropped anywhere.
  var onDrop: ((String) -> Void)?

  override func dropped(_ text: String, at point: Point) -> Bool {
    guard let onDrop else { return false }
    onDrop(text)
    return true
  }

  override init() {
    super.init()
    addChild(toolbar)
    addChild(statusBar)
  }

  override func layout(environment: Environment) {
    toolbar.frame = Rect(x: 0, y: 0, width: bounds.width, height: Toolbar.height)
    statusBar.frame = Rect(
      x: 0, y: bounds.height - StatusBar.height, width: bounds.width, height: StatusBar.height)
    content?.frame = Rect(
      minX: 0, minY: Toolbar.height, maxX: bounds.width, maxY: max(Toolbar.height, bounds.height - StatusBar.height))
  }
}
