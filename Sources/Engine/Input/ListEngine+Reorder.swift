import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Reordering by the user, by drag, also between lists, and by key.
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
    beginDrag(ReorderDrag(shown: shown, others: others, pointer: point, grip: grip, size: frame.size))
    press(nil)
    hover(at: nil)
    endPointerDrag(at: eventInput.now)
    scroll.dropTarget()
    host?.setNeedsFrame()
    return true
  }

  /// Begins a drag. In a list with a reorder group, the item is drawn above all views.
  private func beginDrag(_ drag: ReorderDrag) {
    let layer = document.list.handlers.reorderGroup == nil ? nil : reordering.layer ?? DragLayer(for: view)
    reordering.begin(drag, in: layer)
    if let layer { host?.present(layer) }
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
    visitList(at: point)
    host?.setNeedsFrame()
  }

  /// Continues a drag after a frame: finds the position for the dragged item, which the next frame shows, and scrolls
  /// the list if the pointer is near its edges. Begins the drag of a long press.
  /// - Parameter isRearranged: Whether elements moved in the frame.
  func followReorder(_ context: FrameContext, isRearranged: Bool) {
    if let press = reordering.longPress { follow(press, context) }
    if inbox.update == nil, reordering.takeReveal(), let focused = interaction.focused { go(to: .item(focused)) }
    if inbox.update == nil, let list = reordering.takeReturn() { returnToProgram(list) }
    if reordering.landing != nil, inbox.update == nil { reordering.endLanding() }
    if let idle = reordering.takeIdleLayer() { host?.remove(idle) }
    guard let drag = reordering.drag else { return }
    if isRearranged { reordering.contentMoved() }
    if let visited = reordering.visited { return leave(for: visited) }
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
    let found: ReorderSearch.Place?
    if drag.shown.isAway {
      let place = drag.pointer + scroll.presentedOrigin
      found =
        ReorderSearch.entry(at: place, items.bound, in: document.list, along: layout.axis)
        ?? ReorderSearch.Place(path: drag.shown.source, isAfter: true)
    } else {
      guard let item = items.item(at: .item(dragged)) else { return }
      let search = ReorderSearch(
        list: document.list, dragged: dragged, isAfter: drag.shown.isAfter,
        frame: drag.frame(item.target.size).offset(by: scroll.presentedOrigin), gap: item.target, viewport: viewport,
        axis: layout.axis)
      found = search.target(among: items.bound)
    }
    let isNew = found != drag.proposed
    reordering.findTarget(found)
    guard isNew, let found, let target = accepted(found.path, drag),
      // The program's answer may have changed the list.
      let now = reordering.drag, now.shown.target == dragged, inbox.update == nil
    else { return }
    let isAfter = target == found.path ? found.isAfter : true
    guard now.shown.isAway || target != dragged || isAfter != now.shown.isAfter else { return }
    show(
      ReorderedList(base: now.shown.base, source: now.shown.source, target: target, isAfter: isAfter), after: now.shown)
  }

  /// Shows the dragged item at a new position in the list.
  private func show(_ shown: ReorderedList, after old: ReorderedList) {
    reordering.show(shown)
    show(shown, KnownMapping(generation: document.generation, mapping: shown.mapping(from: old)))
  }

  /// Returns the position that the program accepts for a drop at `target`; `nil` if it refuses.
  private func accepted(_ target: ElementPath, _ drag: ReorderDrag) -> ElementPath? {
    guard let question = document.list.handlers.targetForReorder else { return target }
    let guest = drag.guest
    let sources = guest?.sources ?? drag.sources
    let proposal = ReorderProposal(
      sources: sources, destination: drag.destination(of: target), ids: guest?.ids ?? sources.map(drag.shown.base.id),
      origin: guest?.origin)
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
    let distance = reordering.scrollDistance(along: layout.axis, in: layout.insetBounds, at: now)
    if scroll(at: now, by: distance) { reordering.contentMoved() }
  }

  /// Scrolls the list while a drag keeps the pointer near its start or end.
  /// - Parameter distance: In logical pixels on screen; `nil` if the pointer is away from the edges.
  /// - Returns: Whether the list can scroll in that direction.
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
    if let visited = reordering.visited { return drop(drag, in: visited) }
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
    // A guest is dragged by its own list.
    if drag.guest != nil, let origin = drag.guest?.origin, origin.engine.reordering.visited === view {
      return origin.engine.request { $0.endReorder() }
    }
    endVisit()
    reordering.land()
    endDrag(drag)
  }

  private func endDrag(_ drag: ReorderDrag) {
    reordering.end()
    // An update of the program that waits is shown in the order of the drag, because its diff may already run.
    if inbox.update?.known == nil, inbox.update != nil { return reordering.returnLater(to: drag.own) }
    returnToProgram(drag.own)
  }

  private func returnToProgram(_ list: List) {
    _ = inbox.apply(
      PendingUpdate(list: list, strategy: .animatedBatchUpdates, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  // MARK: Other lists

  /// Shows the dragged item in the list of the group under the pointer. Between lists, the last one keeps it.
  private func visitList(at point: Point) {
    guard let group = document.list.handlers.reorderGroup, let host, let view else { return }
    let place = view.convertToRoot(Rect(origin: point, size: .zero)).origin
    if let over = host.collectionView(at: place), over !== reordering.visited {
      if over === view {
        endVisit()
      } else if over.engine.document.list.handlers.reorderGroup?.id == group.id {
        endVisit()
        reordering.visit(over)
      }
    }
    guard let visited = reordering.visited, let drag = reordering.drag else { return comeBack() }
    visited.engine.handle { visited.engine.welcome(drag, from: view, at: visited.convertFromRoot(place)) }
    leave(for: visited)
  }

  /// Shows items that are dragged from another list at the pointer in this list.
  private func welcome(_ drag: ReorderDrag, from origin: CollectionView, at point: Point) {
    if reordering.drag == nil, inbox.update == nil {
      var guest = drag.guest(from: origin, in: document.list)
      guard let (base, source) = document.list.adding(guest.rows) else { return }
      guest.list = document.list
      let shown = ReorderedList(base: base, source: source, target: source, isAway: true)
      var visit = ReorderDrag(shown: shown, others: [], pointer: point, grip: drag.grip, size: drag.size)
      visit.guest = guest
      beginDrag(visit)
    }
    guard reordering.drag?.guest?.origin === origin else { return }
    let sources = drag.sources
    reordering.follow(sources, sources.map(drag.shown.base.id))
    reordering.move(to: point)
    if inbox.update == nil, let own = reordering.drag { findTarget(of: own) }
    host?.setNeedsFrame()
  }

  /// Closes the gap of the dragged item while the visited list shows a gap for it, and opens it otherwise.
  private func leave(for visited: CollectionView) {
    let guest = visited.engine.reordering.drag
    guard let drag = reordering.drag, inbox.update == nil, guest?.guest?.origin === view else { return }
    setAway(guest?.shown.isAway == false, drag.shown)
  }

  private func comeBack() {
    if let drag = reordering.drag, inbox.update == nil { setAway(false, drag.shown) }
  }

  private func setAway(_ isAway: Bool, _ old: ReorderedList) {
    guard isAway != old.isAway else { return }
    var shown = old
    shown.isAway = isAway
    show(shown, after: old)
  }

  /// Ends the visit of the dragged item in another list.
  func endVisit() {
    guard let visited = reordering.visited else { return }
    reordering.visit(nil)
    visited.engine.request { engine in
      if let drag = engine.reordering.drag, drag.guest != nil { engine.endDrag(drag) }
    }
  }

  /// Drops the dragged items in another list, and tells both programs; if that list has refused them, they return.
  private func drop(_ drag: ReorderDrag, in visited: CollectionView) {
    let guest = visited.engine.reordering.drag
    let (leave, enter) = (document.list.handlers.reorderGroup, visited.engine.document.list.handlers.reorderGroup)
    endReorder()
    guard let guest, let enter, let transfer = guest.transfer(of: drag, to: visited) else { return }
    host?.announce(guest.announcement)
    tell { leave?.onLeave?($0, transfer) }
    enter.onEnter(visited, transfer)
  }

  // MARK: By key

  /// Moves the focused item, or the selected items, by one position in the direction of an arrow key.
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

  /// Returns the next item in the direction of a key that is not one of the items in `others`; `nil` if there is none.
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
