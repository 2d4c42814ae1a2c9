import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Reordering by the user, by drag and by key.
extension ListEngine {
  // MARK: The start of a drag

  /// Begins to drag an item, if the program allows it.
  /// - Parameters:
  ///   - start: The position in the view at which the item was pressed.
  ///   - point: The position of the pointer now.
  /// - Returns: Whether the drag has begun.
  func beginReorder(of path: ElementPath, pressedAt start: Point, at point: Point) -> Bool {
    guard document.list.handlers.reorder != nil, inbox.update == nil, canReorder(path),
      let item = items.item(at: .item(path))
    else { return false }
    let frame = item.presented(inViewAt: scroll.presentedOrigin)
    guard frame.width > 0, frame.height > 0 else { return false }
    let grip = Point(x: (start.x - frame.minX) / frame.width, y: (start.y - frame.minY) / frame.height)
    let others = otherPaths(movedWith: path)
    // The question may have changed the list.
    guard inbox.update == nil else { return false }
    let shown = ReorderedList(base: document.list, source: path, target: path)
    reordering.begin(ReorderDrag(shown: shown, others: others, pointer: point, grip: grip))
    press(nil)
    hover(at: nil)
    endPointerDrag(at: eventInput.now)
    scroll.dropTarget()
    host?.setNeedsFrame()
    return true
  }

  /// Whether the user may move an item.
  private func canReorder(_ path: ElementPath) -> Bool {
    let list = document.list
    guard list.contains(path), list.canChoose(path) else { return false }
    return list.handlers.shouldReorder?(path, list.id(at: path)) ?? true
  }

  /// Returns the other selected items that move with a selected item, ascending; empty if the item is not selected.
  private func otherPaths(movedWith path: ElementPath) -> [ElementPath] {
    guard interaction.selection.count > 1, interaction.selection.contains(path) else { return [] }
    return interaction.selection.paths.filter { $0 != path && canReorder($0) }
  }

  // MARK: The drag

  /// Moves the dragged item with the pointer.
  func dragReorder(to point: Point) {
    reordering.move(to: point)
    host?.setNeedsFrame()
  }

  /// Continues a drag after a frame, for the next one: finds the place of the dragged item, and scrolls the list if the
  /// pointer is near its edges. Begins the drag of a long press.
  /// - Parameter isRearranged: Whether elements moved in the frame.
  func followReorder(_ context: FrameContext, isRearranged: Bool) {
    if let press = reordering.longPress { follow(press, context) }
    if inbox.update == nil, reordering.takeReveal(), let focused = interaction.focused { go(to: .item(focused)) }
    if inbox.update == nil, let list = reordering.takeReturn() { returnToProgram(list) }
    guard let drag = reordering.drag else { return }
    if isRearranged { reordering.contentMoved() }
    if inbox.update == nil, reordering.needsTarget { findTarget(of: drag) }
    scrollForReorder(at: context.now)
  }

  private func follow(_ press: Reordering.LongPress, _ context: FrameContext) {
    guard context.now >= press.end else { return context.wake(at: press.end) }
    reordering.endLongPress()
    guard let path = path(at: press.point), beginReorder(of: path, pressedAt: press.point, at: press.point) else {
      openMenu(at: press.point)
      return
    }
    reordering.liftByTouch(at: press.point)
    scroll.release(velocity: 0, at: context.now)
  }

  private func findTarget(of drag: ReorderDrag) {
    let dragged = drag.shown.target
    guard let item = items.item(at: .item(dragged)) else { return }
    let list = document.list
    let search = ReorderSearch(
      list: list, dragged: dragged, isAfter: drag.shown.isAfter,
      frame: drag.frame(item.target.size).offset(by: scroll.presentedOrigin), gap: item.target, viewport: viewport,
      axis: layout.axis)
    let found = search.target(among: items.bound)
    let isNew = found != drag.proposed
    reordering.findTarget(found)
    guard isNew, let found, let target = accepted(found.path, drag),
      // The program's answer may have changed the list.
      let now = reordering.drag, now.shown.target == dragged, inbox.update == nil
    else { return }
    let isAfter = target == found.path ? found.isAfter : true
    guard target != dragged || isAfter != now.shown.isAfter else { return }
    let shown = ReorderedList(
      base: now.shown.base, source: now.shown.source, target: target, isAfter: isAfter)
    reordering.show(shown)
    show(shown, KnownMapping(generation: document.generation, mapping: shown.mapping(from: now.shown)))
  }

  /// Returns the place that the program chooses instead of `target`; `nil` if it refuses any.
  private func accepted(_ target: ElementPath, _ drag: ReorderDrag) -> ElementPath? {
    guard let question = document.list.handlers.targetForReorder else { return target }
    let proposal = ReorderProposal(sources: drag.sources, destination: drag.destination(of: target))
    return question(proposal).flatMap(drag.target)
  }

  /// Makes the list of a drag the newest list.
  private func show(_ shown: ReorderedList, _ known: KnownMapping) {
    var update = PendingUpdate(
      list: shown.list(), strategy: .animatedBatchUpdates, reason: .program, update: Update())
    update.known = known
    _ = inbox.apply(update)
    host?.setNeedsFrame()
  }

  /// Scrolls the list if the pointer drags an item near its start or end.
  private func scrollForReorder(at now: Instant) {
    let distance = reordering.scrollDistance(along: layout.axis, length: layout.length, at: now)
    if scroll(at: now, by: distance) { reordering.contentMoved() }
  }

  /// Scrolls the list for a drag that holds the pointer near its start or end.
  /// - Parameter distance: The distance on the screen; `nil` if the pointer is away from the edges.
  /// - Returns: Whether the list can scroll there.
  func scroll(at now: Instant, by distance: Double?) -> Bool {
    guard let distance else { return false }
    let along = layout.isReversed ? -distance : distance
    let scrolls = scroll.beginWheel(by: along)
    // The first call only starts the clock.
    if scrolls || along == 0 { host?.setNeedsFrame() }
    if scrolls { moveByUser { $0.scrollByWheel(by: along, isAnimated: false, at: now) } }
    return scrolls
  }

  // MARK: The end of a drag

  /// Ends the drag where the item is, and tells the program.
  func dropReorder() {
    guard let drag = reordering.drag else { return }
    let reorder = drag.changesOrder ? drag.reorder() : nil
    let (handler, text) = (document.list.handlers.reorder, drag.announcement)
    endReorder()
    guard let reorder, let handler else { return }
    host?.announce(text)
    tell { handler($0, reorder) }
  }

  /// Ends the drag, and shows the program's own list again.
  func endReorder() {
    reordering.endLongPress()
    guard let drag = reordering.drag else { return }
    reordering.end()
    // An update of the program that waits is shown in the order of the drag, because its diff may already run.
    if inbox.update?.known == nil, inbox.update != nil { return reordering.returnLater(to: drag.shown.base) }
    returnToProgram(drag.shown.base)
  }

  private func returnToProgram(_ list: List) {
    _ = inbox.apply(
      PendingUpdate(list: list, strategy: .animatedBatchUpdates, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  // MARK: By key

  /// Moves the focused item, or the selected items, by one place in the direction of an arrow key.
  /// - Returns: Whether the list can be reordered.
  func reorder(by event: KeyEvent) -> Bool {
    guard let handler = document.list.handlers.reorder, let focus = chosenFocus else { return false }
    guard reordering.drag == nil, inbox.update == nil, canReorder(focus) else { return true }
    let others = otherPaths(movedWith: focus)
    guard let next = neighbour(of: focus, by: event.key, passing: others), inbox.update == nil else { return true }
    let forward = next > focus
    // Into another section, the item comes to the near side of its new neighbour.
    let item = next.section == focus.section || forward ? next.item : next.item + 1
    var drag = ReorderDrag(
      shown: ReorderedList(base: document.list, source: focus, target: focus), others: others, pointer: .zero,
      grip: .zero)
    guard let target = accepted(ElementPath(section: next.section, item: item), drag), inbox.update == nil else {
      return true
    }
    // The item comes to the subsection of its new neighbour.
    drag.shown = ReorderedList(
      base: document.list, source: focus, target: target, isAfter: next.section == focus.section ? forward : !forward)
    guard drag.changesOrder else { return true }
    reordering.revealLater()
    host?.announce(drag.announcement)
    tell { handler($0, drag.reorder()) }
    host?.setNeedsFrame()
    return true
  }

  /// Returns the next item in the direction of a key that does not move along; `nil` if there is none.
  private func neighbour(of focus: ElementPath, by key: Key, passing others: [ElementPath]) -> ElementPath? {
    let moved = Set(others)
    var path = focus
    for _ in 0...others.count {
      let navigation = KeyNavigation(list: document.list, focus: path, goal: interaction.columnGoal)
      guard let next = askLayout({ navigation.move(by: key, layout, nested) }).path, next != path else { return nil }
      if !moved.contains(next) { return next }
      path = next
    }
    return nil
  }
}
