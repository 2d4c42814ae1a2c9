import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Plain facts of the frame that binding needs.
@MainActor
struct BindInput {
  let binder: Binder
  /// The list that is shown.
  let list: List
  /// The update that this frame applies.
  let update: UpdateTransaction?
  /// The animator of the view, for items without a nearer one.
  let animator: (any Animator)?
  let now: Instant
  /// The time of the frame before; `nil` if this is the first one in its window.
  let lastFrame: Instant?
  /// The visible rectangle, in content coordinates.
  let viewport: Rect
  /// The movement of the content's coordinates since the frame began to measure; `nil` if nothing is kept in place, so
  /// that a correction is not visible as motion.
  let correctionShift: Point?

  /// Returns the animator of an item: that of its content view, its cell, its section, the update or the view.
  func animator(for item: BoundItem) -> (any Animator)? { item.animator(in: list, else: update?.animator ?? animator) }

  /// Returns the distance that the user scrolled an item in the frame of an update, the nested containers around it
  /// included. It is no part of the change.
  func scrolling(of item: BoundItem, in layout: borrowing LayoutState) -> Point {
    update?.scrolling(of: item.key, in: layout) ?? .zero
  }
}

/// Gives the visible elements their items and content views.
///
/// - Reads: the visible elements of the layout.
/// - Writes: the item store. Items bound for the first time are in `entered`, saved motion of recycled ones in
///   `suspended`.
/// - Returns: nothing. The program's components run through the binder.
@MainActor
enum BindPass {
  /// Makes the bound items those of `layout.visible`, in one walk along both: they have the same order.
  static func run(_ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: BindInput) {
    items.nextBound.removeAll(keepingCapacity: true)
    items.entered.removeAll(keepingCapacity: true)
    var old = 0
    for element in layout.visible {
      while old < items.bound.count, items.bound[old].key < element.key {
        keepIfVisible(items.bound[old], &items, layout, input)
        old += 1
      }
      if old < items.bound.count, items.bound[old].key == element.key {
        let item = items.bound[old]
        place(item, element, layout.axis, input.binder)
        // A visible item goes all the way to its target, and not only to the edge.
        item.goAllTheWay()
        items.nextBound.append(item)
        old += 1
      } else {
        items.nextBound.append(enter(element, &items, layout, input))
      }
    }
    while old < items.bound.count {
      keepIfVisible(items.bound[old], &items, layout, input)
      old += 1
    }
    items.adoptNext()
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Recycles the items that no round of the frame took back, and begins the display of the others.
  static func finish(_ items: inout ItemStore, _ input: BindInput) {
    for item in items.recycleCandidates {
      items.suspendMotion(of: item, at: input.now)
      items.release(item, input.binder)
    }
    items.recycleCandidates.removeAll(keepingCapacity: true)
    for item in items.bound where !item.isDisplayed { input.binder.startDisplay(of: item, in: input.list) }
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Gives an item its target frame, and its content view another layout if the size changed.
  static func place(_ item: BoundItem, _ element: LayoutElement, _ axis: Axis, _ binder: Binder) {
    item.stand(as: element, along: axis)
    guard item.target != element.frame else { return }
    item.target = element.frame
    if item.laidOutSize != item.target.size { binder.layOut(item) }
  }

  /// Returns an item for an element that has none.
  static func make(
    _ element: LayoutElement, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: BindInput
  ) -> BoundItem {
    let item = make(element.key, input.list.row(for: element.key, in: layout.solver) ?? .nothing, &items, input)
    item.target = element.frame
    item.stand(as: element, along: layout.axis)
    input.binder.layOut(item)
    return item
  }

  /// Returns an item that shows `row`, without a frame.
  static func make(_ key: LayoutElement.Key, _ row: Row, _ items: inout ItemStore, _ input: BindInput) -> BoundItem {
    let item = items.make(key, row, input.list.highlight(of: key), input.binder)
    item.animator = input.animator(for: item)
    return item
  }

  // MARK: Entering items

  /// Returns the item of an element that had none: a recycle candidate, an exiting item that came back, or a new one.
  private static func enter(
    _ element: LayoutElement, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: BindInput
  ) -> BoundItem {
    if let index = items.recycleCandidates.firstIndex(where: { $0.key == element.key }) {
      // Sizes measured since brought it back: it goes on from where it is.
      let item = items.recycleCandidates.remove(at: index)
      place(item, element, layout.axis, input.binder)
      item.goAllTheWay()
      return item
    }
    if let item = revive(element, &items, layout, input) { return item }
    let item = make(element, &items, layout, input)
    items.entered.append(item)
    return item
  }

  /// Returns the exiting item of an element that came back before it was gone.
  private static func revive(
    _ element: LayoutElement, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: BindInput
  ) -> BoundItem? {
    guard !items.exiting.isEmpty, element.key.kind == .item, let path = element.key.path else { return nil }
    let (id, section) = (input.list.id(at: path), input.list.sections[path.section].id)
    guard
      let index = items.exiting.firstIndex(where: { !$0.isCrossfadeCopy && $0.id == id && $0.sectionID == section })
    else { return nil }
    let item = items.exiting.remove(at: index)
    item.isExiting = false
    item.key = element.key
    // The layout has forgotten its size, or is another one since.
    item.measuredWidth = nil
    item.animator = input.animator(for: item)
    let travels = input.binder.animatesMotion
    if let update = input.update, update.isAnimated, travels {
      item.setOut(inViewAt: update.origin)
    } else {
      item.stopTravelling()
    }
    item.alpha.go(to: 1, at: input.now, for: travels ? 0.16 : 0.1)
    item.scale.target = 1
    place(item, element, layout.axis, input.binder)
    return render(item, .whole, &items, layout, input)
  }

  // MARK: Items that are no longer visible

  /// Keeps an item whose target frame is not visible if it is still visible in flight or has the keyboard focus.
  private static func keepIfVisible(
    _ item: BoundItem, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: BindInput
  ) {
    guard let frame = layout.solver.frame(for: item.key, pinnedIn: input.viewport) else {
      return items.release(item, input.binder)
    }
    var element = LayoutElement(key: item.key, frame: frame, zIndex: item.zIndex)
    element.clip = layout.solver.clip(of: item.key)
    place(item, element, layout.axis, input.binder)
    if isVisibleInFlight(item, layout, input) || isCarried(item, items, input) || isMovedOut(item, layout.axis, input) {
      items.nextBound.append(item)
    } else if input.binder.hasFocus(item) {
      item.stopTravelling()
      items.nextBound.append(item)
    } else if item.isAtRest(at: input.now) {
      items.suspendMotion(of: item, at: input.now)
      items.release(item, input.binder)
    } else {
      items.recycleCandidates.append(item)
    }
  }

  private static func isVisibleInFlight(
    _ item: BoundItem, _ layout: borrowing LayoutState, _ input: BindInput
  ) -> Bool {
    if let departure = item.departure {
      return departure.offset(by: -input.scrolling(of: item, in: layout)).intersects(layout.bounds)
    }
    return !item.isAtRest(at: input.now) && item.presented.intersects(input.viewport)
  }

  /// Whether the item is a badge whose host item, which comes right before it, is still visible in flight.
  private static func isCarried(_ item: BoundItem, _ items: borrowing ItemStore, _ input: BindInput) -> Bool {
    guard let host = item.hostItem, !host.isExiting else { return false }
    return host.key.path == item.key.host && items.nextBound.last { $0.key.kind == .item } === host
      && (host.departure != nil || !host.isAtRest(at: input.lastFrame ?? .zero))
  }

  /// Whether the item was visible until a correction moved its target frame away: it is visible on its way there.
  private static func isMovedOut(_ item: BoundItem, _ axis: Axis, _ input: BindInput) -> Bool {
    guard let shift = input.correctionShift, let distance = item.correction(after: shift, along: axis),
      Corrections.isVisible(distance, along: axis)
    else { return false }
    return item.presented.offset(by: distance).intersects(input.viewport)
  }
}
