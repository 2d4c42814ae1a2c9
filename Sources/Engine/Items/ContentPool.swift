/// Items that are not on screen, kept for the next ones that need a content of the same kind.
@MainActor
struct ContentPool {
  /// A class, so that taking and putting need no write access to the dictionary, which would allocate each time.
  private final class Shelf {
    var items: [BoundItem] = []
  }

  private var shelves: [String: Shelf] = [:]
  private(set) var count = 0

  /// Of each kind at most so many are kept: about what a large window shows at once.
  private static let limitPerKind = 256

  mutating func take(_ reuseIdentifier: String) -> BoundItem? {
    guard let item = shelves[reuseIdentifier]?.items.popLast() else { return nil }
    count -= 1
    return item
  }

  mutating func put(_ item: BoundItem) {
    let kind = item.row.component.reuseIdentifier
    let shelf: Shelf
    if let known = shelves[kind] {
      shelf = known
    } else {
      shelf = Shelf()
      shelves[kind] = shelf
    }
    guard shelf.items.count < Self.limitPerKind else { return }
    shelf.items.append(item)
    count += 1
  }
}
