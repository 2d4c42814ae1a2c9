import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Returns the item whose target frame contains a point of the view; `nil` if there is none.
  /// - Complexity: O(*v*) in the number of visible items.
  func path(at point: Point) -> ElementPath? {
    let place = point + scroll.presentedOrigin
    return Self.topmost(at: place, of: items.bound)?.key.host.flatMap { canChoose($0) ? $0 : nil }
  }

  /// Returns the topmost of some items whose target frame contains a point in content coordinates.
  private static func topmost(at place: Point, of items: [BoundItem]) -> BoundItem? {
    var top: BoundItem?
    for item in items where item.isHit(at: place) {
      guard let other = top else {
        top = item
        continue
      }
      if item.drawOrder >= other.drawOrder { top = item }
    }
    return top
  }

  /// Returns the view that gets the pointer: an interactive view in a cell, else the list itself.
  func findView(at point: Point) -> View? {
    guard let list = view, !list.isHidden, list.bounds.contains(point) else { return nil }
    if let hit = chrome.scrollBar.hitTest(point - chrome.scrollBar.frame.origin) { return hit }
    for holder in [chrome.pillHolder, chrome.paging.startStatus, chrome.paging.endStatus, chrome.stateHolder] {
      if let hit = holder.hitTest(point - holder.frame.origin) { return hit }
    }
    let place = point + scroll.presentedOrigin
    guard let content = Self.topmost(at: place, of: boundItems)?.content,
      var view = content.hitTest(point - content.frame.origin)
    else {
      return list
    }
    // Interactive views handle a press themselves; a press on any other part of a cell goes to the list.
    while !view.isInteractive, view !== content, let parent = view.parent { view = parent }
    return view.isInteractive ? view : list
  }

  /// Marks the item under the pointer as hovered; while anything moves, no item is hovered.
  func hover(at point: Point?) {
    guard activity != .runningPasses else { return request { $0.hover(at: point) } }
    interaction.movePointer(to: point)
    let path = scrolls || motion.isRunning ? nil : point.flatMap { self.path(at: $0) }
    if interaction.hover(path) { host?.setNeedsFrame() }
  }

  func handlePress(_ event: PointerEvent) -> Bool {
    host?.focus(view)
    let path = self.path(at: event.location)
    interaction.press(event.button == .left ? path : nil)
    if event.button == .left, event.modifiers.isEmpty { beginSectionDrag(event) }
    host?.setNeedsFrame()
    guard settings.selectionMode != .none else { return true }
    guard let path else {
      if !event.modifiers.contains(.control) { deselectAll() }
      return true
    }
    if event.button == .right {
      if !interaction.selection.contains(path) { selectOnly(path) }
    } else if event.button == .left {
      press(path, event)
    }
    return true
  }

  private func press(_ path: ElementPath, _ event: PointerEvent) {
    if event.clicks >= 2, event.modifiers.isEmpty { return activate(path) }
    if event.modifiers.contains(.shift) {
      extendSelection(to: path, adding: event.modifiers.contains(.control))
    } else if event.modifiers.contains(.control) {
      toggleSelection(of: path)
    } else if !interaction.selection.contains(path) {
      selectOnly(path)
    } else {
      setFocus(path)
    }
  }

  func handleRelease(_ event: PointerEvent) {
    endSectionDrag(at: event.time)
    guard let pressed = interaction.pressed else { return }
    interaction.press(nil)
    host?.setNeedsFrame()
    // A press on one of several selected items keeps them selected, so that they can be dragged. A release on the same
    // item selects it alone.
    guard settings.selectionMode != .none, event.modifiers.isEmpty, interaction.selection.count > 1,
      path(at: event.location) == pressed
    else { return }
    selectOnly(pressed)
  }

  func tap(_ path: ElementPath) {
    host?.focus(view)
    if settings.selectionMode != .none { selectOnly(path) }
  }

  /// Calls the activation handler of an item.
  func activate(_ path: ElementPath) {
    let context = cell(at: path)
    row(for: .item(path))?.handlers?.didActivate?(context)
  }
}
