/// Items that are not on screen, kept for the next ones that need a content of the same kind.
@MainActor
struct ContentPool {
  private var items: [String: [RealisedItem]] = [:]
  private(set) var count = 0

  /// Of each kind at most so many are kept: about what a large window shows at once.
  private static let limitPerKind = 256

  mutating func take(_ reuseIdentifier: String) -> RealisedItem? {
    guard let item = items[reuseIdentifier]?.popLast() else { return nil }
    count -= 1
    return item
  }

  mutating func put(_ item: RealisedItem) {
    let kind = item.row.component.reuseIdentifier
    guard items[kind, default: []].count < Self.limitPerKind else { return }
    items[kind, default: []].append(item)
    count += 1
  }
}
