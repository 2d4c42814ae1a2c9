import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkHostInterface
package import ScrollworkLayout

/// The bound items that are visible or exiting, and the recycled items in the pool.
///
/// Only its methods insert, remove, revive and recycle items. So between the rounds of the measuring loop, each item is
/// either bound, exiting, a recycle candidate, removed, or in the pool.
@MainActor
package struct ItemStore: ~Copyable {
  /// Visible items, and invisible ones that an animation or the keyboard focus keeps bound; in reading order.
  package private(set) var bound: [BoundItem] = []
  /// Items that fade out: deleted items, and items that another content view replaced.
  package private(set) var exiting: [BoundItem] = []
  /// Items whose content views wait for reuse.
  private(set) var pool = ReusePool()
  /// Scratch: the items that will replace `bound` at the end of the current round.
  package private(set) var nextBound: [BoundItem] = []
  /// Animating items that an earlier round of the frame unbound; a later round may take them back.
  package private(set) var recycleCandidates: [BoundItem] = []
  /// Scratch: items beyond the viewport that are made only to be measured, in the first round of the measuring loop.
  package private(set) var ahead: [BoundItem] = []
  /// Items that an update removed, until their display ends after the pass.
  private var removed: [BoundItem] = []
  /// Scratch: the items that the last round bound for the first time.
  package private(set) var entered: [BoundItem] = []
  /// Scratch: the motion of items that were recycled in flight, until ``UpdateMotion`` takes it.
  private var suspended: [(key: LayoutElement.Key, motion: SuspendedMotion)] = []
  /// Whether a change mark, which shows that a cell's content changed, was started since the last frame.
  private var hasNewChangeMarks = false

  package init() {}

  /// Returns the bound item of an element; `nil` if the element is not bound.
  /// - Complexity: O(log *v*) in the number of bound items.
  package func item(at key: LayoutElement.Key) -> BoundItem? { Self.item(at: key, in: bound) }

  /// Returns the item of an element among bound items, which are in reading order; `nil` if there is none.
  /// - Complexity: O(log *v*) in the number of bound items.
  package static func item(at key: LayoutElement.Key, in bound: [BoundItem]) -> BoundItem? {
    // Reading order is the order of keys, so a binary search finds the item.
    let index = bound.partitioningIndex { !($0.key < key) }
    return index < bound.count && bound[index].key == key ? bound[index] : nil
  }

  /// Connects badges to their host items, which come right before them in `bound`.
  package func attachBadges() {
    var host: BoundItem?
    for item in bound {
      switch item.key.kind {
      case .item: host = item
      case .badge: item.hostItem = host?.key.path == item.key.host ? host : nil
      default: break
      }
    }
  }

  /// Whether any bound item entered during an animation and still has to get a motion.
  var isAnyJoining: Bool {
    for item in bound where item.isJoining { return true }
    return false
  }

  /// Whether items that were removed or recycled still wait for the end of their display or for their motion to be
  /// saved.
  var hasUnendedItems: Bool { !removed.isEmpty || !suspended.isEmpty }

  // MARK: A round of binding

  /// Begins a round. The items that are kept or entered in the round replace the bound ones when it ends.
  package mutating func beginRound() {
    nextBound.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
  }

  /// Adds an existing item to this round: a bound one, a recycle candidate or one that was exiting. Call in reading
  /// order.
  package mutating func keep(_ item: BoundItem) { nextBound.append(item) }

  /// Adds a new item to this round, and records that it entered. Call in reading order.
  package mutating func enter(_ item: BoundItem) {
    nextBound.append(item)
    entered.append(item)
  }

  /// Keeps an item until the end of the frame, because a later round may make its element visible again.
  package mutating func postponeRecycling(of item: BoundItem) { recycleCandidates.append(item) }

  /// Returns the recycle candidate of an element, and keeps it from being recycled; `nil` if there is none.
  package mutating func takeCandidate(at key: LayoutElement.Key) -> BoundItem? {
    recycleCandidates.firstIndex { $0.key == key }.map { recycleCandidates.remove(at: $0) }
  }

  /// Replaces the bound items by those kept or entered in this round.
  package mutating func endRound() { swap(&bound, &nextBound) }

  /// Recycles the candidates that no round of the frame took back.
  package mutating func releaseCandidates(_ binder: Binder, at now: Instant) {
    for item in recycleCandidates {
      suspendMotion(of: item, at: now)
      release(item, binder)
    }
    recycleCandidates.removeAll(keepingCapacity: true)
  }

  // MARK: Bound items

  /// Inserts an item at its position in reading order.
  /// - Complexity: O(*v*) in the number of bound items.
  package mutating func insert(_ item: BoundItem) {
    bound.insert(item, at: bound.partitioningIndex { !($0.key < item.key) })
  }

  /// Replaces the bound items by `kept`, sorted by their new keys.
  package mutating func keepBound(_ kept: [BoundItem]) {
    bound = kept
    for index in bound.indices.dropFirst() where bound[index].key < bound[index - 1].key {
      return bound.sort { $0.key < $1.key }
    }
  }

  /// Replaces the bound item at `index` by another item with the same key.
  package mutating func replace(at index: Int, by item: BoundItem) {
    if bound[index] !== item { bound[index] = item }
  }

  /// Replaces bound items.
  /// - Parameter replacements: For each item to replace, by its object identifier, the item that takes its place; `nil`
  ///   to remove the item.
  package mutating func replace(_ replacements: [ObjectIdentifier: BoundItem?]) {
    guard !replacements.isEmpty else { return }
    bound = bound.compactMap { item -> BoundItem? in
      guard let other = replacements[ObjectIdentifier(item)] else { return item }
      return other
    }
  }

  // MARK: Exiting items

  /// Adds an item to the exiting ones.
  package mutating func startExit(of item: BoundItem) {
    item.isExiting = true
    exiting.append(item)
  }

  /// Ends the exit of the item with an identity, because its element is visible again.
  /// - Returns: The item; `nil` if no item with the identity is exiting.
  package mutating func revive(_ id: ElementID, in section: ElementID) -> BoundItem? {
    guard let index = exiting.firstIndex(where: { !$0.isCrossfadeCopy && $0.id == id && $0.sectionID == section })
    else { return nil }
    let item = exiting.remove(at: index)
    item.isExiting = false
    return item
  }

  /// Releases exiting items that are no longer visible.
  package mutating func endExits(_ binder: Binder, at now: Instant) {
    guard !exiting.isEmpty else { return }
    // Badges end with their host items, so all are collected before any is released and reset.
    let ended = exiting.filter { $0.hasExited(at: now) }
    guard !ended.isEmpty else { return }
    exiting.removeAll { $0.hasExited(at: now) }
    for item in ended { release(item, binder) }
  }

  /// Moves the target frames of exiting items, which are in no layout, with the content.
  mutating func shiftExiting(by distance: Point) {
    for item in exiting { item.placement.target.origin += distance }
  }

  // MARK: The pool

  /// Takes content views from another pool from now on.
  mutating func use(_ pool: ReusePool) { self.pool = pool }

  /// Returns an item of the pool that can show `row`, or a new one.
  package mutating func take(_ row: Row) -> BoundItem {
    pool.take(row.component.reuseIdentifier) ?? BoundItem(row: row)
  }

  /// Ends the display of an item and returns it to the pool.
  package mutating func release(_ item: BoundItem, _ binder: Binder) {
    binder.endDisplay(of: item)
    recycle(item)
  }

  /// Adds an unbound item, which is made only to be measured.
  package mutating func insertAhead(_ item: BoundItem) { ahead.append(item) }

  /// Recycles the items that were made only to be measured.
  package mutating func recycleAhead() {
    for item in ahead { recycle(item) }
    ahead.removeAll(keepingCapacity: true)
  }

  /// Records an item as removed, because it is no longer bound. Its display ends after the pass, because then a
  /// component may call the view.
  package mutating func remove(_ item: BoundItem) { removed.append(item) }

  /// Removes all items, for a list that is shown without a diff.
  package mutating func removeAll() {
    removed += bound + exiting
    bound.removeAll(keepingCapacity: true)
    exiting.removeAll()
  }

  /// Returns the items whose display has to end, and forgets them.
  package mutating func takeRemoved() -> [BoundItem] {
    guard !removed.isEmpty else { return [] }
    defer { removed.removeAll() }
    return removed
  }

  /// Returns an item to the pool without ending its display.
  package mutating func recycle(_ item: BoundItem) {
    item.prepareForReuse()
    // Detaching ends hover, press and focus in the content view, which shows another item next.
    item.content.attach(to: nil)
    pool.put(item)
  }

  /// Saves the motion of an item that is about to be recycled. The motion resumes if the item returns.
  package mutating func suspendMotion(of item: BoundItem, at now: Instant) {
    // A badge moves with its host item.
    guard item.placement.previous.frame == nil, item.key.kind != .badge else { return }
    suspended.append((item.key, SuspendedMotion(of: item, at: now)))
  }

  /// Passes the saved motion of recycled items to `body`, and forgets it. The storage stays, so that a fling allocates
  /// nothing here.
  package mutating func takeSuspended(_ body: ([(key: LayoutElement.Key, motion: SuspendedMotion)]) -> Void) {
    guard !suspended.isEmpty else { return }
    body(suspended)
    suspended.removeAll(keepingCapacity: true)
  }

  // MARK: Change marks

  /// Starts the change mark of an item.
  package mutating func startChangeMark(of item: BoundItem, at now: Instant) {
    item.startChangeMark(at: now)
    hasNewChangeMarks = true
  }

  /// Returns whether a change mark was started since the last call.
  package mutating func takeNewChangeMarks() -> Bool {
    defer { hasNewChangeMarks = false }
    return hasNewChangeMarks
  }
}
