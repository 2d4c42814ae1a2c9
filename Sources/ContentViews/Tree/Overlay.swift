package import ScrollworkGeometry

/// A view above all other views of a window, such as a menu. It covers the whole window, is shown by
/// ``ViewHost/present(_:)``, and is removed by ``ViewHost/remove(_:)``.
///
/// An overlay gets the pointer where its ``View/hitTest(_:)`` finds a view; elsewhere the views below get it. A press, a
/// touch or a turn of the wheel that an overlay refuses goes to the views below too.
@MainActor
package class Overlay: View {
  /// The view for which the overlay is shown. If it becomes hidden or leaves the window, the overlay is dismissed.
  package weak var owner: View?
  /// Whether the overlay ignores input: it gets no pointer events, and stays until the program removes it.
  package var isPassive = false

  package override func hitTest(_ point: Point) -> View? { isPassive ? nil : super.hitTest(point) }

  /// Whether showing the overlay transfers a press or touch in progress to it. The default is `true`.
  package var takesPress: Bool { true }

  /// Closes the overlay because the user turned to something else. The default removes it from the window.
  package func dismiss() { host?.remove(self) }
}

extension ViewHost {
  /// Shows an overlay above all others.
  ///
  /// If its `takesPress` is `true`, a press or touch in progress is cancelled and continues in the overlay, even while
  /// the press is still offered to views. So the user can open a menu, move to an action and release the button.
  package func present(_ overlay: Overlay) {
    guard !overlays.contains(where: { $0 === overlay }) else { return }
    overlays.append(overlay)
    overlay.frame = content.frame
    overlay.attach(to: self)
    setNeedsFrame()
    guard overlay.takesPress else { return }
    presentations += 1
    if pressedView != nil {
      cancelPress()
      pressedView = overlay
    }
    if touchedView != nil {
      cancelTouch()
      touchedView = overlay
    }
    updateHover()
  }

  /// Removes an overlay from the window.
  package func remove(_ overlay: Overlay) {
    guard let index = overlays.firstIndex(where: { $0 === overlay }) else { return }
    overlays.remove(at: index)
    overlay.attach(to: nil)
    updateHover()
    setNeedsFrame()
  }

  /// Dismisses the overlays that `condition` selects, the topmost first.
  func dismissOverlays(where condition: (Overlay) -> Bool = { _ in true }) {
    for overlay in overlays.reversed() where !overlay.isPassive && condition(overlay) { overlay.dismiss() }
  }

  /// Returns the topmost view at a point of the window; `nil` if there is none.
  package func hitTest(_ point: Point) -> View? {
    for overlay in overlays.reversed() {
      if let hit = overlay.hitTest(point) { return hit }
    }
    return content.hitTest(point)
  }

  /// Calls `use` for the topmost view at a point and its ancestors from the inside out, until one call returns `true`.
  /// If an overlay refuses the event, offers it once more to the view that is then the topmost.
  func offer(at point: Point, _ use: (View) -> Bool) -> Bool {
    let hit = hitTest(point)
    // An overlay that refuses an event may remove itself.
    let isInOverlay = overlays.contains { hit?.isInside($0) == true }
    if offer(from: hit, use) { return true }
    guard isInOverlay else { return false }
    let below = hitTest(point)
    return below !== hit && offer(from: below, use)
  }
}
