import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

// Items that are longer than the view. Keys scroll through such an item before the focus moves on.
extension KeyNavigation {
  /// The distance that a page key scrolls within a tall item, as a fraction of the uncovered part of the viewport.
  private static let page = 0.9

  /// Returns the offset at which the view shows more of a tall focused item, in the direction of a key; `nil` if the
  /// key must move the focus, because the item fits the view or its end in that direction is visible.
  /// - Parameters:
  ///   - event: The key.
  ///   - offset: The offset of the view, or the one at which it comes to rest.
  ///   - notch: The distance of a notch of the wheel, in logical pixels; an arrow key scrolls by half of it.
  func offset(
    inItemBy event: KeyEvent, _ offset: Double, _ notch: Double, _ layout: borrowing LayoutState
  ) -> Double? {
    guard let focus, event.modifiers.isEmpty, keepsColumn(event.key, layout), isTall(focus, layout) else { return nil }
    let on: Key = layout.axis == .vertical ? .down : layout.isReversed ? .left : .right
    let isForward = event.key == on || event.key == .pageDown
    let covered = layout.coveredLength(over: focus)
    let frame = layout.solver.frame(of: focus)
    // The distances by which the item goes on before and after the view.
    let before = offset + covered.start - layout.lead(frame)
    let after = layout.trail(frame) - (offset + layout.length - covered.end)
    let length = layout.length - covered.start - covered.end
    guard before > -length, after > -length else { return nil }
    let isPage = event.key == .pageUp || event.key == .pageDown
    let step = isPage ? length * Self.page : min(length, notch / 2)
    if isForward { return after > 0.5 ? offset + min(step, after) : nil }
    return before > 0.5 ? offset - min(step, before) : nil
  }

  /// Returns the scroll target that shows the item to which a key moves the focus, and the end of the item to show. A
  /// backward key shows the trailing end of an item that is longer than the view.
  func place(
    revealing path: ElementPath, by key: Key, _ layout: borrowing LayoutState
  ) -> (target: ScrollTarget, end: ScrollAlignment) {
    let back: Key = layout.axis == .vertical ? .up : layout.isReversed ? .right : .left
    let showsEnd = [back, .pageUp, .end].contains(key) && isTall(path, layout)
    return (target(revealing: path, by: key, layout), showsEnd ? .end : .nearest)
  }

  private func isTall(_ path: ElementPath, _ layout: borrowing LayoutState) -> Bool {
    let covered = layout.coveredLength(over: path)
    return layout.solver.frame(of: path).size[layout.axis] > layout.length - covered.start - covered.end + 0.5
  }
}
