package import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface

/// The drag by which the user reorders items, and the program's list during the drag.
///
/// While an item is dragged, the engine shows a ``ReorderedList``: layout, motion, selection and anchors treat the move
/// of the item as any other update. The program sees only its own list.
package struct Reordering: ~Copyable {
  package init() {}

  /// The drag; `nil` if there is none.
  package private(set) var drag: ReorderDrag?
  /// Whether the item's position must be searched again, because the pointer, the content or the list has moved.
  private(set) var needsTarget = false

  /// The touch that becomes a drag if it stays where it is.
  private(set) var longPress: LongPress?
  private var edgeScroll = EdgeScroll()
  /// The position at which a long press lifted an item; `nil` as soon as the finger moves, and if there is none.
  private(set) var restingTouch: Point?
  /// The program's list to show once the pending update is shown; `nil` if there is none.
  private var returning: List?
  /// Whether the focused item must be revealed, because a key has moved it.
  private var revealsFocus = false
  /// The view of the other list of the group that the dragged item entered last; `nil` if the item is at its own list.
  private(set) weak var visited: CollectionView?
  /// The layer in which the dragged item is drawn; `nil` if the list belongs to no group.
  private(set) var layer: DragLayer?
  /// The item that returns after its drag ended over another list; `nil` if there is none.
  private(set) var landing: Landing?

  /// An item that was over another list when its drag ended.
  struct Landing {
    let id: ElementID
    let section: ElementID
    /// The frame in which the item was drawn, in the view.
    let frame: Rect
  }

  /// A touch that has not moved yet.
  struct LongPress {
    let point: Point
    /// The time at which the touch becomes a drag.
    let end: Instant
  }

  /// The duration of a long press.
  private static let longPressTime = Duration.milliseconds(450)

  /// The newest list of the program while another one is shown for a drag; `nil` at any other time.
  var base: List? { drag?.own ?? returning }

  /// Begins to wait until a touch becomes a long press.
  mutating func awaitLongPress(at point: Point, _ time: Instant) {
    longPress = LongPress(point: point, end: time + Self.longPressTime)
  }

  /// Ends the wait for a long press.
  mutating func endLongPress() { longPress = nil }

  /// Begins a drag.
  /// - Parameter layer: The layer in which the dragged item is drawn; `nil` to draw it in the list.
  package mutating func begin(_ drag: ReorderDrag, in layer: DragLayer?) {
    self.drag = drag
    if let layer { self.layer = layer }
    needsTarget = true
  }

  /// Records that a long press has lifted the dragged item.
  mutating func liftByTouch(at point: Point) { restingTouch = point }

  /// The distance that a finger may move in a press, in logical pixels.
  private static let slop = 8.0

  /// Moves the dragged item with the pointer.
  mutating func move(to point: Point) {
    drag?.pointer = point
    if let restingTouch, restingTouch.distance(to: point) > Self.slop { self.restingTouch = nil }
    needsTarget = true
  }

  /// Records that the content under the pointer has moved.
  mutating func contentMoved() { needsTarget = drag != nil }

  /// Records that the position below the pointer was searched.
  /// - Parameter proposed: The position that was found; `nil` if the item stays where it is.
  mutating func findTarget(_ proposed: ReorderSearch.Place?) {
    needsTarget = false
    if let proposed { drag?.proposed = proposed }
  }

  /// Shows the dragged item at another position.
  mutating func show(_ shown: ReorderedList) { drag?.shown = shown }

  /// Returns the distance on the screen by which the list scrolls near an edge; `nil` if the pointer is not near one.
  mutating func scrollDistance(along axis: Axis, in area: Rect, at now: Instant) -> Double? {
    drag.flatMap { edgeScroll.distance(with: $0.pointer, along: axis, in: area, at: now) }
  }

  /// Takes a new list of the program. The dragged item stays after the same neighbour, if the list still has that
  /// neighbour.
  ///
  /// If the new list lacks the dragged item, the drag ends.
  /// - Returns: The list to show.
  /// - Complexity: O(1) if the items are where they were, else O(*n*) in the number of items.
  mutating func follow(_ list: List) -> List {
    returning = nil
    guard let old = drag?.shown else { return list }
    guard let (base, source) = place(ofDraggedIn: list, old) else {
      end()
      return list
    }
    var (target, isAfter) = (source, true)
    if old.target != old.source {
      let before = ElementPath(section: old.target.section, item: old.target.item - 1)
      if before.item >= 0, let path = base.path(of: old.original(of: before), in: old.base) {
        let isAfterSource = path.section == source.section && path.item > source.item
        target = ElementPath(section: path.section, item: isAfterSource ? path.item : path.item + 1)
      } else if let section = base.sections.firstIndex(where: { $0.id == old.base.sections[old.target.section].id }) {
        (target, isAfter) = (ElementPath(section: section, item: 0), false)
      }
    }
    let others = drag?.others.compactMap { base.path(of: $0, in: old.base) }.sorted() ?? []
    drag?.shown = ReorderedList(base: base, source: source, target: target, isAfter: isAfter, isAway: old.isAway)
    drag?.guest?.list = list
    drag?.others = others
    drag?.proposed = nil
    needsTarget = true
    return drag?.shown.list() ?? list
  }

  /// Returns a new list of the program and the path of the dragged item in it; adds the item if it comes from another
  /// list. `nil` if the list lacks the item.
  private func place(ofDraggedIn list: List, _ old: ReorderedList) -> (List, ElementPath)? {
    if let guest = drag?.guest { return list.adding(guest.rows) }
    return list.path(of: old.source, in: old.base).map { (list, $0) }
  }

  // MARK: Other lists

  /// Records the other list that the dragged item has entered; `nil` for its own.
  mutating func visit(_ view: CollectionView?) { visited = view }

  /// Records the paths and ids of dragged items after an update of the list that they come from.
  mutating func follow(_ sources: [ElementPath], _ ids: [ElementID]) {
    drag?.guest?.sources = sources
    drag?.guest?.ids = ids
  }

  /// Records that the dragged item returns to its own list from where it is drawn over another one. Does nothing while
  /// it is over its own list.
  mutating func land() {
    guard let drag, drag.guest == nil, drag.shown.isAway else { return }
    let (base, source) = (drag.shown.base, drag.shown.source)
    landing = Landing(id: base.id(at: source), section: base.sections[source.section].id, frame: drag.frame(drag.size))
  }

  /// Forgets the item that returned.
  mutating func endLanding() { landing = nil }

  /// Returns the layer and forgets it if no item is drawn in it any more; otherwise returns `nil`.
  @MainActor
  mutating func takeIdleLayer() -> DragLayer? {
    guard drag == nil, landing == nil, let idle = layer, idle.groups.isEmpty else { return nil }
    layer = nil
    return idle
  }

  // MARK: The end

  /// Ends the drag.
  mutating func end() {
    (drag, needsTarget, restingTouch) = (nil, false, nil)
    edgeScroll.end()
  }

  /// Stores the program's list, to show it after the pending update.
  mutating func returnLater(to list: List) { returning = list }

  /// Returns the list that `returnLater(to:)` stored, and forgets it. Call when no update is pending.
  mutating func takeReturn() -> List? {
    guard returning != nil else { return nil }
    defer { returning = nil }
    return returning
  }

  /// Requests that the engine reveals the focused item once the program has moved it.
  mutating func revealLater() { revealsFocus = true }

  /// Returns whether the focused item must be revealed, and clears the request.
  mutating func takeReveal() -> Bool {
    defer { revealsFocus = false }
    return revealsFocus
  }

  /// Traps if the dragged item is not in the list that is shown.
  package func checkInvariants(in list: List) {
    guard let drag else { return precondition(!needsTarget, "a place is searched without a drag") }
    precondition(drag.shown.base.contains(drag.shown.source), "the dragged item is not in the list of the program")
  }
}

extension List {
  /// Returns the path in this list of an item of an older list; `nil` if the item is no longer in the same section.
  /// - Complexity: O(1) if the path is unchanged, else O(*n*) in the number of items in the section.
  fileprivate func path(of old: ElementPath, in list: List) -> ElementPath? {
    let (section, id) = (list.sections[old.section].id, list.id(at: old))
    if contains(old), sections[old.section].id == section, self.id(at: old) == id { return old }
    return path(of: id, in: section)
  }
}
