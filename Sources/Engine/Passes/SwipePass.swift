package import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Moves the content of a swiped row aside, and places the actions of the swiped and the hovered row.
///
/// - Reads: the layout, the placements of bound items.
/// - Writes: the swipe, the slide of bound items, the chrome.
/// - Returns: whether anything moves.
@MainActor
package enum SwipePass {
  /// The facts of a frame that the actions need.
  @MainActor
  package struct Input {
    let context: FrameContext
    let frame: FrameInput
    /// The item under the pointer; `nil` if there is none, or while anything moves.
    let hovered: ElementPath?

    package init(context: FrameContext, frame: FrameInput, hovered: ElementPath?) {
      (self.context, self.frame, self.hovered) = (context, frame, hovered)
    }
  }

  /// Advances the swipe and shows it. Call when the placements of items are final. Costs nothing if no actions are shown.
  /// - Complexity: O(*v*) in the number of bound items.
  package static func run(
    _ swiping: inout Swiping, _ chrome: Chrome, _ items: borrowing ItemStore, _ layout: borrowing LayoutState,
    _ input: Input
  ) -> Bool {
    guard swiping.isActive || chrome.showsRowActions else { return false }
    let isMoving = swiping.advance(to: input.context.now)
    for item in items.bound where item.slide != .zero { item.slide = .zero }
    showSwipe(&swiping, chrome, items, layout, input)
    showHover(swiping, chrome, items, layout, input)
    return isMoving
  }

  private static func showSwipe(
    _ swiping: inout Swiping, _ chrome: Chrome, _ items: borrowing ItemStore, _ layout: borrowing LayoutState,
    _ input: Input
  ) {
    let view = chrome.swipeActions
    guard let path = swiping.row?.path, let item = items.item(at: .item(path)) else {
      // A row that has left the view is closed.
      swiping.end()
      return input.frame.binder.withoutRequestingFrames { view.hide() }
    }
    swiping.resize(to: item.target.size[layout.axis.cross])
    guard let row = swiping.row else { return }
    let environment = input.context.environment
    item.slide = layout.movement(
      ofContainerScrolledBy: environment.rounded(row.offset.value))
    let place = place(of: item, items, layout, input)
    input.frame.binder.withoutRequestingFrames {
      view.show(row, at: place, environment)
      view.layoutIfNeeded(environment: environment)
    }
  }

  private static func showHover(
    _ swiping: borrowing Swiping, _ chrome: Chrome, _ items: borrowing ItemStore, _ layout: borrowing LayoutState,
    _ input: Input
  ) {
    let (view, now) = (chrome.hoverActions, input.context.now)
    guard let row = swiping.hovered, row.path == input.hovered, row.path != swiping.row?.path,
      let item = items.item(at: .item(row.path))
    else { return view.fadeOut(at: now) }
    let (place, environment) = (place(of: item, items, layout, input), input.context.environment)
    input.frame.binder.withoutRequestingFrames {
      view.show(row, at: place, environment, at: now)
      view.layoutIfNeeded(environment: environment)
    }
  }

  /// Returns the frame of a row in the view, and the part of it that neither clips nor pinned items hide.
  private static func place(
    of item: BoundItem, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: Input
  ) -> RowPlace {
    let (axis, origin) = (layout.axis, input.frame.viewport.origin)
    let frame = item.presented(inViewAt: origin)
    var visible = frame.intersection(layout.bounds)
    if let clip = item.clipInContent { visible = visible.intersection(clip.offset(by: .zero - origin)) }
    for other in items.bound where other.isPinned && other !== item {
      let cover = other.presented(inViewAt: origin)
      guard cover.intersects(visible) else { continue }
      let (start, end) = (visible.lower(axis), visible.upper(axis))
      // A pinned item covers the start or the end of the row.
      let isStart = cover.lower(axis) <= start
      visible.origin[axis] = isStart ? min(cover.upper(axis), end) : start
      visible.size[axis] = (isStart ? end : max(start, cover.lower(axis))) - visible.lower(axis)
    }
    return RowPlace(
      frame: frame, visible: visible, axis: axis,
      isMirrored: axis == .vertical && input.context.environment.direction == .rightToLeft)
  }
}
