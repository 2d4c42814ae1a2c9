extension ViewHost {
  /// Moves the focus to `view`; `nil` leaves no view with the focus.
  /// - Parameter visible: Whether the focused view should show a focus ring.
  public func focus(_ view: View?, visible: Bool = false) {
    isFocusVisible = visible
    guard focusedView !== view else { return }
    let old = focusedView
    focusedView = view
    old?.focusDidChange(isFocused: false)
    old?.setNeedsDisplay()
    view?.focusDidChange(isFocused: true)
    view?.setNeedsDisplay()
    setNeedsFrame()
  }

  /// Moves the focus from an overlay back to the view that had it before; `nil` leaves no view with the focus.
  package func giveBackFocus(to view: View?) {
    isGivingBackFocus = true
    focus(view, visible: isFocusVisible)
    isGivingBackFocus = false
  }

  /// Moves the focus to the next focusable view in tree order, or to the previous one if not `forward`. Wraps around at
  /// both ends.
  /// - Returns: Whether any view is focusable.
  /// - Complexity: O(*v*) in the number of views.
  package func moveFocus(forward: Bool) -> Bool {
    var candidates: [View] = []
    collectFocusable(in: content, into: &candidates)
    guard !candidates.isEmpty else { return false }
    let current = candidates.firstIndex { $0 === focusedView }
    let next: Int
    switch (current, forward) {
    case (nil, true): next = 0
    case (nil, false): next = candidates.count - 1
    case (let index?, true): next = (index + 1) % candidates.count
    case (let index?, false): next = (index + candidates.count - 1) % candidates.count
    }
    focus(candidates[next], visible: true)
    return true
  }

  /// Appends the focusable views in the subtree of `view` in tree order. Skips hidden subtrees.
  private func collectFocusable(in view: View, into candidates: inout [View]) {
    guard !view.isHidden else { return }
    if view.canBecomeFocused { candidates.append(view) }
    for child in view.focusableChildren { collectFocusable(in: child, into: &candidates) }
  }
}
