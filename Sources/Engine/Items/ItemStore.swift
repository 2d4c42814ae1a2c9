import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkHostInterface
package import ScrollworkLayout

/// The bound items that are visible or exiting, and the recycled items in the pool.
///
/// Passes move items between its lists; the pool is its own, so an item is recycled in one place.
@MainActor
package struct ItemStore: ~Copyable {
  /// Visible items, and items bound only for a running animation, in reading order.
  package var bound: [BoundItem] = []
  /// Items that fade out: deleted items, and items whose place another content view has taken.
  package var exiting: [BoundItem] = []
  /// Items whose content views wait for reuse.
  private(set) var pool = ContentPool()
  /// Scratch: the items that will replace `bound` at the end of the current round.
  package var nextBound: [BoundItem] = []
  /// Animating items that an earlier round of the frame unbound; a later round may take them back.
  package var recycleCandidates: [BoundItem] = []
  /// Scratch: items beyond the viewport that are made only to be measured, in the first round of the measuring loop.
  package private(set) var ahead: [BoundItem] = []
  /// Items that an update removed, until their display ends after the pass.
  private var removed: [BoundItem] = []
  /// Scratch: the items that the last round bound for the first time.
  package var entered: [BoundItem] = []
  /// Scratch: the motion of items that were recycled in flight, until the engine moves it to ``UpdateMotion``.
  var suspended: [(key: LayoutElement.Key, motion: SuspendedMotion)] = []
  /// Whether a content view asked for another size since the last frame.
  package var contentNeedsMeasure = false
  /// Whether a change mark, which shows that a cell's content changed, was started since the last frame.
  package var hasNewChangeMarks = false

  package init() {}

  /// Returns the bound item of an element.
  /// - Complexity: O(log *v*) in the number of bound items.
  package func item(at key: LayoutElement.Key) -> BoundItem? { Self.item(at: key, in: bound) }

  /// Returns the item of an element among bound items, which are in reading order.
  /// - Complexity: O(log *v*) in the number of bound items.
  package static func item(at key: LayoutElement.Key, in bound: [BoundItem]) -> BoundItem? {
    // Reading order is the order of keys, so a binary search finds the item.
    let index = bound.partitioningIndex { !($0.key < key) }
    return index < bound.count && bound[index].key == key ? bound[index] : nil
  }

  /// Connects badges to their host items, which come right before them.
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

  /// Replaces the bound items by those of the current round.
  package mutating func adoptNext() { swap(&bound, &nextBound) }

  /// Inserts an item at its place in reading order.
  /// - Complexity: O(*v*) in the number of bound items.
  package mutating func insert(_ item: BoundItem) {
    bound.insert(item, at: bound.partitioningIndex { !($0.key < item.key) })
  }

  /// Returns an item of the pool that can show `row`, or a new one.
  package mutating func take(_ row: Row) -> BoundItem {
    pool.take(row.component.reuseIdentifier) ?? BoundItem(row: row)
  }

  /// Ends the display of an item and returns it to the pool.
  package mutating func release(_ item: BoundItem, _ binder: Binder) {
    binder.endDisplay(of: item)
    recycle(item)
  }

  /// Adds an item to measure that is not bound.
  package mutating func insertAhead(_ item: BoundItem) { ahead.append(item) }

  /// Recycles the items that were made only to be measured.
  package mutating func recycleAhead() {
    for item in ahead { recycle(item) }
    ahead.removeAll(keepingCapacity: true)
  }

  /// Removes an item that is no longer bound. Its display ends after the pass, when the program's questions have
  /// answers again.
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
    guard item.departure == nil, item.key.kind != .badge else { return }
    suspended.append((item.key, SuspendedMotion(of: item, at: now)))
  }
}
