import Scrollwork

/// The root view of the window: toolbar, content, side panel, status bar and tool tip.
final class ViewerView: View {
  let toolbar = Toolbar()
  let statusBar = StatusBar()
  let inspector = InspectorPanel()
  /// The filters below the toolbar.
  let chips = FilterChips()
  /// The bar over the content in which the user finds text.
  let findBar = FindBar()
  /// The bar that asks for a line of text, above the status bar.
  let prompt = PromptBar()
  /// The field over the crumbs in which the user types a path.
  let pathField = PathField()
  /// The menu of sort orders; `nil` if it was never opened.
  weak var sortMenu: MenuLayer?
  /// The snapshots of the toolbar and the status bar, which fade out while a picture flies.
  private let (toolbarFade, statusFade) = (BarFade(), BarFade())
  /// The message about a change of files, above the status bar.
  let toast = Toast()
  /// The layer of the tool tips, above all other views. It receives no events.
  let toolTips = ToolTipLayer()
  /// The open palette, overview or settings panel, which receives all keys; `nil` without one.
  private(set) var modal: ModalLayer?
  /// Whether the open layer or the side panel waits for something.
  var isBusy: Bool { modal?.isBusy == true || inspector.isBusy }
  /// The view of the current screen.
  private(set) var content: View?
  /// The former content, kept below a picture that grows over it.
  private var backdrop: View?
  /// The running animation of a picture between its tile and the picture screen.
  private(set) var flight: PictureFlight?

  /// Called with the path of each file dropped in the window, and with the point.
  var onDrop: ((String, Point) -> Void)?

  /// Called with the position of a right press that no view used, in logical pixels of the window.
  var onMenu: ((Point) -> Void)?
  /// Called with the change of the filter bar's height, in logical pixels, by which the list begins lower.
  var onChipsResize: ((Double) -> Void)?
  /// Called before the content gets another size because the bar with a question or the side panel appears or disappears.
  var onContentResize: (() -> Void)?
  /// Called when the user typed a question mark that no view used, on any keyboard layout.
  var onQuestionMark: (() -> Void)?

  /// The largest share of the window's width that a side panel beside the content takes, 0 to 1.
  private static let panelShare = 0.4

  override init() {
    super.init()
    let fades = [toolbarFade, statusFade]
    for view in [toolbar, chips, prompt, statusBar] + fades + [findBar, inspector, pathField, toast, toolTips] {
      addChild(view)
    }
    toolTips.find = { [weak self] in self?.toolTip(at: $0) }
  }

  /// Whether the side panel is open.
  var showsInspector = false {
    didSet {
      guard showsInspector != oldValue else { return }
      inspector.setOpen(showsInspector)
      toolbar.panel.isOn = showsInspector
      setNeedsContentLayout()
    }
  }

  /// Whether the content fills the window, without bars.
  var isFullScreen = false {
    didSet {
      guard isFullScreen != oldValue else { return }
      for bar in [toolbar, statusBar] { bar.isHidden = isFullScreen }
      setNeedsLayout()
    }
  }

  /// Whether the find bar is visible.
  var showsFindBar: Bool {
    get { findBar.isOpen }
    set { findBar.setOpen(newValue) }
  }

  /// Whether the bar with a question is visible.
  var showsPrompt = false {
    didSet {
      guard showsPrompt != oldValue else { return }
      prompt.isHidden = !showsPrompt
      setNeedsContentLayout()
    }
  }

  /// Whether the path field is visible.
  var showsPathField = false {
    didSet {
      guard showsPathField != oldValue else { return }
      pathField.isHidden = !showsPathField
      setNeedsLayout()
    }
  }

  /// Lays the window out in the next frame. Items of the content move to their new frames by animation.
  private func setNeedsContentLayout() {
    onContentResize?()
    setNeedsLayout()
  }

  /// Whether an open side panel covers the whole content, as it does in a narrow window.
  var coversContent: Bool { WindowWidth.isNarrow(bounds.width) }

  /// The children that the focus can reach: content below a covering panel is left out.
  override var focusableChildren: [View] {
    if let modal { return [modal] }
    return showsInspector && coversContent ? children.filter { $0 !== content } : children
  }

  /// Shows a palette, an overview or settings. If one is open already, it is closed; one of the same kind is then not
  /// shown again.
  func present(_ next: ModalLayer) {
    guard let host else { return }
    if let modal {
      modal.dismiss()
      guard type(of: modal) != type(of: next) else { return }
    }
    toolTips.hide()
    next.onClose = { [weak self, weak next] in
      if let self, modal === next { modal = nil }
    }
    addChild(next)
    modal = next
    next.frame = bounds
    next.didOpen(in: host)
  }

  /// Replaces the content view.
  /// - Parameter flight: The animation of a picture between the old and the new content. If it is the running one, it
  ///   continues in its current direction.
  func show(_ next: View, _ flight: PictureFlight? = nil) {
    guard next !== content else { return }
    toolTips.hide()
    if flight == nil || flight !== self.flight { endFlight() }
    let old = content
    content = next
    (next as? PictureView)?.onStripResize = { [weak self] in self?.setNeedsLayout() }
    if next === backdrop { backdrop = nil }
    if let old, let flight, flight.isOpen {
      // The old list stays visible until the picture covers it.
      backdrop = old
      insertChild(next, at: 1)
    } else {
      if next.parent !== self { insertChild(next, at: 0) }
      old?.removeFromParent()
    }
    guard let flight else { return }
    // The bars change with the screen, after this.
    toolbarFade.begin(toolbar)
    statusFade.begin(statusBar)
    guard flight !== self.flight else { return }
    self.flight = flight
    flight.onEnd = { [weak self] in self?.endFlight() }
    insertChild(flight, at: backdrop == nil ? 1 : 2)
    setNeedsLayout()
  }

  /// Removes the flight, and the old list below it.
  private func endFlight() {
    flight?.removeFromParent()
    flight = nil
    backdrop?.removeFromParent()
    backdrop = nil
  }

  override func dropped(_ text: String, at point: Point) -> Bool {
    guard let onDrop else { return false }
    onDrop(text, point)
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button == .right, let content, content.frame.contains(event.location), let onMenu else { return false }
    onMenu(event.location)
    return true
  }

  override func textTyped(_ text: String) -> Bool {
    guard text == "?", let onQuestionMark else { return false }
    onQuestionMark()
    return true
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    toolTips.pointerRests(at: point, now)
  }

  /// Returns the tool tip for a point of the window. Inside a list, the cell provides it.
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
    let chipHeight = chips.height(in: bounds.width, environment: environment)
    if chipHeight != chips.frame.height { onChipsResize?(chipHeight - chips.frame.height) }
    chips.frame = Rect(x: 0, y: Toolbar.height, width: bounds.width, height: chipHeight)
    let top = isFullScreen ? 0 : Toolbar.height + chipHeight
    var bottom = max(top, bounds.height - (isFullScreen ? 0 : StatusBar.height))
    if showsPrompt {
      let height = prompt.height(in: bounds.width, environment: environment)
      bottom = max(top, bottom - height)
      prompt.frame = Rect(x: 0, y: bottom, width: bounds.width, height: height)
    }
    let start = max(12, toolbar.crumbs.frame.minX)
    pathField.frame = Rect(minX: start, minY: 8, maxX: bounds.width - 12, maxY: bounds.height)
    let isBeside = !coversContent
    let width = isBeside ? min(SidePanel.width, (bounds.width * Self.panelShare).rounded()) : bounds.width
    inspector.isFloating = !isBeside
    inspector.frame = Rect(minX: bounds.width - width, minY: top, maxX: bounds.width, maxY: bottom)
    let place = Rect(
      minX: 0, minY: top, maxX: isBeside && showsInspector ? bounds.width - width : bounds.width,
      maxY: bottom)
    for view in [content, backdrop, flight] { view?.frame = place }
    findBar.frame = findBarFrame(environment)
    layoutToast(in: place, environment)
    for case let modal as ModalLayer in children { modal.frame = bounds }
  }

  /// Returns the frame of the find bar, over the top end of the content and below the header of a table.
  func findBarFrame(_ environment: Environment) -> Rect {
    var place = content?.frame ?? bounds
    let header = min((content as? ScreenView)?.listTop ?? 0, place.height)
    (place.origin.y, place.size.height) = (place.minY + header, place.height - header)
    return findBar.frame(over: place, inWindow: bounds.width, environment)
  }

  /// Places the toast at the bottom centre of the content, above the film strip of a picture.
  private func layoutToast(in place: Rect, _ environment: Environment) {
    let room = Size(width: max(0, place.width - 2 * Toast.margin), height: Toast.height)
    let size = toast.sizeThatFits(room, environment: environment)
    let x = environment.rounded(place.midX - size.width / 2)
    let bottom = place.maxY - ((content as? PictureView)?.stripHeight ?? 0)
    toast.frame = Rect(
      origin: Point(x: x, y: environment.rounded(bottom - Toast.margin - size.height)), size: size)
  }
}
