package import ScrollworkGeometry
package import ScrollworkHostInterface

/// An open menu with its submenus, above everything else in the window.
///
/// The menu has the keyboard focus while it is open, and gives it back. It closes when the user chooses an action,
/// presses outside of it or turns the wheel there, and when the window is deactivated.
package final class MenuLayer: Overlay {
  /// Seconds that the pointer must rest on a row before its submenu opens or the submenu of another row closes.
  private static let submenuDelay = 0.2
  /// The distance that the menu moves down while it opens, in logical pixels.
  private static let travel = 8.0
  /// Logical pixels that the pointer must move after the press that opens the menu for a release to choose an action.
  private static let slop = 4.0
  /// The distance scrolled by one notch of the wheel, in logical pixels.
  private static let notch = 56.0
  /// The velocity with which a pointer at the edge scrolls a long menu, in logical pixels a second.
  private static let edgeVelocity = 400.0

  /// Whether the menu is open. A closing menu is still visible while it fades.
  package private(set) var isOpen = false
  private var navigation: MenuNavigation
  private let place: MenuPlace
  private var panels: [MenuPanel] = []
  /// The view that gets the focus back when the menu closes.
  private weak var focusedBefore: View?

  /// The position of the current press or touch, or of the pointer when the menu opened; `nil` after a release.
  private var pressStart: Point?
  /// Whether releasing the button or lifting the finger chooses the action at its position.
  private var releaseChooses = false
  /// The last position of the pointer. Only a movement of the pointer changes the highlight that keys have set.
  private var pointer: Point?
  /// The position of the pointer when the menu opened.
  private var pointerAtOpening: Point?
  /// The last position of the finger that drags the rows of a panel; `nil` without a touch.
  private var finger: Point?
  /// The time at which the submenu highlighted in `level` replaces the levels after it; `nil` if nothing is pending.
  private var pending: (level: Int, time: Instant)?
  /// Whether a frame has shown the menu. Text typed earlier is ignored: it comes from the key that opened the menu.
  private var isLaidOut = false
  /// Whether the next layout scrolls to the highlighted row, because a key highlighted it.
  private var revealsHighlight = false
  /// The time of the last frame in which a pointer at an edge scrolled a panel; `nil` if none scrolls.
  private var edgeScrolled: Instant?

  /// The animation of `opacity`.
  private var fade = Fade(0)
  private var opacity = 1.0

  /// Makes a menu, which ``open(in:byKey:)`` shows.
  package init(_ menu: Menu, at place: MenuPlace, owner: View) {
    navigation = MenuNavigation(menu)
    self.place = place
    super.init()
    self.owner = owner
  }

  // MARK: Opening and closing

  /// Shows the menu and takes the focus.
  /// - Parameters:
  ///   - byKey: Whether a key opened the menu. Then the first enabled action is highlighted.
  ///   - highlightsChoice: Whether to highlight the first enabled action that is on instead, if there is one.
  package func open(in host: ViewHost, byKey: Bool, highlightsChoice: Bool = false) {
    guard !isOpen else { return }
    if byKey { navigation.highlightFirst(preferringChoice: highlightsChoice) }
    isOpen = true
    pointer = host.pointerLocation
    pointerAtOpening = pointer
    pressStart = host.touchedView == nil ? host.pointerLocation : host.lastTouch?.point
    focusedBefore = host.focusedView
    host.present(self)
    host.focus(self, visible: host.isFocusVisible || byKey)
    revealsHighlight = byKey
    update()
    startFade(for: 0.16)
  }

  /// Closes the menu and its submenus, and gives the focus back.
  package override func dismiss() {
    guard isOpen else { return }
    isOpen = false
    pending = nil
    if let host, host.focusedView === self {
      host.giveBackFocus(to: focusedBefore?.host === host ? focusedBefore : nil)
    }
    startFade(for: 0.1)
  }

  /// Replaces the actions of the open menu by those of `menu`. Submenus stay open if they still exist.
  package func replace(by menu: Menu) {
    navigation.replace(by: menu)
    update()
  }

  private func follow(_ action: MenuNavigation.Action) {
    switch action {
    case .none: update()
    case .close: dismiss()
    case .perform(let action):
      dismiss()
      action.perform()
    }
  }

  /// Adds and removes panels so that each open level has one, and passes the levels to them.
  private func update() {
    let levels = navigation.levels
    while panels.count > levels.count { panels.removeLast().removeFromParent() }
    for (index, level) in levels.enumerated() {
      if index == panels.count {
        panels.append(MenuPanel(level))
        addChild(panels[index])
      } else {
        panels[index].level = level
      }
    }
    let current = levels.lastIndex { $0.highlighted != nil }
    for (index, panel) in panels.enumerated() { panel.isCurrent = index == current }
    setNeedsLayout()
  }

  // MARK: Fading

  /// Starts to fade in or out for `duration` seconds; without motion the menu appears or disappears at once.
  private func startFade(for duration: Double) {
    guard let host else { return }
    guard host.environment.motion != .off else {
      opacity = 1
      if !isOpen { host.remove(self) }
      return
    }
    if isOpen { opacity = 0 }
    fade = Fade(opacity)
    fade.go(to: isOpen ? 1 : 0, at: host.now, for: duration)
    host.animate(self)
  }

  package override func animate(at now: Instant) -> Instant? {
    opacity = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    guard isOpen else {
      host?.remove(self)
      return nil
    }
    if let pending, now >= pending.time {
      self.pending = nil
      openHighlighted(inLevel: pending.level)
    }
    return scrollAtEdge(at: now) ?? pending?.time
  }

  package override var isComposited: Bool { true }

  package override func emit(into context: FrameContext) {
    let travels = context.environment.motion == .full && isOpen
    let shift = travels ? context.environment.rounded((opacity - 1) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= opacity
    context.descend(to: bounds.offset(x: 0, y: shift), clips: false) { emitCompositedChildren(into: context) }
    context.alpha = outer
  }

  package override func layout(environment: Environment) {
    var place = place
    for (index, panel) in panels.enumerated() {
      if let row = panel.level.parentRow { place = .beside(besideFrame(of: row, inLevel: index - 1)) }
      let size = panel.sizeThatFits(bounds.size, environment: environment)
      let frame = place.frame(size, in: bounds.size, environment.direction)
      panel.frame = Rect(
        x: environment.rounded(frame.minX), y: environment.rounded(frame.minY), width: frame.width,
        height: frame.height)
      panel.scroll(by: 0)
      if panel.isPlaced { continue }
      panel.isPlaced = true
      if let row = panel.level.onlyChoice { panel.reveal(row) }
    }
    if revealsHighlight, let panel = panels.last, let row = panel.level.highlighted { panel.reveal(row) }
    (revealsHighlight, isLaidOut) = (false, true)
  }

  /// Returns the rectangle beside which a submenu opens, so that its first row is level with the row that opened it.
  private func besideFrame(of row: Int, inLevel level: Int) -> Rect {
    let (panel, inset) = (panels[level], MenuPanel.padding)
    let row = panel.place(row).offset(by: panel.frame.origin)
    return Rect(x: panel.frame.minX, y: row.minY - inset, width: panel.frame.width, height: row.height + 2 * inset)
  }

  // MARK: The pointer

  package override var isInteractive: Bool { true }
  package override var canBecomeFocused: Bool { isOpen }

  /// Captures the whole window while the menu is open.
  package override func hitTest(_ point: Point) -> View? { isOpen ? self : nil }

  /// Returns the level and row at a point of the window; the row is `nil` between rows. `nil` outside of the menu.
  private func find(_ point: Point) -> (level: Int, row: Int?)? {
    guard let level = panels.lastIndex(where: { $0.frame.contains(point) }) else { return nil }
    return (level, panels[level].index(at: point - panels[level].frame.origin))
  }

  /// Closes the menu after a press outside of it. The views below get such a press too if the button is the right one.
  package override func pointerDown(_ event: PointerEvent) -> Bool {
    guard find(event.location) != nil else {
      dismiss()
      return event.button != .right
    }
    (pressStart, releaseChooses) = (event.location, true)
    point(at: event.location)
    return true
  }

  package override func pointerDragged(_ event: PointerEvent) {
    if let pressStart, event.location.distance(to: pressStart) > Self.slop { releaseChooses = true }
    if releaseChooses { point(at: event.location) }
  }

  package override func pointerUp(_ event: PointerEvent) {
    defer { (pressStart, releaseChooses) = (nil, false) }
    guard isOpen, releaseChooses else { return }
    choose(at: event.location)
  }

  private func choose(at point: Point) {
    guard let (level, row) = find(point), let row else { return }
    pending = nil
    follow(navigation.choose(row, inLevel: level, highlightsFirst: false))
  }

  package override func pointerHovered(at point: Point?, at now: Instant) {
    guard isOpen, let point, point != pointer else { return }
    self.point(at: point)
  }

  /// Highlights the row at a point. After `submenuDelay`, opens its submenu and closes other submenus.
  private func point(at point: Point) {
    pointer = point
    guard let host, let (level, row) = find(point) else { return }
    navigation.highlightPath(to: level)
    if panels[level].scrollDirection(at: point - panels[level].frame.origin) != 0 { host.animate(self) }
    // A pointer between the rows keeps the highlight.
    guard let row else {
      pending = nil
      return update()
    }
    let isOpener = navigation.levels.indices.contains(level + 1) && navigation.levels[level + 1].parentRow == row
    if navigation.levels[level].highlighted != row || pending?.level != level {
      let isSubmenu = navigation.row(row, inLevel: level)?.submenu != nil
      let changes = !isOpener && (isSubmenu || navigation.levels.count > level + 1)
      pending = changes ? (level, host.now.advanced(bySeconds: Self.submenuDelay)) : nil
      if changes { host.animate(self) }
    }
    navigation.highlight(row, inLevel: level)
    update()
  }

  /// Closes the levels after `level`, and opens the submenu of the row highlighted in `level`.
  private func openHighlighted(inLevel level: Int) {
    guard navigation.levels.indices.contains(level) else { return }
    navigation.close(after: level)
    if let index = navigation.levels[level].highlighted {
      navigation.open(index, inLevel: level, highlightsFirst: false)
    }
    update()
  }

  // MARK: Scrolling

  /// Scrolls the panel under the pointer. Outside of the menu, a turn of the wheel closes the menu.
  package override func wheel(_ event: WheelEvent) -> Bool {
    guard let (level, _) = find(event.location) else {
      dismiss()
      return false
    }
    if panels[level].scroll(by: -event.delta.y * Self.notch) { point(at: event.location) }
    return true
  }

  /// Scrolls the panel at whose edge the pointer rests. A menu that opens under the pointer stays until that moves.
  /// - Returns: The time of the next step; `nil` if there is no such panel.
  private func scrollAtEdge(at now: Instant) -> Instant? {
    guard let pointer, pointer != pointerAtOpening, let (level, _) = find(pointer) else { return nil }
    let panel = panels[level]
    let direction = panel.scrollDirection(at: pointer - panel.frame.origin)
    let seconds = edgeScrolled.map { min(max(0, now.seconds(since: $0)), 0.05) } ?? 0
    guard direction != 0 else {
      edgeScrolled = nil
      return nil
    }
    edgeScrolled = now
    panel.scroll(by: direction * seconds * Self.edgeVelocity)
    return now
  }

  /// Highlights the row under a finger, and chooses it when the finger is lifted. Scrolls the rows if not all fit.
  package override func touch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .began:
      guard find(event.location) != nil else {
        dismiss()
        return true
      }
      (pressStart, releaseChooses, finger) = (event.location, true, event.location)
      point(at: event.location)
    case .moved:
      guard let pressStart, event.location.distance(to: pressStart) > 2 * Self.slop else { break }
      if let finger, let (level, _) = find(pressStart), panels[level].maximumOffset > 0 {
        releaseChooses = false
        panels[level].scroll(by: finger.y - event.location.y)
        self.finger = event.location
      } else {
        releaseChooses = true
        point(at: event.location)
      }
    case .ended, .cancelled:
      let chooses = event.phase == .ended && releaseChooses && isOpen
      (pressStart, releaseChooses, finger) = (nil, false, nil)
      if chooses { choose(at: event.location) }
    }
    return true
  }

  // MARK: Keys

  package override func focusDidChange(isFocused: Bool) {
    if !isFocused { dismiss() }
  }

  package override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen else { return false }
    // The buttons of a mouse that go back and forward act on the screen below.
    if event.key == .back || event.key == .forward {
      dismiss()
      return false
    }
    pending = nil
    revealsHighlight = true
    follow(navigation.press(event, isRightToLeft: host?.environment.direction == .rightToLeft))
    return true
  }

  package override var acceptsText: Bool { isOpen }

  package override func textTyped(_ text: String) -> Bool {
    guard isOpen, let host else { return false }
    guard isLaidOut else { return true }
    (pending, revealsHighlight) = (nil, true)
    navigation.type(text, at: host.now)
    update()
    return true
  }

  // MARK: Semantics

  /// Describes each open menu with its rows. A submenu is described below the row that opened it.
  package override func describe(into context: FrameContext) {
    guard isOpen else { return }
    describe(0, into: context, depth: context.depth)
  }

  private func describe(_ level: Int, into context: FrameContext, depth: Int) {
    let (panel, shown) = (panels[level], navigation.levels[level])
    context.semantics.append(
      SemanticsNode(role: .menu, text: shown.title, bounds: panel.frame, depth: depth, alpha: opacity))
    let inner = navigation.levels.dropFirst(level + 1).first
    let opener = inner?.parentRow
    // The pointer opens a submenu without a highlight in it.
    let hasFocus = inner == nil || inner?.highlighted == nil && level + 2 == navigation.levels.count
    for (index, row) in shown.rows.enumerated() {
      var states: SemanticsNode.States = index == shown.highlighted && hasFocus ? .focused : []
      if !row.isEnabled { states.insert(.disabled) }
      if row.action?.isOn == true { states.insert(.selected) }
      if row.submenu != nil { states.insert(.expandable) }
      if index == opener { states.insert(.expanded) }
      context.semantics.append(
        SemanticsNode(
          role: .menuItem, text: row.title, bounds: panel.place(index).offset(by: panel.frame.origin), depth: depth + 1,
          position: index, setSize: shown.rows.count, states: states, alpha: opacity))
      if index == opener { describe(level + 1, into: context, depth: depth + 2) }
    }
  }
}
