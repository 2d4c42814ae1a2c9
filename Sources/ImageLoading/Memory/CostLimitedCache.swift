/// Keeps values up to a total cost; past it those go that were not used for the longest time.
package struct CostLimitedCache<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    var cost: Int
    var newer: Int
    var older: Int
  }

  /// `nil` where a node was removed.
  private var nodes: [Node?] = []
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
    guard let index = nodeOfKey[key], let node = nodes[index] else { return nil }
    if newest != index {
      unlink(index)
      linkAsNewest(index)
    }
    return node.value
  }

  /// Replaces what the key had. A value that costs more than the limit is not kept.
  package mutating func insert(_ value: Value, cost: Int, for key: Key) {
    remove(key)
    guard cost <= limit else { return }
    let node = Node(key: key, value: value, cost: cost, newer: -1, older: -1)
    let index: Int
    if let free = freeNodes.popLast() {
      index = free
      nodes[index] = node
    } else {
      index = nodes.count
      nodes.append(node)
    }
    nodeOfKey[key] = index
    totalCost += cost
    linkAsNewest(index)
    trim()
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    guard let index = nodeOfKey.removeValue(forKey: key), let node = nodes[index] else { return nil }
    unlink(index)
    nodes[index] = nil
    freeNodes.append(index)
    totalCost -= node.cost
    return node.value
  }

  package mutating func removeAll() {
    self = CostLimitedCache(limit: limit)
  }

  private mutating func trim() {
    while totalCost > limit, oldest >= 0, let node = nodes[oldest] { remove(node.key) }
  }

  private mutating func linkAsNewest(_ index: Int) {
    nodes[index]?.newer = -1
    nodes[index]?.older = newest
    if newest >= 0 { nodes[newest]?.newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    guard let node = nodes[index] else { return }
    if node.newer >= 0 { nodes[node.newer]?.older = node.older } else { newest = node.older }
    if node.older >= 0 { nodes[node.older]?.newer = node.newer } else { oldest = node.newer }
  }
}
