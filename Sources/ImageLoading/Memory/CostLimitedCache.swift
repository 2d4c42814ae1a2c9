/// Keeps values up to a total cost; past it those go that were not used for the longest time.
package struct CostLimitedCache<Key: QuickHashable, Value> {
  private struct Link {
    var cost: Int
    var newer: Int
    var older: Int
  }

  // Apart, so that a look-up touches no key and no value but its own.
  private var links: [Link] = []
  /// That of a node that was removed stays until the node is used again: to look for an empty one takes time.
  private var keys: [Key] = []
  /// `nil` where a node was removed.
  private var values: [Value?] = []
  private var freeNodes: [Int] = []
  /// By the hashes of the keys.
  private var nodes = ProbeTable<Int>()
  /// By the hashes of the groups that the keys belong to.
  private var groups = ProbeTable<Int>()
  private let groupHash: (@Sendable (Key) -> Int)?
  private var newest = -1
  private var oldest = -1

  package private(set) var totalCost = 0

  /// Making it less removes values at once.
  package var limit: Int { didSet { trim(to: limit) } }

  package var count: Int { nodes.count }

  /// - Parameter groupHash: What the keys of a group have in common, where groups are asked for.
  package init(limit: Int, groupHash: (@Sendable (Key) -> Int)? = nil) {
    self.limit = limit
    self.groupHash = groupHash
  }

  /// The dearest of a group, which is used no later for that.
  /// - Parameter isIt: Asked for those whose groups have that hash.
  /// - Complexity: O(size of the group)
  package func dearest(inGroup hash: Int, where isIt: (Key) -> Bool) -> (key: Key, value: Value)? {
    var best = -1
    groups.forEach(hash) { index in
      if isIt(keys[index]), best < 0 || links[index].cost > links[best].cost { best = index }
    }
    guard best >= 0, let value = values[best] else { return nil }
    return (keys[best], value)
  }

  /// The value, which is then the one used last.
  package mutating func value(for key: Key) -> Value? {
    guard let index = node(of: key, key.quickHash) else { return nil }
    if newest != index {
      unlink(index)
      linkAsNewest(index)
    }
    return values[index]
  }

  /// Replaces what the key had. A value that costs more than the limit is not kept.
  /// - Returns: The keys of what had to go for it.
  @discardableResult
  package mutating func insert(_ value: Value, cost: Int, for key: Key) -> [Key] {
    let hash = key.quickHash
    remove(key, hash)
    guard cost <= limit else { return [] }
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
    nodes.insert(index, hash: hash)
    if let groupHash { groups.insert(index, hash: groupHash(key)) }
    totalCost += cost
    linkAsNewest(index)
    return trim(to: limit)
  }

  /// - Complexity: O(*n*).
  package mutating func removeAll(where isGone: (Key) -> Bool) {
    for (key, value) in zip(keys, values) where value != nil && isGone(key) { remove(key) }
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? { remove(key, key.quickHash) }

  @discardableResult
  private mutating func remove(_ key: Key, _ hash: Int) -> Value? {
    guard let index = node(of: key, hash) else { return nil }
    nodes.remove(hash) { $0 == index }
    if let groupHash { groups.remove(groupHash(key)) { $0 == index } }
    unlink(index)
    defer { values[index] = nil }
    freeNodes.append(index)
    totalCost -= links[index].cost
    return values[index]
  }

  /// Removes what was not used for the longest time, until no more than a part of the limit is taken.
  /// - Returns: The keys of what was removed.
  @discardableResult
  package mutating func trim(toPart part: Double) -> [Key] { trim(to: Int(Double(limit) * part)) }

  package mutating func removeAll() {
    self = CostLimitedCache(limit: limit, groupHash: groupHash)
  }

  private func node(of key: Key, _ hash: Int) -> Int? { nodes.first(hash) { keys[$0] == key } }

  @discardableResult
  private mutating func trim(to limit: Int) -> [Key] {
    var removed: [Key] = []
    while totalCost > limit, oldest >= 0 {
      removed.append(keys[oldest])
      remove(keys[oldest])
    }
    return removed
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
