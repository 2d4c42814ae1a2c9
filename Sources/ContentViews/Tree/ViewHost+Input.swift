import ScrollworkGeometry
package import ScrollworkHostInterface

extension ViewHost {
  /// Delivers an input event to the views at its position or to the focused view.
  /// - Returns: Whether a view handled the event.
  @discardableResult
  package func handle(_ event: InputEvent, at now: Instant) -> Bool {
    self.now = now
    defer { if event.isAction { onInput?() } }
    switch event {
    case .pointerMoved(let point, let modifiers): return pointerMoved(to: point, modifiers)
    case .pointerLeft:
      pointerLocation = nil
      updateHover()
      return true
    case .pointerDown(let point, let button, let clicks, let modifiers):
      return pointerDown(PointerEvent(location: point, button: button, clicks: clicks, modifiers: modifiers, time: now))
    case .pointerUp(let point, let button, let modifiers):
      return pointerUp(PointerEvent(location: point, button: button, clicks: 1, modifiers: modifiers, time: now))
    case .wheel(let delta, let point, let modifiers):
      return offer(at: point) {
        $0.wheel(WheelEvent(location: $0.convertFromRoot(point), delta: delta, modifiers: modifiers, time: now))
      }
    case .keyDown(let key, let modifiers, let isRepeat):
      return keyDown(KeyEvent(key: key, modifiers: modifiers, isRepeat: isRepeat, time: now))
    case .keyUp: return false
    case .text(let text): return offer(from: focusedView ?? content) { $0.textTyped(text) }
    case .touch(let phase, let id, let point): return touch(phase, id: id, at: point)
    case .drop(let text, let point):
      return offer(from: content.hitTest(point)) { $0.dropped(text, at: $0.convertFromRoot(point)) }
    case .activation(let isActive):
      environment.isActive = isActive
      if !isActive {
        cancelPress()
        dismissOverlays()
      }
      return true
    }
  }

  /// Ends the current press without a release, so that it has no effect.
  package func cancelPress() {
    pressedView?.pointerCancelled()
    pressedView = nil
  }

  /// Updates the hovered view. Also called after frames, because content may have moved under a resting pointer.
  package func updateHover() {
    guard pressedView == nil else { return }
    let hit = pointerLocation.flatMap { hitTest($0) }.map { outermostAtRest($0) }
    swap(&hoveredChain, &previousHoveredChain)
    hoveredView = hit
    hoveredChain.removeAll(keepingCapacity: true)
    var view = hit
    while let current = view {
      hoveredChain.append(current)
      view = current.parent
    }
    for view in previousHoveredChain where !hoveredChain.contains(where: { $0 === view }) {
      view.pointerHovered(at: nil, at: now)
    }
    previousHoveredChain.removeAll(keepingCapacity: true)
    cursor = .arrow
    guard let hit, let pointerLocation else { return }
    // A hover call may change the tree and with it `hoveredView`.
    for view in hoveredChain { view.pointerHovered(at: view.convertFromRoot(pointerLocation), at: now) }
    cursor = hit.cursor(at: hit.convertFromRoot(pointerLocation))
  }

  /// Returns `view` or, if it is inside a moving cell, the nearest ancestor outside of all moving cells.
  private func outermostAtRest(_ view: View) -> View {
    var (result, current) = (view, view)
    while let parent = current.parent {
      if current.suspendsHover { result = parent }
      current = parent
    }
    return result
  }

  /// Ends hovering for all views inside `view`.
  func endHover(inside view: View) {
    let left = hoveredChain.filter { $0.isInside(view) }
    hoveredChain.removeAll { $0.isInside(view) }
    for view in left { view.pointerHovered(at: nil, at: now) }
  }

  /// Sends the movement to the pressed view, even if the pointer is outside its bounds. Without a press, updates
  /// hovering.
  private func pointerMoved(to point: Point, _ modifiers: Modifiers) -> Bool {
    pointerLocation = point
    guard let pressed = pressedView else {
      let before = (hoveredView, cursor)
      updateHover()
      if before.0 !== hoveredView || before.1 != cursor { setNeedsFrame() }
      return hoveredView != nil
    }
    pressed.pointerDragged(
      PointerEvent(
        location: pressed.convertFromRoot(point), button: .left, clicks: 1, modifiers: modifiers, time: now))
    return true
  }

  // Hides the focus ring, because the user now works with the pointer, and offers the press to the view under the
  // pointer.
  private func pointerDown(_ event: PointerEvent) -> Bool {
    pointerLocation = event.location
    cancelPress()
    isFocusVisible = false
    let shown = presentations
    return offer(at: event.location) { view in
      var local = event
      local.location = view.convertFromRoot(event.location)
      guard view.pointerDown(local) else { return false }
      pressedView = presentations > shown ? overlays.last : view
      return true
    }
  }

  /// Ends the press and updates the hovered view, which did not change during the press.
  private func pointerUp(_ event: PointerEvent) -> Bool {
    pointerLocation = event.location
    guard let pressed = pressedView else { return false }
    pressedView = nil
    var local = event
    local.location = pressed.convertFromRoot(event.location)
    pressed.pointerUp(local)
    updateHover()
    return true
  }

  /// Offers the beginning of a touch to the view at `point` and its ancestors. The view that claims the touch gets its
  /// later events.
  private func touch(_ phase: TouchPhase, id: Int64, at point: Point) -> Bool {
    lastTouch = (id, point)
    func event(for view: View) -> TouchEvent {
      TouchEvent(location: view.convertFromRoot(point), phase: phase, id: id, time: now)
    }
    guard phase != .began else {
      return offer(at: point) { view in
        guard view.touch(event(for: view)) else { return false }
        touchedView = view
        return true
      }
    }
    guard let view = touchedView else { return false }
    if phase != .moved { touchedView = nil }
    return view.touch(event(for: view))
  }

  /// Ends the current touch without an effect.
  func cancelTouch() {
    guard let view = touchedView, let lastTouch else { return }
    touchedView = nil
    _ = view.touch(
      TouchEvent(location: view.convertFromRoot(lastTouch.point), phase: .cancelled, id: lastTouch.id, time: now))
  }

  /// Offers a key to the focused view and its ancestors. If none handles it, Tab moves the focus, and other keys go to
  /// ``onUnhandledKey``.
  private func keyDown(_ event: KeyEvent) -> Bool {
    if keyPreview?(event) == true { return true }
    if offer(from: focusedView ?? content, { $0.keyDown(event) }) {
      isFocusVisible = true
      return true
    }
    if event.key == .tab, event.modifiers.isSubset(of: .shift) {
      return moveFocus(forward: !event.modifiers.contains(.shift))
    }
    return onUnhandledKey?(event) ?? false
  }

  /// Calls `use` for `view`, then for its ancestors from the inside out, until one call returns `true`.
  func offer(from view: View?, _ use: (View) -> Bool) -> Bool {
    var current = view
    while let view = current {
      // The call may remove the view from the tree, so its parent is read before the call.
      let next = view.parent
      if use(view) { return true }
      current = next
    }
    return false
  }
}

extension InputEvent {
  /// Whether the event may change what is shown, and not only what is highlighted.
  fileprivate var isAction: Bool {
    switch self {
    case .pointerUp, .wheel, .keyDown, .text, .touch, .drop: true
    case .pointerMoved, .pointerLeft, .pointerDown, .keyUp, .activation: false
    }
  }
}
