import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ItemStore {
  /// Returns an item for an element that is not bound yet, laid out at the element's target frame.
  mutating func make(
    _ element: LayoutElement, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> BoundItem {
    let item = make(element.key, input.list.row(for: element.key, in: layout.solver) ?? .empty, input)
    item.placement.target = element.frame
    item.takeAttributes(of: element, along: layout.axis)
    input.binder.layOut(item)
    return item
  }

  /// Returns an item that shows `row`, with a content view from the pool if one fits. The item has no frame yet.
  mutating func make(_ key: LayoutElement.Key, _ row: Row, _ input: FrameInput) -> BoundItem {
    let item = take(row)
    input.binder.bind(item, to: row, key: key, highlight: input.list.highlight(of: key))
    item.isHeaderOrFooter = input.list.isHeaderOrFooter(key)
    item.animator = input.animator(for: item)
    input.reportOutline(of: key)
    if Checks.areOn, row.declaresSize, let path = key.path { input.reportSize(at: path) }
    return item
  }

  /// Returns another item that shows `row`, with the frame, motion and state of `item`.
  mutating func makeStandIn(for item: BoundItem, _ row: Row, _ input: FrameInput) -> BoundItem {
    let new = make(item.key, row, input)
    new.copyPresentation(from: item)
    input.binder.layOut(new)
    return new
  }

  /// Returns a second item that shows the same row as `item` in the same frame, and begins its display.
  mutating func makeCopy(of item: BoundItem, _ input: FrameInput) -> BoundItem {
    let copy = makeStandIn(for: item, item.row, input)
    copy.measuredWidth = item.measuredWidth
    input.binder.startDisplay(of: copy, in: input.list)
    return copy
  }
}

extension ItemStore {
  /// Starts the exit of an item that fades out where it was, while another content view shows the same item elsewhere.
  ///
  /// The fade-out takes as long as the item's fade-in has run so far. This bounds the number of copies: however many
  /// updates follow one another, an item is visible in at most four places.
  /// - Parameters:
  ///   - place: The frame at which the item fades out, in the viewport.
  ///   - clip: The clip, in the viewport; `nil` for none.
  ///   - seconds: The duration of a complete fade.
  mutating func exit(
    _ item: BoundItem, byCrossfadeAt place: Rect, clip: Rect?, for seconds: Double, _ input: FrameInput
  ) {
    item.isCrossfadeCopy = true
    item.placement.previous.drawnOrigin = nil
    // From now on the item belongs to no element, so it keeps a frame of its own.
    let isResized = item.placement.target.size != place.size
    item.placement.target = place.offset(by: input.viewport.origin)
    if isResized { input.binder.layOut(item) }
    item.placement.clip = clip?.offset(by: -place.origin)
    // Fades slow down as the cube of the remaining time. The inverse gives the share of the duration that has passed.
    let wayBack = 1 - power(max(0, 1 - item.alpha.value(at: input.now)), 1 / 3)
    item.alpha.go(to: 0, at: input.now, for: seconds * wayBack)
    startExit(of: item)
  }

  /// Moves the exiting items that were in a nested scroll container along with the content of that container.
  /// - Parameter distance: The change of the container's offset, in logical pixels.
  func scrollExiting(with container: ScrollContainerID, by distance: Double, in layout: borrowing LayoutState) {
    for item in exiting where item.containers.contains(container) {
      item.placement.target.origin -= layout.movement(ofContainerScrolledBy: distance)
      // The container itself stays in place, so the clip must not move with the item.
      guard item.placement.clip != nil else { continue }
      item.placement.clip = layout.solver.clip(inside: item.containers)?.offset(by: -item.target.origin)
    }
  }

  /// Starts the change mark of a cell whose content changed. Does nothing if its section has no change marks, or if
  /// motion is off.
  mutating func markChange(of item: BoundItem, _ input: FrameInput) {
    guard item.key.kind == .item, input.list.sections[item.key.section].marksChanges,
      input.motion != .off
    else { return }
    startChangeMark(of: item, at: input.now)
  }
}

extension BoundItem {
  /// Whether the item is clearly visible. A fainter item has only just begun to fade in, so it needs no fade-out.
  func isPlainlyVisible(at now: Instant) -> Bool { alpha.value(at: now) > 0.4 }

  /// Starts to fade in at the current position.
  /// - Parameter delay: The time before the fade begins, in seconds.
  func fadeIn(for seconds: Double, at now: Instant, after delay: Double = 0) {
    placement.previous.drawnOrigin = nil
    alpha = Fade(0)
    alpha.go(to: 1, at: now, for: seconds, after: delay)
  }

  /// Sets the highlight for hover, press and selection.
  func setHighlight(_ new: CellHighlight) {
    guard new != highlight else { return }
    highlight = new
    group.isDirty = true
  }

  /// Returns the animator of the item: the first that its content view, its cell or its section has, in this order, or
  /// `other` if none of them has one.
  func animator(in list: List, else other: (any Animator)?) -> (any Animator)? {
    if let own = content.collectionAnimator ?? row.animator { return own }
    let section = list.sections.indices.contains(key.section) ? list.sections[key.section].animator : nil
    return section ?? other
  }

  /// Returns the facts about the item that an animator needs.
  /// - Parameter frame: The item's frame, in the viewport.
  func animationContext(
    at frame: Rect, in viewport: Size, order: Int = 0, isSectionChange: Bool = false, parent: Rect? = nil
  ) -> AnimationContext {
    AnimationContext(
      frame: frame, viewport: viewport, order: order, isSectionChange: isSectionChange, isTile: highlight == .tile,
      parent: parent)
  }
}

extension FrameInput {
  /// Records a problem if the cell at a path declares a size that its lazy section cannot use.
  fileprivate func reportSize(at path: ElementPath) {
    let section = list.sections[path.section].innermost(holding: path.item).section
    if section.rows.declaredSizes == nil { binder.recordOnce(.ignoredCellSizes(section: section.id)) }
  }
}
