/// Recycled items, by reuse identifier.
@MainActor
struct ContentPool {
  /// The pooled items with one reuse identifier. A class, so that changing the items does not write to the dictionary,
  /// which would allocate.
  private final class Shelf {
    var items: [BoundItem] = []
  }

  private var shelves: [String: Shelf] = [:]
  /// The number of pooled items.
  private(set) var count = 0
  /// How often an item was taken from the pool.
  private(set) var reuses = 0

  /// The largest number of pooled items with one reuse identifier: about as many as a large window shows.
  private static let limitPerKind = 256

  /// Removes and returns an item whose content view has the given reuse identifier; `nil` if there is none.
  mutating func take(_ reuseIdentifier: String) -> BoundItem? {
    guard let item = shelves[reuseIdentifier]?.items.popLast() else { return nil }
    count -= 1
    reuses += 1
    return item
  }

  /// Keeps an item for reuse, or drops the item if the pool has enough with the same reuse identifier.
  mutating func put(_ item: BoundItem) {
    let kind = item.row.component.reuseIdentifier
    let shelf: Shelf
    if let known = shelves[kind] {
      shelf = known
    } else {
      shelf = Shelf()
      shelves[kind] = shelf
    }
    // A fling through a zoomed-out grid must not keep thousands of content views for good.
    guard shelf.items.count < Self.limitPerKind else { return }
    shelf.items.append(item)
    count += 1
  }
}
