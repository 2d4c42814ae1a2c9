/// Keeps values up to a total cost; past it those go that were not used for the longest time.
package struct CostLimitedCache<Key: Hashable, Value> {
  private struct Link {
    var cost: Int
    var newer: Int
    var older: Int
  }

  // Apart, so that a look-up touches no key and no value but its own.
  private var links: [Link] = []
  /// `nil` where a node was removed.
  private var keys: [Key?] = []
  private var values: [Value?] = []
  private var freeNodes: [Int] = []
  private var nodeOfKey: [Key: Int] = [:]
  private var newest = -1
  private var oldest = -1

  package private(set) var totalCost = 0

  /// Making it less removes values at once.
  package var limit: Int { didSet { trim() } }

  package var count: Int { nodeOfKey.count }

  package init(limit: Int) {
    self.limit = limit
  }

  /// The value, which is then the one used last.
  package mutating func value(for key: Key) -> Value? {
    guard let index = nodeOfKey[key] else { return nil }
    if newest != index {
      unlink(index)
      linkAsNewest(index)
    }
    return values[index]
  }

  /// Replaces what the key had. A value that costs more than the limit is not kept.
  package mutating func insert(_ value: Value, cost: Int, for key: Key) {
    remove(key)
    guard cost <= limit else { return }
    let link = Link(cost: cost, newer: -1, older: -1)
    let index: Int
    if let free = freeNodes.popLast() {
      index = free
      (links[index], keys[index], values[index]) = (link, key, value)
    } else {
      index = links.count
      links.append(link)
      keys.append(key)
      values.append(value)
    }
    nodeOfKey[key] = index
    totalCost += cost
    linkAsNewest(index)
    trim()
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let index = nodeOfKey.removeValue(forKey: key) else { return nil }
    unlink(index)
    defer { (keys[index], values[index]) = (nil, nil) }
    freeNodes.append(index)
    totalCost -= links[index].cost
    return values[index]
  }

  package mutating func removeAll() {
    self = CostLimitedCache(limit: limit)
  }

  private mutating func trim() {
    while totalCost > limit, oldest >= 0, let key = keys[oldest] { remove(key) }
  }

  private mutating func linkAsNewest(_ index: Int) {
    links[index].newer = -1
    links[index].older = newest
    if newest >= 0 { links[newest].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    let link = links[index]
    if link.newer >= 0 { links[link.newer].older = link.older } else { newest = link.older }
    if link.older >= 0 { links[link.older].newer = link.newer } else { oldest = link.newer }
  }
}
