import ScrollworkHostInterface

/// The content views that wait for reuse, by reuse identifier.
///
/// Every ``CollectionView`` has a pool of its own. Lists that show the same components may share one, so that a list
/// that opens later starts with the content views of the list that it replaces:
///
/// ```swift
/// let pool = ReusePool(lifeSpan: 30)
/// first.reusePool = pool
/// second.reusePool = pool
/// ```
@MainActor
public final class ReusePool {
  /// The pooled items with one reuse identifier, the latest last. A class, so that changing the items does not write to
  /// the dictionary, which would allocate.
  private final class Shelf {
    var items: [(item: BoundItem, since: Instant)] = []
  }

  /// The largest number of content views with one reuse identifier. Further ones are released.
  package var capacity: Int
  /// The time for which a content view waits before it is released, in seconds; `nil` to keep it as long as the pool.
  public var lifeSpan: Double?
  /// The number of content views.
  package private(set) var count = 0
  /// The number of times that a content view was taken.
  private(set) var reuses = 0
  private var shelves: [String: Shelf] = [:]
  /// The time of the current frame, or of the last one.
  private var now = Instant.zero

  /// Creates an empty pool.
  /// - Parameters:
  ///   - capacity: The largest number of content views with one reuse identifier. The default is about what a large
  ///     window shows: a fling through a zoomed-out grid must not keep thousands of content views for good.
  ///   - lifeSpan: The time for which a content view waits, in seconds; `nil` for no limit.
  public init(capacity: Int = 256, lifeSpan: Double? = nil) {
    self.capacity = capacity
    self.lifeSpan = lifeSpan
  }

  /// Releases all content views.
  package func removeAll() {
    for shelf in shelves.values { shelf.items.removeAll() }
    count = 0
  }

  /// Removes and returns an item whose content view has the given reuse identifier; `nil` if there is none.
  func take(_ reuseIdentifier: String) -> BoundItem? {
    guard let item = shelves[reuseIdentifier]?.items.popLast()?.item else { return nil }
    count -= 1
    reuses += 1
    return item
  }

  /// Keeps an item for reuse, or drops it if the pool is full for its reuse identifier.
  func put(_ item: BoundItem) {
    let kind = item.row.component.reuseIdentifier
    let shelf: Shelf
    if let known = shelves[kind] {
      shelf = known
    } else {
      shelf = Shelf()
      shelves[kind] = shelf
    }
    guard shelf.items.count < capacity else { return }
    shelf.items.append((item, now))
    count += 1
  }

  /// Sets the time of the frame, at which the wait of the content views begins that the frame recycles.
  func beginFrame(at now: Instant) { self.now = max(now, self.now) }

  /// Releases the content views that have waited for the life span.
  /// - Returns: The time at which the next content view is to be released; `nil` if there is none.
  /// - Complexity: O(1) without a life span, else O(*k*) in the number of reuse identifiers and released content views.
  func releaseOld() -> Instant? {
    guard let lifeSpan, count > 0 else { return nil }
    var next: Instant?
    for shelf in shelves.values {
      let old = shelf.items.prefix { $0.since.advanced(bySeconds: lifeSpan) <= now }.count
      shelf.items.removeFirst(old)
      count -= old
      guard let first = shelf.items.first?.since.advanced(bySeconds: lifeSpan) else { continue }
      next = next.map { min($0, first) } ?? first
    }
    return next
  }
}
